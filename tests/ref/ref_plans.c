// SPDX-License-Identifier: GPL-3.0-or-later
//
// Estimates and corrections: docs/semantics.md, 'What the scheduler knows'.
#include "tests/ref/ref_internal.h"

#include <math.h>
#include <stdlib.h>

#include "engine/base/seed.h"
#include "workloads/model_internal.h"

static bf_time smaller(bf_time a, bf_time b)
{
    return a < b ? a : b;
}

// Neither the policy nor an order looks at plans.
static bool plans_play_no_part(const struct bf_ref_options *o)
{
    return o->policy == BF_REF_FCFS &&
           (o->order == BF_ORDER_FCFS || o->order == BF_ORDER_NARROW || o->order == BF_ORDER_WIDE);
}

// Whole seconds of a computed length, half a second up.
static bf_time seconds(double length)
{
    return length >= 1e18 ? (bf_time)1000000000000000000 : (bf_time)floor(length + 0.5);
}

// M times the mean run time of those that have ended: of all, or of the jobs of j's user.
static bf_time truncated(const struct bf_ref_sim *s, bf_job j, bool same_user)
{
    bf_time total = 0, count = 0;
    for (size_t i = 0; i < s->ended_count; i++) {
        bf_job done = s->ended[i];
        if (same_user && s->jobs->user[done] != s->jobs->user[j])
            continue;
        total += s->result->run[done];
        count++;
    }
    if (count == 0)
        return s->request[j];
    return smaller(seconds(s->options->estimate_arg * (double)total / (double)count),
                   s->request[j]);
}

// Half the sum of the last two run times of the user.
static bf_time average_of_two(const struct bf_ref_sim *s, bf_job j)
{
    bf_time total = 0;
    int found = 0;
    for (size_t i = s->ended_count; i > 0 && found < 2; i--)
        if (s->jobs->user[s->ended[i - 1]] == s->jobs->user[j]) {
            total += s->result->run[s->ended[i - 1]];
            found++;
        }
    return found < 2 ? s->request[j] : smaller(total / 2, s->request[j]);
}

// The draw of a job: by its number and by how many before it have the same.
static double draw(const struct bf_ref_sim *s, bf_job j)
{
    uint64_t same = 0;
    for (bf_job i = 0; i < j; i++)
        same += s->jobs->number[i] == s->jobs->number[j];
    uint64_t seed =
        bf_seed_bits(s->options->seed, BF_STREAM_ESTIMATE, (uint64_t)s->jobs->number[j]);
    return bf_seed_unit(seed, BF_STREAM_ESTIMATE, same);
}

static bf_time rounded_up(bf_time run)
{
    static const bf_time minutes[] = {1,   2,    5,    10,   15,   20,   30,   60,
                                      120, 180,  240,  300,  360,  480,  600,  720,
                                      900, 1080, 1440, 2160, 2880, 4320, 5760, 7200};
    for (size_t i = 0; i < sizeof minutes / sizeof *minutes; i++)
        if (run <= 60 * minutes[i])
            return 60 * minutes[i];
    bf_time days = 5;
    while (run > 86400 * days)
        days++;
    return 86400 * days;
}

// The model's deal is taken as given (tests/unit/test_models_tsafrir.c has its rules); here is who
// gets which estimate: the deal goes by number, equal numbers in log order.
static bf_time dealt(const struct bf_ref_sim *s, bf_job j)
{
    uint32_t n = s->jobs->count, ours = 0;
    struct bf_model_job *jobs = bf_ref_alloc(n, sizeof *jobs);
    for (bf_job i = 0; i < n; i++) {
        uint32_t place = 0;
        for (bf_job k = 0; k < n; k++)
            place += s->jobs->number[k] < s->jobs->number[i] ||
                     (s->jobs->number[k] == s->jobs->number[i] && k < i);
        jobs[place].run = s->result->run[i];
        if (i == j)
            ours = place;
    }
    struct bf_error e;
    if (bf_tsafrir_deal(jobs, n, s->options->seed, &e) != BF_OK)
        abort();
    bf_time plan = jobs[ours].request;
    free(jobs);
    return plan;
}

static bf_time modelled(const struct bf_ref_sim *s, bf_job j)
{
    double run = (double)s->result->run[j], request = (double)s->request[j];
    double arg = s->options->estimate_arg;
    switch (s->options->estimate) {
    case BF_REF_REQUEST:
        break;
    case BF_REF_EXACT:
        return s->result->run[j];
    case BF_REF_FACTOR:
        return seconds(run * arg);
    case BF_REF_UNIFORM:
        return seconds(run * (1 + (arg - 1) * draw(s, j)));
    case BF_REF_PAD:
        return seconds(request * arg);
    case BF_REF_CAP:
        return request < arg ? s->request[j] : (bf_time)arg;
    case BF_REF_TRUNCATE:
        return truncated(s, j, false);
    case BF_REF_USER_TRUNCATE:
        return truncated(s, j, true);
    case BF_REF_AVG2:
        return average_of_two(s, j);
    case BF_REF_ROUND:
        return smaller(rounded_up(s->result->run[j]), s->request[j]);
    case BF_REF_TSAFRIR:
        return dealt(s, j);
    }
    return s->request[j];
}

bf_time bf_ref_first_plan(const struct bf_ref_sim *s, bf_job j)
{
    if (plans_play_no_part(s->options))
        return s->request[j];
    bf_time plan = smaller(modelled(s, j), ((bf_time)1 << 60) / ((bf_time)s->jobs->count + 1));
    return plan < 1 ? 1 : plan;
}

bf_time bf_ref_next_plan(const struct bf_ref_sim *s, bf_job j)
{
    static const bf_time increment[] = {60,    300,   900,   1800,   3600,  7200,
                                        18000, 36000, 72000, 180000, 360000};
    const uint32_t increments = sizeof increment / sizeof *increment;
    uint32_t done = s->result->corrections[j];
    switch (s->options->correction) {
    case BF_CORRECTION_INCREMENTS:
        if (done < increments)
            return smaller(s->result->plan[j] + increment[done], s->request[j]);
        return s->request[j];
    case BF_CORRECTION_DOUBLE:
        return smaller(2 * s->plan[j], s->request[j]);
    case BF_CORRECTION_REQUEST:
        return s->request[j];
    case BF_CORRECTION_NONE:
        break;
    }
    return s->plan[j];
}
