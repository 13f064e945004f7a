// SPDX-License-Identifier: GPL-3.0-or-later
//
// bfsweep explain: why jobs waited, pass by pass.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "engine/cli/cli.h"
#include "engine/cli/config_options.h"
#include "engine/cli/explain.h"
#include "engine/cli/trace_options.h"
#include "engine/cli/values.h"
#include "workloads/trace.h"

enum { MAX_NUMBERS = 1000 };
enum key { KEY_JOB = 0x100, KEY_ALL, KEY_FORMAT };

struct explain_options {
    struct bf_trace_options trace;
    struct cli_config_options config;
    int64_t numbers[MAX_NUMBERS]; // of the jobs, as in the log
    int count;
    int format; // enum cli_format
    bool all;
    bool quiet;
};

// All that one call holds.
struct session {
    struct explain_options options;
    struct bf_config config;
    struct bf_trace *trace;
    struct bf_arena *arena;
    struct bf_sim *sim;
    struct bf_explain explain;
    struct cli_record record;
    bf_job *jobs; // of the numbers, in their order
    size_t job_count;
};

static const struct argp_option options[] = {
    {"job", KEY_JOB, "N[,N...]", 0, "Explain these jobs, by their numbers in the log", 0},
    {"all", KEY_ALL, NULL, 0, "Tell of each pass (default: passes with one reason are one entry)",
     0},
    {"format", KEY_FORMAT, "F", 0, "Print text (default), or a line for each pass as csv or json",
     0},
    {"quiet", 'q', NULL, 0, "No warnings", 0},
    {0}};

static error_t parse_numbers(struct explain_options *o, const char *list,
                             const struct argp_state *state)
{
    for (const char *at = list;; at++) {
        char word[32];
        const size_t length = strcspn(at, ",");
        bf_text_copy(word, length + 1 < sizeof word ? length + 1 : sizeof word, at);
        if (o->count == MAX_NUMBERS)
            return cli_option_error(state, "--job takes at most %d numbers", MAX_NUMBERS);
        if (length + 1 > sizeof word || !bf_text_to_int(word, &o->numbers[o->count++]))
            return cli_option_error(
                state, "--job takes job numbers such as 17 or 17,19, found '%s'", list);
        at += length;
        if (*at == '\0')
            return 0;
    }
}

// What only shows once all options are known.
static error_t check_options(const struct explain_options *o, const struct argp_state *state)
{
    if (!o->trace.source)
        return cli_trace_missing(state);
    if (o->count == 0)
        return cli_option_error(state, "--job is missing: the number of the job to explain");
    if (o->config.policy_count > 1)
        return cli_option_error(state,
                                "--policy takes one policy here, found %d; explain them "
                                "one by one",
                                o->config.policy_count);
    return 0;
}

static error_t parse_explain_option(int key, char *arg, struct argp_state *state)
{
    struct explain_options *o = state->input;
    struct bf_error *e = cli_option_slot(state);
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &o->trace;
        state->child_inputs[1] = &o->config;
        return 0;
    case KEY_JOB:
        return parse_numbers(o, arg, state);
    case KEY_ALL:
        o->all = true;
        return 0;
    case 'q':
        o->quiet = true;
        return 0;
    case KEY_FORMAT:
        return cli_option_result(state,
                                 cli_value_word("--format", arg, cli_format_names, &o->format, e));
    case ARGP_KEY_ARG:
        return cli_take_trace(&o->trace, arg, state);
    case ARGP_KEY_END:
        return check_options(o, state);
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static enum bf_err parse(struct explain_options *o, int argc, char **argv, struct bf_error *e)
{
    struct argp_child children[] = {{&cli_trace_argp, 0, CLI_TRACE_HEADER, 1},
                                    {cli_config_argp(), 0, CLI_CONFIG_HEADER, 2},
                                    {0}};
    const struct argp argp = {
        options,
        parse_explain_option,
        "TRACE",
        "Simulate a trace, and tell of single jobs why each pass of the scheduler did not start "
        "them, and who overtook them.\v"
        "docs/explain.md shows how to read it.",
        children,
        NULL,
        NULL};
    bf_trace_options_default(&o->trace);
    enum bf_err code = cli_config_options_init(&o->config, e);
    return code == BF_OK ? cli_parse(&argp, argc, argv, o, e) : code;
}

// ---- Which jobs -------------------------------------------------------------

// The job numbers on both sides of one that is not there.
static enum bf_err unknown_number(const struct session *s, int64_t number, struct bf_error *e)
{
    const struct bf_jobs *jobs = &s->trace->jobs;
    int64_t below = INT64_MIN, above = INT64_MAX;
    char near[64];
    struct bf_text text = bf_text_init(near, sizeof near);
    for (bf_job j = 0; j < jobs->count; j++) {
        const int64_t n = jobs->number[j];
        if (n < number && n > below)
            below = n;
        if (n > number && n < above)
            above = n;
    }
    if (below != INT64_MIN)
        bf_text_add(&text, "%" PRId64, below);
    if (above != INT64_MAX)
        bf_text_add(&text, "%s%" PRId64, text.used ? " and " : "", above);
    return bf_error_set(e, BF_ERR_USAGE, "--job %" PRId64 ": no such job is simulated; %s %s",
                        number,
                        below != INT64_MIN && above != INT64_MAX ? "the nearest numbers are"
                                                                 : "the nearest number is",
                        near);
}

static bool is_chosen(const struct session *s, bf_job job)
{
    for (size_t i = 0; i < s->job_count; i++)
        if (s->jobs[i] == job)
            return true;
    return false;
}

// All jobs of one number: numbers are labels, and a log may use one twice.
static enum bf_err find_jobs(struct session *s, int64_t number, struct bf_error *e)
{
    const struct bf_jobs *jobs = &s->trace->jobs;
    uint32_t found = 0, fresh = 0;
    for (bf_job j = 0; j < jobs->count; j++) {
        if (jobs->number[j] != number)
            continue;
        found++;
        if (is_chosen(s, j))
            continue;
        fresh++;
        s->jobs[s->job_count++] = j;
        bf_explain_watch(&s->explain, j);
    }
    if (fresh > 1 && !s->options.quiet) {
        char line[128];
        struct bf_text text = bf_text_init(line, sizeof line);
        bf_text_add(&text, "%" PRIu32 " jobs have the number %" PRId64 "; all are explained", found,
                    number);
        cli_warn_lines(line);
    }
    return found ? BF_OK : unknown_number(s, number, e);
}

static enum bf_err choose_jobs(struct session *s, struct bf_error *e)
{
    const uint32_t n = s->trace->jobs.count;
    enum bf_err code = bf_explain_init(&s->explain, s->arena, n, e);
    s->jobs = bf_arena_alloc(s->arena, n, sizeof *s->jobs);
    if (code == BF_OK && !s->jobs)
        code = bf_error_no_memory(e, 4ull * n, "the explanation");
    for (int i = 0; code == BF_OK && i < s->options.count; i++)
        code = find_jobs(s, s->options.numbers[i], e);
    return code;
}

// ---- The run ----------------------------------------------------------------

static enum bf_err load(struct session *s, struct bf_error *e)
{
    struct explain_options *o = &s->options;
    o->config.common.seed = o->trace.seed;
    enum bf_err code = cli_config_read_calendar(&o->config, e);
    if (code == BF_OK)
        code = cli_config_make(&o->config, 0, &s->config, e);
    if (code == BF_OK)
        code = bf_trace_load(&o->trace, &s->trace, e);
    if (code == BF_OK && !o->quiet)
        cli_warn_lines(s->trace->warnings);
    s->arena = bf_arena_create();
    s->sim = bf_sim_create();
    if (code == BF_OK && (!s->arena || !s->sim))
        code = bf_error_no_memory(e, 0, "a simulation");
    return code;
}

static enum bf_err run(struct session *s, struct bf_error *e)
{
    struct bf_outcome outcome;
    const struct explain_options *o = &s->options;
    s->explain.self = &s->record;
    s->explain.look = cli_record_look;
    s->config.observer = &s->explain.observer;
    enum bf_err code =
        bf_sim_run(s->sim, &s->trace->jobs, s->trace->procs, &s->config, &outcome, e);
    if (code == BF_OK && s->record.failed)
        code = bf_error_no_memory(e, s->record.count * sizeof *s->record.looks, "the explanation");
    if (code != BF_OK)
        return code;
    const struct cli_explanation x = {.record = &s->record,
                                      .outcome = &outcome,
                                      .config = &s->config,
                                      .jobs = s->jobs,
                                      .job_count = s->job_count,
                                      .all = o->all};
    if (o->format == CLI_FORMAT_TEXT)
        cli_explain_text(stdout, &x);
    else
        cli_explain_rows(stdout, (enum cli_format)o->format, &x);
    return BF_OK;
}

int cmd_explain(int argc, char **argv)
{
    static struct session s; // too large for the stack; a process explains once
    struct bf_error e;
    enum bf_err code = parse(&s.options, argc, argv, &e);
    if (code == BF_OK)
        code = load(&s, &e);
    if (code == BF_OK)
        code = choose_jobs(&s, &e);
    if (code == BF_OK)
        code = run(&s, &e);
    cli_record_fini(&s.record);
    bf_sim_destroy(s.sim);
    bf_arena_destroy(s.arena);
    bf_trace_destroy(s.trace);
    cli_config_options_fini(&s.options.config);
    return code == BF_OK ? 0 : cli_fail(&e);
}
