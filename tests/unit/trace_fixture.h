// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the tests of logs share: texts into files of their own, and files into traces.
#ifndef BF_TESTS_UNIT_TRACE_FIXTURE_H
#define BF_TESTS_UNIT_TRACE_FIXTURE_H

#include "tests/support/bf_test.h"
#include "tests/support/files.h"
#include "workloads/trace.h"

// A path below the test's temporary directory that lives until the program ends.
static inline const char *path_of(const char *name)
{
    static char *kept[4096];
    static size_t count;
    assert_true(count < sizeof kept / sizeof *kept);
    return kept[count++] = strdup(bf_test_temporary(name));
}

static inline const char *write_bytes(const char *name, const void *bytes, size_t n)
{
    const char *path = path_of(name);
    bf_test_write(path, bytes, n);
    return path;
}

static inline const char *write_text(const char *name, const char *text)
{
    return write_bytes(name, text, strlen(text));
}

static inline struct bf_trace_options options_for(const char *source)
{
    struct bf_trace_options o;
    bf_trace_options_default(&o);
    o.source = source;
    return o;
}

static inline struct bf_trace *load_with(const struct bf_trace_options *o)
{
    struct bf_trace *trace = NULL;
    struct bf_error e = {0};
    assert_ok(bf_trace_load(o, &trace, &e), e);
    return trace;
}

static inline struct bf_trace *load_path(const char *path)
{
    const struct bf_trace_options o = options_for(path);
    return load_with(&o);
}

static inline struct bf_trace *load_text(const char *name, const char *text)
{
    return load_path(write_text(name, text));
}

// Loading has to fail with this code, and the text has to hold all of the words (ended by NULL).
static inline void expect_error(const struct bf_trace_options *o, enum bf_err code,
                                const char *const *words)
{
    struct bf_trace *trace = NULL;
    struct bf_error e = {0};
    assert_int_equal(bf_trace_load(o, &trace, &e), code);
    assert_null(trace);
    assert_null(strchr(e.text, '\n'));
    for (; *words; words++)
        if (!strstr(e.text, *words))
            fail_msg("'%s' is not in: %s", *words, e.text);
}

#define EXPECT_INPUT_ERROR(options, ...)                                                           \
    expect_error(options, BF_ERR_INPUT, (const char *const[]){__VA_ARGS__, NULL})

static inline void assert_adds_up(const struct bf_trace_row *r)
{
    assert_int_equal(r->lines, r->comments + r->blank + r->simulated + r->rejected_fields +
                                   r->rejected_number + r->rejected_submit + r->rejected_run +
                                   r->rejected_procs + r->rejected_wide + r->skipped_partial +
                                   r->skipped_status + r->skipped_user + r->skipped_number +
                                   r->skipped_window);
}

static inline void assert_same_jobs(const struct bf_jobs *a, const struct bf_jobs *b)
{
    assert_int_equal(a->count, b->count);
    assert_int_equal(a->users, b->users);
    for (uint32_t j = 0; j < a->count; j++) {
        assert_int_equal(a->submit[j], b->submit[j]);
        assert_int_equal(a->run[j], b->run[j]);
        assert_int_equal(a->request[j], b->request[j]);
        assert_int_equal(a->procs[j], b->procs[j]);
        assert_int_equal(a->user[j], b->user[j]);
        assert_int_equal(a->number[j], b->number[j]);
        assert_int_equal(a->bits[j], b->bits[j]);
    }
}

#endif
