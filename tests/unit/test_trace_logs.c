// SPDX-License-Identifier: GPL-3.0-or-later
//
// The logs of ../shared/traces: what TRACES.md beside them says is odd in each has to be what the
// reader counts. Expected numbers are from that page; where the page counts all job lines and the
// reader those it keeps, the comment says so.
#include <math.h>

#include "tests/unit/trace_fixture.h"
#include "workloads/check.h"

struct expected {
    const char *file;
    bf_procs procs;
    const char *procs_from;
    uint64_t job_lines;
    uint64_t rejected_run, rejected_procs, skipped_partial;
    uint64_t no_request, overruns;
    uint64_t run_zero, same_second, allocated_more;
    bf_procs peak; // 0: not said
    double days;
    double load; // by allocated processors, as the page has it; 0: not said
};

static const struct expected logs[] = {
    {"KTH-SP2-1996-2.1-cln", 100, "MaxProcs", 28476, 0, 1, 0, 0, 475, 8, 332, 219, 104, 332.9,
     0.70},
    {"KTH-SP2-1996-2", 100, "MaxProcs", 28489, 0, 0, 0, 0, 475, 8, 332, 219, 104, 339.9, 0},
    {"NASA-iPSC-1993-3.1-cln", 128, "MaxProcs", 18239, 0, 0, 0, 18239, 0, 173, 5, 0, 0, 92.0, 0.47},
    {"NASA-iPSC-1993-3", 128, "MaxProcs", 42264, 0, 0, 0, 42264, 0, 215, 14, 0, 0, 92.0, 0},
    // request missing in 11,290 jobs, 3 of them those without processors
    {"LANL-CM5-1994-4.1-cln", 1024, "MaxProcs", 122060, 0, 3, 0, 11287, 40180, 2, 1874, 1212, 17824,
     720.9, 0.74},
    {"LCG-2005-1", 24515, "MaxProcs", 188041, 0, 0, 0, 0, 0, 521, 29821, 0, 0, 11.0, 0.06},
    {"RICC-2010-2", 8192, "MaxProcs", 447794, 0, 0, 0, 2, 7092, 10, 250203, 0, 28416, 153.0, 0.87},
    // 17,286 jobs ran 0 s, the 19 without processors among them
    {"CEA-Curie-2011-2.1-cln", 93312, "MaxProcs", 312826, 0, 19, 0, 0, 5416, 17267, 29768, 19899, 0,
     253.7, 0.63},
    // 7,178 jobs ran 0 s, 4,571 of them without processors; the page has a load of 0.71, which
    // neither allocated (0.7045) nor requested processors (0.7035) give
    {"LLNL-Atlas-2006-2.1-cln", 9216, "MaxProcs", 43778, 0, 4571, 0, 6294, 3351, 2607, 3641, 19, 0,
     193.0, 0.70},
    {"UniLu-Gaia-2014-1", 2004, "MaxProcs", 51987, 0, 0, 127, 0, 1500, 1, 10283, 0, 0, 89.1, 0.45},
    {"HPC2N-2002-ALTERED-3170-jobs", 240, "MaxProcs", 3170, 25, 0, 0, 0, 320, 0, 637, 213, 0, 57.3,
     0},
    {"lublin_256-SYNTHETIC", 256, "MaxNodes", 10000, 0, 0, 0, 10000, 0, 0, 0, 0, 0, 89.2, 0},
    {"KTH-SP2-sc15", 100, "MaxProcs", 28481, 0, 0, 0, 0, 0, 0, 332, 0, 0, 339.9, 0},
    {"CTC-SP2-sc15", 338, "MaxProcs", 77199, 0, 0, 0, 0, 0, 0, 501, 0, 0, 339.1, 0.84},
    {"SDSC-SP2-sc15", 128, "MaxProcs", 54006, 0, 0, 0, 0, 0, 0, 95, 0, 0, 731.3, 0.82},
    {"SDSC-BLUE-sc15", 1152, "MaxProcs", 232542, 0, 0, 0, 0, 0, 0, 1188, 0, 0, 979.1, 0.76},
    {"CEA-curie-sc15", 80640, "MaxProcs", 295540, 0, 0, 0, 0, 0, 0, 27297, 0, 0, 253.7, 0.72}};

static const char *log_path(const char *name)
{
    char relative[256];
    snprintf(relative, sizeof relative, "traces/%s.swf.gz", name);
    return bf_test_need_shared(relative);
}

// The load as TRACES.md defines it; its numbers are met by the processors that jobs got.
static double load_by_allocation(const struct bf_trace *t)
{
    double area = 0;
    for (uint32_t j = 0; j < t->jobs.count; j++) {
        const int64_t got = t->fields[j].allocated;
        area += (double)t->jobs.run[j] * (double)(got > 0 ? got : t->jobs.procs[j]);
    }
    return area / t->procs / (double)(t->row.last_submit - t->row.first_submit);
}

static void compare(const struct expected *x, const struct bf_check *c)
{
    const struct bf_trace *t = c->trace;
    const struct bf_trace_row *r = &t->row;
    print_message("%s\n", x->file);
    assert_adds_up(r);
    assert_int_equal(r->lines - r->comments - r->blank, x->job_lines);
    assert_int_equal(r->blank, strstr(x->file, "ALTERED") ? 1 : 0);
    assert_int_equal(t->procs, x->procs);
    assert_string_equal(r->procs_from, x->procs_from);
    assert_int_equal(r->rejected_run, x->rejected_run);
    assert_int_equal(r->rejected_procs, x->rejected_procs);
    assert_int_equal(r->skipped_partial, x->skipped_partial);
    assert_int_equal(r->rejected_fields + r->rejected_number + r->rejected_submit, 0);
    assert_int_equal(r->rejected_wide + r->unsorted + r->duplicates + r->extra_fields, 0);
    assert_int_equal(r->rounded, 0);
    assert_int_equal(r->no_request, x->no_request);
    assert_int_equal(r->overruns, x->overruns);
    assert_int_equal(c->count[BF_FOUND_RUN_ZERO], x->run_zero);
    assert_int_equal(c->count[BF_FOUND_SAME_SECOND], x->same_second);
    assert_int_equal(c->count[BF_FOUND_ALLOCATED_MORE], x->allocated_more);
    if (x->peak)
        assert_int_equal(t->peak_recorded, x->peak);
    assert_true(fabs((double)(r->last_submit - r->first_submit) / 86400 - x->days) < 0.051);
    if (x->load > 0)
        assert_true(fabs(load_by_allocation(t) - x->load) < 0.0051);
}

static void the_counts_of_every_log(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof logs / sizeof *logs; i++) {
        struct bf_trace_options o = options_for(log_path(logs[i].file));
        struct bf_check c;
        struct bf_error e = {0};
        o.keep_fields = true;
        assert_ok(bf_trace_check(&o, &c, &e), e);
        compare(&logs[i], &c);
        bf_trace_destroy(c.trace);
    }
}

// Single numbers of the page.
static void what_is_odd_in_single_logs(void **state)
{
    struct bf_trace_options o = options_for(log_path("CEA-Curie-2011-2.1-cln"));
    struct bf_check c;
    struct bf_error e = {0};
    (void)state;
    assert_ok(bf_trace_check(&o, &c, &e), e);
    assert_int_equal(c.trace->row.first_submit, 31656837);
    assert_int_equal(c.trace->jobs.number[0], 272393);
    assert_int_equal(c.value[BF_FOUND_OVERRUN], 38215);
    assert_int_equal(c.count[BF_FOUND_HUGE_REQUEST], 3);
    assert_int_equal(c.value[BF_FOUND_HUGE_REQUEST], 2147483647);
    assert_int_equal(c.count[BF_FOUND_CANCELLED_RAN], 2756);
    assert_int_equal(c.value[BF_FOUND_LONG_WAIT], 7610035);
    assert_int_equal(c.value[BF_FOUND_MAX_JOBS], 773138);
    bf_trace_destroy(c.trace);
    o = options_for(log_path("LLNL-Atlas-2006-2.1-cln"));
    assert_ok(bf_trace_check(&o, &c, &e), e);
    assert_int_equal(c.trace->row.simulated - (int64_t)c.count[BF_FOUND_RUN_ZERO], 36600); // usable
    assert_int_equal(c.value[BF_FOUND_HUGE_REQUEST], 738738720);
    assert_int_equal(c.count[BF_FOUND_CANCELLED_RAN], 6831);
    assert_int_equal(c.value[BF_FOUND_OVERRUN], 60);
    assert_int_equal(c.missing[2], c.jobs); // wait in all
    bf_trace_destroy(c.trace);
    o = options_for(log_path("LANL-CM5-1994-4.1-cln"));
    assert_ok(bf_trace_check(&o, &c, &e), e);
    assert_int_equal(c.value[BF_FOUND_OVERRUN], 239592);
    assert_int_equal(c.value[BF_FOUND_LONG_WAIT], 6602418);
    bf_trace_destroy(c.trace);
    o = options_for(log_path("RICC-2010-2"));
    assert_ok(bf_trace_check(&o, &c, &e), e);
    assert_int_equal(c.count[BF_FOUND_LONG_WAIT], 255);
    assert_int_equal(c.count[BF_FOUND_ALLOCATED_LESS], 6974);
    assert_int_equal(c.value[BF_FOUND_OVERRUN], 334557);
    bf_trace_destroy(c.trace);
}

// The rule that made the derived logs: jobs that ran; processors as usual; run at most the request.
// It has to give exactly the jobs of the derived file.
static void derive_and_compare(const char *original, const char *derived)
{
    const struct bf_trace_options o = options_for(log_path(original));
    struct bf_trace *a = load_with(&o), *b;
    b = load_path(log_path(derived));
    uint32_t k = 0;
    for (uint32_t j = 0; j < a->jobs.count; j++) {
        if (a->jobs.run[j] <= 0)
            continue;
        assert_true(k < b->jobs.count);
        const bf_time run = a->jobs.run[j], request = a->jobs.request[j];
        assert_int_equal(b->jobs.number[k], a->jobs.number[j]);
        assert_int_equal(b->jobs.submit[k], a->jobs.submit[j]);
        assert_int_equal(b->jobs.procs[k], a->jobs.procs[j]);
        assert_int_equal(b->jobs.request[k], request);
        assert_int_equal(b->jobs.run[k], run < request ? run : request);
        k++;
    }
    assert_int_equal(k, b->jobs.count);
    bf_trace_destroy(a);
    bf_trace_destroy(b);
}

static void the_derived_logs_are_derived(void **state)
{
    (void)state;
    derive_and_compare("KTH-SP2-1996-2", "KTH-SP2-sc15");
    derive_and_compare("CEA-Curie-2011-2.1-cln", "CEA-curie-sc15");
}

// A real log survives being written, field by field.
static void a_real_log_is_written_and_read_again(void **state)
{
    struct bf_trace_options o = options_for(log_path("LANL-CM5-1994-4.1-cln")); // decimal field 6
    struct bf_error e = {0};
    (void)state;
    o.keep_fields = true;
    struct bf_trace *a = load_with(&o);
    o.source = path_of("lanl.swf.gz");
    assert_ok(bf_trace_write_swf(a, NULL, NULL, o.source, &e), e);
    struct bf_trace *b = load_with(&o);
    assert_int_equal(a->jobs.count, b->jobs.count);
    assert_memory_equal(a->fields, b->fields, a->jobs.count * sizeof *a->fields);
    assert_same_jobs(&a->jobs, &b->jobs);
    bf_trace_destroy(a);
    bf_trace_destroy(b);
}

BF_TEST_MAIN(BF_TEST(the_counts_of_every_log), BF_TEST(what_is_odd_in_single_logs),
             BF_TEST(the_derived_logs_are_derived), BF_TEST(a_real_log_is_written_and_read_again))
