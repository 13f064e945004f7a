// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cli/cmd_audit_output.h"

#include <inttypes.h>
#include <string.h>

#include "engine/base/text.h"
#include "engine/store/row_text.h"

enum { WIDTH = 80, MARGIN = 24 };

// ---- For people ----------------------------------------------------------------

// Prints `text` from column `at` on, broken at blanks, further lines with a margin.
static void print_wrapped(FILE *to, const char *text, size_t at)
{
    while (*text) {
        const size_t room = WIDTH - at, length = strlen(text);
        size_t n = length;
        if (length > room)
            for (n = room; n > 0 && text[n] != ' '; n--)
                continue;
        if (n == 0)
            n = strcspn(text, " ");
        fprintf(to, "%.*s\n", (int)n, text);
        text += n;
        text += strspn(text, " ");
        at = MARGIN;
        if (*text)
            fprintf(to, "%*s", MARGIN, "");
    }
}

static void print_subject(FILE *to, const struct cli_audit_subject *s)
{
    const struct bf_audit_input *in = s->input;
    char rules[sizeof in->run->config + 64];
    struct bf_text text = bf_text_init(rules, sizeof rules);
    fputs(s->path, to);
    if (s->run >= 0)
        fprintf(to, ", run %" PRId64, s->run);
    fprintf(to, ": %" PRIu32 " %s", in->schedule.count,
            bf_text_plural(in->schedule.count, "job", "jobs"));
    if (in->procs)
        fprintf(to, ", %d processors", (int)in->procs);
    fprintf(to, "\n  rules                 ");
    bf_text_add(&text, "%s", in->rules[0] ? in->rules : "not known");
    print_wrapped(to, rules, MARGIN);
    fprintf(to, "  log                   %s\n", s->log ? s->log : "not given");
}

// `jobs`, `classes`, or what one of them is called.
static void add_unit(struct bf_text *to, uint64_t count, const char *unit)
{
    const size_t length = strlen(unit), plural = bf_text_ends_with(unit, "sses") ? 2 : 1;
    bf_text_add(to, "%.*s", (int)(count == 1 ? length - plural : length), unit);
}

static void print_check(FILE *to, const struct bf_audit_check *c)
{
    char text[2048];
    struct bf_text t = bf_text_init(text, sizeof text);
    if (c->verdict == BF_AUDIT_VIOLATED)
        bf_text_add(&t, "%" PRIu64 " %s, the first: %s", c->violations,
                    bf_text_plural((int64_t)c->violations, "time", "times"), c->first);
    if (c->verdict == BF_AUDIT_HELD) {
        bf_text_add(&t, "%" PRIu64 " ", c->looked_at);
        add_unit(&t, c->looked_at, c->unit);
    }
    if (c->limits[0])
        bf_text_add(&t, "%s%s", t.used ? "; " : "", c->limits);
    fprintf(to, "  %-9s %-11s ", c->name, bf_audit_verdict_names[c->verdict]);
    print_wrapped(to, text, MARGIN);
}

static void print_text(FILE *to, const struct cli_audit_subject *s, bool first)
{
    if (!first)
        fputc('\n', to);
    print_subject(to, s);
    for (int i = 0; i < BF_AUDIT_KINDS; i++)
        print_check(to, &s->report->checks[i]);
}

// ---- For programs --------------------------------------------------------------

struct row {
    char file[256];
    int64_t run;
    char check[16], rule[96], verdict[16];
    int64_t looked_at;
    char unit[16];
    int64_t violations, at;
    char first[640], limits[320];
};

#define COLUMN(kind, name)                                                                         \
    {                                                                                              \
#name, kind, offsetof(struct row, name), sizeof(((struct row *)0)->name), "", "", false    \
    }

static const struct bf_column columns[] = {
    COLUMN(BF_STR, file),  COLUMN(BF_I64, run),        COLUMN(BF_STR, check),
    COLUMN(BF_STR, rule),  COLUMN(BF_STR, verdict),    COLUMN(BF_I64, looked_at),
    COLUMN(BF_STR, unit),  COLUMN(BF_I64, violations), COLUMN(BF_I64, at),
    COLUMN(BF_STR, first), COLUMN(BF_STR, limits)};
static const struct bf_table table = {"audit", "Checks of schedules", sizeof(struct row), columns,
                                      sizeof columns / sizeof *columns};

static enum bf_err print_rows(FILE *to, enum cli_format format, const struct cli_audit_subject *s,
                              bool first, struct bf_error *e)
{
    const enum bf_row_format as = format == CLI_FORMAT_CSV ? BF_ROW_CSV : BF_ROW_JSON;
    struct bf_row_view view;
    bf_row_view_all(&view, &table);
    enum bf_err code = first ? bf_row_put_header(&view, as, to, e) : BF_OK;
    for (int i = 0; code == BF_OK && i < BF_AUDIT_KINDS; i++) {
        const struct bf_audit_check *c = &s->report->checks[i];
        struct row row = {.run = s->run,
                          .looked_at = (int64_t)c->looked_at,
                          .violations = (int64_t)c->violations,
                          .at = c->at == BF_NEVER ? -1 : c->at};
        bf_text_copy(row.file, sizeof row.file, s->path);
        bf_text_copy(row.check, sizeof row.check, c->name);
        bf_text_copy(row.rule, sizeof row.rule, c->rule);
        bf_text_copy(row.verdict, sizeof row.verdict, bf_audit_verdict_names[c->verdict]);
        bf_text_copy(row.unit, sizeof row.unit, c->unit);
        bf_text_copy(row.first, sizeof row.first, c->first);
        bf_text_copy(row.limits, sizeof row.limits, c->limits);
        code = bf_row_put(&view, as, &row, to, e);
    }
    return code;
}

// ---- Both ------------------------------------------------------------------------

static void add_up(struct cli_audit_sums *sums, const struct cli_audit_subject *s)
{
    const struct bf_audit_check *first = bf_audit_first(s->report);
    struct bf_text text = bf_text_init(sums->first, sizeof sums->first);
    sums->schedules++;
    sums->violated += s->report->violated;
    sums->skipped += s->report->skipped;
    sums->held += BF_AUDIT_KINDS - s->report->violated - s->report->skipped;
    if (!first || s->report->violated < sums->violated)
        return; // nothing, or not the first schedule with something
    bf_text_add(&text, "%s", s->path);
    if (s->run >= 0)
        bf_text_add(&text, ", run %" PRId64, s->run);
    bf_text_add(&text, ": %s violated: %s", first->name, first->first);
}

enum bf_err cli_audit_print(FILE *to, enum cli_format format,
                            const struct cli_audit_subject *subject, struct cli_audit_sums *sums,
                            struct bf_error *e)
{
    const bool first = sums->schedules == 0;
    add_up(sums, subject);
    if (format != CLI_FORMAT_TEXT)
        return print_rows(to, format, subject, first, e);
    print_text(to, subject, first);
    return BF_OK;
}

enum bf_err cli_audit_finish(FILE *to, enum cli_format format, const struct cli_audit_sums *sums,
                             struct bf_error *e)
{
    if (sums->schedules == 0)
        return bf_error_set(e, BF_ERR_INPUT,
                            "all %" PRIu64 " runs have failed: there is nothing "
                            "to check",
                            sums->failed);
    if (format == CLI_FORMAT_TEXT) {
        fprintf(to,
                "\n%" PRIu64 " %s: %" PRIu64 " checks held, %" PRIu64 " violated, %" PRIu64
                " not made\n",
                sums->schedules, bf_text_plural((int64_t)sums->schedules, "schedule", "schedules"),
                sums->held, sums->violated, sums->skipped);
        if (sums->failed)
            fprintf(to, "%" PRIu64 " failed runs have no schedule\n", sums->failed);
    }
    return sums->violated ? bf_error_set(e, BF_ERR_INPUT, "%s", sums->first) : BF_OK;
}
