// SPDX-License-Identifier: GPL-3.0-or-later
//
// Calendars: lines add up to steps, and what is refused.
#include "engine/core/calendar.h"

#include "engine/core/config.h"
#include "engine/core/sim.h"
#include "tests/support/bf_test.h"
#include "tests/support/example.h"
#include "tests/support/spec.h"

#define COUNT(lines) (sizeof(lines) / sizeof *(lines))

static struct bf_arena *arena;

static struct bf_calendar calendar_of(const struct bf_outage *lines, size_t count)
{
    struct bf_calendar c;
    struct bf_error e;
    assert_ok(bf_calendar_init(&c, "maint", lines, count, arena, &e), e);
    return c;
}

static void expect_steps(const struct bf_calendar *c, const struct bf_calendar_step *steps,
                         size_t count)
{
    assert_int_equal(c->count, count);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(c->steps[i].at, steps[i].at);
        assert_int_equal(c->steps[i].procs, steps[i].procs);
    }
}

static void lines_add_up(void **state)
{
    (void)state;
    const struct bf_outage lines[] = {
        {30, 40, 2, 1}, {10, 20, 4, 2}, {15, 35, 3, 3}, {50, 60, 1, 4}, {60, 70, 1, 5}};
    const struct bf_calendar_step steps[] = {{10, 4}, {15, 7}, {20, 3}, {30, 5},
                                             {35, 2}, {40, 0}, {50, 1}, {70, 0}};
    const struct bf_calendar c = calendar_of(lines, COUNT(lines));
    expect_steps(&c, steps, COUNT(steps));
    assert_int_equal(c.most, 7);
    assert_int_equal(c.most_at, 15);
    assert_int_equal(c.most_line, 3);
}

static void all_with_others_is_all(void **state)
{
    (void)state;
    const struct bf_outage lines[] = {
        {10, 20, 4, 1}, {15, 30, BF_CALENDAR_ALL, 2}, {25, 40, BF_CALENDAR_ALL, 3}, {38, 45, 2, 4}};
    const struct bf_calendar_step steps[] = {{10, 4}, {15, BF_CALENDAR_ALL}, {40, 2}, {45, 0}};
    const struct bf_calendar c = calendar_of(lines, COUNT(lines));
    expect_steps(&c, steps, COUNT(steps));
    assert_int_equal(c.most, 4);
}

// However it is written.
static void equal_calendars_have_equal_hashes(void **state)
{
    (void)state;
    const struct bf_outage one[] = {{10, 30, 4, 1}};
    const struct bf_outage two[] = {{20, 30, 4, 7}, {10, 20, 1, 1}, {10, 20, 3, 2}};
    const struct bf_outage other[] = {{10, 30, 5, 1}};
    const struct bf_calendar a = calendar_of(one, 1), b = calendar_of(two, 3),
                             c = calendar_of(other, 1), none = calendar_of(NULL, 0);
    assert_string_equal(a.hash, b.hash);
    assert_string_not_equal(a.hash, c.hash);
    assert_int_equal(none.count, 0);
    assert_int_equal(none.most, 0);
}

static void more_than_the_machine_is_refused(void **state)
{
    (void)state;
    struct bf_error e;
    const struct bf_outage lines[] = {{10, 30, 4, 1}, {20, 25, 3, 2}, {0, 99, BF_CALENDAR_ALL, 3}};
    const struct bf_calendar c = calendar_of(lines, COUNT(lines));
    assert_ok(bf_calendar_check(&c, 7, &e), e);
    assert_int_equal(bf_calendar_check(&c, 6, &e), BF_ERR_INPUT);
    assert_string_equal(e.text,
                        "maint:2: 7 processors are taken at 20 (lines that overlap add up), "
                        "expected at most the 6 of the machine; write 'all' for the whole machine");
}

static void what_does_not_go_together_is_refused(void **state)
{
    (void)state;
    struct bf_error e;
    const struct bf_outage lines[] = {{10, 30, 4, 1}};
    const struct bf_calendar calendar = calendar_of(lines, 1), none = calendar_of(NULL, 0);
    struct bf_config c = bf_test_config_of("easy");
    c.calendar = &calendar;
    assert_ok(bf_config_check(&c, &e), e);
    c.overrun = BF_OVERRUN_ALLOW;
    assert_int_equal(bf_config_check(&c, &e), BF_ERR_USAGE);
    c.calendar = &none; // takes nothing
    assert_ok(bf_config_check(&c, &e), e);

    struct bf_policy deaf = *bf_test_config_of("fcfs").policy;
    deaf.name = "deaf";
    deaf.uses &= ~(unsigned)BF_KNOWS_CALENDAR;
    c = bf_test_config_of("fcfs");
    c.policy = &deaf;
    assert_ok(bf_config_check(&c, &e), e);
    c.calendar = &calendar;
    assert_int_equal(bf_config_check(&c, &e), BF_ERR_USAGE);
    assert_string_equal(e.text,
                        "calendar: policy deaf does not know of outages; 'bfsweep policies' "
                        "says which ones do");
}

static void text_of(const struct bf_config *c, char *buffer, size_t size)
{
    struct bf_text text = bf_text_init(buffer, size);
    bf_config_text(c, &text);
}

static void a_calendar_is_part_of_the_canonical_text(void **state)
{
    (void)state;
    char with[512], without[512], expected[600];
    const struct bf_outage lines[] = {{10, 30, 4, 1}};
    const struct bf_calendar calendar = calendar_of(lines, 1), none = calendar_of(NULL, 0);
    struct bf_config c = bf_test_config_of("easy");
    text_of(&c, without, sizeof without);
    c.calendar = &none;
    text_of(&c, with, sizeof with);
    assert_string_equal(with, without);
    c.calendar = &calendar;
    text_of(&c, with, sizeof with);
    snprintf(expected, sizeof expected, "%s calendar=%s", without, calendar.hash);
    assert_string_equal(with, expected);
}

static void rows_name_the_calendar(void **state)
{
    (void)state;
    const struct bf_outage lines[] = {{500, 600, 4, 1}};
    const struct bf_calendar calendar = calendar_of(lines, 1), none = calendar_of(NULL, 0);
    struct bf_config c = bf_test_config_of("easy");
    c.calendar = &calendar;
    struct bf_test_run r = bf_test_run_example(c);
    assert_string_equal(r.row.calendar, "maint");
    assert_string_equal(r.row.calendar_hash, calendar.hash);
    bf_test_run_finish(&r);
    c.calendar = &none;
    r = bf_test_run_example(c);
    assert_string_equal(r.row.calendar, "");
    assert_string_equal(r.row.calendar_hash, "");
    bf_test_run_finish(&r);
}

static int set_up(void **state)
{
    (void)state;
    arena = bf_arena_create();
    return arena ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    bf_arena_destroy(arena);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_add_up),
        cmocka_unit_test(all_with_others_is_all),
        cmocka_unit_test(equal_calendars_have_equal_hashes),
        cmocka_unit_test(more_than_the_machine_is_refused),
        cmocka_unit_test(what_does_not_go_together_is_refused),
        cmocka_unit_test(a_calendar_is_part_of_the_canonical_text),
        cmocka_unit_test(rows_name_the_calendar),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
