// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/workload.h"

#include <stdbool.h>
#include <stdlib.h>

#include "engine/base/seed.h"

static void *need(size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size);
    if (!memory)
        abort();
    return memory;
}

static struct bf_test_workload *make(uint32_t count, bf_procs procs)
{
    struct bf_test_workload *w = need(1, sizeof *w);
    w->procs = procs;
    w->jobs.count = count;
    w->jobs.submit = need(count, sizeof *w->jobs.submit);
    w->jobs.run = need(count, sizeof *w->jobs.run);
    w->jobs.request = need(count, sizeof *w->jobs.request);
    w->jobs.procs = need(count, sizeof *w->jobs.procs);
    w->jobs.user = need(count, sizeof *w->jobs.user);
    w->jobs.number = need(count, sizeof *w->jobs.number);
    w->jobs.bits = need(count, sizeof *w->jobs.bits);
    return w;
}

void bf_test_workload_destroy(struct bf_test_workload *w)
{
    if (!w)
        return;
    free(w->jobs.submit);
    free(w->jobs.run);
    free(w->jobs.request);
    free(w->jobs.procs);
    free(w->jobs.user);
    free(w->jobs.number);
    free(w->jobs.bits);
    free(w);
}

static void put(struct bf_test_workload *w, uint32_t i, struct bf_test_job job, int64_t number)
{
    w->jobs.submit[i] = job.submit;
    w->jobs.procs[i] = job.procs;
    w->jobs.request[i] = job.request;
    w->jobs.run[i] = job.run;
    w->jobs.user[i] = job.user;
    w->jobs.bits[i] = job.bits;
    w->jobs.number[i] = number;
    if (job.user >= w->jobs.users)
        w->jobs.users = job.user + 1;
}

static struct bf_test_job get(const struct bf_test_workload *w, uint32_t i)
{
    const struct bf_jobs *j = &w->jobs;
    return (struct bf_test_job){j->submit[i], j->procs[i], j->request[i],
                                j->run[i],    j->user[i],  j->bits[i]};
}

struct bf_test_workload *bf_test_workload_of(const struct bf_test_job *table, uint32_t count,
                                             bf_procs procs)
{
    struct bf_test_workload *w = make(count, procs);
    for (uint32_t i = 0; i < count; i++)
        put(w, i, table[i], i + 1);
    return w;
}

struct bf_test_workload *bf_test_workload_without(const struct bf_test_workload *w, uint32_t from,
                                                  uint32_t count)
{
    struct bf_test_workload *shorter = make(w->jobs.count - count, w->procs);
    uint32_t n = 0;
    for (uint32_t i = 0; i < w->jobs.count; i++)
        if (i < from || i >= from + count)
            put(shorter, n++, get(w, i), w->jobs.number[i]);
    shorter->jobs.users = w->jobs.users;
    return shorter;
}

void bf_test_workload_print(FILE *to, const struct bf_test_workload *w)
{
    fprintf(to, "machine of %d processors; {submit, procs, request, run, user, bits}\n", w->procs);
    for (uint32_t i = 0; i < w->jobs.count; i++) {
        struct bf_test_job j = get(w, i);
        fprintf(to, "    {%lld, %d, %lld, %lld, %u, %u}, // job %lld\n", (long long)j.submit,
                j.procs, (long long)j.request, (long long)j.run, j.user, j.bits,
                (long long)w->jobs.number[i]);
    }
}

// A stream of draws.
struct draws {
    uint64_t seed, index;
};

static uint64_t below(struct draws *d, uint64_t limit)
{
    return bf_seed_bits(d->seed, BF_STREAM_TEST, d->index++) % limit;
}

static bool chance(struct draws *d, unsigned percent)
{
    return below(d, 100) < percent;
}

static bf_procs draw_procs(struct draws *d, bf_procs machine)
{
    switch (below(d, 6)) {
    case 0:
        return machine;
    case 1:
        return 1;
    case 2:
        return machine / 2 + 1;
    case 3:
        return machine > 1 ? machine / 2 : 1;
    default:
        return (bf_procs)below(d, (uint64_t)machine) + 1;
    }
}

static bf_time draw_run(struct draws *d, bf_time request)
{
    switch (below(d, 8)) {
    case 0:
        return 0;
    case 1:
    case 2:
        return request;
    case 3:
        return request + 1 + (bf_time)below(d, (uint64_t)request);
    case 4:
        return request - 1;
    default:
        return (bf_time)below(d, (uint64_t)request + 1);
    }
}

struct style {
    uint64_t users;
    bf_time longest;      // request
    bf_time gap;          // between submits, at most
    unsigned burst;       // share of jobs that share their submit with the one before, %
    unsigned few_lengths; // share of jobs that have one of two lengths, %
};

static struct bf_test_job draw_job(struct draws *d, const struct style *style, bf_procs machine,
                                   bf_time last_submit)
{
    struct bf_test_job j = {.submit = last_submit};
    if (!chance(d, style->burst))
        j.submit += (bf_time)below(d, (uint64_t)style->gap + 1);
    j.procs = draw_procs(d, machine);
    j.request = chance(d, style->few_lengths)
                    ? (chance(d, 50) ? style->longest : style->longest / 2 + 1)
                    : (bf_time)below(d, (uint64_t)style->longest) + 1;
    j.run = draw_run(d, j.request);
    j.user = (uint32_t)below(d, style->users);
    if (chance(d, 5)) {
        j.bits = BF_JOB_NO_REQUEST;
        j.request = j.run > 1 ? j.run : 1;
    }
    return j;
}

struct bf_test_workload *bf_test_workload_random(uint64_t seed, bf_time longest)
{
    static const bf_procs machines[] = {1, 2, 3, 4, 4, 5, 8, 8, 16, 100};
    static const bf_time lengths[] = {2, 4, 10, 10, 50, 200, 1000, 5000, 50000, 400000};
    uint64_t usable = 1;
    while (usable < 10 && lengths[usable] <= longest)
        usable++;
    struct draws d = {seed, 0};
    bf_procs machine = machines[below(&d, 10)];
    struct style style = {.users = 1 + below(&d, 3), .longest = lengths[below(&d, usable)]};
    style.gap = 1 + style.longest / (bf_time)(1 + below(&d, 8));
    style.burst = (unsigned)below(&d, 100);
    style.few_lengths = (unsigned)below(&d, 100);
    uint32_t count = 1 + (uint32_t)below(&d, chance(&d, 20) ? 80 : 24);
    struct bf_test_workload *w = make(count, machine);
    bf_time submit = chance(&d, 30) ? (bf_time)below(&d, 1000000) : 0;
    for (uint32_t i = 0; i < count; i++) {
        struct bf_test_job j = draw_job(&d, &style, machine, submit);
        put(w, i, j, i + 1);
        submit = j.submit;
    }
    w->jobs.users = (uint32_t)style.users;
    return w;
}
