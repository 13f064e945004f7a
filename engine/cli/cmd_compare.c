// SPDX-License-Identifier: GPL-3.0-or-later
//
// bfsweep compare: two schedules of the same jobs, or the runs of two result files.
#include <stdlib.h>
#include <string.h>

#include "engine/cli/cli.h"
#include "engine/cli/cmd_compare_output.h"
#include "engine/cli/schedule_file.h"
#include "engine/cli/trace_options.h"
#include "engine/cli/values.h"

enum key { KEY_TRACE = 0x100, KEY_RUN, KEY_COLUMN, KEY_TAU, KEY_FORMAT };
enum { DIFFERENT = 1 }; // exit status

struct compare_options {
    const char *paths[2];
    struct bf_trace_options trace; // source: --trace
    char columns[2][64];           // "": start
    int64_t runs[2];               // -1: not given
    int64_t tau;
    int format; // enum cli_format
    bool quiet;
};

// All that one call holds.
struct session {
    struct compare_options options;
    struct cli_schedule_file files[2];
    struct bf_trace *trace; // NULL: none
    struct bf_arena *arena; // of one pair
    struct bf_compare result;
    struct cli_compare_sums sums;
    uint8_t *taken;  // runs of the second file that have a counterpart
    unsigned failed; // pairs of which a run has failed; the first such run, and in which file it is
    int64_t first_failed;
    int failed_side;
};

static const struct argp_option options[] = {
    {"trace", KEY_TRACE, "LOG", 0, "The log: what the schedules do not say of the jobs", 0},
    {"run", KEY_RUN, "A:B", 0,
     "Compare run A of the first file with run B of the second (rows of /runs; default: runs with "
     "the same key, or the same trace and config)",
     0},
    {"column", KEY_COLUMN, "[A:]B", 0,
     "The columns of start times in CSVs: of the second file, or of both (default: start)", 0},
    {"tau", KEY_TAU, "S", 0, "Bound of bounded slowdown in seconds (default 10)", 0},
    {"format", KEY_FORMAT, "F", 0, "Print text (default), or a line for each pair as csv or json",
     0},
    {"quiet", 'q', NULL, 0, "Print nothing: the exit status says it", 0},
    {0}};

// ---- Options ------------------------------------------------------------------

// `A:B`, or `B` alone; into halves, the first empty where there is one word.
static bool split(const char *text, char halves[2][64])
{
    const char *colon = strchr(text, ':');
    const size_t first = colon ? (size_t)(colon - text) : 0;
    const char *second = colon ? colon + 1 : text;
    if (first + 1 > 64 || strlen(second) + 1 > 64 || *second == '\0' || colon == text)
        return false;
    bf_text_copy(halves[0], first + 1, text);
    bf_text_copy(halves[1], 64, second);
    return true;
}

static error_t take_runs(struct compare_options *o, const char *arg, const struct argp_state *state)
{
    char halves[2][64];
    if (split(arg, halves) && halves[0][0] && bf_text_to_int(halves[0], &o->runs[0]) &&
        bf_text_to_int(halves[1], &o->runs[1]) && o->runs[0] >= 0 && o->runs[1] >= 0)
        return 0;
    return cli_option_error(state, "--run takes two rows of /runs, such as 0:3, found '%s'", arg);
}

static error_t take_columns(struct compare_options *o, const char *arg,
                            const struct argp_state *state)
{
    if (split(arg, o->columns))
        return 0;
    return cli_option_error(state,
                            "--column takes the name of a column, or two such as "
                            "start:pyss_easy, found '%s'",
                            arg);
}

static error_t take_path(struct compare_options *o, const char *arg, const struct argp_state *state)
{
    for (int i = 0; i < 2; i++)
        if (!o->paths[i]) {
            o->paths[i] = arg;
            return 0;
        }
    return cli_option_error(state, "two files at a time: '%s' is the third", arg);
}

// What only shows once all options are known.
static error_t check_options(const struct compare_options *o, const struct argp_state *state)
{
    struct bf_trace_options plain;
    bf_trace_options_default(&plain);
    if (!o->paths[1])
        return cli_option_error(state, "two schedules are needed: A B");
    if (!o->trace.source &&
        (o->trace.too_wide != plain.too_wide || o->trace.statuses || o->trace.users ||
         o->trace.numbers || o->trace.first || o->trace.from != plain.from ||
         o->trace.to != plain.to || o->trace.load != plain.load || o->trace.shake))
        return cli_option_error(state, "--trace is missing: jobs of it were chosen");
    return 0;
}

static error_t parse_compare_option(int key, char *arg, struct argp_state *state)
{
    struct compare_options *o = state->input;
    struct bf_error *e = cli_option_slot(state);
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &o->trace;
        return 0;
    case KEY_TRACE:
        return cli_take_trace(&o->trace, arg, state);
    case KEY_RUN:
        return take_runs(o, arg, state);
    case KEY_COLUMN:
        return take_columns(o, arg, state);
    case KEY_TAU:
        return cli_option_result(state, cli_value_int("--tau", arg, 1, BF_MAX_TIME, &o->tau, e));
    case 'q':
        o->quiet = true;
        return 0;
    case KEY_FORMAT:
        return cli_option_result(state,
                                 cli_value_word("--format", arg, cli_format_names, &o->format, e));
    case ARGP_KEY_ARG:
        return take_path(o, arg, state);
    case ARGP_KEY_END:
        return check_options(o, state);
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static enum bf_err parse(struct compare_options *o, int argc, char **argv, struct bf_error *e)
{
    struct argp_child children[] = {{&cli_trace_argp, 0, "Which jobs of --trace:", 1}, {0}};
    const struct argp argp = {
        options,
        parse_compare_option,
        "A B",
        "Compare two schedules of the same jobs: which starts differ and by how much, and the "
        "metrics side by side.\n\n"
        "A and B are result files (.h5), schedules as CSV (columns job and start at least) or "
        "simulated logs (.swf, .swf.gz). Result files without jobs are compared by their metrics. "
        "Exit status 0: equal; 1: different, or a file is bad (then a line on standard error says "
        "so).\v"
        "docs/audit.md has examples.",
        children,
        NULL,
        NULL};
    bf_trace_options_default(&o->trace);
    o->runs[0] = o->runs[1] = -1;
    o->tau = 10;
    return cli_parse(&argp, argc, argv, o, e);
}

// ---- One pair -------------------------------------------------------------------

static bool has_jobs(const struct cli_schedule_file *f, int64_t run)
{
    return !f->reader || f->runs[run].jobs_rows > 0;
}

// The machine of the comparison: as told, as the log has it, as a side has it.
static bf_procs procs_of(const struct session *s, const int64_t runs[2])
{
    bf_procs procs = s->options.trace.procs;
    if (!procs && s->trace)
        procs = s->trace->procs;
    for (int i = 0; i < 2 && !procs; i++)
        procs = s->files[i].reader ? s->files[i].runs[runs[i]].procs : s->files[i].procs;
    return procs;
}

static enum bf_err compare_jobs(struct session *s, const int64_t runs[2],
                                struct cli_compare_pair *pair, struct bf_error *e)
{
    struct bf_schedule sides[2];
    struct bf_schedule_log log;
    enum bf_err code = BF_OK;
    for (int i = 0; code == BF_OK && i < 2; i++)
        code = cli_schedule_jobs(&s->files[i], (uint32_t)runs[i], s->arena, &sides[i], e);
    if (code == BF_OK && s->trace)
        code = cli_schedule_log(s->trace, s->arena, &log, e);
    if (code == BF_OK)
        code = bf_compare_schedules(&sides[0], &sides[1], s->trace ? &log : NULL,
                                    (double)s->options.tau, procs_of(s, runs), &s->result, s->arena,
                                    e);
    if (code != BF_OK)
        return code;
    pair->a.jobs = sides[0].count;
    pair->b.jobs = sides[1].count;
    pair->jobs = &s->result;
    return BF_OK;
}

static struct cli_compare_side side_of(const struct session *s, int i, int64_t run)
{
    const struct cli_schedule_file *f = &s->files[i];
    const char *column = s->options.columns[i];
    return (struct cli_compare_side){.path = f->path,
                                     .column = column[0] && !f->reader ? column : NULL,
                                     .run = f->reader ? run : -1,
                                     .row = f->reader ? &f->runs[run] : NULL};
}

static bool has_failed(const struct cli_compare_side *side)
{
    return side->row && strcmp(side->row->status, "ok") != 0;
}

// Of a run that has failed there is nothing to compare: that is said at the end.
static enum bf_err complain_of_failed(const struct session *s, struct bf_error *e)
{
    if (!s->failed)
        return BF_OK;
    return bf_error_set(
        e, BF_ERR_INPUT,
        "%u of the pairs of runs cannot be compared, since a run has failed (first: "
        "run %lld of %s); 'bfsweep show' tells why",
        s->failed, (long long)s->first_failed, s->files[s->failed_side].path);
}

static enum bf_err compare_pair(struct session *s, int64_t a, int64_t b, bool many,
                                struct bf_error *e)
{
    const int64_t runs[2] = {a, b};
    struct cli_compare_pair pair = {.a = side_of(s, 0, a), .b = side_of(s, 1, b)};
    enum bf_err code = BF_OK;
    bf_arena_reset(s->arena);
    if (has_failed(&pair.a) || has_failed(&pair.b)) {
        if (s->failed++ == 0) {
            s->failed_side = has_failed(&pair.a) ? 0 : 1;
            s->first_failed = runs[s->failed_side];
        }
        return BF_OK;
    }
    const bool rows_only =
        pair.a.row && pair.b.row && !(has_jobs(&s->files[0], a) && has_jobs(&s->files[1], b));
    if (rows_only)
        pair.column = bf_compare_rows(pair.a.row, pair.b.row, NULL);
    else
        code = compare_jobs(s, runs, &pair, e);
    if (code != BF_OK)
        return code;
    FILE *to = s->options.quiet ? NULL : stdout;
    if (to)
        return cli_compare_print(to, (enum cli_format)s->options.format, &pair, many, &s->sums, e);
    s->sums.pairs++;
    s->sums.differ += pair.jobs ? !bf_compare_equal(pair.jobs) : pair.column != NULL;
    return BF_OK;
}

// ---- Which pairs ------------------------------------------------------------------

static enum bf_err check_run(const struct session *s, int i, struct bf_error *e)
{
    const struct cli_schedule_file *f = &s->files[i];
    if (!f->reader || s->options.runs[i] < f->run_count)
        return BF_OK;
    return bf_error_set(e, BF_ERR_USAGE, "--run: %s has the runs 0 to %u, not %lld", f->path,
                        f->run_count - 1, (long long)s->options.runs[i]);
}

static bool same_run(const struct bf_run_row *a, const struct bf_run_row *b)
{
    return strcmp(a->key, b->key) == 0 ||
           (strcmp(a->trace, b->trace) == 0 && strcmp(a->config, b->config) == 0);
}

// The run of the second file that belongs to run `a` of the first. Files of one plan have them in
// the same order: the search begins behind the last one found.
static int64_t counterpart(const struct session *s, uint32_t a, uint32_t from)
{
    const struct cli_schedule_file *f = &s->files[1];
    for (uint32_t i = 0; i < f->run_count; i++) {
        const uint32_t b = (from + i) % f->run_count;
        if (!s->taken[b] && same_run(&s->files[0].runs[a], &f->runs[b]))
            return b;
    }
    return -1;
}

static enum bf_err compare_all(struct session *s, struct bf_error *e)
{
    const uint32_t n[2] = {s->files[0].run_count, s->files[1].run_count};
    uint32_t found = 0;
    enum bf_err code = BF_OK;
    s->taken = calloc(n[1], sizeof *s->taken);
    if (!s->taken)
        return bf_error_no_memory(e, n[1], "the runs");
    for (uint32_t a = 0, from = 0; code == BF_OK && a < n[0]; a++) {
        const int64_t b = counterpart(s, a, from);
        if (b < 0) {
            s->sums.only_a++;
            continue;
        }
        s->taken[b] = 1;
        from = (uint32_t)b + 1;
        found++;
        code = compare_pair(s, a, b, true, e);
    }
    s->sums.only_b = n[1] - found;
    if (code == BF_OK && found == 0)
        code = bf_error_set(e, BF_ERR_INPUT,
                            "%s and %s have no run with the same key, or the same trace and "
                            "config; --run A:B says which two to compare",
                            s->files[0].path, s->files[1].path);
    return code;
}

// A result file with several runs beside a single schedule: which run is meant has to be said.
static enum bf_err compare_some(struct session *s, struct bf_error *e)
{
    const struct cli_schedule_file *f = s->files;
    if (f[0].reader && f[1].reader && (f[0].run_count > 1 || f[1].run_count > 1))
        return compare_all(s, e);
    for (int i = 0; i < 2; i++)
        if (f[i].reader && f[i].run_count > 1)
            return bf_error_set(e, BF_ERR_USAGE,
                                "--run is missing: %s has %u runs; --run %s compares the first",
                                f[i].path, f[i].run_count, "0:0");
    return compare_pair(s, 0, 0, false, e);
}

static enum bf_err run_all(struct session *s, int argc, char **argv, struct bf_error *e)
{
    struct compare_options *o = &s->options;
    enum bf_err code = parse(o, argc, argv, e);
    s->arena = bf_arena_create();
    if (code == BF_OK && !s->arena)
        code = bf_error_no_memory(e, 0, "the comparison");
    for (int i = 0; code == BF_OK && i < 2; i++)
        code = cli_schedule_open(&s->files[i], o->paths[i], o->columns[i][0] ? o->columns[i] : NULL,
                                 o->trace.procs, e);
    if (code == BF_OK && o->trace.source)
        code = bf_trace_load(&o->trace, &s->trace, e);
    if (code != BF_OK)
        return code;
    if (o->runs[0] < 0)
        code = compare_some(s, e);
    else if ((code = check_run(s, 0, e)) == BF_OK && (code = check_run(s, 1, e)) == BF_OK)
        code = compare_pair(s, o->runs[0], o->runs[1], false, e);
    if (code == BF_OK && !o->quiet)
        cli_compare_finish(stdout, (enum cli_format)o->format, &s->sums);
    return code == BF_OK ? complain_of_failed(s, e) : code;
}

int cmd_compare(int argc, char **argv)
{
    static struct session s; // too large for the stack; a process compares once
    struct bf_error e;
    const enum bf_err code = run_all(&s, argc, argv, &e);
    free(s.taken);
    bf_trace_destroy(s.trace);
    cli_schedule_close(&s.files[0]);
    cli_schedule_close(&s.files[1]);
    bf_arena_destroy(s.arena);
    if (code != BF_OK)
        return cli_fail(&e);
    return s.sums.differ || s.sums.only_a || s.sums.only_b ? DIFFERENT : 0;
}
