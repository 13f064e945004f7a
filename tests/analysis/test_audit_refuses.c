// SPDX-License-Identifier: GPL-3.0-or-later
//
// Schedules that are wrong in one way, and what the audit says of them: the check, the instant, the
// jobs.
#include "engine/base/seed.h"
#include "tests/analysis/audit_sample.h"
#include "tests/support/bf_test.h"
#include "tests/support/property.h"
#include "tests/support/spec.h"

// The ten jobs of tests/golden/test_textbook.c on 8 processors; that page has the pictures.
static const struct bf_test_job ten[] = {
    {0, 4, 100, 80, 0, 0}, {0, 2, 25, 25, 0, 0},  {5, 3, 40, 40, 0, 0},  {10, 6, 150, 150, 0, 0},
    {10, 1, 20, 20, 0, 0}, {20, 2, 60, 60, 0, 0}, {30, 4, 30, 30, 0, 0}, {45, 5, 90, 90, 0, 0},
    {60, 1, 25, 25, 0, 0}, {75, 2, 50, 50, 0, 0}};

struct fixture {
    struct bf_test_workload *workload;
    struct bf_sim *sim;
    struct bf_audit_sample s;
};

// The sample points into itself: it stays where it is.
static void run(struct fixture *f, const char *spec)
{
    const struct bf_config config = bf_test_config(spec);
    f->workload = bf_test_workload_of(ten, 10, 8);
    f->sim = bf_sim_create();
    bf_audit_sample_make(&f->s, f->sim, f->workload, &config);
    char why_text[1024];
    struct bf_text why = bf_text_init(why_text, sizeof why_text);
    if (!bf_audit_sample_holds(&f->s, &why))
        fail_msg("before anything was changed: %s", why_text);
}

static void finish(struct fixture *f)
{
    bf_audit_sample_free(&f->s);
    bf_sim_destroy(f->sim);
    bf_test_workload_destroy(f->workload);
}

static struct bf_job_row *job(struct fixture *f, int64_t number)
{
    return bf_audit_sample_job(&f->s, number);
}

static void move(struct fixture *f, int64_t number, bf_time start)
{
    struct bf_job_row *j = job(f, number);
    j->end += start - j->start;
    j->start = start;
}

#define REFUSES(f, kind, at, words) bf_audit_sample_refuses(&(f).s, kind, at, words)

// ---- the schedule ------------------------------------------------------------

// easy starts 0 0 25 85 10 65 235 265 60 125. Job 4 at 60 runs beside 1 (4) and 9 (1).
static void overlap_is_refused(void **state)
{
    (void)state;
    struct fixture f;
    run(&f, "easy");
    move(&f, 4, 60);
    REFUSES(f, BF_AUDIT_CAPACITY, 60,
            "at 60: 14 processors in use, the machine has 8; jobs "
            "(processors): 1 (4), 3 (3), 4 (6), 9 (1)");
    finish(&f);
}

static void early_start_is_refused(void **state)
{
    (void)state;
    struct fixture f;
    run(&f, "easy");
    move(&f, 9, 59);
    REFUSES(f, BF_AUDIT_SUBMITS, 59, "job 9 starts at 59, submitted at 60");
    finish(&f);
}

// fcfs starts 0 0 25 80 80 100 230 260 260 260.
static void swapped_jobs_are_refused(void **state)
{
    (void)state;
    struct fixture f;
    run(&f, "fcfs");
    move(&f, 6, 230);
    move(&f, 7, 100);
    REFUSES(f, BF_AUDIT_ORDER, 100, "at 100: job 7 starts past job 6, which waits until 230");
    REFUSES(f, BF_AUDIT_CAPACITY, 100, "at 100: 10 processors in use");
    finish(&f);
}

static void cut_length_is_refused(void **state)
{
    (void)state;
    struct fixture f;
    run(&f, "easy");
    job(&f, 1)->end = 70;
    REFUSES(f, BF_AUDIT_LENGTHS, 0,
            "job 1, started at 0, runs 70 s to 70; by the log it runs 80 s");
    f.s.input.log = NULL;
    job(&f, 1)->end = 101;
    REFUSES(f, BF_AUDIT_LENGTHS, 0, "job 1, started at 0, runs 1 s past its request of 100 s");
    finish(&f);
}

static void jobs_that_are_not_those_of_the_log_are_refused(void **state)
{
    (void)state;
    struct fixture f;
    run(&f, "easy");
    job(&f, 9)->job = 8;
    REFUSES(f, BF_AUDIT_JOBS, 60, "job 8, started at 60: the log has no such job, or not as often");
    finish(&f);
    run(&f, "easy");
    f.s.input.schedule.count = 9;
    REFUSES(f, BF_AUDIT_JOBS, 75, "job 10 of the log, submitted at 75, is not in the schedule");
    finish(&f);
    run(&f, "easy");
    job(&f, 5)->procs = 2;
    REFUSES(f, BF_AUDIT_FIELDS, 10, "job 5, started at 10: processors is 2, by the log 1");
    job(&f, 5)->procs = 1;
    job(&f, 5)->request = 21;
    REFUSES(f, BF_AUDIT_FIELDS, 10, "job 5, started at 10: request is 21, by the log 20");
    finish(&f);
}

static void late_start_is_refused(void **state)
{
    (void)state;
    struct fixture f;
    run(&f, "easy");
    move(&f, 8, 270); // the last one: nothing else is wrong
    REFUSES(f, BF_AUDIT_IDLE, 265,
            "at 265: the head, job 8, needs 5 processors, 8 are free, and it starts at 270 only");
    finish(&f);
}

// ---- the head ----------------------------------------------------------------

// Job 3 would run past the shadow time 100 of job 2 on two processors more than are extra.
static void delayed_head_is_refused(void **state)
{
    (void)state;
    static const struct bf_test_job jobs[] = {
        {0, 6, 100, 100, 0, 0}, {1, 8, 50, 50, 0, 0}, {2, 4, 200, 200, 0, 0}};
    struct bf_test_workload *w = bf_test_workload_of(jobs, 3, 10);
    struct bf_sim *sim = bf_sim_create();
    const struct bf_config config = bf_test_config("easy");
    struct bf_audit_sample s;
    bf_audit_sample_make(&s, sim, w, &config);
    struct bf_job_row *rows = s.input.schedule.jobs;
    assert_int_equal(rows[1].start, 100);
    assert_int_equal(rows[2].start, 150);
    rows[1].start = 202, rows[1].end = 252;
    rows[2].start = 2, rows[2].end = 202, rows[2].flags |= 1;
    bf_audit_sample_refuses(&s, BF_AUDIT_HEAD, 2,
                            "at 2: job 3, backfilled on 4 processors and planned to end at 202, "
                            "delays the head, job 2 on 8 processors, from 100 to 202");
    bf_audit_sample_free(&s);
    bf_sim_destroy(sim);
    bf_test_workload_destroy(w);
}

// ---- promises, plans, flags --------------------------------------------------

static void broken_promise_is_refused(void **state)
{
    (void)state;
    struct fixture f;
    run(&f, "conservative");
    job(&f, 4)->first_promise = 80;
    REFUSES(f, BF_AUDIT_PROMISES, 85,
            "job 4 starts at 85, was promised 80, and no promise to it "
            "is flagged as broken");
    job(&f, 4)->flags |= 16;
    REFUSES(f, BF_AUDIT_PROMISES, 85,
            "job 4, started at 85, is flagged for a broken promise, but "
            "no plan was too short");
    finish(&f);
    run(&f, "conservative");
    move(&f, 8, 275);
    REFUSES(f, BF_AUDIT_PROMISES, 275, "job 8 starts at 275, its last promise is 265");
    finish(&f);
    run(&f, "conservative");
    f.s.row.broken_promises = 1;
    REFUSES(f, BF_AUDIT_PROMISES, BF_NEVER, "/runs counts 1 broken promises, 0 jobs are flagged");
    finish(&f);
    run(&f, "easy");
    job(&f, 4)->first_promise = job(&f, 4)->last_promise = 85;
    REFUSES(f, BF_AUDIT_PROMISES, 85, "job 4 has a promise, but policy easy makes none");
    finish(&f);
}

static void wrong_plan_is_refused(void **state)
{
    (void)state;
    struct fixture f;
    run(&f, "easy estimate=exact");
    job(&f, 1)->plan = 100;
    REFUSES(f, BF_AUDIT_PLANS, 0,
            "job 1, submitted at 0, is planned with 100 s; by estimate exact "
            "with 80 s");
    finish(&f);
    run(&f, "easy estimate=cap:30 correction=double");
    job(&f, 6)->corrections = 2;
    REFUSES(f, BF_AUDIT_PLANS, job(&f, 6)->start,
            "was corrected 2 times; its length of 60 s asks "
            "for 1");
    finish(&f);
}

static void wrong_flags_are_refused(void **state)
{
    (void)state;
    struct fixture f;
    run(&f, "easy");
    job(&f, 9)->flags = 0;
    REFUSES(f, BF_AUDIT_FLAGS, 60,
            "job 9, started at 60 while job 4 waited before it, is not "
            "flagged backfilled (1)");
    job(&f, 9)->flags = 1;
    job(&f, 7)->flags = 1;
    REFUSES(f, BF_AUDIT_FLAGS, 235,
            "job 7, started at 235, is flagged backfilled (1), but no job waited before it");
    job(&f, 7)->flags = 2;
    REFUSES(f, BF_AUDIT_FLAGS, 235, "job 7, started at 235, is flagged killed (2)");
    finish(&f);
}

// ---- rows --------------------------------------------------------------------

// Makes a number another one, by a little.
static void alter(const struct bf_column *c, void *row)
{
    char *at = (char *)row + c->offset;
    double x;
    int64_t n;
    if (c->kind == BF_F64) {
        memcpy(&x, at, sizeof x);
        x = x == x ? x * (1 + 1e-6) + 1e-6 : 0;
        memcpy(at, &x, sizeof x);
    } else {
        memcpy(&n, at, sizeof n);
        n++;
        memcpy(at, &n, sizeof n);
    }
}

// From `jobs` to `max_queue`, whatever columns there are between.
static void altered_metrics_are_refused(void **state)
{
    (void)state;
    struct fixture f;
    run(&f, "conservative");
    const size_t first = bf_table_column(&bf_table_runs, "jobs")->offset;
    const size_t last = bf_table_column(&bf_table_runs, "max_queue")->offset;
    const struct bf_run_row whole = f.s.row;
    unsigned columns = 0;
    for (size_t i = 0; i < bf_table_runs.column_count; i++) {
        const struct bf_column *c = &bf_table_runs.columns[i];
        if (c->offset < first || c->offset > last)
            continue;
        char why_text[1024] = "";
        struct bf_text why = bf_text_init(why_text, sizeof why_text);
        alter(c, &f.s.row);
        if (bf_audit_sample_holds(&f.s, &why))
            fail_msg("%s was altered, and nobody noticed", c->name);
        f.s.row = whole;
        columns++;
    }
    assert_true(columns > 60);
    f.s.row.mean_wait += 1;
    REFUSES(f, BF_AUDIT_METRICS, BF_NEVER, "mean_wait is 62.5, the schedule gives 61.5");
    finish(&f);
}

static void altered_classes_are_refused(void **state)
{
    (void)state;
    struct fixture f;
    run(&f, "easy");
    f.s.classes[0].area += 1;
    REFUSES(f, BF_AUDIT_CLASSES, BF_NEVER, "class of 1 to 1 processors, 0 to 60 s");
    f.s.classes[0].area -= 1;
    f.s.input.class_count--;
    REFUSES(f, BF_AUDIT_CLASSES, BF_NEVER, "of 2 to 8 processors, 61 to 600 s");
    finish(&f);
}

static void altered_weeks_are_refused(void **state)
{
    (void)state;
    struct fixture f;
    run(&f, "easy");
    f.s.weeks[0].utilization *= 1.001;
    REFUSES(f, BF_AUDIT_WEEKS, 0, "week 0: the schedule gives 10 jobs, mean wait 61.5");
    finish(&f);
}

static void altered_config_and_key_are_refused(void **state)
{
    (void)state;
    struct fixture f;
    run(&f, "easy");
    f.s.row.key[0] = f.s.row.key[0] == '0' ? '1' : '0';
    REFUSES(f, BF_AUDIT_KEY, BF_NEVER, "the key is");
    finish(&f);
    run(&f, "easy");
    memcpy(strstr(f.s.row.config, "backfill_order=fcfs"), "backfill_order=wide", 19);
    REFUSES(f, BF_AUDIT_KEY, BF_NEVER, "the key is");
    REFUSES(f, BF_AUDIT_CONFIG, BF_NEVER,
            "column backfill_order is 'fcfs', the config says 'wide'");
    finish(&f);
    run(&f, "easy depth=3");
    f.s.row.depth = -1;
    REFUSES(f, BF_AUDIT_CONFIG, BF_NEVER, "column depth is -1, the config says '3'");
    finish(&f);
}

// ---- any schedule of fcfs ------------------------------------------------------

static void draw_fcfs(uint64_t seed, struct bf_text *spec)
{
    bf_text_add(spec, "fcfs");
    bf_test_draw_orders(seed, spec);
}

// The jobs that have a length. Those without leave several schedules open: within their second,
// nobody can say which pass started them.
static struct bf_test_workload *with_length(const struct bf_test_workload *w)
{
    struct bf_test_workload *kept = bf_test_workload_without(w, 0, 0);
    for (uint32_t j = 0; j < kept->jobs.count;) {
        if (kept->jobs.run[j] > 0) {
            j++;
            continue;
        }
        struct bf_test_workload *fewer = bf_test_workload_without(kept, j, 1);
        bf_test_workload_destroy(kept);
        kept = fewer;
    }
    return kept;
}

// Start times alone: fcfs has one schedule, so a job that starts at any other time is noticed.
static bool a_moved_job_is_noticed(const struct bf_test_workload *all, const char *spec,
                                   struct bf_text *why)
{
    struct bf_test_workload *w = with_length(all);
    if (w->jobs.count == 0) {
        bf_test_workload_destroy(w);
        return true;
    }
    const struct bf_config config = bf_test_config(spec);
    struct bf_sim *sim = bf_sim_create();
    struct bf_audit_sample s;
    char text[1024];
    struct bf_text found = bf_text_init(text, sizeof text);
    bf_audit_sample_make(&s, sim, w, &config);
    const uint64_t seed = bf_seed_bits(2, BF_STREAM_TEST, w->jobs.count);
    struct bf_job_row *job = &s.input.schedule.jobs[seed % w->jobs.count];
    const bf_time by = (bf_time)(seed / 1000 % 20) - 10;
    job->start += by >= 0 ? by + 1 : by;
    s.input.run = NULL;
    s.input.schedule.known = BF_SCHEDULE_PLAN;
    const bool noticed = !bf_audit_sample_holds(&s, &found);
    if (!noticed)
        bf_text_add(why, "job %lld, moved to %lld, was not noticed", (long long)job->job,
                    (long long)job->start);
    bf_audit_sample_free(&s);
    bf_sim_destroy(sim);
    bf_test_workload_destroy(w);
    return noticed;
}

static void moved_jobs_are_refused(void **state)
{
    (void)state;
    const struct bf_test_property p = {
        .cases = 300, .longest = 100, .draw = draw_fcfs, .holds = a_moved_job_is_noticed};
    bf_test_property_check(&p);
}

// ---- a published schedule ------------------------------------------------------

// Ten jobs on 256 nodes, in hours, whose published backfilling uses more than there are; see
// tests/golden/test_textbook.c. Start times alone, and the log.
static void audit_starts(const bf_time *hours, struct bf_audit_report *report)
{
    enum { N = 10, HOUR = 3600 };
    static const bf_time table[N][3] = {{0, 96, 3}, {0, 96, 3}, {1, 64, 4}, {2, 256, 6},
                                        {3, 16, 1}, {4, 8, 1},  {5, 32, 2}, {6, 8, 1},
                                        {7, 16, 1}, {8, 32, 1}};
    struct bf_job_row rows[N] = {{0}};
    int64_t number[N];
    bf_time submit[N], length[N];
    bf_procs procs[N];
    struct bf_arena *arena = bf_arena_create();
    struct bf_error e;
    for (int i = 0; i < N; i++) {
        number[i] = rows[i].job = i + 1;
        rows[i].start = hours[i] * HOUR;
        submit[i] = table[i][0] * HOUR;
        procs[i] = (bf_procs)table[i][1];
        length[i] = table[i][2] * HOUR;
    }
    const struct bf_schedule_log log = {.count = N,
                                        .number = number,
                                        .submit = submit,
                                        .run = length,
                                        .request = length,
                                        .procs = procs};
    const struct bf_audit_input input = {
        .schedule = {rows, N, 0}, .procs = 256, .rules = "", .log = &log};
    assert_ok(bf_audit(&input, report, arena, &e), e);
    bf_arena_destroy(arena);
}

static void published_schedule_is_refused(void **state)
{
    (void)state;
    struct bf_audit_report report;
    audit_starts((const bf_time[]){0, 0, 1, 5, 3, 4, 11, 6, 7, 8}, &report);
    const struct bf_audit_check *c = bf_audit_first(&report);
    assert_ptr_equal(c, &report.checks[BF_AUDIT_CAPACITY]);
    assert_int_equal(c->at, 21600);
    assert_string_equal(c->first, "at 21600: 264 processors in use, the machine has 256; jobs "
                                  "(processors): 4 (256), 8 (8)");
    audit_starts((const bf_time[]){0, 0, 1, 5, 11, 11, 11, 11, 11, 11}, &report); // fcfs
    assert_null(bf_audit_first(&report));
    audit_starts((const bf_time[]){0, 0, 1, 5, 3, 4, 11, 11, 11, 11}, &report); // easy
    assert_null(bf_audit_first(&report));
}

BF_TEST_MAIN(BF_TEST(overlap_is_refused), BF_TEST(early_start_is_refused),
             BF_TEST(swapped_jobs_are_refused), BF_TEST(cut_length_is_refused),
             BF_TEST(jobs_that_are_not_those_of_the_log_are_refused),
             BF_TEST(late_start_is_refused), BF_TEST(delayed_head_is_refused),
             BF_TEST(broken_promise_is_refused), BF_TEST(wrong_plan_is_refused),
             BF_TEST(wrong_flags_are_refused), BF_TEST(altered_metrics_are_refused),
             BF_TEST(altered_classes_are_refused), BF_TEST(altered_weeks_are_refused),
             BF_TEST(altered_config_and_key_are_refused), BF_TEST(moved_jobs_are_refused),
             BF_TEST(published_schedule_is_refused))
