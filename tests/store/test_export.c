// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rows as text: the exact letters, what is picked and filtered, and outputs that fail.
#include "tests/support/bf_test.h"

#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <unistd.h>

#include "engine/base/text.h"
#include "engine/store/export.h"
#include "engine/store/row_filter.h"
#include "tests/store/sample_rows.h"

// A row as text; owned by the caller.
static char *row_text(const struct bf_table *table, const char *columns, enum bf_row_format format,
                      const void *row)
{
    struct bf_error e;
    struct bf_row_view view;
    char *text = NULL;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    assert_non_null(to);
    assert_ok(bf_row_view_pick(&view, table, columns, &e), e);
    assert_ok(bf_row_put_header(&view, format, to, &e), e);
    assert_ok(bf_row_put(&view, format, row, to, &e), e);
    fclose(to);
    return text;
}

static void assert_row(const struct bf_run_row *row, const char *columns, enum bf_row_format format,
                       const char *expected)
{
    char *text = row_text(&bf_table_runs, columns, format, row);
    assert_string_equal(text, expected);
    free(text);
}

static void assert_trace(const char *trace, const char *csv, const char *json)
{
    struct bf_run_row row = {.procs = 0};
    char expected[256];
    bf_text_copy(row.trace, sizeof row.trace, trace);
    snprintf(expected, sizeof expected, "trace\n%s\n", csv);
    assert_row(&row, "trace", BF_ROW_CSV, expected);
    snprintf(expected, sizeof expected, "{\"trace\":%s}\n", json);
    assert_row(&row, "trace", BF_ROW_JSON, expected);
}

static void texts(void **state)
{
    (void)state;
    assert_trace("", "", "\"\"");
    assert_trace("KTH-SP2.swf", "KTH-SP2.swf", "\"KTH-SP2.swf\"");
    assert_trace("a b", "a b", "\"a b\"");
    assert_trace(" a", "\" a\"", "\" a\"");
    assert_trace("a,b", "\"a,b\"", "\"a,b\"");
    assert_trace("say \"so\"", "\"say \"\"so\"\"\"", "\"say \\\"so\\\"\"");
    assert_trace("a\nb", "\"a\nb\"", "\"a\\u000ab\"");
    assert_trace("a\\b", "a\\b", "\"a\\\\b\"");
    assert_trace("\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80", "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80",
                 "\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\"");
    // Not UTF-8: a lone byte, one overlong, a surrogate, one cut short.
    assert_trace("\xe9", "\xe9", "\"\\ufffd\"");
    assert_trace("\xc0\xaf", "\xc0\xaf", "\"\\ufffd\\ufffd\"");
    assert_trace("\xed\xa0\x80", "\xed\xa0\x80", "\"\\ufffd\\ufffd\\ufffd\"");
    assert_trace("a\xe2\x82", "a\xe2\x82", "\"a\\ufffd\\ufffd\"");
}

static void numbers(void **state)
{
    (void)state;
    struct bf_run_row row = {.seed = UINT64_MAX,
                             .shake = INT64_MIN,
                             .procs = INT32_MIN,
                             .mean_wait = 0.1,
                             .p90_wait = NAN,
                             .p95_wait = 1.0 / 3.0,
                             .max_wait = -0.0,
                             .load = INFINITY};
    assert_row(
        &row, "seed,shake,procs,mean_wait,p90_wait,p95_wait,max_wait,load", BF_ROW_CSV,
        "seed,shake,procs,mean_wait,p90_wait,p95_wait,max_wait,load\n"
        "18446744073709551615,-9223372036854775808,-2147483648,0.1,,0.3333333333333333,-0.0,inf\n");
    assert_row(
        &row, "seed,shake,procs,mean_wait,p90_wait,p95_wait,max_wait,load", BF_ROW_JSON,
        "{\"seed\":18446744073709551615,\"shake\":-9223372036854775808,\"procs\":-2147483648,"
        "\"mean_wait\":0.1,\"p90_wait\":null,\"p95_wait\":0.3333333333333333,"
        "\"max_wait\":-0.0,\"load\":1e999}\n");
}

static void assert_bad_columns(const char *list, const char *reason)
{
    struct bf_error e = {.text = ""};
    struct bf_row_view view;
    assert_int_equal(bf_row_view_pick(&view, &bf_table_runs, list, &e), BF_ERR_USAGE);
    if (!strstr(e.text, reason))
        fail_msg("'%s' does not say '%s'", e.text, reason);
}

static void picking_columns(void **state)
{
    (void)state;
    struct bf_error e;
    struct bf_row_view view;
    assert_ok(bf_row_view_pick(&view, &bf_table_runs, NULL, &e), e);
    assert_int_equal(view.count, bf_table_runs.column_count);
    assert_ok(bf_row_view_pick(&view, &bf_table_runs, "mean_wait, trace", &e), e);
    assert_int_equal(view.count, 2);
    assert_string_equal(view.columns[0]->name, "mean_wait");
    assert_string_equal(view.columns[1]->name, "trace");
    assert_bad_columns("trace,mean_wiat", "did you mean 'mean_wait'?");
    assert_bad_columns("qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq", "docs/results-schema.md");
    assert_bad_columns("", "empty name");
    assert_bad_columns("trace,,seed", "empty name");
    assert_bad_columns("trace,", "empty name");
    assert_bad_columns("trace,seed,trace", "listed twice");
}

static void finding_tables(void **state)
{
    (void)state;
    struct bf_error e;
    assert_ptr_equal(bf_export_table("runs", &e), &bf_table_runs);
    assert_ptr_equal(bf_export_table("/jobs", &e), &bf_table_jobs);
    assert_null(bf_export_table("job", &e));
    assert_int_equal(e.code, BF_ERR_USAGE);
    assert_non_null(strstr(e.text, "did you mean 'jobs'?"));
    assert_null(bf_export_table("something-else", &e));
    assert_non_null(strstr(
        e.text, "runs, params, jobs, classes, weeks, accuracy, cost, cost_histogram, traces"));
}

static bool passes(const char *conditions, const struct bf_run_row *row)
{
    struct bf_error e;
    struct bf_row_filter filter;
    assert_ok(bf_row_filter_parse(&filter, &bf_table_runs, conditions, &e), e);
    return bf_row_filter_passes(&filter, row);
}

static void filtering(void **state)
{
    (void)state;
    struct bf_run_row row = {.policy = "easy",
                             .procs = 100,
                             .load = 0.9,
                             .estimate_arg = NAN,
                             .seed = UINT64_MAX,
                             .jobs = (1ULL << 53) + 1};
    assert_true(passes(NULL, &row));
    assert_true(passes("policy=easy", &row));
    assert_false(passes("policy!=easy", &row));
    assert_false(passes("policy=eas", &row));
    assert_true(passes("message=", &row));
    assert_true(passes("procs>=100,procs<=100,procs<101,procs>99,procs!=99", &row));
    assert_false(passes("procs>=100,procs>100", &row));
    assert_true(passes("procs>-1", &row));
    assert_true(passes("load=0.9", &row));
    assert_true(passes("estimate_arg=", &row));
    assert_false(passes("estimate_arg!=", &row));
    assert_false(passes("estimate_arg<1", &row));
    assert_true(passes("seed=18446744073709551615", &row));
    assert_false(passes("seed=18446744073709551614", &row));
    assert_false(passes("jobs=9007199254740992", &row)); // no rounding to doubles
}

static void assert_bad_filter(const char *conditions, const char *reason)
{
    struct bf_error e = {.text = ""};
    struct bf_row_filter filter;
    assert_int_equal(bf_row_filter_parse(&filter, &bf_table_runs, conditions, &e), BF_ERR_USAGE);
    if (!strstr(e.text, reason))
        fail_msg("'%s' does not say '%s'", e.text, reason);
}

static void bad_filters(void **state)
{
    (void)state;
    assert_bad_filter("", "is no condition");
    assert_bad_filter("policy", "'policy' is no condition");
    assert_bad_filter("policy!easy", "is no condition");
    assert_bad_filter("polcy=easy", "did you mean 'policy'?");
    assert_bad_filter("policy>easy", "compare it with = or !=");
    assert_bad_filter("procs=many", "expected an integer");
    assert_bad_filter("procs=1.5", "expected an integer");
    assert_bad_filter("procs=", "expected an integer");
    assert_bad_filter("seed=18446744073709551616", "expected an integer");
    assert_bad_filter("load=much", "expected a number");
    assert_bad_filter(
        "jobs=1,jobs=1,jobs=1,jobs=1,jobs=1,jobs=1,jobs=1,jobs=1,jobs=1,jobs=1,jobs=1,"
        "jobs=1,jobs=1,jobs=1,jobs=1,jobs=1,jobs=1",
        "too many");
}

// A file with the sample in it; a reader of it, owned by the caller.
static struct bf_store_reader *sample_reader(void)
{
    struct bf_error e;
    struct bf_sample sample;
    struct bf_store_reader *reader;
    const char *path = bf_test_temporary("export.h5");
    bf_sample_make(&sample, 7000, 0);
    assert_ok(bf_sample_write(&sample, path, &e), e);
    bf_sample_free(&sample);
    assert_ok(bf_store_open(path, &reader, &e), e);
    return reader;
}

static void rows_of_a_file(void **state)
{
    (void)state;
    struct bf_error e;
    struct bf_sample sample;
    struct bf_row_view view;
    char *exported = NULL, *expected = NULL;
    size_t size;
    struct bf_store_reader *reader = sample_reader();
    FILE *to = open_memstream(&exported, &size);
    struct bf_export how = {.format = BF_ROW_CSV};
    assert_ok(bf_export_rows(reader, &bf_table_jobs, &how, to, &e), e);
    fclose(to);
    bf_sample_make(&sample, 7000, 0);
    to = open_memstream(&expected, &size);
    bf_row_view_all(&view, &bf_table_jobs);
    assert_ok(bf_row_put_header(&view, BF_ROW_CSV, to, &e), e);
    for (size_t i = 0; i < sample.count[BF_SAMPLE_JOBS]; i++)
        assert_ok(bf_row_put(&view, BF_ROW_CSV,
                             (struct bf_job_row *)sample.rows[BF_SAMPLE_JOBS] + i, to, &e),
                  e);
    fclose(to);
    assert_string_equal(exported, expected);
    free(exported);
    free(expected);
    bf_sample_free(&sample);
    bf_store_reader_close(reader);
}

static void some_rows_of_a_file(void **state)
{
    (void)state;
    struct bf_error e;
    char *text = NULL;
    size_t size;
    struct bf_store_reader *reader = sample_reader();
    FILE *to = open_memstream(&text, &size);
    const struct bf_export how = {.format = BF_ROW_JSON, .columns = "run", .where = "run=2"};
    assert_ok(bf_export_rows(reader, &bf_table_jobs, &how, to, &e), e);
    fclose(to);
    assert_string_equal(text, "{\"run\":2}\n{\"run\":2}\n");
    free(text);
    bf_store_reader_close(reader);
}

static void outputs_that_fail(void **state)
{
    (void)state;
    struct bf_error e;
    const struct bf_export all = {.format = BF_ROW_CSV},
                           little = {.columns = "run", .where = "run=2"};
    struct bf_store_reader *reader = sample_reader();
    FILE *full = fopen("/dev/full", "w");
    if (full) {
        assert_int_equal(bf_export_rows(reader, &bf_table_jobs, &all, full, &e), BF_ERR_ENV);
        assert_non_null(strstr(e.text, "No space left on device"));
        fclose(full);
        full = fopen("/dev/full", "w"); // so little that only the flush meets the disk
        assert_int_equal(bf_export_rows(reader, &bf_table_jobs, &little, full, &e), BF_ERR_ENV);
        assert_non_null(strstr(e.text, "No space left on device"));
        fclose(full);
    }
    int ends[2];
    signal(SIGPIPE, SIG_IGN);
    assert_int_equal(pipe(ends), 0);
    close(ends[0]);
    FILE *closed = fdopen(ends[1], "w");
    assert_int_equal(bf_export_rows(reader, &bf_table_jobs, &all, closed, &e), BF_ERR_ENV);
    assert_non_null(strstr(e.text, "Broken pipe"));
    fclose(closed);
    bf_store_reader_close(reader);
}

BF_TEST_MAIN(BF_TEST(texts), BF_TEST(numbers), BF_TEST(picking_columns), BF_TEST(finding_tables),
             BF_TEST(filtering), BF_TEST(bad_filters), BF_TEST(rows_of_a_file),
             BF_TEST(some_rows_of_a_file), BF_TEST(outputs_that_fail))
