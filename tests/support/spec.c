// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/spec.h"

#include "policies/policies.h"
#include "tests/support/bf_test.h"
#include "workloads/estimates.h"

static int place_of(const char *word, const char *const *names)
{
    for (int i = 0; names[i]; i++)
        if (strcmp(names[i], word) == 0)
            return i;
    fail_msg("'%s' is none of the names in %s ...", word, names[0]);
    return 0;
}

static void set_param(struct bf_config *c, const char *name, const char *value)
{
    struct bf_error e;
    for (unsigned i = 0; i < c->policy->param_count; i++)
        if (strcmp(c->policy->params[i].name, name) == 0) {
            assert_ok(bf_param_parse(&c->policy->params[i], value, &c->args[i], &e), e);
            return;
        }
    fail_msg("policy %s has no parameter '%s'", c->policy->name, name);
}

// ---- calendars -------------------------------------------------------------

#define MOST_LINES 16

// The calendars of the last specs, which configs point to.
static struct slot {
    struct bf_arena *arena;
    struct bf_calendar calendar;
    struct bf_outage lines[MOST_LINES];
    size_t count;
} slots[4];
static unsigned next_slot;

static void parse_line(struct slot *slot, char *word)
{
    long long start, end;
    char procs[16];
    assert_true(slot->count < MOST_LINES);
    if (sscanf(word, "%lld-%lld:%15s", &start, &end, procs) != 3)
        fail_msg("'%s' is no line of a calendar (start-end:procs)", word);
    slot->lines[slot->count++] = (struct bf_outage){
        start, end, strcmp(procs, "all") == 0 ? BF_CALENDAR_ALL : (bf_procs)atoi(procs), 0};
}

static const struct bf_calendar *parse_calendar(char *value)
{
    struct slot *slot = &slots[next_slot++ % (sizeof slots / sizeof *slots)];
    struct bf_error e;
    if (!slot->arena)
        slot->arena = bf_arena_create();
    assert_non_null(slot->arena);
    bf_arena_reset(slot->arena);
    slot->count = 0;
    for (char *word; (word = strsep(&value, ",")) != NULL;)
        if (*word)
            parse_line(slot, word);
    assert_ok(bf_calendar_init(&slot->calendar, "spec", slot->lines, slot->count, slot->arena, &e),
              e);
    return &slot->calendar;
}

// The lines as they were written: the reference adds them up itself.
static void translate_calendar(struct bf_ref_options *o, const struct bf_calendar *calendar)
{
    for (size_t i = 0; i < sizeof slots / sizeof *slots; i++)
        if (calendar == &slots[i].calendar) {
            o->outages = slots[i].lines;
            o->outage_count = slots[i].count;
        }
}

static void set_word(struct bf_config *c, const char *name, char *value)
{
    struct bf_error e;
    if (strcmp(name, "order") == 0)
        c->order = (enum bf_order)place_of(value, bf_order_names);
    else if (strcmp(name, "backfill") == 0)
        c->backfill_order = (enum bf_order)place_of(value, bf_order_names);
    else if (strcmp(name, "correction") == 0)
        c->correction = (enum bf_correction)place_of(value, bf_correction_names);
    else if (strcmp(name, "overrun") == 0)
        c->overrun = (enum bf_overrun)place_of(value, bf_overrun_names);
    else if (strcmp(name, "events") == 0)
        c->events = (enum bf_events)place_of(value, bf_events_names);
    else if (strcmp(name, "seed") == 0)
        c->seed = strtoull(value, NULL, 10);
    else if (strcmp(name, "calendar") == 0)
        c->calendar = parse_calendar(value);
    else if (strcmp(name, "estimate") == 0)
        assert_ok(bf_estimate_parse(value, &c->estimate, &c->estimate_arg, &e), e);
    else
        set_param(c, name, value);
}

static struct bf_config default_config(const char *policy_name)
{
    const struct bf_policy *policy;
    const struct bf_estimate *estimate;
    struct bf_value arg;
    struct bf_error e;
    assert_ok(bf_policy_find(policy_name, &policy, &e), e);
    assert_ok(bf_estimate_parse("request", &estimate, &arg, &e), e);
    struct bf_config c;
    bf_config_default(&c, policy, estimate);
    return c;
}

struct bf_config bf_test_config(const char *spec)
{
    char text[512];
    bf_text_copy(text, sizeof text, spec);
    char *rest = text;
    struct bf_config c = default_config(strsep(&rest, " "));
    bool backfill_given = false;
    for (char *word; (word = strsep(&rest, " ")) != NULL;) {
        if (!*word)
            continue;
        char *value = strchr(word, '=');
        if (!value)
            fail_msg("'%s' in spec '%s' is no name=value", word, spec);
        *value++ = '\0';
        backfill_given |= strcmp(word, "backfill") == 0;
        set_word(&c, word, value);
    }
    if (!backfill_given)
        c.backfill_order = c.order;
    return c;
}

static void translate_param(struct bf_ref_options *o, const struct bf_param *p,
                            const struct bf_value *value)
{
    if (strcmp(p->name, "strict") == 0)
        o->strict = value->i != 0;
    else if (strcmp(p->name, "depth") == 0)
        o->depth = value->i;
    else if (strcmp(p->name, "reservations") == 0)
        o->reservations = value->i;
    else if (strcmp(p->name, "extra") == 0) {
        static const char *const names[] = {"full", "none", "first", NULL};
        static const enum bf_extra rules[] = {BF_EXTRA_FULL, BF_EXTRA_NONE, BF_EXTRA_FIRST};
        o->extra = rules[place_of(p->choices[value->i], names)];
    } else if (strcmp(p->name, "compress") == 0) {
        static const char *const names[] = {"queue", "start", "none", NULL};
        o->compress = (enum bf_ref_compress)place_of(p->choices[value->i], names);
    } else if (strcmp(p->name, "threshold") == 0) {
        o->threshold = value->r == BF_REAL_WORD ? BF_REF_ADAPTIVE : value->r;
    } else if (strcmp(p->name, "slack") == 0) {
        o->slack = value->r;
    } else if (strcmp(p->name, "slack-of") == 0) {
        static const char *const names[] = {"wait", "plan", NULL};
        o->slack_of = (enum bf_ref_slack_of)place_of(p->choices[value->i], names);
    } else {
        fail_msg("the reference does not know the parameter '%s'", p->name);
    }
}

struct bf_ref_options bf_test_ref_options(const struct bf_config *config)
{
    static const char *const policies[] = {
        "fcfs",      "easy",    "reservations",       "conservative", "selective",
        "lookahead", "relaxed", "independent-shadow", "hpcpack",      NULL};
    static const char *const estimates[] = {"request", "exact", "factor",   "uniform",
                                            "pad",     "cap",   "truncate", "user-truncate",
                                            "avg2",    "round", "tsafrir",  NULL};
    struct bf_ref_options o =
        bf_ref_options_default((enum bf_ref_policy)place_of(config->policy->name, policies));
    for (unsigned i = 0; i < config->policy->param_count; i++)
        translate_param(&o, &config->policy->params[i], &config->args[i]);
    o.estimate = (enum bf_ref_estimate)place_of(config->estimate->name, estimates);
    if (config->estimate->param)
        o.estimate_arg = config->estimate->param->type == BF_PARAM_REAL
                             ? config->estimate_arg.r
                             : (double)config->estimate_arg.i;
    o.seed = config->seed;
    o.order = config->order;
    o.backfill_order = config->backfill_order;
    o.correction = config->correction;
    o.overrun = config->overrun;
    o.events = config->events;
    translate_calendar(&o, config->calendar);
    return o;
}

struct bf_outcome bf_test_run(struct bf_sim *sim, const struct bf_jobs *jobs, bf_procs procs,
                              const char *spec)
{
    struct bf_config config = bf_test_config(spec);
    struct bf_outcome outcome;
    struct bf_error e;
    assert_non_null(sim);
    assert_ok(bf_sim_run(sim, jobs, procs, &config, &outcome, &e), e);
    return outcome;
}
