// SPDX-License-Identifier: GPL-3.0-or-later
//
// bfsweep audit: schedules are checked by code that shares nothing with the engine
// (analysis/audit/audit.h).
#include <string.h>

#include "engine/cli/cli.h"
#include "engine/cli/cmd_audit_output.h"
#include "engine/cli/config_options.h"
#include "engine/cli/schedule_file.h"
#include "engine/cli/trace_options.h"
#include "engine/cli/values.h"

enum key { KEY_TRACE = 0x100, KEY_RUN, KEY_COLUMN, KEY_FORMAT };
enum { WORDS = 32, WORD_SIZE = 512 };

struct audit_options {
    const char *path;
    struct bf_trace_options trace;    // source: --trace
    struct cli_config_options config; // the rules, where the file does not say them
    const char *column;
    int64_t run; // -1: all
    int format;  // enum cli_format
    bool quiet;
};

// All that one call holds.
struct session {
    struct audit_options options;
    struct bf_policy unchosen; // stands for 'no --policy'
    struct bf_config plain;    // all other rules, as long as none is given
    struct cli_schedule_file file;
    struct bf_trace *trace; // the log; NULL: none
    char trace_words[2048]; // what it was loaded by
    struct bf_audit_step *steps;
    size_t step_count;
    struct bf_arena *arena;
    struct cli_audit_sums sums;
};

static const struct argp_option options[] = {
    {"trace", KEY_TRACE, "LOG", 0,
     "The log that was simulated (default for a result file: the trace of the run, if it is a "
     "model or still there)",
     0},
    {"run", KEY_RUN, "N", 0, "Check this run of a result file, by its row in /runs (default: all)",
     0},
    {"column", KEY_COLUMN, "NAME", 0, "The column of start times in a CSV (default: start)", 0},
    {"format", KEY_FORMAT, "F", 0, "Print text (default), or a line for each check as csv or json",
     0},
    {"quiet", 'q', NULL, 0, "No warnings", 0},
    {0}};

static bool is_chosen(const struct session *s)
{
    return s->options.config.policies[0] != &s->unchosen;
}

// Whether options that choose jobs or rules were given, apart from those that are of use by
// themselves (processors of the machine; users and numbers, which a result file may have as a
// hash; what is done with bad lines and overruns).
static bool chooses_jobs(const struct audit_options *o)
{
    struct bf_trace_options plain;
    bf_trace_options_default(&plain);
    return o->trace.too_wide != plain.too_wide || o->trace.statuses || o->trace.first ||
           o->trace.from != plain.from || o->trace.to != plain.to || o->trace.load != plain.load ||
           o->trace.shake || o->trace.seed != plain.seed;
}

static bool chooses_rules(const struct session *s)
{
    const struct bf_config *c = &s->options.config.common, *plain = &s->plain;
    for (int i = 0; i < CLI_MAX_PARAMS; i++)
        if (s->options.config.params[i])
            return true;
    return is_chosen(s) || c->order != plain->order || s->options.config.backfill_order_given ||
           c->estimate != plain->estimate || c->correction != plain->correction ||
           c->events != plain->events || c->tau != plain->tau || c->warmup != plain->warmup ||
           c->cooldown != plain->cooldown;
}

static error_t check_results(const struct session *s, const struct argp_state *state)
{
    const struct audit_options *o = &s->options;
    if (chooses_rules(s) || o->config.common.overrun != s->plain.overrun)
        return cli_option_error(state,
                                "'%s' says itself by which rules its runs were made; leave "
                                "--policy and the like out",
                                o->path);
    if (chooses_jobs(o) || o->trace.procs)
        return cli_option_error(state,
                                "'%s' says itself which jobs its runs had; leave --procs, --first "
                                "and the like out",
                                o->path);
    return o->column ? cli_option_error(state, "--column is for CSV, '%s' is none", o->path) : 0;
}

static error_t check_schedule(const struct session *s, const struct argp_state *state)
{
    const struct audit_options *o = &s->options;
    if (!is_chosen(s) && chooses_rules(s))
        return cli_option_error(state, "--policy is missing: other rules were given without it");
    if (!o->trace.source && (chooses_jobs(o) || o->trace.users || o->trace.numbers))
        return cli_option_error(state, "--trace is missing: jobs of it were chosen");
    if (o->run >= 0)
        return cli_option_error(state, "--run is for result files, '%s' is none", o->path);
    return 0;
}

// What only shows once all options are known.
static error_t check_options(const struct session *s, const struct argp_state *state)
{
    const struct audit_options *o = &s->options;
    if (!o->path)
        return cli_option_error(state, "a schedule is missing: FILE.h5, FILE.csv or FILE.swf");
    if (o->config.policy_count > 1)
        return cli_option_error(state, "--policy takes one policy here, found %d",
                                o->config.policy_count);
    return cli_schedule_is_results(o->path) ? check_results(s, state) : check_schedule(s, state);
}

static error_t parse_audit_option(int key, char *arg, struct argp_state *state)
{
    struct session *s = state->input;
    struct audit_options *o = &s->options;
    struct bf_error *e = cli_option_slot(state);
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &o->trace;
        state->child_inputs[1] = &o->config;
        return 0;
    case KEY_TRACE:
        return cli_take_trace(&o->trace, arg, state);
    case KEY_RUN:
        return cli_option_result(state, cli_value_int("--run", arg, 0, UINT32_MAX, &o->run, e));
    case KEY_COLUMN:
        o->column = arg;
        return 0;
    case 'q':
        o->quiet = true;
        return 0;
    case KEY_FORMAT:
        return cli_option_result(state,
                                 cli_value_word("--format", arg, cli_format_names, &o->format, e));
    case ARGP_KEY_ARG:
        if (o->path)
            return cli_option_error(state, "one file at a time: found '%s' and '%s'", o->path, arg);
        o->path = arg;
        return 0;
    case ARGP_KEY_END:
        return check_options(s, state);
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static enum bf_err parse(struct session *s, int argc, char **argv, struct bf_error *e)
{
    struct argp_child children[] = {{&cli_trace_argp, 0, "Which jobs of --trace:", 1},
                                    {cli_config_argp(), 0, "Rules of a CSV or SWF:", 2},
                                    {0}};
    const struct argp argp = {
        options,
        parse_audit_option,
        "FILE",
        "Check schedules by code that shares nothing with the engine: capacity, submits, lengths, "
        "orders, heads of the queue, promises, metrics, keys.\n\n"
        "FILE is a result file with jobs (.h5), a schedule as CSV (columns job and start at least) "
        "or a simulated log (.swf, .swf.gz). Exit status 0: no check was violated; 1: one was, or "
        "the file is bad.\v"
        "docs/audit.md says what each check does.",
        children,
        NULL,
        NULL};
    bf_trace_options_default(&s->options.trace);
    s->options.run = -1;
    enum bf_err code = cli_config_options_init(&s->options.config, e);
    if (code != BF_OK)
        return code;
    s->unchosen = *s->options.config.policies[0];
    s->options.config.policies[0] = &s->unchosen;
    s->plain = s->options.config.common;
    return cli_parse(&argp, argc, argv, s, e);
}

// ---- The log ------------------------------------------------------------------

// The options of a run's trace, from the words of its canonical text, as if they had been given.
static enum bf_err options_of_words(const struct session *s, const char *words,
                                    struct bf_trace_options *o, struct bf_error *e)
{
    char text[WORDS][WORD_SIZE], *argv[WORDS + 1] = {"audit"};
    int argc = 1;
    bf_trace_options_default(o);
    for (const char *at = words; *at && argc < WORDS;) {
        const size_t length = strcspn(at, " ");
        struct bf_text option = bf_text_init(text[argc], WORD_SIZE);
        bf_text_add(&option, "--%.*s", (int)length, at);
        for (char *c = text[argc]; *c && *c != '='; c++)
            *c = *c == '_' ? '-' : *c;
        at += length + (at[length] == ' ');
        if (strstr(text[argc], "=hash:") || option.cut) { // a long list: who gave it knows it
            o->users = s->options.trace.users;
            o->numbers = s->options.trace.numbers;
            if (!o->users && !o->numbers)
                return bf_error_set(e, BF_ERR_USAGE,
                                    "the run had jobs by a list, of which it knows a hash: "
                                    "%s; give --users or --numbers as for the run",
                                    text[argc] + 2);
            continue;
        }
        argv[argc] = text[argc];
        argc++;
    }
    argv[argc] = NULL;
    return cli_parse(&cli_trace_argp, argc, argv, o, e);
}

// Everything of the canonical text before the policy: which jobs there are.
static void words_of_jobs(const struct bf_run_row *run, char *words, size_t size)
{
    const char *policy = strstr(run->config, "policy=");
    const size_t length = policy ? (size_t)(policy - run->config) : 0;
    bf_text_copy(words, length && length < size ? length : size, length ? run->config : "");
}

// A trace that nobody named is looked for where the run found it.
static bool may_load(const struct session *s, const struct bf_run_row *run)
{
    return s->options.trace.source || bf_trace_is_model(run->trace) ||
           cli_same_file(run->trace, run->trace);
}

// The log of a run of a result file, into s->trace; it stays NULL where there is none to be found.
static enum bf_err load_log_of_run(struct session *s, const struct bf_run_row *run,
                                   struct bf_error *e)
{
    char words[sizeof s->trace_words], key[sizeof s->trace_words + 128];
    struct bf_text all = bf_text_init(key, sizeof key);
    struct bf_trace_options o;
    const bool named = s->options.trace.source != NULL;
    words_of_jobs(run, words, sizeof words);
    bf_text_add(&all, "%.100s %.1900s", run->trace_hash, words);
    if (s->trace && strcmp(s->trace_words, key) == 0)
        return BF_OK;
    bf_trace_destroy(s->trace);
    s->trace = NULL;
    bf_text_copy(s->trace_words, sizeof s->trace_words, key);
    if (!may_load(s, run))
        return BF_OK;
    enum bf_err code = options_of_words(s, words, &o, e);
    o.source = named ? s->options.trace.source : run->trace;
    if (code == BF_OK)
        code = bf_trace_load(&o, &s->trace, e);
    if (code == BF_OK && strcmp(s->trace->row.hash, run->trace_hash) != 0) {
        code = bf_error_set(e, BF_ERR_INPUT,
                            "%s: its content hash is %s; the run's trace, '%s', has %s; give the "
                            "log that was simulated",
                            o.source, s->trace->row.hash, run->trace, run->trace_hash);
        bf_trace_destroy(s->trace);
        s->trace = NULL;
    }
    return named ? code : BF_OK;
}

static enum bf_err load_named_log(struct session *s, struct bf_error *e)
{
    if (!s->options.trace.source)
        return BF_OK;
    enum bf_err code = bf_trace_load(&s->options.trace, &s->trace, e);
    if (code == BF_OK && !s->options.quiet)
        cli_warn_lines(s->trace->warnings);
    return code;
}

// ---- The rules and the calendar --------------------------------------------------

// The canonical text of what was given. Without a policy, what holds of any.
static enum bf_err rules_of_options(struct session *s, char *rules, size_t size, struct bf_error *e)
{
    struct bf_config config;
    struct bf_text text = bf_text_init(rules, size);
    enum bf_err code = cli_config_make(&s->options.config, 0, &config, e);
    if (code == BF_OK && is_chosen(s))
        bf_config_text(&config, &text);
    else if (code == BF_OK && config.overrun != BF_OVERRUN_KILL)
        bf_text_add(&text, "overrun=%s", bf_overrun_names[config.overrun]);
    return code;
}

static enum bf_err read_calendar(struct session *s, struct bf_error *e)
{
    struct cli_config_options *o = &s->options.config;
    enum bf_err code = cli_config_read_calendar(o, e);
    if (code != BF_OK || !o->calendar)
        return code;
    s->step_count = o->outages.count;
    s->steps = bf_arena_alloc(o->memory, s->step_count, sizeof *s->steps);
    if (!s->steps)
        return bf_error_no_memory(e, s->step_count * sizeof *s->steps, "a calendar");
    for (size_t i = 0; i < s->step_count; i++)
        s->steps[i] = (struct bf_audit_step){o->outages.steps[i].at, o->outages.steps[i].procs};
    return BF_OK;
}

// The calendar that was given must be the run's.
static enum bf_err check_calendar(const struct session *s, const struct bf_run_row *run,
                                  struct bf_error *e)
{
    const struct cli_config_options *o = &s->options.config;
    if (!o->calendar || strcmp(o->outages.hash, run->calendar_hash) == 0)
        return BF_OK;
    return bf_error_set(e, BF_ERR_INPUT,
                        "--calendar %s: its hash is %s, that of the run is %s (%s)", o->calendar,
                        o->outages.hash, run->calendar[0] ? run->calendar_hash : "none",
                        run->calendar[0] ? run->calendar : "no calendar");
}

// ---- Audits -----------------------------------------------------------------------

static enum bf_err audit(struct session *s, struct bf_audit_input *input, int64_t run,
                         struct bf_error *e)
{
    static struct bf_audit_report report;
    struct bf_schedule_log log;
    enum bf_err code = BF_OK;
    if (s->trace) {
        code = cli_schedule_log(s->trace, s->arena, &log, e);
        input->log = &log;
        if (input->procs == 0)
            input->procs = s->trace->procs;
    }
    input->steps = s->steps;
    input->step_count = s->step_count;
    if (code == BF_OK)
        code = bf_audit(input, &report, s->arena, e);
    const struct cli_audit_subject subject = {.path = s->options.path,
                                              .run = run,
                                              .input = input,
                                              .log = s->trace ? s->trace->row.name : NULL,
                                              .report = &report};
    return code == BF_OK
               ? cli_audit_print(stdout, (enum cli_format)s->options.format, &subject, &s->sums, e)
               : code;
}

static enum bf_err read_classes(struct session *s, const struct bf_run_row *run,
                                struct bf_audit_input *input, struct bf_error *e)
{
    const size_t n = (size_t)run->classes_rows;
    struct bf_class_row *rows = bf_arena_alloc(s->arena, n, sizeof *rows);
    if (!rows)
        return bf_error_no_memory(e, n * sizeof *rows, "the classes");
    input->classes = rows;
    input->class_count = n;
    return n ? bf_store_read(s->file.reader, &bf_table_classes, (uint64_t)run->classes_first, n,
                             rows, e)
             : BF_OK;
}

static enum bf_err read_weeks(struct session *s, const struct bf_run_row *run,
                              struct bf_audit_input *input, struct bf_error *e)
{
    const size_t n = (size_t)run->weeks_rows;
    struct bf_week_row *rows = bf_arena_alloc(s->arena, n, sizeof *rows);
    if (!rows)
        return bf_error_no_memory(e, n * sizeof *rows, "the weeks");
    input->weeks = rows;
    input->week_count = n;
    return n ? bf_store_read(s->file.reader, &bf_table_weeks, (uint64_t)run->weeks_first, n, rows,
                             e)
             : BF_OK;
}

static enum bf_err audit_run(struct session *s, uint32_t number, struct bf_error *e)
{
    const struct bf_run_row *run = &s->file.runs[number];
    struct bf_audit_input input = {
        .procs = run->procs, .rules = run->config, .run = run, .semantics = s->file.semantics};
    bf_arena_reset(s->arena);
    if (strcmp(run->status, "ok") != 0) {
        s->sums.failed++;
        return BF_OK;
    }
    enum bf_err code = check_calendar(s, run, e);
    if (code == BF_OK)
        code = cli_schedule_jobs(&s->file, number, s->arena, &input.schedule, e);
    if (code == BF_OK)
        code = read_classes(s, run, &input, e);
    if (code == BF_OK)
        code = read_weeks(s, run, &input, e);
    if (code == BF_OK)
        code = load_log_of_run(s, run, e);
    return code == BF_OK ? audit(s, &input, number, e) : code;
}

static enum bf_err audit_runs(struct session *s, struct bf_error *e)
{
    const int64_t only = s->options.run;
    enum bf_err code = BF_OK;
    if (only >= s->file.run_count)
        return bf_error_set(e, BF_ERR_USAGE, "--run %lld: %s has the runs 0 to %u", (long long)only,
                            s->options.path, s->file.run_count - 1);
    for (uint32_t i = 0; code == BF_OK && i < s->file.run_count; i++)
        if (only < 0 || only == i)
            code = audit_run(s, i, e);
    return code;
}

static enum bf_err audit_single(struct session *s, struct bf_error *e)
{
    char rules[sizeof s->file.rules];
    bf_text_copy(rules, sizeof rules, s->file.rules);
    enum bf_err code = BF_OK;
    if (is_chosen(s) || !rules[0])
        code = rules_of_options(s, rules, sizeof rules, e);
    if (code == BF_OK)
        code = load_named_log(s, e);
    struct bf_audit_input input = {
        .schedule = s->file.single, .procs = s->file.procs, .rules = rules};
    return code == BF_OK ? audit(s, &input, -1, e) : code;
}

static enum bf_err run_all(struct session *s, int argc, char **argv, struct bf_error *e)
{
    enum bf_err code = parse(s, argc, argv, e);
    if (code == BF_OK)
        code = read_calendar(s, e);
    s->arena = bf_arena_create();
    if (code == BF_OK && !s->arena)
        code = bf_error_no_memory(e, 0, "the audit");
    if (code == BF_OK)
        code = cli_schedule_open(&s->file, s->options.path, s->options.column,
                                 s->options.trace.procs, e);
    if (code == BF_OK)
        code = s->file.reader ? audit_runs(s, e) : audit_single(s, e);
    return code == BF_OK ? cli_audit_finish(stdout, (enum cli_format)s->options.format, &s->sums, e)
                         : code;
}

int cmd_audit(int argc, char **argv)
{
    static struct session s; // too large for the stack; a process audits once
    struct bf_error e;
    const enum bf_err code = run_all(&s, argc, argv, &e);
    bf_trace_destroy(s.trace);
    cli_schedule_close(&s.file);
    cli_config_options_fini(&s.options.config);
    bf_arena_destroy(s.arena);
    return code == BF_OK ? 0 : cli_fail(&e);
}
