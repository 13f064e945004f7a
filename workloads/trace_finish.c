// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is done once all lines are read: the machine, too wide jobs, the window, order, load, noise,
// and the numbers of the account that need the whole table.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/text.h"
#include "workloads/trace_internal.h"

static unsigned long long llu(uint64_t n)
{
    return n;
}

enum bf_err bf_trace_check_bad(const struct bf_loading *l, struct bf_error *e)
{
    const double share = l->job_lines ? 100.0 * (double)l->malformed / (double)l->job_lines : 0;
    if (l->malformed == 0 || share <= l->o->max_bad)
        return BF_OK;
    return bf_error_set(e, BF_ERR_INPUT,
                        "%s:%llu: %s; %llu of %llu job lines (%.3g %%) %s malformed, more than "
                        "--max-bad %g%% allows",
                        l->name, llu(l->first_bad), l->first_bad_why, llu(l->malformed),
                        llu(l->job_lines), share,
                        bf_text_plural((int64_t)l->malformed, "is", "are"), l->o->max_bad);
}

// ---- The machine -----------------------------------------------------------

static bool is_size(int64_t value)
{
    return value > 0 && value <= BF_MAX_PROCS;
}

bf_procs bf_loading_procs(const struct bf_loading *l, const char **from)
{
    static const enum bf_swf_key keys[] = {BF_SWF_MAX_PROCS, BF_SWF_MAX_NODES};
    if (l->o->procs > 0) {
        *from = "option";
        return l->o->procs;
    }
    for (int k = 0; k < 2; k++) {
        if (is_size(l->header.value[keys[k]])) {
            *from = bf_swf_key_names[keys[k]];
            return (bf_procs)l->header.value[keys[k]];
        }
    }
    *from = "";
    return 0;
}

static const char *processors(bf_procs count)
{
    return bf_text_plural(count, "processor", "processors");
}

static enum bf_err settle_machine(struct bf_loading *l, struct bf_error *e)
{
    const char *from;
    if (l->procs) // by the model
        return BF_OK;
    l->procs = bf_loading_procs(l, &from);
    bf_text_copy(l->row.procs_from, sizeof l->row.procs_from, from);
    if (l->procs == 0 && l->header.value[BF_SWF_MAX_PROCS] > BF_MAX_PROCS)
        return bf_error_set(e, BF_ERR_INPUT,
                            "%s:%llu: MaxProcs is %lld; a machine has at most %d processors here "
                            "(--procs says otherwise)",
                            l->name, llu(l->header.line[BF_SWF_MAX_PROCS]),
                            (long long)l->header.value[BF_SWF_MAX_PROCS], (int)BF_MAX_PROCS);
    if (l->procs == 0)
        return bf_error_set(e, BF_ERR_INPUT,
                            "%s: the size of the machine is not known: the header has neither "
                            "MaxProcs nor MaxNodes; give it by --procs (the widest job asks for "
                            "%d %s)",
                            l->name, (int)l->widest, processors(l->widest));
    if (strcmp(from, "MaxNodes") == 0)
        bf_notes_add(&l->notes,
                     "%s: no MaxProcs in the header; the machine has MaxNodes = %d "
                     "%s (--procs says otherwise)",
                     l->name, (int)l->procs, processors(l->procs));
    return BF_OK;
}

static bool fits(const struct bf_build *b, uint32_t job, const void *with)
{
    return b->jobs.procs[job] <= *(const bf_procs *)with;
}

static void clamp(struct bf_loading *l)
{
    for (uint32_t j = 0; j < l->build.jobs.count; j++) {
        if (l->build.jobs.procs[j] <= l->procs)
            continue;
        l->build.jobs.procs[j] = l->procs;
        l->row.clamped++;
    }
}

static enum bf_err too_wide_error(const struct bf_loading *l, struct bf_error *e)
{
    char where[32] = "";
    if (l->widest_line)
        snprintf(where, sizeof where, ":%llu", llu(l->widest_line));
    return bf_error_set(e, BF_ERR_INPUT,
                        "%s%s: a job asks for %d processors, the machine has %d (%s); --too-wide "
                        "drop or clamp lets the log pass",
                        l->name, where, (int)l->widest, (int)l->procs, l->row.procs_from);
}

static enum bf_err handle_wide(struct bf_loading *l, struct bf_error *e)
{
    if (l->widest <= l->procs)
        return BF_OK;
    if (l->o->too_wide == BF_TOO_WIDE_ERROR)
        return too_wide_error(l, e);
    if (l->o->too_wide == BF_TOO_WIDE_CLAMP)
        clamp(l);
    else
        l->row.rejected_wide = bf_build_thin(&l->build, fits, &l->procs);
    return BF_OK;
}

// ---- The window ------------------------------------------------------------

static bool is_in_window(const struct bf_build *b, uint32_t job, const void *with)
{
    const struct bf_trace_options *o = with;
    return b->jobs.submit[job] >= o->from && b->jobs.submit[job] < o->to;
}

static void cut_first(struct bf_loading *l)
{
    struct bf_jobs *jobs = &l->build.jobs;
    if (l->o->first == 0 || jobs->count <= l->o->first)
        return;
    l->row.skipped_window += (int64_t)(jobs->count - l->o->first);
    jobs->count = (uint32_t)l->o->first;
}

static void add_reason(struct bf_text *t, int64_t count, const char *what)
{
    if (count)
        bf_text_add(t, "%s%llu %s", t->used ? ", " : "", llu((uint64_t)count), what);
}

// No job is left: says what became of all the lines.
static enum bf_err nothing_left(const struct bf_loading *l, struct bf_error *e)
{
    char why[512];
    struct bf_text t = bf_text_init(why, sizeof why);
    const struct bf_trace_row *r = &l->row;
    if (l->job_lines == 0 && r->lines == r->comments + r->blank)
        return bf_error_set(e, BF_ERR_INPUT, "%s: has no job line (%llu %s, %llu blank %s)",
                            l->name, llu((uint64_t)r->comments),
                            bf_text_plural(r->comments, "comment", "comments"),
                            llu((uint64_t)r->blank), bf_text_plural(r->blank, "line", "lines"));
    add_reason(&t, r->rejected_fields + r->rejected_number + r->rejected_submit, "malformed");
    add_reason(&t, r->rejected_run, "without run time");
    add_reason(&t, r->rejected_procs, "without processors");
    add_reason(&t, r->rejected_wide, "wider than the machine");
    add_reason(&t, r->skipped_partial,
               bf_text_plural(r->skipped_partial, "part of a job (status 2 to 4)",
                              "parts of jobs (status 2 to 4)"));
    add_reason(&t, r->skipped_status, "of a status not selected");
    add_reason(&t, r->skipped_user, "of a user not selected");
    add_reason(&t, r->skipped_number, "with a number not selected");
    add_reason(&t, r->skipped_window, "outside --from and --to");
    if (l->procs)
        return bf_error_set(e, BF_ERR_INPUT, "%s: no job is left to simulate on %d %s (%s): %s",
                            l->name, (int)l->procs, processors(l->procs), r->procs_from, why);
    return bf_error_set(e, BF_ERR_INPUT, "%s: no job is left to simulate: %s", l->name, why);
}

static enum bf_err cut(struct bf_loading *l, struct bf_error *e)
{
    l->row.skipped_window = bf_build_thin(&l->build, is_in_window, l->o);
    enum bf_err code = bf_build_sort(&l->build, e);
    if (code)
        return code;
    cut_first(l);
    l->row.simulated = l->build.jobs.count;
    return l->build.jobs.count ? BF_OK : nothing_left(l, e);
}

// ---- The account -----------------------------------------------------------

static int compare_numbers(const void *a, const void *b)
{
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return x < y ? -1 : x > y;
}

// Counts jobs whose number was there before. Numbers that only go up, as in nearly every log, need
// no memory.
static enum bf_err count_duplicates(const struct bf_jobs *jobs, int64_t *duplicates,
                                    struct bf_error *e)
{
    const size_t n = jobs->count;
    size_t up = 1;
    while (up < n && jobs->number[up] > jobs->number[up - 1])
        up++;
    if (up >= n)
        return BF_OK;
    int64_t *sorted = malloc(n * sizeof *sorted);
    if (!sorted)
        return bf_error_no_memory(e, n * sizeof *sorted, "looking for duplicate job numbers");
    memcpy(sorted, jobs->number, n * sizeof *sorted);
    qsort(sorted, n, sizeof *sorted, compare_numbers);
    for (size_t i = 1; i < n; i++)
        *duplicates += sorted[i] == sorted[i - 1];
    free(sorted);
    return BF_OK;
}

double bf_offered_load(const struct bf_jobs *jobs, bf_procs procs)
{
    const bf_time span = jobs->submit[jobs->count - 1] - jobs->submit[0];
    double area = 0;
    for (uint32_t j = 0; j < jobs->count; j++)
        area += (double)jobs->procs[j] * (double)jobs->run[j];
    return span > 0 ? area / ((double)procs * (double)span) : NAN;
}

static enum bf_err fill_row(struct bf_loading *l, struct bf_error *e)
{
    const struct bf_jobs *jobs = &l->build.jobs;
    struct bf_trace_row *row = &l->row;
    for (uint32_t j = 0; j < jobs->count; j++) {
        row->no_request += jobs->bits[j] & BF_JOB_NO_REQUEST;
        row->overruns += jobs->run[j] > jobs->request[j];
    }
    row->procs = l->procs;
    row->users = jobs->users;
    row->first_submit = jobs->submit[0];
    row->last_submit = jobs->submit[jobs->count - 1];
    row->offered_load = bf_offered_load(jobs, l->procs);
    return count_duplicates(jobs, &row->duplicates, e);
}

static void add_notes(struct bf_loading *l)
{
    struct bf_notes *n = &l->notes;
    const struct bf_trace_row *row = &l->row;
    if (l->malformed)
        bf_notes_add(n, "%s:%llu: %s; %llu malformed %s rejected", l->name, llu(l->first_bad),
                     l->first_bad_why, llu(l->malformed),
                     bf_text_plural((int64_t)l->malformed, "line", "lines"));
    if (row->rejected_wide)
        bf_notes_add(n,
                     "%s: %llu %s wider than the machine (%d) and left out; the widest asks for %d",
                     l->name, llu((uint64_t)row->rejected_wide),
                     bf_text_plural(row->rejected_wide, "job is", "jobs are"), (int)l->procs,
                     (int)l->widest);
    if (row->clamped)
        bf_notes_add(n, "%s: %llu %s wider than the machine and got all of its %d %s", l->name,
                     llu((uint64_t)row->clamped),
                     bf_text_plural(row->clamped, "job is", "jobs are"), (int)l->procs,
                     processors(l->procs));
    if (row->no_request == row->simulated)
        bf_notes_add(n, "%s: no job has a requested time; every request is the run time", l->name);
    if (l->peak > l->procs)
        bf_notes_add(n,
                     "%s: by its own waits the log uses up to %d processors at once, the "
                     "machine has %d",
                     l->name, (int)l->peak, (int)l->procs);
    if (l->header.cut)
        bf_notes_add(n, "%s: the header is too long to be kept whole", l->name);
    if (n->left_out)
        bf_notes_add(n, "%s: %llu more %s", l->name, llu(n->left_out),
                     bf_text_plural((int64_t)n->left_out, "note", "notes"));
}

static enum bf_err transform(struct bf_loading *l, struct bf_error *e)
{
    enum bf_err code = bf_transform_load(&l->build.jobs, l->o->load, e);
    if (code == BF_OK)
        code = bf_transform_shake(&l->build, l->o->shake, l->o->seed, e);
    return code;
}

// The table has to hold what engine/core/jobs.h promises; a sum of times too large is left to be
// found.
static enum bf_err check_table(const struct bf_loading *l, struct bf_error *e)
{
    struct bf_error why = {0};
    if (bf_jobs_check(&l->build.jobs, l->procs, &why) == BF_OK)
        return BF_OK;
    return bf_error_set(e, BF_ERR_INPUT, "%s: %s", l->name, why.text);
}

enum bf_err bf_trace_finish(struct bf_loading *l, struct bf_error *e)
{
    enum bf_err code = bf_trace_check_bad(l, e);
    if (code == BF_OK && l->build.jobs.count == 0 && bf_loading_procs(l, &(const char *){0}) == 0)
        return nothing_left(l, e); // says more than that the machine is not known
    if (code == BF_OK)
        code = settle_machine(l, e);
    if (code == BF_OK)
        code = handle_wide(l, e);
    if (code == BF_OK)
        code = cut(l, e);
    if (code == BF_OK && l->o->find_peak)
        code = bf_recorded_peak(&l->build, &l->peak, e);
    if (code == BF_OK)
        code = transform(l, e);
    if (code == BF_OK)
        code = bf_build_settle(&l->build, e);
    if (code == BF_OK)
        code = check_table(l, e);
    if (code == BF_OK)
        code = fill_row(l, e);
    if (code == BF_OK)
        add_notes(l);
    return code;
}
