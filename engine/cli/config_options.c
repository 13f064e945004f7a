// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cli/config_options.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "engine/cli/cli.h"
#include "engine/cli/values.h"
#include "policies/policies.h"
#include "workloads/calendar.h"
#include "workloads/estimates.h"

enum key {
    KEY_POLICY = 0x300,
    KEY_LIKE,
    KEY_ORDER,
    KEY_BACKFILL_ORDER,
    KEY_NO_EXTRA,
    KEY_ESTIMATE,
    KEY_CORRECTION,
    KEY_OVERRUN,
    KEY_EVENTS,
    KEY_CALENDAR,
    KEY_TAU,
    KEY_WARMUP,
    KEY_COOLDOWN,
    KEY_PARAM // and CLI_MAX_PARAMS more
};

// %s: the words that the option takes (words_of).
static const struct argp_option fixed_options[] = {
    {"policy", KEY_POLICY, "P", 0,
     "Policy (default easy), or a list of them to see side by side: fcfs,easy,conservative; "
     "'bfsweep policies' lists them",
     1},
    {"like", KEY_LIKE, "NAME", 0,
     "Schedule by the rules of another simulator: %s. Sets options and prints them; any option "
     "behind it counts instead",
     1},
    {"order", KEY_ORDER, "ORDER", 0, "Primary order of the queue: %s", 1},
    {"backfill-order", KEY_BACKFILL_ORDER, "ORDER", 0,
     "Order in which candidates for backfilling are tried (default: the primary order)", 1},
    {"estimate", KEY_ESTIMATE, "E", 0,
     "Run times to plan with (default request); 'bfsweep estimates' lists the models", 2},
    {"correction", KEY_CORRECTION, "C", 0, "What follows a plan that has expired: %s", 2},
    {"overrun", KEY_OVERRUN, "WHAT", 0, "Jobs that run past their request: %s", 2},
    {"events", KEY_EVENTS, "ORDER", 0, "Order of events within an instant: %s", 2},
    {"calendar", KEY_CALENDAR, "FILE", 0,
     "Outages and advance reservations that no job may run into: lines 'start end procs', in the "
     "seconds of submit times, procs a number or all",
     2},
    {"tau", KEY_TAU, "S", 0, "Bound of bounded slowdown in seconds (default 10)", 3},
    {"warmup", KEY_WARMUP, "X%", 0, "Leave the first X % of jobs to end out of the statistics", 3},
    {"cooldown", KEY_COOLDOWN, NULL, 0,
     "Leave jobs that end after the last arrival out of the statistics", 3}};

#define FIXED_COUNT (sizeof fixed_options / sizeof fixed_options[0])
#define GROUP_PARAM 4

// The union of the parameters of all policies, and the option table made from it. Built once,
// before any thread exists.
static struct {
    const struct bf_param *params[CLI_MAX_PARAMS];
    int count;
    char docs[CLI_MAX_PARAMS][320];
    char fixed_docs[FIXED_COUNT][320];
    struct argp_option options[FIXED_COUNT + CLI_MAX_PARAMS + 2];
    struct argp argp;
} table;

enum bf_err cli_config_options_init(struct cli_config_options *o, struct bf_error *e)
{
    const struct bf_estimate *estimate;
    struct bf_value arg;
    *o = (struct cli_config_options){.policy_count = 1};
    enum bf_err code = bf_policy_find("easy", &o->policies[0], e);
    if (code == BF_OK)
        code = bf_estimate_parse("request", &estimate, &arg, e);
    if (code == BF_OK)
        bf_config_default(&o->common, o->policies[0], estimate);
    return code;
}

// ---- The option table -------------------------------------------------------

static const struct bf_param *find_param(const struct bf_policy *policy, const char *name)
{
    for (unsigned i = 0; i < policy->param_count; i++)
        if (strcmp(policy->params[i].name, name) == 0)
            return &policy->params[i];
    return NULL;
}

static int union_position(const char *name)
{
    for (int i = 0; i < table.count; i++)
        if (strcmp(table.params[i]->name, name) == 0)
            return i;
    return -1;
}

// Appends the names of the policies that have the parameter: "easy, reservations".
static void list_policies(const char *param, struct bf_text *to)
{
    size_t before = to->used;
    for (const struct bf_policy *const *p = bf_policies; *p; p++)
        if (find_param(*p, param))
            bf_text_add(to, "%s%s", to->used > before ? ", " : "", (*p)->name);
}

// The same for policies that try candidates in a backfill order.
static void list_backfillers(struct bf_text *to)
{
    size_t before = to->used;
    for (const struct bf_policy *const *p = bf_policies; *p; p++)
        if ((*p)->uses & BF_USES_BACKFILL_ORDER)
            bf_text_add(to, "%s%s", to->used > before ? ", " : "", (*p)->name);
}

static const char *metavar(const struct bf_param *p)
{
    if (p->type == BF_PARAM_REAL && p->word)
        return "X|WORD";
    switch (p->type) {
    case BF_PARAM_FLAG:
        return NULL;
    case BF_PARAM_COUNT:
        return isinf(p->max) ? "N|all" : "N";
    case BF_PARAM_REAL:
        return "X";
    case BF_PARAM_CHOICE:
        break;
    }
    return "WORD";
}

// What --help says of a parameter: its words, its help, its policies.
static void describe_param(const struct bf_param *p, struct bf_text *to)
{
    if (p->type == BF_PARAM_CHOICE) {
        for (int i = 0; p->choices[i]; i++)
            bf_text_add(to, "%s%s", i ? ", " : "", p->choices[i]);
        bf_text_add(to, ": ");
    }
    size_t begin = to->used;
    bf_text_add(to, "%s (", p->help);
    if (begin == 0)
        to->at[0] = (char)toupper((unsigned char)to->at[0]);
    list_policies(p->name, to);
    bf_text_add(to, ")");
}

static void add_param(const struct bf_param *p)
{
    if (union_position(p->name) >= 0 || table.count == CLI_MAX_PARAMS)
        return;
    int at = table.count++;
    struct bf_text doc = bf_text_init(table.docs[at], sizeof table.docs[at]);
    table.params[at] = p;
    describe_param(p, &doc);
    table.options[FIXED_COUNT + (size_t)at] = (struct argp_option){.name = p->name,
                                                                   .key = KEY_PARAM + at,
                                                                   .arg = metavar(p),
                                                                   .doc = table.docs[at],
                                                                   .group = GROUP_PARAM};
}

// The words that an option takes, ended by NULL; NULL where it is none of these.
static const char *const *words_of(int key)
{
    switch (key) {
    case KEY_LIKE:
        return cli_like_names();
    case KEY_ORDER:
        return bf_order_names;
    case KEY_CORRECTION:
        return bf_correction_names;
    case KEY_OVERRUN:
        return bf_overrun_names;
    case KEY_EVENTS:
        return bf_events_names;
    default:
        return NULL;
    }
}

// Puts the words into the help of an option that takes them. The first is the default, except of
// --like, which has none.
static void name_words(struct argp_option *option, char *doc, size_t size)
{
    char list[256];
    struct bf_text all = bf_text_init(list, sizeof list), text = bf_text_init(doc, size);
    const char *const *words = words_of(option->key);
    const char *const gap = strstr(option->doc, "%s");
    if (!words || !gap)
        return;
    for (int i = 0; words[i]; i++)
        bf_text_add(&all, "%s%s%s",
                    i == 0         ? ""
                    : words[i + 1] ? ", "
                                   : " or ",
                    words[i], i == 0 && option->key != KEY_LIKE ? " (default)" : "");
    bf_text_add(&text, "%.*s%s%s", (int)(gap - option->doc), option->doc, list, gap + 2);
    option->doc = doc;
}

static void build_table(void)
{
    memcpy(table.options, fixed_options, sizeof fixed_options);
    for (size_t i = 0; i < FIXED_COUNT; i++)
        name_words(&table.options[i], table.fixed_docs[i], sizeof table.fixed_docs[i]);
    for (const struct bf_policy *const *p = bf_policies; *p; p++)
        for (unsigned i = 0; i < (*p)->param_count; i++)
            add_param(&(*p)->params[i]);
    if (union_position("extra") >= 0)
        table.options[FIXED_COUNT + (size_t)table.count] =
            (struct argp_option){.name = "no-extra",
                                 .key = KEY_NO_EXTRA,
                                 .doc = "The same as --extra none",
                                 .group = GROUP_PARAM};
}

// ---- Parsing ----------------------------------------------------------------

static error_t add_policy(struct cli_config_options *o, const char *name,
                          const struct argp_state *state)
{
    const struct bf_policy *policy;
    struct bf_error found;
    if (bf_policy_find(name, &policy, &found) != BF_OK)
        return cli_option_error(state, "--policy: %s", found.text);
    for (int i = 0; i < o->policy_count; i++)
        if (o->policies[i] == policy)
            return cli_option_error(state, "--policy names %s twice", name);
    if (o->policy_count == CLI_MAX_POLICIES)
        return cli_option_error(state, "--policy takes at most %d policies", CLI_MAX_POLICIES);
    o->policies[o->policy_count++] = policy;
    return 0;
}

static error_t parse_policies(struct cli_config_options *o, const char *list,
                              const struct argp_state *state)
{
    o->policy_count = 0;
    for (const char *at = list;; at++) {
        char name[64];
        size_t length = strcspn(at, ",");
        bf_text_copy(name, length + 1 < sizeof name ? length + 1 : sizeof name, at);
        error_t result = add_policy(o, name, state);
        if (result != 0)
            return result;
        at += length;
        if (*at == '\0')
            return 0;
    }
}

static error_t parse_estimate(struct bf_config *c, const char *text, const struct argp_state *state)
{
    struct bf_error found;
    if (bf_estimate_parse(text, &c->estimate, &c->estimate_arg, &found) != BF_OK)
        return cli_option_error(state, "--estimate: %s", found.text);
    return 0;
}

// Every option whose value is one word of a list.
static error_t parse_word(struct cli_config_options *o, int key, const char *arg,
                          const struct argp_state *state)
{
    struct bf_error *e = cli_option_slot(state);
    struct bf_config *c = &o->common;
    int value = 0;
    enum bf_err code = BF_OK;
    switch (key) {
    case KEY_ORDER:
        code = cli_value_word("--order", arg, bf_order_names, &value, e);
        c->order = (enum bf_order)value;
        break;
    case KEY_BACKFILL_ORDER:
        code = cli_value_word("--backfill-order", arg, bf_order_names, &value, e);
        c->backfill_order = (enum bf_order)value;
        o->backfill_order_given = true;
        break;
    case KEY_CORRECTION:
        code = cli_value_word("--correction", arg, bf_correction_names, &value, e);
        c->correction = (enum bf_correction)value;
        break;
    case KEY_OVERRUN:
        code = cli_value_word("--overrun", arg, bf_overrun_names, &value, e);
        c->overrun = (enum bf_overrun)value;
        break;
    default:
        code = cli_value_word("--events", arg, bf_events_names, &value, e);
        c->events = (enum bf_events)value;
        break;
    }
    return cli_option_result(state, code);
}

static error_t take_calendar(struct cli_config_options *o, const char *path,
                             const struct argp_state *state)
{
    o->calendar = path;
    if (*path && strcmp(path, "-") != 0)
        return 0;
    return cli_option_error(state, "--calendar takes the name of a file, found '%s'", path);
}

static void set_param_text(struct cli_config_options *o, int at, const char *text, bool by_like)
{
    o->params[at] = text;
    o->by_like[at] = by_like;
}

// The options that --like stands for, as if they had been given in its place.
static error_t apply_like(struct cli_config_options *o, const char *name,
                          const struct argp_state *state)
{
    if (cli_like_find(name, &o->like, cli_option_slot(state)) != BF_OK)
        return cli_option_result(state, BF_ERR_USAGE);
    for (int i = 0; i < table.count; i++)
        if (o->by_like[i])
            set_param_text(o, i, NULL, false);
    for (const struct cli_like_option *option = o->like->options; option->name; option++) {
        error_t result = 0;
        if (strcmp(option->name, "policy") == 0)
            result = parse_policies(o, option->value, state);
        else if (strcmp(option->name, "events") == 0)
            result = parse_word(o, KEY_EVENTS, option->value, state);
        else
            set_param_text(o, union_position(option->name), option->value ? option->value : "1",
                           true);
        if (result != 0)
            return result;
    }
    return 0;
}

// Every given parameter must be one of at least one chosen policy. (What --like has set for its own
// policy does not bind another.)
static error_t check_params(const struct cli_config_options *o, const struct argp_state *state)
{
    bool walks = false;
    char list[256];
    struct bf_text have = bf_text_init(list, sizeof list);
    for (int p = 0; p < o->policy_count; p++)
        walks |= (o->policies[p]->uses & BF_USES_BACKFILL_ORDER) != 0;
    if (o->backfill_order_given && !walks) {
        list_backfillers(&have);
        return cli_option_error(state, "--backfill-order: policy %s has none; policies that do: %s",
                                o->policies[0]->name, list);
    }
    for (int i = 0; i < table.count; i++) {
        bool known = o->params[i] == NULL || o->by_like[i];
        for (int p = 0; p < o->policy_count; p++)
            known |= find_param(o->policies[p], table.params[i]->name) != NULL;
        if (known)
            continue;
        list_policies(table.params[i]->name, &have);
        return cli_option_error(state,
                                "--%s is no parameter of policy %s; policies that have it: %s",
                                table.params[i]->name, o->policies[0]->name, list);
    }
    return 0;
}

static error_t parse_config_option(int key, char *arg, struct argp_state *state)
{
    struct cli_config_options *o = state->input;
    struct bf_error *e = cli_option_slot(state);
    if (key >= KEY_PARAM && key < KEY_PARAM + table.count) {
        set_param_text(o, key - KEY_PARAM, arg ? arg : "1", false);
        return 0;
    }
    switch (key) {
    case KEY_POLICY:
        return parse_policies(o, arg, state);
    case KEY_LIKE:
        return apply_like(o, arg, state);
    case KEY_ORDER:
    case KEY_BACKFILL_ORDER:
    case KEY_CORRECTION:
    case KEY_OVERRUN:
    case KEY_EVENTS:
        return parse_word(o, key, arg, state);
    case KEY_ESTIMATE:
        return parse_estimate(&o->common, arg, state);
    case KEY_NO_EXTRA:
        set_param_text(o, union_position("extra"), "none", false);
        return 0;
    case KEY_CALENDAR:
        return take_calendar(o, arg, state);
    case KEY_TAU:
        return cli_option_result(state,
                                 cli_value_int("--tau", arg, 1, BF_MAX_TIME, &o->common.tau, e));
    case KEY_WARMUP:
        return cli_option_result(state, cli_value_percent("--warmup", arg, &o->common.warmup, e));
    case KEY_COOLDOWN:
        o->common.cooldown = true;
        return 0;
    case ARGP_KEY_END:
        return check_params(o, state);
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

const struct argp *cli_config_argp(void)
{
    if (!table.argp.parser) {
        build_table();
        table.argp = (struct argp){.options = table.options, .parser = parse_config_option};
    }
    return &table.argp;
}

// ---- The result -------------------------------------------------------------

static enum bf_err set_params(const struct cli_config_options *o, struct bf_config *config,
                              struct bf_error *e)
{
    const struct bf_policy *policy = config->policy;
    for (unsigned i = 0; i < policy->param_count; i++) {
        int at = union_position(policy->params[i].name);
        if (at < 0 || !o->params[at])
            continue;
        enum bf_err code = bf_param_parse(&policy->params[i], o->params[at], &config->args[i], e);
        if (code != BF_OK)
            return code;
    }
    return BF_OK;
}

enum bf_err cli_config_read_calendar(struct cli_config_options *o, struct bf_error *e)
{
    if (!o->calendar)
        return BF_OK;
    o->memory = bf_arena_create();
    if (!o->memory)
        return bf_error_no_memory(e, 0, "a calendar");
    o->common.calendar = &o->outages;
    return bf_calendar_read(o->calendar, o->memory, &o->outages, e);
}

void cli_config_options_fini(struct cli_config_options *o)
{
    bf_arena_destroy(o->memory);
}

// Texts of the callees begin with the name of a parameter (`depth: ...`), which is that of an
// option.
enum bf_err cli_config_make(const struct cli_config_options *o, int policy,
                            struct bf_config *config, struct bf_error *e)
{
    struct bf_config defaults;
    struct bf_error wrong;
    bf_config_default(&defaults, o->policies[policy], o->common.estimate);
    *config = o->common;
    config->policy = defaults.policy;
    memcpy(config->args, defaults.args, sizeof config->args);
    if (!o->backfill_order_given)
        config->backfill_order = config->order;
    enum bf_err code = set_params(o, config, &wrong);
    if (code == BF_OK)
        code = bf_config_check(config, &wrong);
    return code == BF_OK ? BF_OK : bf_error_set(e, code, "--%s", wrong.text);
}
