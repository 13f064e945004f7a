// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cli/trace_report.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "engine/base/text.h"
#include "engine/cli/list.h"
#include "engine/store/row_text.h"

#define TEXT_AT 18
#define DAY     86400.0

// ---- What is in a log ------------------------------------------------------

static void print_label(FILE *to, const char *label)
{
    fprintf(to, "%-*s", TEXT_AT, label);
}

static void print_machine(FILE *to, const struct bf_trace *trace)
{
    const struct bf_trace_row *row = &trace->row;
    print_label(to, "Trace");
    fprintf(to, "%s\n", row->name);
    print_label(to, "Content hash");
    fprintf(to, "%s\n", row->hash);
    print_label(to, "Machine");
    fprintf(to, "%d %s (%s%s)\n", (int)row->procs,
            bf_text_plural(row->procs, "processor", "processors"),
            row->procs_from[0] == 'M' ? "from the header: " : "by the ", row->procs_from);
    if (trace->peak_recorded) {
        print_label(to, "");
        fprintf(to, "%d in use at once by the log's own waits\n", (int)trace->peak_recorded);
    }
}

static void print_jobs(FILE *to, const struct bf_trace_row *row)
{
    const int64_t span = row->last_submit - row->first_submit;
    print_label(to, "Jobs");
    fprintf(to, "%" PRId64 "\n", row->simulated);
    print_label(to, "Users");
    fprintf(to, "%" PRId64 "\n", row->users);
    print_label(to, "Span of submits");
    fprintf(to, "%.1f days (%" PRId64 " to %" PRId64 " s)\n", (double)span / DAY, row->first_submit,
            row->last_submit);
    print_label(to, "Offered load");
    if (isnan(row->offered_load))
        fprintf(to, "none: all jobs come at once\n");
    else
        fprintf(to, "%.4f\n", row->offered_load);
}

// One line of the account; lines that count nothing are left out.
static int64_t print_count(FILE *to, int64_t count, const char *what)
{
    if (count)
        fprintf(to, "%12" PRId64 "  %s\n", count, what);
    return count;
}

static const char *meaning(const char *column)
{
    return bf_table_column(&bf_table_traces, column)->meaning;
}

// The lines of the account add up to the lines read: the sum is printed, not repeated.
static void print_account(FILE *to, const struct bf_trace_row *row)
{
    int64_t sum = 0;
    fprintf(to, "\nLines\n");
    sum += print_count(to, row->simulated, "jobs to simulate");
    sum += print_count(to, row->comments, meaning("comments"));
    sum += print_count(to, row->blank, meaning("blank"));
    sum += print_count(to, row->rejected_fields, meaning("rejected_fields"));
    sum += print_count(to, row->rejected_number, meaning("rejected_number"));
    sum += print_count(to, row->rejected_submit, meaning("rejected_submit"));
    sum += print_count(to, row->rejected_run, meaning("rejected_run"));
    sum += print_count(to, row->rejected_procs, meaning("rejected_procs"));
    sum += print_count(to, row->rejected_wide, meaning("rejected_wide"));
    sum += print_count(to, row->skipped_partial, meaning("skipped_partial"));
    sum += print_count(to, row->skipped_status, meaning("skipped_status"));
    sum += print_count(to, row->skipped_user, meaning("skipped_user"));
    sum += print_count(to, row->skipped_number, meaning("skipped_number"));
    sum += print_count(to, row->skipped_window, meaning("skipped_window"));
    fprintf(to, "%12" PRId64 "  in all%s\n", sum, sum == row->lines ? "" : ": not all lines read!");
}

static void print_odd(FILE *to, const struct bf_trace_row *row)
{
    if (!(row->no_request | row->overruns | row->clamped | row->duplicates | row->unsorted |
          row->rounded | row->extra_fields))
        return;
    fprintf(to, "\nOf the jobs\n");
    print_count(to, row->no_request, meaning("no_request"));
    print_count(to, row->overruns, meaning("overruns"));
    print_count(to, row->clamped, meaning("clamped"));
    print_count(to, row->duplicates, meaning("duplicates"));
    print_count(to, row->unsorted, meaning("unsorted"));
    print_count(to, row->rounded, meaning("rounded"));
    print_count(to, row->extra_fields, meaning("extra_fields"));
}

static void print_missing(FILE *to, const struct bf_check *check)
{
    char buffer[1024];
    struct bf_text all = bf_text_init(buffer, sizeof buffer / 2);
    struct bf_text some = bf_text_init(buffer + sizeof buffer / 2, sizeof buffer / 2);
    for (int i = 0; i < 18; i++) {
        if (check->missing[i] == check->jobs)
            bf_text_add(&all, "%s%s", all.used ? ", " : "", bf_swf_field_names[i]);
        else if (check->missing[i])
            bf_text_add(&some, "%s%s (%" PRIu64 ")", some.used ? ", " : "", bf_swf_field_names[i],
                        check->missing[i]);
    }
    fprintf(to, "\n");
    print_label(to, "Missing in all");
    cli_print_wrapped(to, TEXT_AT, TEXT_AT, all.used ? all.at : "nothing");
    print_label(to, "Missing in some");
    cli_print_wrapped(to, TEXT_AT, TEXT_AT, some.used ? some.at : "nothing");
}

static void print_info_text(FILE *to, const struct bf_check *check)
{
    print_machine(to, check->trace);
    print_jobs(to, &check->trace->row);
    if (check->jobs) // a log; a model has no lines to account for
        print_account(to, &check->trace->row);
    print_odd(to, &check->trace->row);
    if (check->jobs)
        print_missing(to, check);
}

enum bf_err cli_print_info(FILE *to, enum cli_format format, const struct bf_check *check,
                           struct bf_error *e)
{
    struct bf_row_view view;
    const enum bf_row_format row_format = format == CLI_FORMAT_CSV ? BF_ROW_CSV : BF_ROW_JSON;
    if (format == CLI_FORMAT_TEXT) {
        print_info_text(to, check);
        return BF_OK;
    }
    bf_row_view_all(&view, &bf_table_traces);
    enum bf_err code = bf_row_put_header(&view, row_format, to, e);
    return code == BF_OK ? bf_row_put(&view, row_format, &check->trace->row, to, e) : code;
}

// ---- What is odd about it --------------------------------------------------

// The first lines of a finding, with `before` in front of each number.
static void print_lines(FILE *to, const uint64_t *lines, const char *before, const char *between)
{
    for (int i = 0; i < BF_CHECK_LINES && lines[i]; i++)
        fprintf(to, "%s%s%" PRIu64, i ? between : "", before, lines[i]);
}

static void print_finding_text(FILE *to, const struct bf_check *check, int f)
{
    const struct bf_finding_kind *kind = &bf_finding_kinds[f];
    fprintf(to, "%10" PRIu64 "  %-15s %s", check->count[f], kind->name, kind->meaning);
    if (kind->value)
        fprintf(to, "; %s: %" PRId64, kind->value, check->value[f]);
    fprintf(to, "\n");
    if (!check->line[f][0])
        return;
    fprintf(to, "%28s%s ", "", bf_text_plural((int64_t)check->count[f], "line", "lines"));
    print_lines(to, check->line[f], "", ", ");
    fprintf(to, "%s\n", check->count[f] > BF_CHECK_LINES ? ", ..." : "");
}

static void print_finding_csv(FILE *to, const struct bf_check *check, int f)
{
    const struct bf_finding_kind *kind = &bf_finding_kinds[f];
    fprintf(to, "%s,%" PRIu64 ",", kind->name, check->count[f]);
    if (kind->value)
        fprintf(to, "%" PRId64, check->value[f]);
    fprintf(to, ",");
    print_lines(to, check->line[f], "", " ");
    fprintf(to, ",\"%s\"\n", kind->meaning);
}

static void print_finding_json(FILE *to, const struct bf_check *check, int f)
{
    const struct bf_finding_kind *kind = &bf_finding_kinds[f];
    fprintf(to, "{\"finding\":\"%s\",\"count\":%" PRIu64, kind->name, check->count[f]);
    if (kind->value)
        fprintf(to, ",\"value\":%" PRId64, check->value[f]);
    fprintf(to, ",\"lines\":[");
    print_lines(to, check->line[f], "", ",");
    fprintf(to, "],\"meaning\":\"%s\"}\n", kind->meaning);
}

void cli_print_check(FILE *to, enum cli_format format, const char *name,
                     const struct bf_check *check)
{
    bool any = false;
    if (format == CLI_FORMAT_CSV)
        fprintf(to, "finding,count,value,first_lines,meaning\n");
    for (int f = 0; f < BF_FINDINGS; f++) {
        if (!check->count[f])
            continue;
        any = true;
        if (format == CLI_FORMAT_TEXT)
            print_finding_text(to, check, f);
        else if (format == CLI_FORMAT_CSV)
            print_finding_csv(to, check, f);
        else
            print_finding_json(to, check, f);
    }
    if (!any && format == CLI_FORMAT_TEXT)
        fprintf(to, "%s: nothing odd\n", name);
}
