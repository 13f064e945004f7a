// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cli/cmd_compare_output.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "engine/base/text.h"
#include "engine/store/row_text.h"

// The metrics that are shown, with as many digits as they need.
static const struct {
    enum bf_schedule_measure measure;
    enum bf_schedule_statistic statistic;
    const char *label;
    int digits;
} metrics[] = {
    {BF_SCHEDULE_MEASURE_WAIT, BF_SCHEDULE_STATISTIC_MEAN, "wait, mean (s)", 1},
    {BF_SCHEDULE_MEASURE_WAIT, BF_SCHEDULE_STATISTIC_MEDIAN, "wait, median (s)", 1},
    {BF_SCHEDULE_MEASURE_WAIT, BF_SCHEDULE_STATISTIC_P95, "wait, 95th percentile (s)", 1},
    {BF_SCHEDULE_MEASURE_WAIT, BF_SCHEDULE_STATISTIC_MAX, "wait, longest (s)", 0},
    {BF_SCHEDULE_MEASURE_RESPONSE, BF_SCHEDULE_STATISTIC_MEAN, "response, mean (s)", 1},
    {BF_SCHEDULE_MEASURE_SLOWDOWN, BF_SCHEDULE_STATISTIC_MEAN, "slowdown, mean", 2},
    {BF_SCHEDULE_MEASURE_BSLD, BF_SCHEDULE_STATISTIC_MEAN, "bounded slowdown, mean", 3},
    {BF_SCHEDULE_MEASURE_BSLD, BF_SCHEDULE_STATISTIC_MEDIAN, "bounded slowdown, median", 3},
    {BF_SCHEDULE_MEASURE_BSLD, BF_SCHEDULE_STATISTIC_P95, "bounded slowdown, 95th percentile", 3},
    {BF_SCHEDULE_MEASURE_BSLD, BF_SCHEDULE_STATISTIC_MAX, "bounded slowdown, largest", 3},
    {BF_SCHEDULE_MEASURE_BSLD, BF_SCHEDULE_STATISTIC_RMS, "bounded slowdown, RMS", 3},
};
enum { METRICS = sizeof metrics / sizeof *metrics };

static bool is_equal(const struct cli_compare_pair *p)
{
    return p->jobs ? bf_compare_equal(p->jobs) : p->column == NULL;
}

// ---- For people ----------------------------------------------------------------

static void print_side(FILE *to, const char *name, const struct cli_compare_side *s)
{
    fprintf(to, "%-10s%s", name, s->path);
    if (s->column)
        fprintf(to, ", column %s", s->column);
    if (s->run >= 0)
        fprintf(to, ", run %" PRId64, s->run);
    if (s->row)
        fprintf(to, ", policy %s", s->row->policy);
    if (s->jobs)
        fprintf(to, ": %" PRIu32 " %s", s->jobs, bf_text_plural(s->jobs, "job", "jobs"));
    fputc('\n', to);
}

static void print_only(FILE *to, const char *name, const struct bf_compare_only *only)
{
    if (only->count == 0)
        return;
    fprintf(to, "%-10s%" PRIu32 " %s:", name, only->count,
            bf_text_plural(only->count, "job", "jobs"));
    for (uint32_t i = 0; i < only->count && i < BF_COMPARE_NAMED; i++)
        fprintf(to, "%s %" PRId64, i ? "," : "", only->first[i]);
    fputs(only->count > BF_COMPARE_NAMED ? ", ...\n" : "\n", to);
}

static void print_starts(FILE *to, const struct bf_compare *c)
{
    if (c->differ == 0) {
        fprintf(to, "starts    all equal\n");
        return;
    }
    fprintf(to,
            "starts    %" PRIu32 " of %" PRIu32 " differ (%.2f %%): %" PRIu32
            " earlier in B, %" PRIu32 " later\n",
            c->differ, c->jobs, 100.0 * c->differ / c->jobs, c->earlier, c->later);
    fprintf(to, "first     job %" PRId64 " starts at %" PRId64 " in A, at %" PRId64 " in B\n",
            c->first_job, c->first_a, c->first_b);
    fprintf(to,
            "B - A     smallest %.0f s, quartiles %.0f, %.0f and %.0f, mean %.1f, largest %.0f\n",
            c->min, c->p25, c->median, c->p75, c->mean, c->max);
}

static void print_fields(FILE *to, const struct bf_compare *c)
{
    if (c->submit_differ || c->procs_differ || c->length_differ)
        fprintf(to,
                "fields    submit differs for %" PRIu32 " jobs, processors for %" PRIu32
                ", length for %" PRIu32 "\n",
                c->submit_differ, c->procs_differ, c->length_differ);
}

static void print_metric(FILE *to, const char *label, struct bf_compare_pair p, double factor,
                         int digits)
{
    if (isnan(p.a) && isnan(p.b))
        return;
    fprintf(to, "%-36s", label);
    const double values[] = {p.a, p.b, p.b - p.a};
    for (int i = 0; i < 3; i++)
        if (isnan(values[i]))
            fprintf(to, " %13s", "-");
        else
            fprintf(to, " %13.*f", digits, factor * values[i]);
    fputc('\n', to);
}

static void print_metrics(FILE *to, const struct bf_compare *c)
{
    if (isnan(c->metrics[BF_SCHEDULE_MEASURE_WAIT][BF_SCHEDULE_STATISTIC_MEAN].a) &&
        isnan(c->metrics[BF_SCHEDULE_MEASURE_WAIT][BF_SCHEDULE_STATISTIC_MEAN].b)) {
        fputs("metrics   none: no side says when jobs were submitted (--trace)\n", to);
        return;
    }
    fprintf(to, "\n%-36s %13s %13s %13s\n", "of the jobs on both sides", "A", "B", "B - A");
    for (int i = 0; i < METRICS; i++)
        print_metric(to, metrics[i].label, c->metrics[metrics[i].measure][metrics[i].statistic], 1,
                     metrics[i].digits);
    print_metric(to, "makespan (s)", c->makespan, 1, 0);
    print_metric(to, "utilization (%)", c->utilization, 100, 3);
}

// The value of a column of /runs as text.
static const char *cell_text(char *buffer, size_t size, const struct bf_column *c,
                             const struct bf_run_row *row)
{
    const char *at = (const char *)row + c->offset;
    char number[BF_DOUBLE_TEXT_SIZE];
    struct bf_text text = bf_text_init(buffer, size);
    switch (c->kind) {
    case BF_STR:
        bf_text_add(&text, "'%s'", at);
        break;
    case BF_F64:
        bf_text_add(&text, "%s", bf_text_double(number, *(const double *)(const void *)at));
        break;
    case BF_I32:
        bf_text_add(&text, "%" PRId32, *(const int32_t *)(const void *)at);
        break;
    default:
        bf_text_add(&text, "%" PRId64, *(const int64_t *)(const void *)at);
    }
    return buffer;
}

static void print_row(FILE *to, const struct cli_compare_pair *p)
{
    char a[300], b[300];
    if (!p->column) {
        fputs("/runs     equal in every column; a side has no jobs\n", to);
        return;
    }
    fputs("/runs     columns that differ; a side has no jobs\n", to);
    for (const struct bf_column *c = p->column; c; c = bf_compare_rows(p->a.row, p->b.row, c + 1))
        fprintf(to, "  %-20s %s in A, %s in B\n", c->name, cell_text(a, sizeof a, c, p->a.row),
                cell_text(b, sizeof b, c, p->b.row));
}

static void print_line(FILE *to, const struct cli_compare_pair *p)
{
    fprintf(to, "run %" PRId64 " and %" PRId64 ", policy %s: ", p->a.run, p->b.run,
            p->a.row->policy);
    if (is_equal(p))
        fputs("equal\n", to);
    else if (p->jobs)
        fprintf(to, "%" PRIu32 " of %" PRIu32 " starts differ\n", p->jobs->differ, p->jobs->jobs);
    else
        fprintf(to, "%s differs\n", p->column->name);
}

static void print_text(FILE *to, const struct cli_compare_pair *p)
{
    print_side(to, "A", &p->a);
    print_side(to, "B", &p->b);
    if (!p->jobs) {
        print_row(to, p);
        return;
    }
    print_only(to, "only in A", &p->jobs->only_a);
    print_only(to, "only in B", &p->jobs->only_b);
    print_starts(to, p->jobs);
    print_fields(to, p->jobs);
    print_metrics(to, p->jobs);
}

// ---- For programs --------------------------------------------------------------

struct row {
    char a[256], b[256];
    int64_t a_run, b_run, equal, jobs, only_a, only_b, differ, earlier, later;
    int64_t first_job, first_a, first_b;
    char column[64];
    double min, p25, median, p75, mean, max;
    int64_t submit_differ, procs_differ, length_differ;
    double metrics[2 * (METRICS + 2)];
};

#define COLUMN(kind, name)                                                                         \
    {                                                                                              \
#name, kind, offsetof(struct row, name), sizeof(((struct row *)0)->name), "", "", false    \
    }
static const struct bf_column fixed[] = {COLUMN(BF_STR, a),
                                         COLUMN(BF_STR, b),
                                         COLUMN(BF_I64, a_run),
                                         COLUMN(BF_I64, b_run),
                                         COLUMN(BF_I64, equal),
                                         COLUMN(BF_I64, jobs),
                                         COLUMN(BF_I64, only_a),
                                         COLUMN(BF_I64, only_b),
                                         COLUMN(BF_I64, differ),
                                         COLUMN(BF_I64, earlier),
                                         COLUMN(BF_I64, later),
                                         COLUMN(BF_I64, first_job),
                                         COLUMN(BF_I64, first_a),
                                         COLUMN(BF_I64, first_b),
                                         COLUMN(BF_STR, column),
                                         COLUMN(BF_F64, min),
                                         COLUMN(BF_F64, p25),
                                         COLUMN(BF_F64, median),
                                         COLUMN(BF_F64, p75),
                                         COLUMN(BF_F64, mean),
                                         COLUMN(BF_F64, max),
                                         COLUMN(BF_I64, submit_differ),
                                         COLUMN(BF_I64, procs_differ),
                                         COLUMN(BF_I64, length_differ)};
enum { FIXED = sizeof fixed / sizeof *fixed, COLUMNS = FIXED + 2 * (METRICS + 2) };

// The columns of the row: the fixed ones, then `mean_wait_a`, `mean_wait_b` and so on.
static const struct bf_table *row_table(void)
{
    static struct bf_column columns[COLUMNS];
    static char names[COLUMNS][40];
    static struct bf_table table = {"compare", "Comparisons", sizeof(struct row), columns, COLUMNS};
    memcpy(columns, fixed, sizeof fixed);
    for (int i = 0; i < 2 * (METRICS + 2); i++) {
        const int m = i / 2;
        struct bf_text name = bf_text_init(names[i], sizeof names[i]);
        if (m < METRICS)
            bf_text_add(&name, "%s_%s", bf_schedule_statistic_names[metrics[m].statistic],
                        bf_schedule_measure_names[metrics[m].measure]);
        else
            bf_text_add(&name, "%s", m == METRICS ? "makespan" : "utilization");
        bf_text_add(&name, "_%c", i % 2 ? 'b' : 'a');
        columns[FIXED + i] = (struct bf_column){
            names[i],       BF_F64, offsetof(struct row, metrics) + (size_t)i * sizeof(double),
            sizeof(double), "",     "",
            false};
    }
    return &table;
}

static void fill_jobs(struct row *row, const struct bf_compare *c)
{
    row->jobs = c->jobs;
    row->only_a = c->only_a.count;
    row->only_b = c->only_b.count;
    row->differ = c->differ;
    row->earlier = c->earlier;
    row->later = c->later;
    row->first_job = c->differ ? c->first_job : -1;
    row->first_a = c->differ ? c->first_a : -1;
    row->first_b = c->differ ? c->first_b : -1;
    row->min = c->min;
    row->p25 = c->p25;
    row->median = c->median;
    row->p75 = c->p75;
    row->mean = c->mean;
    row->max = c->max;
    row->submit_differ = c->submit_differ;
    row->procs_differ = c->procs_differ;
    row->length_differ = c->length_differ;
    for (int i = 0; i < METRICS; i++) {
        const struct bf_compare_pair p = c->metrics[metrics[i].measure][metrics[i].statistic];
        row->metrics[2 * i] = p.a;
        row->metrics[2 * i + 1] = p.b;
    }
    row->metrics[2 * METRICS] = c->makespan.a;
    row->metrics[2 * METRICS + 1] = c->makespan.b;
    row->metrics[2 * METRICS + 2] = c->utilization.a;
    row->metrics[2 * METRICS + 3] = c->utilization.b;
}

// Without jobs, what is about them does not exist.
static void fill_without_jobs(struct row *row, const struct cli_compare_pair *p)
{
    row->jobs = row->only_a = row->only_b = row->differ = row->earlier = row->later = -1;
    row->first_job = row->first_a = row->first_b = -1;
    row->submit_differ = row->procs_differ = row->length_differ = -1;
    row->min = row->p25 = row->median = row->p75 = row->mean = row->max = NAN;
    for (int i = 0; i < 2 * (METRICS + 2); i++)
        row->metrics[i] = NAN;
    bf_text_copy(row->column, sizeof row->column, p->column ? p->column->name : "");
}

static enum bf_err print_rows(FILE *to, enum cli_format format, const struct cli_compare_pair *p,
                              bool first, struct bf_error *e)
{
    const enum bf_row_format as = format == CLI_FORMAT_CSV ? BF_ROW_CSV : BF_ROW_JSON;
    struct bf_row_view view;
    struct row row = {.a_run = p->a.run, .b_run = p->b.run, .equal = is_equal(p)};
    bf_row_view_all(&view, row_table());
    bf_text_copy(row.a, sizeof row.a, p->a.path);
    bf_text_copy(row.b, sizeof row.b, p->b.path);
    if (p->jobs)
        fill_jobs(&row, p->jobs);
    else
        fill_without_jobs(&row, p);
    const enum bf_err code = first ? bf_row_put_header(&view, as, to, e) : BF_OK;
    return code == BF_OK ? bf_row_put(&view, as, &row, to, e) : code;
}

// ---- Both ------------------------------------------------------------------------

enum bf_err cli_compare_print(FILE *to, enum cli_format format, const struct cli_compare_pair *pair,
                              bool many, struct cli_compare_sums *sums, struct bf_error *e)
{
    const bool first = sums->pairs++ == 0;
    sums->differ += !is_equal(pair);
    if (format != CLI_FORMAT_TEXT)
        return print_rows(to, format, pair, first, e);
    if (many)
        print_line(to, pair);
    if (!many || (!is_equal(pair) && sums->differ == 1))
        print_text(to, pair);
    return BF_OK;
}

void cli_compare_finish(FILE *to, enum cli_format format, const struct cli_compare_sums *sums)
{
    if (format != CLI_FORMAT_TEXT || (sums->pairs < 2 && !sums->only_a && !sums->only_b))
        return;
    fprintf(to, "%" PRIu64 " %s compared, %" PRIu64 " differ", sums->pairs,
            bf_text_plural((int64_t)sums->pairs, "run", "runs"), sums->differ);
    if (sums->only_a || sums->only_b)
        fprintf(to, "; without a counterpart: %" PRIu64 " in A, %" PRIu64 " in B", sums->only_a,
                sums->only_b);
    fputc('\n', to);
}
