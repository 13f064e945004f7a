// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/published.h"

#include "tests/support/bf_test.h"
#include "tests/support/spec.h"

struct bf_trace *bf_test_log(const char *name, uint64_t first)
{
    char relative[256];
    snprintf(relative, sizeof relative, "traces/%s", name);
    struct bf_trace_options options;
    bf_trace_options_default(&options);
    options.source = bf_test_need_shared(relative);
    options.first = first;
    struct bf_trace *trace;
    struct bf_error e;
    assert_ok(bf_trace_load(&options, &trace, &e), e);
    return trace;
}

size_t bf_test_starts_that_differ(const struct bf_outcome *o, const struct bf_test_columns *c,
                                  const char *column)
{
    const size_t shown = 3;
    size_t place = bf_test_column(c, column), differ = 0;
    assert_int_equal(c->rows, o->jobs->count);
    for (bf_job j = 0; j < c->rows; j++) {
        assert_int_equal(bf_test_cell(c, j, 0), o->jobs->number[j]);
        int64_t published = bf_test_cell(c, j, place);
        if (o->start[j] == published)
            continue;
        if (differ++ < shown)
            printf("%s: job %lld starts at %lld, published is %lld\n", column,
                   (long long)o->jobs->number[j], (long long)o->start[j], (long long)published);
    }
    return differ;
}

void bf_test_meets_column(const struct bf_trace *t, const struct bf_test_columns *c,
                          const char *column, const char *spec, size_t allowed)
{
    struct bf_sim *sim = bf_sim_create();
    struct bf_outcome o = bf_test_run(sim, &t->jobs, t->procs, spec);
    size_t differ = bf_test_starts_that_differ(&o, c, column);
    printf("%s with '%s': %zu of %zu starts differ\n", column, spec, differ, c->rows);
    bf_sim_destroy(sim);
    assert_in_range(differ, 0, allowed);
}
