// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cli/trace_options.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/cli/cli.h"
#include "engine/cli/values.h"

enum key {
    KEY_PROCS = 0x200,
    KEY_TOO_WIDE,
    KEY_STATUS,
    KEY_USERS,
    KEY_NUMBERS,
    KEY_MAX_BAD,
    KEY_FIRST,
    KEY_FROM,
    KEY_TO,
    KEY_LOAD,
    KEY_SHAKE,
    KEY_SEED
};

static const struct argp_option options[] = {
    {"procs", KEY_PROCS, "P", 0,
     "Processors of the machine (default: MaxProcs of the log's header, else MaxNodes)", 0},
    {"too-wide", KEY_TOO_WIDE, "WHAT", 0,
     "Jobs wider than the machine: drop (default) leaves them out and counts them, clamp gives "
     "them "
     "the whole machine, error refuses the log",
     0},
    {"status", KEY_STATUS, "LIST", 0,
     "Keep only jobs of these statuses, e.g. 0,1,5 (default: all; parts of jobs, status 2 to 4, "
     "are "
     "never jobs)",
     0},
    {"users", KEY_USERS, "LIST", 0,
     "Keep only jobs of these users, e.g. 3,7,100-120; not:3,7 keeps all others; @FILE or "
     "not:@FILE "
     "reads the list from a file",
     0},
    {"numbers", KEY_NUMBERS, "LIST", 0, "The same for job numbers", 0},
    {"max-bad", KEY_MAX_BAD, "X%", 0,
     "Refuse a log with more than this share of malformed lines (default 1)", 0},
    {"first", KEY_FIRST, "N", 0, "Keep the first N jobs", 0},
    {"from", KEY_FROM, "T", 0, "Keep jobs submitted at T or later (seconds of the log)", 0},
    {"to", KEY_TO, "T", 0, "Keep jobs submitted before T", 0},
    {"load", KEY_LOAD, "X", 0, "Divide the gaps between arrivals by X", 0},
    {"shake", KEY_SHAKE, "S", 0,
     "Move each submit by a uniform draw from [-S/2, S/2] seconds, by --seed", 0},
    {"seed", KEY_SEED, "N", 0, "Seed of all draws (default 1)", 0},
    {0}};

// A list of statuses, -1 to 30, as a set of bits (trace.h).
static error_t parse_statuses(const char *list, uint32_t *bits, const struct argp_state *state)
{
    *bits = 0;
    for (const char *at = list;; at++) {
        char word[16];
        size_t length = strcspn(at, ",");
        int64_t status;
        snprintf(word, sizeof word, "%.*s", (int)(length < 15 ? length : 15), at);
        if (!bf_text_to_int(word, &status) || status < -1 || status > 30)
            return cli_option_error(
                state,
                "--status takes a list of statuses such as 0,1,5 (each -1 to 30), found '%s'",
                list);
        *bits |= UINT32_C(1) << (status + 1);
        at += length;
        if (*at == '\0')
            return 0;
    }
}

// Both live as long as the program does, like the words of the command line.
static struct {
    struct bf_arena *memory;
    struct bf_selection users, numbers;
} lists;

static error_t parse_selection(const char *option, const char *text, struct bf_selection *list,
                               const struct bf_selection **chosen, const struct argp_state *state)
{
    struct bf_error found;
    if (!lists.memory)
        lists.memory = bf_arena_create();
    enum bf_err code = lists.memory ? bf_selection_parse(text, lists.memory, list, &found)
                                    : bf_error_no_memory(&found, 0, "a list of numbers");
    *chosen = list;
    if (code != BF_OK)
        bf_error_set(cli_option_slot(state), code, "%s: %s", option, found.text);
    return cli_option_result(state, code);
}

static error_t parse_int(const char *option, const char *text, int64_t min, int64_t max,
                         int64_t *value, const struct argp_state *state)
{
    return cli_option_result(state,
                             cli_value_int(option, text, min, max, value, cli_option_slot(state)));
}

static error_t parse_procs(const char *text, bf_procs *procs, const struct argp_state *state)
{
    int64_t value;
    error_t result = parse_int("--procs", text, 1, BF_MAX_PROCS, &value, state);
    if (result == 0)
        *procs = (bf_procs)value;
    return result;
}

static error_t parse_first(const char *text, uint64_t *first, const struct argp_state *state)
{
    int64_t value;
    error_t result = parse_int("--first", text, 1, UINT32_MAX, &value, state);
    if (result == 0)
        *first = (uint64_t)value;
    return result;
}

static error_t parse_too_wide(const char *text, enum bf_too_wide *rule,
                              const struct argp_state *state)
{
    int value = 0;
    enum bf_err code =
        cli_value_word("--too-wide", text, bf_too_wide_names, &value, cli_option_slot(state));
    *rule = (enum bf_too_wide)value;
    return cli_option_result(state, code);
}

static error_t check_window(const struct bf_trace_options *o, const struct argp_state *state)
{
    if (o->from < o->to)
        return 0;
    return cli_option_error(state, "--to %lld leaves nothing behind --from %lld", (long long)o->to,
                            (long long)o->from);
}

error_t cli_take_trace(struct bf_trace_options *o, const char *source,
                       const struct argp_state *state)
{
    if (o->source)
        return cli_option_error(state, "one trace at a time: found '%s' and '%s'", o->source,
                                source);
    o->source = source;
    return 0;
}

error_t cli_trace_missing(const struct argp_state *state)
{
    return cli_option_error(state, "a trace is missing: a log file, - for standard input, or a "
                                   "model such as lublin:jobs=10000,procs=256,seed=1");
}

static error_t parse_trace_option(int key, char *arg, struct argp_state *state)
{
    struct bf_trace_options *o = state->input;
    struct bf_error *e = cli_option_slot(state);
    switch (key) {
    case KEY_PROCS:
        return parse_procs(arg, &o->procs, state);
    case KEY_TOO_WIDE:
        return parse_too_wide(arg, &o->too_wide, state);
    case KEY_STATUS:
        return parse_statuses(arg, &o->statuses, state);
    case KEY_USERS:
        return parse_selection("--users", arg, &lists.users, &o->users, state);
    case KEY_NUMBERS:
        return parse_selection("--numbers", arg, &lists.numbers, &o->numbers, state);
    case KEY_MAX_BAD:
        return cli_option_result(state, cli_value_percent("--max-bad", arg, &o->max_bad, e));
    case KEY_FIRST:
        return parse_first(arg, &o->first, state);
    case KEY_FROM:
        return parse_int("--from", arg, 0, BF_MAX_TIME, &o->from, state);
    case KEY_TO:
        return parse_int("--to", arg, 0, BF_MAX_TIME, &o->to, state);
    case KEY_LOAD:
        return cli_option_result(state, cli_value_positive("--load", arg, &o->load, e));
    case KEY_SHAKE:
        return parse_int("--shake", arg, 0, BF_MAX_TIME, &o->shake, state);
    case KEY_SEED:
        return cli_option_result(state, cli_value_seed("--seed", arg, &o->seed, e));
    case ARGP_KEY_END:
        return check_window(o, state);
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

const struct argp cli_trace_argp = {options, parse_trace_option, NULL, NULL, NULL, NULL, NULL};
