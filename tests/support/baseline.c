// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/baseline.h"

#include "tests/support/bf_test.h"
#include "tests/support/published.h"
#include "tests/support/spec.h"

// Runs a shell command, whose output is shown when it fails.
static bool works(const char *command)
{
    return system(command) == 0;
}

// The compiled baseline; the same for all calls of a program.
static const char *compile(void)
{
    static char program[512];
    if (program[0])
        return program;
    const char *source = bf_test_need_shared("tools/baseline_sim.c");
    if (!works("command -v cc gzip >/dev/null")) {
        printf("SKIPPED: no C compiler or no gzip here to build and feed %s\n", source);
        exit(BF_TEST_SKIPPED);
    }
    char command[8192];
    snprintf(program, sizeof program, "%s", bf_test_temporary("baseline"));
    snprintf(command, sizeof command, "cc -O2 -w -o '%s' '%s' -lm", program, source);
    if (!works(command))
        fail_msg("cannot compile %s", source);
    return program;
}

static void compare(FILE *baseline, const struct bf_outcome *o, const char *name)
{
    long long number, start, end;
    bf_job j = 0;
    while (fscanf(baseline, "%lld,%lld,%lld", &number, &start, &end) == 3) {
        assert_in_range(j, 0, o->jobs->count - 1);
        assert_int_equal(number, o->jobs->number[j]);
        if (o->start[j] != start)
            fail_msg("%s: job %lld starts at %lld, the baseline says %lld", name, number,
                     (long long)o->start[j], start);
        j++;
    }
    assert_int_equal(j, o->jobs->count);
}

void bf_test_equals_baseline(const char *name, const char *policy)
{
    const char *program = compile();
    char file[128], relative[256], command[8192];
    snprintf(file, sizeof file, "%s.swf.gz", name);
    snprintf(relative, sizeof relative, "traces/%s", file);
    struct bf_trace *t = bf_test_log(file, 0);
    struct bf_sim *sim = bf_sim_create();
    struct bf_outcome o = bf_test_run(sim, &t->jobs, t->procs, policy);
    snprintf(command, sizeof command, "gzip -dc '%s' | '%s' - %s %d 0 0 0 print 2>/dev/null",
             bf_test_need_shared(relative), program, policy, t->procs);
    FILE *baseline = popen(command, "r");
    assert_non_null(baseline);
    compare(baseline, &o, name);
    assert_int_equal(pclose(baseline), 0);
    bf_sim_destroy(sim);
    bf_trace_destroy(t);
}
