// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/compare.h"

static void differ(struct bf_text *why, const struct bf_outcome *o, bf_job j, const char *what,
                   int64_t engine, int64_t reference)
{
    bf_text_add(why, "job %lld: %s is %lld, the reference says %lld", (long long)o->jobs->number[j],
                what, (long long)engine, (long long)reference);
}

static bool same_job(const struct bf_outcome *o, const struct bf_ref_result *r, bf_job j,
                     struct bf_text *why)
{
    int64_t corrections = r->corrections[j] < 255 ? r->corrections[j] : 255;
    const struct {
        const char *what;
        int64_t engine, reference;
    } values[] = {
        {"plan", o->plan[j], r->plan[j]},
        {"start", o->start[j], r->start[j]},
        {"run", bf_outcome_run(o, j), r->run[j]},
        {"number of corrections", o->corrections[j], corrections},
        {"flags", o->flags[j], r->flags[j]},
        {"first promise", o->first_promise ? o->first_promise[j] : BF_NEVER, r->first_promise[j]},
        {"last promise", o->last_promise ? o->last_promise[j] : BF_NEVER, r->last_promise[j]},
    };
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        if (values[i].engine != values[i].reference) {
            differ(why, o, j, values[i].what, values[i].engine, values[i].reference);
            return false;
        }
    return true;
}

static bool same_counter(const char *what, int64_t engine, int64_t reference, struct bf_text *why)
{
    if (engine == reference)
        return true;
    bf_text_add(why, "%s: %lld, the reference says %lld", what, (long long)engine,
                (long long)reference);
    return false;
}

bool bf_test_same(const struct bf_outcome *o, const struct bf_ref_result *r, struct bf_text *why)
{
    *why = bf_text_init(why->at, why->size);
    for (bf_job j = 0; j < r->count; j++)
        if (!same_job(o, r, j, why))
            return false;
    return same_counter("corrections", (int64_t)o->counters.corrections,
                        (int64_t)r->all_corrections, why) &&
           same_counter("broken promises", (int64_t)o->counters.broken_promises,
                        (int64_t)r->broken_promises, why) &&
           same_counter("total slip", o->counters.slip_total, r->slip_total, why) &&
           same_counter("worst slip", o->counters.slip_max, r->slip_max, why);
}
