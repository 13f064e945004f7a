// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/analysis/audit_sample.h"

#include "engine/core/fair.h"
#include "engine/sweep/run_one.h"
#include "tests/support/bf_test.h"

static void fill_log(struct bf_audit_sample *s, const struct bf_jobs *jobs)
{
    uint8_t *no_request = bf_arena_alloc(s->arena, jobs->count, sizeof *no_request);
    assert_non_null(no_request);
    for (uint32_t j = 0; j < jobs->count; j++)
        no_request[j] = (jobs->bits[j] & BF_JOB_NO_REQUEST) != 0;
    s->log = (struct bf_schedule_log){.count = jobs->count,
                                      .number = jobs->number,
                                      .submit = jobs->submit,
                                      .run = jobs->run,
                                      .request = jobs->request,
                                      .procs = jobs->procs,
                                      .no_request = no_request};
    s->input.log = &s->log;
}

static void fill_schedule(struct bf_audit_sample *s, const struct bf_outcome *o)
{
    struct bf_schedule *schedule = &s->input.schedule;
    *schedule = (struct bf_schedule){.count = o->jobs->count, .known = BF_SCHEDULE_ALL};
    schedule->jobs = bf_arena_zalloc(s->arena, schedule->count, sizeof *schedule->jobs);
    assert_non_null(schedule->jobs);
    for (bf_job j = 0; j < o->jobs->count; j++)
        bf_metrics_job(&schedule->jobs[j], o, j);
}

static void fill_steps(struct bf_audit_sample *s, const struct bf_calendar *calendar)
{
    if (!calendar)
        return;
    s->input.step_count = calendar->count;
    s->steps = bf_arena_alloc(s->arena, calendar->count, sizeof *s->steps);
    assert_non_null(s->steps);
    for (size_t i = 0; i < calendar->count; i++)
        s->steps[i] = (struct bf_audit_step){calendar->steps[i].at, calendar->steps[i].procs};
    s->input.steps = s->steps;
}

static void fill_rows(struct bf_audit_sample *s, const struct bf_outcome *o,
                      const struct bf_config *config)
{
    struct bf_trace_options options;
    struct bf_error e;
    bf_trace_options_default(&options);
    const struct bf_run_identity id = {.trace_name = "sample",
                                       .trace_hash = "0123456789abcdef",
                                       .procs = o->procs,
                                       .options = &options,
                                       .config = config};
    memset(&s->row, 0, sizeof s->row);
    s->row.procs = o->procs;
    s->row.load = 1;
    bf_text_copy(s->row.trace_hash, sizeof s->row.trace_hash, id.trace_hash);
    assert_ok(bf_run_key(&id, &s->row, &e), e);
    assert_ok(bf_metrics_fill(&s->row, o, config, s->arena, &e), e);
    assert_ok(bf_metrics_classes(s->classes, &s->input.class_count, o, config, s->arena, &e), e);
    assert_ok(bf_metrics_weeks(&s->weeks, &s->input.week_count, o, config, s->arena, &e), e);
    s->input.weeks = s->weeks;
    s->input.run = &s->row;
    s->input.classes = s->classes;
    s->input.rules = s->row.config;
    s->input.semantics = BF_SEMANTICS_VERSION;
}

void bf_audit_sample_make(struct bf_audit_sample *s, struct bf_sim *sim,
                          const struct bf_test_workload *w, const struct bf_config *config)
{
    struct bf_outcome o;
    struct bf_error e;
    *s = (struct bf_audit_sample){.arena = bf_arena_create()};
    assert_non_null(s->arena);
    assert_ok(bf_sim_run(sim, &w->jobs, w->procs, config, &o, &e), e);
    s->input.procs = w->procs;
    fill_log(s, &w->jobs);
    fill_schedule(s, &o);
    fill_steps(s, bf_config_calendar(config));
    fill_rows(s, &o, config);
}

void bf_audit_sample_free(struct bf_audit_sample *s)
{
    bf_arena_destroy(s->arena);
}

bool bf_audit_sample_holds(struct bf_audit_sample *s, struct bf_text *why)
{
    struct bf_error e;
    assert_ok(bf_audit(&s->input, &s->report, s->arena, &e), e);
    const struct bf_audit_check *first = bf_audit_first(&s->report);
    if (first)
        bf_text_add(why, "%s: %s", first->name, first->first);
    return !first;
}

struct bf_job_row *bf_audit_sample_job(struct bf_audit_sample *s, int64_t number)
{
    for (uint32_t i = 0; i < s->input.schedule.count; i++)
        if (s->input.schedule.jobs[i].job == number)
            return &s->input.schedule.jobs[i];
    fail_msg("there is no job %lld", (long long)number);
    return NULL;
}

void bf_audit_sample_refuses(struct bf_audit_sample *s, enum bf_audit_kind kind, bf_time at,
                             const char *words)
{
    struct bf_error e;
    assert_ok(bf_audit(&s->input, &s->report, s->arena, &e), e);
    const struct bf_audit_check *c = &s->report.checks[kind];
    if (c->verdict != BF_AUDIT_VIOLATED || !strstr(c->first, words) || c->at != at)
        fail_msg("%s is %s at %lld: '%s'; expected a violation at %lld: '%s'", c->name,
                 bf_audit_verdict_names[c->verdict], (long long)c->at, c->first, (long long)at,
                 words);
}
