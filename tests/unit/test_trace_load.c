// SPDX-License-Identifier: GPL-3.0-or-later
//
// From a log to a job table: the account of every line, the machine, filters, windows, transforms.
#include <math.h>

#include "tests/unit/trace_fixture.h"

// number, submit, wait, run, allocated, requested processors, requested time, status, user
#define LINE(n, s, w, r, a, p, t, st, u)                                                           \
#n " " #s " " #w " " #r " " #a " -1 -1 " #p " " #t " -1 " #st " " #u " -1 -1 -1 -1 -1 -1\n"

static void every_line_has_its_reason(void **state)
{
    static const char text[] = "; MaxProcs: 8\n"
                               "\n" LINE(1, 0, -1, 60, 4, 4, 100, 1, 1)          // kept
        "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17\n"                            // fields
        "1 2 x 4 5 6 7 8 9 10 11 12 13 14 15 16 17\n"                            // fields first
        "1 2 x 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18\n"                         // number
        LINE(5, 9223372036854775808, -1, 60, 4, 4, 100, 1, 1)                    // number
        LINE(6, -5, -1, x, 4, 4, 100, 1, 1)                                      // number first
        LINE(7, -1, -1, 60, 4, 4, 100, 2, 1)                                     // submit
        LINE(8, 5, -1, -1, 4, 4, 100, 2, 1)                                      // partial
        LINE(9, 5, -1, 60, 4, 4, 100, 3, 1) LINE(10, 5, -1, 60, 4, 4, 100, 4, 1) // partial
        LINE(11, 5, -1, -1, 4, 4, 100, 5, 1)                                     // status
        LINE(12, 5, -1, -1, -1, -1, 100, 1, 1)                                   // run
        LINE(13, 5, -1, 60, -1, 0, 100, 1, 1)                                    // procs
        LINE(14, 500, -1, 60, 4, 9, 100, 1, 1)                                   // wide
        LINE(15, 500, -1, 60, 4, 8, 100, 1, 1)                                   // window
        LINE(16, 20, -1, 60, 4, -1, -1, 0, 2)                                    // kept
        LINE(16, 10.5, -1, 160, 4, 0, 100, 1, 1) "; the end\n";                  // kept
    struct bf_trace_options o = options_for(write_text("reasons.swf", text));
    (void)state;
    o.max_bad = 100;
    o.statuses = 1u << 1 | 1u << 2 | 1u << 3; // 0, 1 and, in vain, 2
    o.to = 500;
    struct bf_trace *t = load_with(&o);
    const struct bf_trace_row *r = &t->row;
    assert_int_equal(r->lines, 20);
    assert_int_equal(r->comments, 2);
    assert_int_equal(r->blank, 1);
    assert_int_equal(r->rejected_fields, 2);
    assert_int_equal(r->rejected_number, 3);
    assert_int_equal(r->rejected_submit, 1);
    assert_int_equal(r->skipped_partial, 3);
    assert_int_equal(r->skipped_status, 1);
    assert_int_equal(r->rejected_run, 1);
    assert_int_equal(r->rejected_procs, 1);
    assert_int_equal(r->rejected_wide, 1);
    assert_int_equal(r->skipped_window, 1);
    assert_int_equal(r->simulated, 3);
    assert_int_equal(r->rounded, 1);
    assert_int_equal(r->unsorted, 2); // both of 16
    assert_int_equal(r->duplicates, 1);
    assert_int_equal(r->no_request, 1);
    assert_int_equal(r->overruns, 1);
    assert_int_equal(r->users, 2);
    assert_adds_up(r);
    assert_false(t->all_without_request);
    const struct bf_jobs *j = &t->jobs; // sorted: 1 at 0, 16 at 11, 16 at 20
    assert_int_equal(j->submit[1], 11);
    assert_int_equal(j->run[1], 160);
    assert_int_equal(j->procs[1], 4); // 0 requested: what was allocated
    assert_int_equal(j->submit[2], 20);
    assert_int_equal(j->request[2], 60); // the run time stands for it
    assert_int_equal(j->bits[2], BF_JOB_NO_REQUEST);
    assert_int_equal(j->user[0], j->user[1]);
    assert_int_not_equal(j->user[0], j->user[2]);
    bf_trace_destroy(t);
}

static void equal_submits_keep_the_order_of_the_log(void **state)
{
    (void)state;
    struct bf_trace *t = load_text(
        "ties.swf", "; MaxProcs: 8\n" LINE(9, 7, -1, 1, 1, 1, 1, 1, 1)
                        LINE(3, 5, -1, 1, 1, 1, 1, 1, 1) LINE(8, 7, -1, 1, 1, 1, 1, 1, 1)
                            LINE(2, 5, -1, 1, 1, 1, 1, 1, 1) LINE(7, 7, -1, 1, 1, 1, 1, 1, 1));
    static const int64_t numbers[] = {3, 2, 9, 8, 7};
    assert_memory_equal(t->jobs.number, numbers, sizeof numbers);
    assert_int_equal(t->row.unsorted, 2);     // 3 after 9, 2 after 8
    assert_int_equal(t->row.first_submit, 5); // kept, not moved to 0
    bf_trace_destroy(t);
}

static void jobs_of_no_time_and_no_request(void **state)
{
    (void)state;
    struct bf_trace *t =
        load_text("zero.swf", "; MaxProcs: 8\n" LINE(0, 0, -1, 0, 1, 1, -1, 1, -1)
                                  LINE(1, 0, -1, 0, 1, 1, 0, 1, 9223372036854775807));
    assert_int_equal(t->jobs.request[0], 1);
    assert_int_equal(t->jobs.request[1], 1);
    assert_int_equal(t->jobs.run[0], 0);
    assert_int_equal(t->jobs.users, 2);
    assert_true(t->all_without_request);
    assert_non_null(strstr(t->warnings, "no job has a requested time"));
    assert_true(isnan(t->row.offered_load)); // no span
    bf_trace_destroy(t);
}

#define TWO LINE(1, 0, -1, 60, 4, 4, 100, 1, 1) LINE(2, 10, -1, 60, 6, 6, 100, 1, 1)

static void the_machine(void **state)
{
    struct bf_trace_options o = options_for(write_text("nodes.swf", "; maxnodes: 8\n" TWO));
    (void)state;
    struct bf_trace *t = load_with(&o);
    assert_int_equal(t->procs, 8);
    assert_string_equal(t->row.procs_from, "MaxNodes");
    bf_trace_destroy(t);
    o.procs = 20;
    t = load_with(&o);
    assert_int_equal(t->procs, 20);
    assert_string_equal(t->row.procs_from, "option");
    bf_trace_destroy(t);
    o = options_for(write_text("both.swf", "; MaxNodes: 8\n; MaxProcs: 16\n" TWO));
    t = load_with(&o);
    assert_int_equal(t->procs, 16);
    assert_string_equal(t->row.procs_from, "MaxProcs");
    bf_trace_destroy(t);
    o = options_for(write_text("minus.swf", "; MaxProcs: -1\n; MaxNodes: 9\n" TWO));
    t = load_with(&o);
    assert_int_equal(t->procs, 9);
    bf_trace_destroy(t);
    o = options_for(write_text("behind.swf", TWO "; MaxProcs: 10\n"));
    t = load_with(&o);
    assert_int_equal(t->procs, 10);
    assert_string_equal(t->header, "");
    bf_trace_destroy(t);
    o = options_for(write_text("huge.swf", "; MaxProcs: 16777217\n" TWO));
    EXPECT_INPUT_ERROR(&o, "huge.swf:1: MaxProcs is 16777217", "at most 16777216");
    o.procs = 16777216;
    t = load_with(&o);
    bf_trace_destroy(t);
    o = options_for(write_text("none.swf", "; MaxJobs: 2\n" TWO));
    EXPECT_INPUT_ERROR(&o, "none.swf: the size of the machine is not known", "MaxProcs", "MaxNodes",
                       "--procs", "6 processors");
}

static void too_wide_jobs(void **state)
{
    struct bf_trace_options o = options_for(write_text("wide.swf", "; MaxProcs: 5\n" TWO));
    (void)state;
    struct bf_trace *t = load_with(&o);
    assert_int_equal(t->row.rejected_wide, 1);
    assert_int_equal(t->jobs.count, 1);
    assert_non_null(strstr(t->warnings, "1 job is wider than the machine (5)"));
    bf_trace_destroy(t);
    o.too_wide = BF_TOO_WIDE_CLAMP;
    t = load_with(&o);
    assert_int_equal(t->row.clamped, 1);
    assert_int_equal(t->jobs.procs[1], 5);
    bf_trace_destroy(t);
    o.too_wide = BF_TOO_WIDE_ERROR;
    EXPECT_INPUT_ERROR(&o, "wide.swf:3: a job asks for 6 processors, the machine has 5 (MaxProcs)");
    o.too_wide = BF_TOO_WIDE_DROP;
    o.procs = 3;
    EXPECT_INPUT_ERROR(&o, "no job is left to simulate on 3 processors (option)",
                       "2 wider than the machine");
}

static void malformed_lines_up_to_a_share(void **state)
{
    char text[40000];
    int n = snprintf(text, sizeof text, "; MaxProcs: 8\n");
    (void)state;
    for (int i = 0; i < 198; i++)
        n += snprintf(text + n, sizeof text - (size_t)n,
                      "%d %d -1 60 4 -1 -1 4 100 -1 1 1 -1 -1 -1 -1 -1 -1\n", i, i);
    snprintf(text + n, sizeof text - (size_t)n, "1 2 3\n%s", LINE(1, -7, -1, 60, 4, 4, 9, 1, 1));
    struct bf_trace_options o = options_for(write_text("bad.swf", text)); // 2 of 200: 1 %
    struct bf_trace *t = load_with(&o);
    assert_int_equal(t->row.rejected_fields, 1);
    assert_int_equal(t->row.rejected_submit, 1);
    assert_non_null(strstr(t->warnings, "bad.swf:200: 3 fields, 18 expected; 2 malformed lines"));
    bf_trace_destroy(t);
    o.max_bad = 0.99;
    EXPECT_INPUT_ERROR(&o, "bad.swf:200: 3 fields, 18 expected",
                       "2 of 200 job lines (1 %) are malformed", "--max-bad 0.99%");
    o.max_bad = 0;
    EXPECT_INPUT_ERROR(&o, "bad.swf:200");
}

#define FIVE                                                                                       \
    "; MaxProcs: 8\n" LINE(1, 100, -1, 60, 4, 4, 100, 1, 1) LINE(2, 110, -1, 60, 4, 4, 100, 1, 2)  \
        LINE(3, 130, -1, 60, 4, 4, 100, 1, 3) LINE(4, 170, -1, 60, 4, 4, 100, 0, 1)                \
            LINE(5, 300, -1, 60, 4, 4, 100, 5, 2)

static void windows(void **state)
{
    struct bf_trace_options o = options_for(write_text("five.swf", FIVE));
    (void)state;
    o.from = 110;
    o.to = 300;
    struct bf_trace *t = load_with(&o);
    assert_int_equal(t->jobs.count, 3);
    assert_int_equal(t->jobs.number[0], 2);
    assert_int_equal(t->row.skipped_window, 2);
    assert_adds_up(&t->row);
    bf_trace_destroy(t);
    o.first = 2;
    t = load_with(&o);
    assert_int_equal(t->jobs.count, 2);
    assert_int_equal(t->jobs.users, 2); // those that are left
    assert_int_equal(t->row.skipped_window, 3);
    assert_adds_up(&t->row);
    bf_trace_destroy(t);
    o.from = 1000;
    o.to = BF_NEVER;
    EXPECT_INPUT_ERROR(&o, "no job is left", "5 outside --from and --to");
    o.from = 5;
    o.to = 5;
    expect_error(&o, BF_ERR_USAGE, (const char *const[]){"from 5 is not before to 5", NULL});
}

static void first_counts_in_order_of_submit(void **state)
{
    struct bf_trace_options o = options_for(write_text(
        "back.swf", "; MaxProcs: 8\n" LINE(1, 50, -1, 1, 1, 1, 1, 1, 1)
                        LINE(2, 20, -1, 1, 1, 1, 1, 1, 1) LINE(3, 10, -1, 1, 1, 1, 1, 1, 1)));
    (void)state;
    o.first = 2;
    struct bf_trace *t = load_with(&o);
    assert_int_equal(t->jobs.number[0], 3);
    assert_int_equal(t->jobs.number[1], 2);
    bf_trace_destroy(t);
}

static void load_scales_the_gaps(void **state)
{
    struct bf_trace_options o = options_for(write_text("gaps.swf", FIVE));
    static const bf_time doubled[] = {100, 105, 115, 135, 200};
    static const bf_time slower[] = {100, 115, 145, 205, 400};
    (void)state;
    o.load = 2;
    struct bf_trace *t = load_with(&o);
    assert_memory_equal(t->jobs.submit, doubled, sizeof doubled);
    assert_true(fabs(t->row.offered_load - 2 * 5 * 240.0 / (8 * 200)) < 1e-12);
    bf_trace_destroy(t);
    o.load = 2.0 / 3;
    t = load_with(&o);
    assert_memory_equal(t->jobs.submit, slower, sizeof slower);
    bf_trace_destroy(t);
    o.load = 1e-300;
    expect_error(&o, BF_ERR_USAGE, (const char *const[]){"load 1e-300 spreads", NULL});
    o.load = 0;
    expect_error(&o, BF_ERR_USAGE, (const char *const[]){"load 0", NULL});
    o.load = NAN;
    expect_error(&o, BF_ERR_USAGE, (const char *const[]){"load nan", NULL});
}

// Noise stays within its width, has no bias, depends on the seed alone, and the table is sorted
// again.
static void shake_is_uniform_noise(void **state)
{
    struct bf_trace_options o = options_for("lublin:jobs=4000,procs=64");
    (void)state;
    struct bf_trace *plain = load_with(&o);
    o.shake = 600;
    o.seed = 3;
    struct bf_trace *a = load_with(&o), *b = load_with(&o);
    assert_same_jobs(&a->jobs, &b->jobs);
    double sum = 0;
    bf_time widest = 0;
    bool moved_past = false;
    for (uint32_t j = 0; j < a->jobs.count; j++) {
        const int64_t number = a->jobs.number[j]; // 1, 2, ... in the order of the model
        const bf_time noise = a->jobs.submit[j] - plain->jobs.submit[number - 1];
        assert_true(noise >= -300 && noise <= 300);
        assert_true(j == 0 || a->jobs.submit[j] >= a->jobs.submit[j - 1]);
        moved_past |= number != (int64_t)j + 1;
        widest = noise > widest ? noise : widest;
        sum += (double)noise;
    }
    assert_true(moved_past);
    assert_true(widest > 290);
    assert_true(fabs(sum / a->jobs.count) < 12); // 4 standard errors of a mean of 4000
    o.seed = 4;
    struct bf_trace *c = load_with(&o);
    assert_memory_not_equal(a->jobs.submit, c->jobs.submit, a->jobs.count * sizeof(bf_time));
    bf_trace_destroy(plain);
    bf_trace_destroy(a);
    bf_trace_destroy(b);
    bf_trace_destroy(c);
}

// Three jobs of 4, 4 and 2 processors run by the log's own waits at [10, 20), [20, 30), [15, 25).
static void the_peak_of_the_logs_own_waits(void **state)
{
    struct bf_trace_options o = options_for(write_text(
        "peak.swf", "; MaxProcs: 5\n" LINE(1, 0, 10, 10, 4, 4, 100, 1, 1)
                        LINE(2, 5, 15, 10, 4, 4, 100, 1, 1) LINE(3, 9, 6, 10, 2, 2, 100, 1, 1)
                            LINE(4, 9, -1, 10, 4, 4, 100, 1, 1) LINE(5, 9, 8, 0, 4, 4, 100, 1, 1)));
    (void)state;
    o.find_peak = true;
    struct bf_trace *t = load_with(&o);
    assert_int_equal(t->peak_recorded, 6);
    assert_non_null(strstr(t->warnings, "up to 6 processors at once, the machine has 5"));
    bf_trace_destroy(t);
    o.find_peak = false;
    t = load_with(&o);
    assert_int_equal(t->peak_recorded, 0);
    assert_string_equal(t->warnings, "");
    bf_trace_destroy(t);
}

// Sums of times must fit: 2^50 s each is fine for a few jobs and not for a thousand.
static void times_that_add_up_to_too_much(void **state)
{
    enum { MANY = 1100 };
    static char text[MANY * 100];
    int n = snprintf(text, sizeof text, "; MaxProcs: 8\n");
    (void)state;
    for (int i = 0; i < MANY; i++)
        n += snprintf(text + n, sizeof text - (size_t)n,
                      "%d 0 -1 60 4 -1 -1 4 1125899906842624 -1 1 1 -1 -1 -1 -1 -1 -1\n", i);
    struct bf_trace_options o = options_for(write_text("long.swf", text));
    EXPECT_INPUT_ERROR(&o, "long.swf: ");
    o.first = 1000;
    bf_trace_destroy(load_with(&o));
}

static void options_have_a_canonical_text(void **state)
{
    char buffer[512];
    struct bf_text text = bf_text_init(buffer, sizeof buffer);
    struct bf_trace_options o = options_for("x");
    (void)state;
    o.seed = 17; // of no shake: decides nothing
    o.max_bad = 5;
    bf_trace_options_text(&o, 100, &text);
    assert_string_equal(buffer, "procs=100");
    text = bf_text_init(buffer, sizeof buffer);
    o.too_wide = BF_TOO_WIDE_CLAMP;
    o.statuses = 1 | 1u << 2 | 1u << 6;
    o.first = 10;
    o.from = 5;
    o.to = 50;
    o.load = 0.1;
    o.shake = 60;
    bf_trace_options_text(&o, 100, &text);
    assert_string_equal(buffer, "procs=100 too_wide=clamp status=-1,1,5 first=10 from=5 to=50 "
                                "load=0.1 shake=60 seed=17");
}

BF_TEST_MAIN(BF_TEST(every_line_has_its_reason), BF_TEST(equal_submits_keep_the_order_of_the_log),
             BF_TEST(jobs_of_no_time_and_no_request), BF_TEST(the_machine), BF_TEST(too_wide_jobs),
             BF_TEST(malformed_lines_up_to_a_share), BF_TEST(windows),
             BF_TEST(first_counts_in_order_of_submit), BF_TEST(load_scales_the_gaps),
             BF_TEST(shake_is_uniform_noise), BF_TEST(the_peak_of_the_logs_own_waits),
             BF_TEST(times_that_add_up_to_too_much), BF_TEST(options_have_a_canonical_text))
