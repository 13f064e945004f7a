// SPDX-License-Identifier: GPL-3.0-or-later
//
// Errors: a code that is passed on and a text that fits its buffer.
#include "engine/base/error.h"

#include <errno.h>

#include "tests/support/bf_test.h"

static void setting_an_error_returns_its_code_and_keeps_its_text(void **state)
{
    (void)state;
    struct bf_error e;
    assert_int_equal(bf_error_set(&e, BF_ERR_INPUT, "%s:%d: found '%s'", "a.swf", 7, "x"),
                     BF_ERR_INPUT);
    assert_int_equal(e.code, BF_ERR_INPUT);
    assert_string_equal(e.text, "a.swf:7: found 'x'");
}

static void an_error_without_a_text_is_allowed(void **state)
{
    (void)state;
    assert_int_equal(bf_error_set(NULL, BF_ERR_USAGE, "%d", 1), BF_ERR_USAGE);
    assert_int_equal(bf_error_no_memory(NULL, 1, "x"), BF_ERR_ENV);
}

static void a_text_too_long_is_cut_and_ended(void **state)
{
    (void)state;
    char longer[2 * BF_ERROR_TEXT_SIZE];
    memset(longer, 'x', sizeof longer - 1);
    longer[sizeof longer - 1] = '\0';
    struct bf_error e;
    memset(&e, 0x7f, sizeof e);
    bf_error_set(&e, BF_ERR_ENV, "%s", longer);
    assert_int_equal(strlen(e.text), BF_ERROR_TEXT_SIZE - 1);
}

static void a_later_error_replaces_an_earlier_one(void **state)
{
    (void)state;
    struct bf_error e;
    bf_error_set(&e, BF_ERR_INPUT, "a long text that came first");
    bf_error_set(&e, BF_ERR_USAGE, "short");
    assert_int_equal(e.code, BF_ERR_USAGE);
    assert_string_equal(e.text, "short");
}

static void no_memory_says_how_much_was_wanted_and_what_for(void **state)
{
    (void)state;
    struct bf_error e;
    assert_int_equal(bf_error_no_memory(&e, 123456789012ull, "the job table"), BF_ERR_ENV);
    assert_non_null(strstr(e.text, "123456789012"));
    assert_non_null(strstr(e.text, "the job table"));
    assert_null(strchr(e.text, '\n'));
}

static void a_refused_write_names_the_path_the_reason_and_a_way_out(void **state)
{
    (void)state;
    static const int reasons[] = {ENOSPC, EDQUOT, EFBIG,  ENOENT, ENOTDIR,      EACCES, EPERM,
                                  EROFS,  EIO,    ESTALE, EPIPE,  ENAMETOOLONG, EBUSY};
    struct bf_error e;
    for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++) {
        assert_int_equal(bf_error_write(&e, reasons[i], "a/b.h5", "write"), BF_ERR_ENV);
        assert_ptr_equal(strstr(e.text, "a/b.h5: cannot write: "), e.text);
        assert_non_null(strstr(e.text, strerror(reasons[i])));
        assert_true(strlen(strrchr(e.text, ';')) > 10);
    }
    assert_int_equal(bf_error_write(NULL, ENOSPC, "a", "b"), BF_ERR_ENV);
    bf_error_write(&e, 0, "a", "write"); // no reason was given
    assert_null(strstr(e.text, strerror(0)));
}

BF_TEST_MAIN(BF_TEST(a_refused_write_names_the_path_the_reason_and_a_way_out),
             BF_TEST(setting_an_error_returns_its_code_and_keeps_its_text),
             BF_TEST(an_error_without_a_text_is_allowed), BF_TEST(a_text_too_long_is_cut_and_ended),
             BF_TEST(a_later_error_replaces_an_earlier_one),
             BF_TEST(no_memory_says_how_much_was_wanted_and_what_for))
