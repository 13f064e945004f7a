// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/bf_test.h"

#include <unistd.h>

#include "engine/core/run_order.h"
#include "engine/sweep/run_one.h"
#include "tests/support/files.h"
#include "tests/sweep/sample_plan.h"

#define MODEL "trace = lublin:jobs=40,procs=16,seed=1,estimates=tsafrir\n"

static uint64_t runs_of(const char *text)
{
    struct bf_sample_plan p = bf_sample_plan_of(text, 1);
    const uint64_t runs = bf_plan_runs(p.plan);
    bf_sample_plan_free(&p);
    return runs;
}

static void every_combination_is_a_run(void **state)
{
    (void)state;
    assert_int_equal(runs_of("[axes]\n" MODEL), 1);
    assert_int_equal(runs_of("[axes]\n" MODEL "policy = easy, conservative\n"
                             "estimate = request, exact, avg2\nload = 0.9, 1, 1.1, 1.2\n"),
                     24);
    assert_int_equal(runs_of("[axes]\n" MODEL "load=0.9,1\nshake = 60, 90\nseed=1..5\n"), 20);
    assert_int_equal(runs_of("[axes]\n" MODEL "procs=16,32,64\nfirst=0,10\nto=all,5000\n"), 12);
}

static void runs_that_mean_the_same_are_one(void **state)
{
    (void)state;
    // fcfs plans nothing: no estimates, no corrections
    assert_int_equal(runs_of("[axes]\n" MODEL "policy = fcfs\nestimate = request, exact, avg2\n"
                             "correction = none, double\n"),
                     1);
    // seeds where nothing is drawn; with a shake of 0 beside one that draws
    assert_int_equal(runs_of("[axes]\n" MODEL "seed = 1..100\n"), 1);
    assert_int_equal(runs_of("[axes]\n" MODEL "seed = 1..10\nshake = 0, 60\n"), 11);
    // corrections matter for plans that may fall short only
    assert_int_equal(runs_of("[axes]\n" MODEL "estimate = request, avg2\ncorrection=none,double\n"),
                     3);
    // values given twice; the machine's size as it is anyway
    assert_int_equal(runs_of("[axes]\n" MODEL "load = 1, 1.0, 1..1\nseed = 1, 1\n"), 1);
    assert_int_equal(runs_of("[axes]\n" MODEL "procs = 16, 16\n"), 1);
}

static void axes_of_one_policy_multiply_that_one_alone(void **state)
{
    (void)state;
    assert_int_equal(runs_of("[axes]\n" MODEL "policy = fcfs, easy, conservative\n"
                             "[axes easy]\ndepth = 10, 100, all\nstrict = yes, no\n"),
                     1 + 6 + 1);
    assert_int_equal(runs_of("[axes]\n" MODEL "policy = easy, reservations\nestimate = request\n"
                             "[axes easy]\nestimate = request, exact, avg2\n"),
                     3 + 1);
}

static void one_log_under_two_names_is_run_once(void **state)
{
    (void)state;
    char text[1200], folder[512], path[600];
    bf_text_copy(folder, sizeof folder, bf_test_folder("twice"));
    for (const char *name = "ab"; *name; name++) {
        snprintf(path, sizeof path, "%s/%c.swf", folder, *name);
        bf_test_write_text(path, "; MaxProcs: 8\n"
                                 "1 0 -1 10 1 -1 -1 1 10 -1 1 1 -1 -1 -1 -1 -1 -1\n");
    }
    snprintf(text, sizeof text, "[axes]\ntrace = %s/*.swf\nload = 1, 2\nprocs=8,9\n", folder);
    struct bf_sample_plan p = bf_sample_plan_of(text, 2);
    assert_int_equal(bf_plan_runs(p.plan), 4);
    bf_sample_plan_free(&p);
}

static const char broad[] =
    "[axes]\n"
    "trace = lublin:jobs=30,procs=16,seed=2,estimates=tsafrir, lublin:jobs=40,procs=8,seed=1, "
    "nowhere.swf\n"
    "policy = fcfs, reservations, easy, conservative\norder = fcfs, lxf\n"
    "estimate = request, avg2\ncorrection = none, increments\noverrun = kill, allow\n"
    "events = batch, single\nload = 1, 1.25\nshake = 0, 7, 60\nseed = 3, 20\n"
    "first = 0, 9, 25\nwarmup = 5\ntau = 10, 60\ncooldown = no, yes\n"
    "[axes easy]\ndepth = 2, 10, all\nbackfill-order = sjf, fcfs\n[axes reservations]\n"
    "reservations = 2, 10\n";

static void fill_row(const struct bf_plan_run *run, struct bf_run_row *row)
{
    const struct bf_run_identity id = {.trace_name = run->trace_name,
                                       .trace_hash = run->trace_hash,
                                       .procs = run->procs,
                                       .options = &run->options,
                                       .config = &run->config};
    struct bf_error e;
    assert_ok(bf_run_failed(&id, "", row, &e), e);
}

// Keys and texts are put together faster than in run_one.c: they must be the same bytes.
static void keys_are_those_of_single_runs(void **state)
{
    (void)state;
    struct bf_sample_plan p = bf_sample_plan_of(broad, 2);
    const uint64_t runs = bf_plan_runs(p.plan);
    assert_true(runs > 5000);
    for (uint64_t i = 0; i < runs; i += 7) {
        struct bf_plan_run run;
        struct bf_run_row row;
        char key[BF_HASH_TEXT_SIZE], buffer[2048];
        struct bf_text text = bf_text_init(buffer, sizeof buffer);
        bf_plan_run(p.plan, i, &run);
        fill_row(&run, &row);
        bf_plan_key(p.plan, i, key);
        bf_plan_config_text(p.plan, i, &text);
        assert_int_equal(run.number, i);
        assert_string_equal(buffer, row.config);
        assert_string_equal(key, row.key);
    }
    bf_sample_plan_free(&p);
}

// Numbers are in the order of rows in files, strictly: no run is there twice.
static void plan_order_is_file_order(void **state)
{
    (void)state;
    struct bf_sample_plan p = bf_sample_plan_of(broad, 1);
    struct bf_run_row rows[2];
    struct bf_plan_run run;
    bf_plan_run(p.plan, 0, &run);
    fill_row(&run, &rows[0]);
    for (uint64_t i = 1; i < bf_plan_runs(p.plan); i++) {
        bf_plan_run(p.plan, i, &run);
        fill_row(&run, &rows[i % 2]);
        if (bf_run_row_compare(&rows[(i - 1) % 2], &rows[i % 2]) >= 0)
            fail_msg("run %d: '%s' before '%s'", (int)i, rows[(i - 1) % 2].config,
                     rows[i % 2].config);
    }
    bf_sample_plan_free(&p);
}

static void order_and_spelling_of_axes_do_not_matter(void **state)
{
    (void)state;
    struct bf_sample_plan a = bf_sample_plan_of(
        "[axes]\n" MODEL "policy = easy, fcfs\nestimate = exact, request\nload=0.9,1.0,1.1\n"
        "shake = 60\nseed=1..3\n[axes easy]\ndepth = 10, all\n[options]\ntau = 60\n",
        1);
    struct bf_sample_plan b = bf_sample_plan_of(
        "[options]\ntau=60\n[axes easy]\ndepth=all,10\n[axes]\nseed=3,2,1\nshake=60\n"
        "load = 0.9..1.1/0.1\nestimate=request,exact,request\npolicy=fcfs,easy\n" MODEL,
        1);
    char one[4096], two[4096];
    struct bf_text t = bf_text_init(one, sizeof one), u = bf_text_init(two, sizeof two);
    bf_plan_text(&a.axes, &t);
    bf_plan_text(&b.axes, &u);
    assert_string_equal(one, two);
    assert_int_equal(bf_plan_runs(a.plan), bf_plan_runs(b.plan));
    for (uint64_t i = 0; i < bf_plan_runs(a.plan); i++) {
        char x[BF_HASH_TEXT_SIZE], y[BF_HASH_TEXT_SIZE];
        bf_plan_key(a.plan, i, x);
        bf_plan_key(b.plan, i, y);
        assert_string_equal(x, y);
    }
    bf_sample_plan_free(&a);
    bf_sample_plan_free(&b);
}

// The canonical text is a plan file that means the same.
static void the_text_of_a_plan_is_a_plan(void **state)
{
    (void)state;
    char text[8192], again[8192];
    struct bf_sample_plan a = bf_sample_plan_of(broad, 1);
    struct bf_text t = bf_text_init(text, sizeof text), u = bf_text_init(again, sizeof again);
    bf_plan_text(&a.axes, &t);
    struct bf_sample_plan b = bf_sample_plan_of(text, 1);
    bf_plan_text(&b.axes, &u);
    assert_string_equal(text, again);
    assert_int_equal(bf_plan_runs(a.plan), bf_plan_runs(b.plan));
    bf_sample_plan_free(&a);
    bf_sample_plan_free(&b);
}

// Lists of thousands, of every kind that can be counted: they fit, and mean the same.
static void long_lists_are_written_as_ranges(void **state)
{
    (void)state;
    static const char *const lists[] = {
        "load = 0.001..3/0.001\n", "[axes easy]\ndepth = 1..3000, all\n",
        "seed = 1..6000/2\nshake = 60\n", "estimate = cap:1..3000/1, factor:1.5..900.5/0.5\n",
        "warmup = 0.01..20/0.01\n"};
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        char plan[512], text[512], again[512];
        snprintf(plan, sizeof plan, "[axes]\n" MODEL "%s", lists[i]);
        struct bf_sample_plan a = bf_sample_plan_of(plan, 1);
        struct bf_text t = bf_text_init(text, sizeof text), u = bf_text_init(again, sizeof again);
        bf_plan_text(&a.axes, &t);
        assert_false(t.cut);
        struct bf_sample_plan b = bf_sample_plan_of(text, 1);
        bf_plan_text(&b.axes, &u);
        assert_string_equal(text, again);
        assert_true(bf_plan_runs(a.plan) > 1000);
        assert_int_equal(bf_plan_runs(a.plan), bf_plan_runs(b.plan));
        bf_sample_plan_free(&a);
        bf_sample_plan_free(&b);
    }
}

// Files of earlier versions hold the hashes of these texts.
static void texts_of_short_lists_stay_what_they_are(void **state)
{
    (void)state;
    char text[1024];
    struct bf_sample_plan a = bf_sample_plan_of(
        "[axes]\n" MODEL "load=0.8..1.2/0.1\nseed=1..2,5..9/2\nshake=60\n[axes easy]\ndepth=1..4\n",
        1);
    struct bf_text t = bf_text_init(text, sizeof text);
    bf_plan_text(&a.axes, &t);
    assert_string_equal(text, "[axes]\n" MODEL "load = 0.8, 0.9, 1, 1.1, 1.2\nshake = 60\n"
                              "seed = 1..2, 5, 7, 9\n[axes easy]\ndepth = 1, 2, 3, 4\n"
                              "[options]\njobs = no\n");
    bf_sample_plan_free(&a);
}

static void a_trace_that_cannot_be_read_has_runs(void **state)
{
    (void)state;
    struct bf_sample_plan p =
        bf_sample_plan_of("[axes]\ntrace = nowhere.swf, other.swf\nload = 1, 2\n", 2);
    struct bf_plan_run run;
    char key[2][BF_HASH_TEXT_SIZE];
    assert_int_equal(bf_plan_runs(p.plan), 4);
    bf_plan_run(p.plan, 0, &run);
    assert_int_equal(bf_traces_info(p.traces, run.trace)->code, BF_ERR_INPUT);
    bf_plan_key(p.plan, 0, key[0]);
    bf_plan_key(p.plan, 2, key[1]);
    assert_string_not_equal(key[0], key[1]);
    bf_sample_plan_free(&p);
    // names that may be those of files, and one that is, however like a model it looks
    assert_int_equal(runs_of("[axes]\ntrace = a:b.swf, lubln:, c/lubln:jobs=3, d.swf:x=1\n"), 4);
    bf_test_write_text(bf_test_temporary("lubln:jobs=4"),
                       "1 0 0 10 1 -1 -1 1 10 -1 1 1 1 1 1 1 -1 -1\n");
    assert_int_equal(chdir(bf_test_temporary("")), 0);
    assert_int_equal(runs_of("[axes]\ntrace = lubln:jobs=4\n"), 1);
}

static void calendars_are_an_axis(void **state)
{
    (void)state;
    char text[2048], one[512], two[512], empty[512];
    bf_text_copy(one, sizeof one, bf_test_temporary("one.txt"));
    bf_text_copy(two, sizeof two, bf_test_temporary("two.txt"));
    bf_text_copy(empty, sizeof empty, bf_test_temporary("empty.txt"));
    bf_test_write_text(one, "100 200 all\n");
    bf_test_write_text(two, "100 150 all ; the same in two lines\n150 200 all\n");
    bf_test_write_text(empty, "; nothing\n");
    snprintf(text, sizeof text,
             "[axes]\n" MODEL "policy = easy, fcfs\ncalendar = %s, none,\n %s, %s\n", two, one,
             empty);
    struct bf_sample_plan p = bf_sample_plan_of(text, 1);
    struct bf_plan_run run;
    assert_int_equal(bf_plan_runs(p.plan),
                     4); // what takes the same is one, what takes nothing none
    for (uint64_t i = 0; i < 4; i++) {
        bf_plan_run(p.plan, i, &run);
        if (run.config.calendar) // of two names the first, whatever the order of the list
            assert_string_equal(run.config.calendar->name, one);
    }
    bf_sample_plan_free(&p);
}

static void refuse(const char *text, const char *why)
{
    struct bf_error e = {.text = ""};
    assert_int_equal(bf_sample_plan_refused(text, &e), BF_ERR_USAGE);
    if (!strstr(e.text, why))
        fail_msg("'%s' does not say '%s'", e.text, why);
}

// As editors of other systems write them.
static void marks_and_blanks_around_sections_do_not_matter(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "[axes]\n" MODEL "[axes easy]\ndepth = 1, 2\n",
        "\xef\xbb\xbf[axes]\n" MODEL "[axes easy]\ndepth = 1, 2\n",
        "[axes]\r\n" MODEL "[axes easy]\r\ndepth = 1, 2\r\n",
        "  [ axes ] ; all\n" MODEL "[axes\t easy ] ; [one]\ndepth = 1, 2\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct bf_sample_plan p = bf_sample_plan_of(texts[i], 1);
        assert_int_equal(bf_plan_runs(p.plan), 2);
        bf_sample_plan_free(&p);
    }
}

// Behind any blank, in a line that begins a list and in one that goes on.
static void comments_are_behind_blanks(void **state)
{
    (void)state;
    static const char *const blanks[] = {" ", "\t", " \t", "\t ", "\f", "\v"};
    for (size_t i = 0; i < sizeof blanks / sizeof *blanks; i++) {
        char plan[512];
        const char *b = blanks[i];
        snprintf(plan, sizeof plan,
                 "[axes]\n" MODEL "policy = easy,%s; one, two\n\tfcfs,%s; three\n\t%s; four\n"
                 "\tconservative%s;%s; five\n",
                 b, b, b, b, b);
        assert_int_equal(runs_of(plan), 3);
    }
    refuse("[axes]\n" MODEL "policy = easy,\n\tfcfs;conservative\n",
           "plan.ini:4: policy: there is no policy 'fcfs;conservative'");
}

// Each word of [options] with a letter left out, in every place where one may stand.
static void near_words_are_named(void **state)
{
    (void)state;
    static const char *const words[] = {"jobs",  "no-clock", "status", "max-bad",
                                        "trace", "warmup",   "depth"};
    static const char *const sections[] = {"[axes]", "[options]", "[axes easy]"};
    for (size_t w = 0; w < sizeof words / sizeof *words; w++) {
        for (size_t s = 0; s < sizeof sections / sizeof *sections; s++) {
            char plan[128], why[128];
            const int at = (int)strlen(words[w]) - 2;
            snprintf(plan, sizeof plan, "%s\n%.*s%s = 1\n", sections[s], at, words[w],
                     words[w] + at + 1);
            snprintf(why, sizeof why, "did you mean '%s'?", words[w]);
            refuse(plan, why);
        }
    }
    refuse("[sweep]\nnam = x\n",
           "plan.ini:2: there is no setting of a sweep 'nam'; did you mean 'name'?");
    refuse("[axes]\nstatus = 1\n", "plan.ini:2: 'status' is no axis; it stands in [options]");
    refuse("[axes easy]\nno_clock = yes\n",
           "plan.ini:2: 'no_clock' is no axis; it stands in [options]");
}

// Names that differ behind what a column holds would be one name in the results.
static void names_that_results_cannot_tell_apart_are_refused(void **state)
{
    (void)state;
    enum { KEPT = 127 };
    char same[KEPT + 1], plan[2048], file[512];
    memset(same, 'd', KEPT);
    same[KEPT] = '\0';
    for (int cut = KEPT; cut >= KEPT - 1; cut--) {
        const bool alike = cut == KEPT;
        same[cut] = '\0';
        for (const char *c = "ab"; *c; c++) {
            snprintf(file, sizeof file, "%s%c.txt", same, *c);
            bf_test_write_text(bf_test_temporary(file), *c == 'a' ? "1 2 all\n" : "3 4 all\n");
        }
        snprintf(plan, sizeof plan, "[axes]\ntrace = z.swf,\n %sa/x.swf,\n %sb/x.swf\n", same,
                 same);
        if (alike)
            refuse(plan, "plan.ini:4: trace: results keep the first 127 bytes of a name, in which");
        else
            assert_int_equal(runs_of(plan), 3);
        snprintf(plan, sizeof plan, "[axes]\n" MODEL "calendar = %sa.txt,\n %sb.txt\n", same, same);
        if (alike)
            refuse(plan, "plan.ini:4: calendar: results keep the first 127 bytes");
        else
            assert_int_equal(runs_of(plan), 2);
    }
}

// Written like a model, and there is neither that nor a file.
static void misspelt_models_are_refused(void **state)
{
    (void)state;
    refuse("[axes]\ntrace = lubln:jobs=3,procs=8\n",
           "plan.ini:2: trace: there is no file and no model 'lubln'; did you mean 'lublin'?");
    refuse("[axes]\ntrace = there-is-none.swf,\n Lublin:procs=8\n",
           "plan.ini:3: trace: there is no file and no model 'Lublin'; did you mean 'lublin'?");
    refuse("[axes]\ntrace = tsafrir:jobs=8\n",
           "plan.ini:2: trace: there is no file and no model 'tsafrir'; a model is written like "
           "'lublin:jobs=10000,procs=256,seed=1'");
}

static void mistakes_are_told_with_file_and_line(void **state)
{
    (void)state;
    bf_test_write_text(bf_test_temporary("outage.txt"), "100 200 all\n");
    refuse("[axes]\n" MODEL "overrun = allow\ncalendar = outage.txt\n",
           "plan.ini:4: calendar: a job that runs on past its request could run into an outage");
    refuse("[axes]\ntrase = a.swf\n",
           "plan.ini:2: there is no axis 'trase'; did you mean 'trace'?");
    refuse("[axes]\n" MODEL "\npolicy = easy,\n  consevative\n",
           "plan.ini:5: policy: there is no policy 'consevative'; did you mean 'conservative'?");
    refuse("[axes]\n" MODEL "estimate = exct\n", "plan.ini:3: estimate: ");
    refuse("[axes]\n" MODEL "load = fast\n", "plan.ini:3: load: expected a number");
    refuse("[axes]\n" MODEL "load = 0.8..1.2\n", "plan.ini:3: load: a range of decimals");
    refuse("[axes]\n" MODEL "[axes esy]\ndepth = 1\n",
           "plan.ini:3: there is no policy 'esy'; did you mean");
    refuse("[axes]\n" MODEL "[axes esy]\n", "plan.ini:3: there is no policy 'esy'");
    refuse("[axes]\n" MODEL "[axes easy]\nload = 1\n",
           "plan.ini:4: load: is no axis of one policy");
    refuse("[axes]\n" MODEL "[axes easy]\ncompress = none\n",
           "plan.ini:4: compress: is no parameter of policy easy");
    refuse("[axes]\n" MODEL "policy = fcfs\n[axes easy]\ndepth = 1\n",
           "plan.ini:5: depth: is set for policy easy, which is not in the list");
    refuse("[axes]\n" MODEL "policy = fcfs\ndepth = 1\n",
           "plan.ini:4: depth: no policy of the plan");
    refuse("[axes]\n" MODEL "load = 1\nload = 2\n",
           "plan.ini:4: load: is given twice: first in line 3");
    refuse("[axis]\n" MODEL, "plan.ini:1: there is no section 'axis'; did you mean 'axes'?");
    refuse("[axes]\n" MODEL "[axis]\n", "plan.ini:3: there is no section 'axis'");
    refuse("[axes]\n" MODEL "[axes\nload = 2\n", "plan.ini:3: expected [section]");
    refuse(" [axes]\n" MODEL " [axes]\n", "plan.ini:3: trace: ");
    refuse(MODEL, "plan.ini:1: 'trace' is in no section; expected [axes]");
    refuse("[axes]\nload = 1\ntrace = lublin:job=3\n",
           "plan.ini:3: trace: lublin:job=3: there is no parameter 'job'; did you mean 'jobs'?");
    refuse("[axes]\ntrace = lublin:jobs=3,\n lublin:jobs=4,\n lublin:jbos=3\n",
           "plan.ini:4: trace: lublin:jbos=3: there is no parameter 'jbos'; did you mean 'jobs'?");
    refuse("\xef\xbb\xbf[axis]\n", "plan.ini:1: there is no section 'axis'");
    refuse("[axes]\r\n" MODEL "[axis]\r\n", "plan.ini:3: there is no section 'axis'");
    refuse("[axes]\n\f[bogus]\n" MODEL, "plan.ini:2: there is no section 'bogus'");
    refuse("[axes ; the axes]\n" MODEL, "plan.ini:1: expected [section]");
    refuse("[axes]\n" MODEL "nonsense\n[bogus]\n", "plan.ini:3: expected [section]");
    refuse("[axes]\ntrace = lublin:jobs=3,\n seed=x\n",
           "plan.ini:2: trace: lublin:jobs=3,seed=x: seed takes");
    refuse("[sweep]\nnmae = x\n", "plan.ini:2: there is no setting of a sweep 'nmae'");
    refuse("[axes]\n" MODEL "nonsense\n",
           "plan.ini:3: expected [section], name = list or ; comment");
    refuse("[axes]\n" MODEL "load =\n", "plan.ini:3: load: a value is missing");
    refuse("[axes]\ntrace = -\n", "plan.ini:2: trace: a sweep may read its logs more than once");
    refuse("[axes]\nload = 1\n", "plan.ini: a trace is missing ('trace = ...' in [axes])");
    refuse("", "plan.ini: a trace is missing");
    refuse("[axes]\n" MODEL "[options]\njobs = perhaps\n", "plan.ini:4: jobs: expected yes or no");
    refuse(
        "[axes]\n" MODEL "load = "
        "1111111111111111111111111111111111111111111111111111111111111111111111111111111111111111"
        "1111111111111111111111111111111111111111111111111111111111111111111111111111111111111111"
        "1111111111111111111111111111111\n",
        "plan.ini:3: the line is too long");
}

BF_TEST_MAIN(BF_TEST(every_combination_is_a_run), BF_TEST(runs_that_mean_the_same_are_one),
             BF_TEST(axes_of_one_policy_multiply_that_one_alone),
             BF_TEST(one_log_under_two_names_is_run_once), BF_TEST(keys_are_those_of_single_runs),
             BF_TEST(plan_order_is_file_order), BF_TEST(order_and_spelling_of_axes_do_not_matter),
             BF_TEST(calendars_are_an_axis), BF_TEST(the_text_of_a_plan_is_a_plan),
             BF_TEST(long_lists_are_written_as_ranges),
             BF_TEST(texts_of_short_lists_stay_what_they_are),
             BF_TEST(a_trace_that_cannot_be_read_has_runs),
             BF_TEST(marks_and_blanks_around_sections_do_not_matter),
             BF_TEST(comments_are_behind_blanks), BF_TEST(near_words_are_named),
             BF_TEST(names_that_results_cannot_tell_apart_are_refused),
             BF_TEST(misspelt_models_are_refused), BF_TEST(mistakes_are_told_with_file_and_line))
