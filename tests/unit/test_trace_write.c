// SPDX-License-Identifier: GPL-3.0-or-later
//
// Writing logs: what is read, written and read again is the same; the header is true; a file is
// whole or not there.
#include <sys/stat.h>
#include <unistd.h>

#include "engine/base/seed.h"
#include "tests/unit/trace_fixture.h"

enum { JOBS = 2000, SEED = 31 };

static int64_t draw(uint64_t *at, int64_t min, int64_t max)
{
    return min + (int64_t)(bf_seed_bits(SEED, BF_STREAM_TEST, (*at)++) % (uint64_t)(max - min + 1));
}

// A log with all fields in use, unsorted, with gaps in what is given.
static const char *random_log(void)
{
    static char text[JOBS * 200];
    uint64_t at = 0;
    int n = snprintf(text, sizeof text,
                     "; Version: 2.2\n;  maxprocs: 64\n; MaxJobs: 5\n"
                     "; Note: two; semicolons\n; MaxProcs: 32\n");
    for (int i = 0; i < JOBS; i++) {
        const int64_t user = draw(&at, -1, 5) * 3000000000;
        n += snprintf(text + n, sizeof text - (size_t)n,
                      "%d %lld %lld %lld %lld %lld.25 %lld %lld %lld -1 %lld %lld %lld -1 0 1 %lld "
                      "%lld.5\n",
                      i * 3, (long long)draw(&at, 0, 100000), (long long)draw(&at, -1, 50),
                      (long long)draw(&at, 0, 5000), (long long)draw(&at, 1, 80),
                      (long long)draw(&at, 0, 99), (long long)draw(&at, -1, 99),
                      (long long)draw(&at, -1, 80), (long long)draw(&at, -1, 9000),
                      (long long)draw(&at, -1, 1), (long long)user, (long long)draw(&at, -1, 9),
                      (long long)draw(&at, -1, 9), (long long)draw(&at, 0, 9));
    }
    return write_text("random.swf", text);
}

static void round_trip(const struct bf_trace_options *o, const char *name)
{
    struct bf_error e = {0};
    const char *path = path_of(name);
    struct bf_trace *a = load_with(o);
    assert_ok(bf_trace_write_swf(a, NULL, "a note\nwith a newline", path, &e), e);
    struct bf_trace_options again = options_for(path);
    again.keep_fields = true;
    struct bf_trace *b = load_with(&again);
    assert_same_jobs(&a->jobs, &b->jobs);
    assert_int_equal(b->procs, a->procs);
    assert_int_equal(b->row.lines, b->row.comments + b->row.simulated);
    assert_non_null(strstr(b->header, "; Note: a note with a newline\n"));
    if (o->load == 1 && o->too_wide == BF_TOO_WIDE_DROP)
        assert_memory_equal(a->fields, b->fields, a->jobs.count * sizeof *a->fields);
    const char *second = path_of("again.swf"); // and once more: nothing drifts
    assert_ok(bf_trace_write_swf(b, NULL, NULL, second, &e), e);
    struct bf_trace *c = load_path(second);
    assert_same_jobs(&b->jobs, &c->jobs);
    assert_string_equal(b->row.hash, c->row.hash);
    bf_trace_destroy(a);
    bf_trace_destroy(b);
    bf_trace_destroy(c);
}

static void what_is_written_is_read_again(void **state)
{
    struct bf_trace_options o = options_for(random_log());
    (void)state;
    print_message("seed %d\n", SEED);
    o.keep_fields = true;
    round_trip(&o, "out.swf");
    round_trip(&o, "out.swf.gz");
    o.first = 100;
    o.load = 0.7;
    round_trip(&o, "out.swf");
    o.too_wide = BF_TOO_WIDE_CLAMP;
    o.procs = 16;
    round_trip(&o, "out.swf");
    o = options_for("lublin:jobs=500,procs=100,load=0.9,estimates=tsafrir");
    o.keep_fields = true;
    round_trip(&o, "model.swf.gz");
}

static void the_header_is_made_true(void **state)
{
    struct bf_trace_options o = options_for(random_log());
    struct bf_error e = {0};
    (void)state;
    o.keep_fields = true;
    o.first = 10;
    struct bf_trace *t = load_with(&o);
    const char *path = path_of("header.swf");
    assert_ok(bf_trace_write_swf(t, NULL, NULL, path, &e), e);
    bf_trace_destroy(t);
    t = load_path(path);
    assert_string_equal(t->header, "; Version: 2.2\n; MaxProcs: 64\n; MaxJobs: 10\n"
                                   "; Note: two; semicolons\n; MaxRecords: 10\n");
    bf_trace_destroy(t);
}

// A schedule: field 3 is the simulated wait, field 4 the run time the job got, field 5 what it
// held.
static void a_schedule_as_swf(void **state)
{
    static const char text[] = "; MaxProcs: 8\n"
                               "1 0 7 60 2 -1 -1 4 50 -1 1 1 -1 -1 -1 -1 -1 -1\n"
                               "2 5 7 60 -1 -1 -1 8 -1 -1 1 1 -1 -1 -1 -1 -1 -1\n";
    static const bf_time start[] = {0, 50};
    struct bf_trace_options o = options_for(write_text("plain.swf", text));
    struct bf_error e = {0};
    (void)state;
    o.keep_fields = true;
    struct bf_trace *t = load_with(&o);
    const struct bf_outcome outcome = {
        .jobs = &t->jobs, .procs = 8, .overrun = BF_OVERRUN_KILL, .start = start};
    const char *path = path_of("schedule.swf");
    assert_ok(bf_trace_write_swf(t, &outcome, "policy=easy", path, &e), e);
    struct bf_trace_options again = options_for(path);
    again.keep_fields = true;
    struct bf_trace *s = load_with(&again);
    assert_int_equal(s->fields[0].wait, 0);
    assert_int_equal(s->fields[0].run, 50); // killed
    assert_int_equal(s->fields[0].allocated, 4);
    assert_int_equal(s->fields[1].wait, 45);
    assert_int_equal(s->fields[1].run, 60);
    assert_int_equal(s->fields[1].requested_time, -1);
    assert_non_null(strstr(s->header, "; Note: policy=easy\n"));
    bf_trace_destroy(t);
    bf_trace_destroy(s);
}

// Recorded waits belong to recorded submits.
static void moved_submits_lose_their_waits(void **state)
{
    struct bf_trace_options o = options_for(random_log());
    struct bf_error e = {0};
    (void)state;
    o.keep_fields = true;
    o.shake = 100;
    struct bf_trace *t = load_with(&o);
    const char *path = path_of("shaken.swf");
    assert_ok(bf_trace_write_swf(t, NULL, NULL, path, &e), e);
    struct bf_trace_options again = options_for(path);
    again.keep_fields = true;
    struct bf_trace *s = load_with(&again);
    assert_same_jobs(&t->jobs, &s->jobs);
    for (uint32_t j = 0; j < s->jobs.count; j++)
        assert_int_equal(s->fields[j].wait, -1);
    bf_trace_destroy(t);
    bf_trace_destroy(s);
}

static void columns_as_csv(void **state)
{
    static const char text[] = "; MaxProcs: 8\n"
                               "1 0 7 60 2 1.5 -1 4 50 -1 1 1 -1 -1 -1 -1 -1 0.25\n";
    struct bf_trace_options o = options_for(write_text("one.swf", text));
    struct bf_error e = {0};
    (void)state;
    o.keep_fields = true;
    struct bf_trace *t = load_with(&o);
    const char *path = path_of("one.csv");
    assert_ok(bf_trace_write_csv(t, path, &e), e);
    size_t n;
    char *written = bf_test_read(path, &n);
    assert_string_equal(written,
                        "job,submit,wait,run,allocated,cpu_time,memory,procs,request,"
                        "requested_memory,status,user,group,executable,queue,partition,preceding,"
                        "think_time\n1,0,7,60,2,1.5,-1,4,50,-1,1,1,-1,-1,-1,-1,-1,0.25\n");
    free(written);
    bf_trace_destroy(t);
}

static void a_file_is_whole_or_not_there(void **state)
{
    struct bf_trace_options o = options_for("lublin:jobs=50000,procs=64");
    struct bf_error e = {0};
    (void)state;
    o.keep_fields = true;
    struct bf_trace *t = load_with(&o);
    assert_int_equal(bf_trace_write_swf(t, NULL, NULL, "/nonexistent/x.swf", &e), BF_ERR_ENV);
    assert_non_null(strstr(e.text, "/nonexistent/x.swf: cannot create a file in its directory"));
    const char *directory = path_of("directory");
    mkdir(directory, 0777);
    assert_int_equal(bf_trace_write_swf(t, NULL, NULL, directory, &e), BF_ERR_USAGE);
    assert_non_null(strstr(e.text, "is a directory"));
    const char *path = path_of("directory/out.swf");
    assert_ok(bf_trace_write_swf(t, NULL, NULL, path, &e), e);
    assert_int_equal(bf_test_entries(directory), 1); // nothing is left beside it
    if (access("/dev/full", W_OK) == 0) {
        assert_int_equal(bf_trace_write_swf(t, NULL, NULL, "/dev/full", &e), BF_ERR_ENV);
        assert_non_null(strstr(e.text, "No space left on device"));
    }
    assert_ok(bf_trace_write_swf(t, NULL, NULL, "/dev/null", &e), e);
    bf_trace_destroy(t);
}

BF_TEST_MAIN(BF_TEST(what_is_written_is_read_again), BF_TEST(the_header_is_made_true),
             BF_TEST(a_schedule_as_swf), BF_TEST(moved_submits_lose_their_waits),
             BF_TEST(columns_as_csv), BF_TEST(a_file_is_whole_or_not_there))
