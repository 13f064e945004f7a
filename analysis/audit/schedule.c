// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/audit/schedule.h"

#include <stdlib.h>
#include <string.h>

// ---- bounds ----------------------------------------------------------------

static bool is_time(int64_t t)
{
    const int64_t most = (int64_t)1 << 60;
    return t >= -most && t <= most;
}

enum bf_err bf_schedule_check(const struct bf_schedule *s, struct bf_error *e)
{
    for (uint32_t i = 0; i < s->count; i++) {
        const struct bf_job_row *j = &s->jobs[i];
        if (is_time(j->submit) && is_time(j->start) && is_time(j->end) && is_time(j->request) &&
            is_time(j->plan) && is_time(j->first_promise) && is_time(j->last_promise) &&
            j->procs >= 0 && j->procs <= BF_MAX_PROCS)
            continue;
        return bf_error_set(e, BF_ERR_INPUT,
                            "job %lld: a time beyond 2^60 s, or processors beyond 0 to %d",
                            (long long)j->job, (int)BF_MAX_PROCS);
    }
    return BF_OK;
}

// ---- numbers ---------------------------------------------------------------

static bool are_same(const int64_t *a, uint32_t na, const int64_t *b, uint32_t nb)
{
    return na == nb && (na == 0 || memcmp(a, b, na * sizeof *a) == 0);
}

struct place {
    int64_t number;
    uint32_t at;
};

static int compare_places(const void *a, const void *b)
{
    const struct place *x = a, *y = b;
    if (x->number != y->number)
        return x->number < y->number ? -1 : 1;
    return (x->at > y->at) - (x->at < y->at);
}

static void sort_places(struct place *places, const int64_t *numbers, uint32_t n)
{
    bool sorted = true;
    for (uint32_t i = 0; i < n; i++) {
        places[i] = (struct place){numbers[i], i};
        sorted &= i == 0 || numbers[i - 1] <= numbers[i];
    }
    if (!sorted)
        qsort(places, n, sizeof *places, compare_places);
}

enum bf_err bf_schedule_match(const int64_t *a, uint32_t na, const int64_t *b, uint32_t nb,
                              uint32_t *b_of_a, struct bf_arena *arena, struct bf_error *e)
{
    if (are_same(a, na, b, nb)) {
        for (uint32_t i = 0; i < na; i++)
            b_of_a[i] = i;
        return BF_OK;
    }
    struct place *pa = bf_arena_alloc(arena, na, sizeof *pa);
    struct place *pb = bf_arena_alloc(arena, nb, sizeof *pb);
    if (!pa || !pb)
        return bf_error_no_memory(e, ((uint64_t)na + nb) * sizeof *pa, "job numbers");
    sort_places(pa, a, na);
    sort_places(pb, b, nb);
    uint32_t j = 0;
    for (uint32_t i = 0; i < na; i++) {
        while (j < nb && pb[j].number < pa[i].number)
            j++;
        const bool found = j < nb && pb[j].number == pa[i].number;
        b_of_a[pa[i].at] = found ? pb[j++].at : BF_NO_MATCH;
    }
    return BF_OK;
}

int64_t *bf_schedule_numbers(const struct bf_schedule *s, struct bf_arena *arena)
{
    int64_t *numbers = bf_arena_alloc(arena, s->count, sizeof *numbers);
    for (uint32_t i = 0; numbers && i < s->count; i++)
        numbers[i] = s->jobs[i].job;
    return numbers;
}

// ---- logs ------------------------------------------------------------------

bf_time bf_schedule_log_run(const struct bf_schedule_log *log, uint32_t j,
                            enum bf_schedule_overrun rule)
{
    const bool cut = rule == BF_SCHEDULE_UNKNOWN || rule == BF_SCHEDULE_KILL;
    return cut && log->request && log->run[j] > log->request[j] ? log->request[j] : log->run[j];
}

bf_time bf_schedule_log_request(const struct bf_schedule_log *log, uint32_t j,
                                enum bf_schedule_overrun rule)
{
    const bool raise = rule == BF_SCHEDULE_EXTEND && log->run[j] > log->request[j];
    return raise ? log->run[j] : log->request[j];
}

static void complete_job(struct bf_job_row *job, unsigned lacks, const struct bf_schedule_log *log,
                         uint32_t j, enum bf_schedule_overrun rule)
{
    const bool there = j != BF_NO_MATCH;
    if (lacks & BF_SCHEDULE_SUBMIT)
        job->submit = there ? log->submit[j] : job->start;
    if (lacks & BF_SCHEDULE_END)
        job->end = job->start + (there ? bf_schedule_log_run(log, j, rule) : 0);
    if (lacks & BF_SCHEDULE_PROCS)
        job->procs = there ? log->procs[j] : 0;
    if (lacks & BF_SCHEDULE_REQUEST)
        job->request = there ? bf_schedule_log_request(log, j, rule) : 1;
}

void bf_schedule_complete(struct bf_schedule *s, const struct bf_schedule_log *log,
                          const uint32_t *log_of, enum bf_schedule_overrun rule)
{
    const unsigned has = (log->submit ? BF_SCHEDULE_SUBMIT : 0u) |
                         (log->run ? BF_SCHEDULE_END : 0u) | (log->procs ? BF_SCHEDULE_PROCS : 0u) |
                         (log->request && log->run ? BF_SCHEDULE_REQUEST : 0u);
    const unsigned lacks = has & ~s->known;
    for (uint32_t i = 0; lacks && i < s->count; i++)
        complete_job(&s->jobs[i], lacks, log, log_of[i], rule);
    s->known |= lacks;
}

bool bf_schedule_log_of(const struct bf_schedule *s, struct bf_schedule_log *log,
                        struct bf_arena *arena)
{
    const size_t n = s->count;
    int64_t *number = bf_schedule_numbers(s, arena);
    bf_time *times = bf_arena_alloc(arena, 3 * n, sizeof *times);
    bf_procs *procs = bf_arena_alloc(arena, n, sizeof *procs);
    if (!number || !times || !procs)
        return false;
    bf_time *submit = times, *run = times + n, *request = times + 2 * n;
    for (size_t i = 0; i < n; i++) {
        submit[i] = s->jobs[i].submit;
        run[i] = s->jobs[i].end - s->jobs[i].start;
        request[i] = s->jobs[i].request;
        procs[i] = s->jobs[i].procs;
    }
    *log = (struct bf_schedule_log){
        .count = s->count,
        .number = number,
        .submit = s->known & BF_SCHEDULE_SUBMIT ? submit : NULL,
        .run = s->known & BF_SCHEDULE_END ? run : NULL,
        .request = s->known & BF_SCHEDULE_REQUEST ? request : NULL,
        .procs = s->known & BF_SCHEDULE_PROCS ? procs : NULL,
    };
    return true;
}
