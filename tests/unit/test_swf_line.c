// SPDX-License-Identifier: GPL-3.0-or-later
//
// One job line and one header line, as real logs have them.
#include <inttypes.h>

#include "engine/base/seed.h"
#include "tests/support/bf_test.h"
#include "workloads/swf_internal.h"

enum { CASES = 50000, SEED = 77 };

// Parses `text`, which has no newline, with one behind it.
static struct bf_swf_line parse(const char *text, bool expected)
{
    static char buffer[4096];
    struct bf_swf_line line;
    const int n = snprintf(buffer, sizeof buffer, "%s\n", text);
    if (bf_swf_parse(buffer, (size_t)n - 1, &line) != expected)
        fail_msg("'%s' is %s", text, expected ? "fine" : "not fine");
    return line;
}

static void all_fields_in_their_place(void **state)
{
    (void)state;
    const struct bf_swf_line l = parse("1 2 3 4 5 6.25 7 8 9 10 -1 12 13 14 15 16 17 18.5", true);
    const struct bf_swf_fields *f = &l.fields;
    assert_int_equal(f->number, 1);
    assert_int_equal(f->submit, 2);
    assert_int_equal(f->wait, 3);
    assert_int_equal(f->run, 4);
    assert_int_equal(f->allocated, 5);
    assert_true(f->cpu_time == 6.25);
    assert_int_equal(f->memory, 7);
    assert_int_equal(f->requested_procs, 8);
    assert_int_equal(f->requested_time, 9);
    assert_int_equal(f->requested_memory, 10);
    assert_int_equal(f->status, -1);
    assert_int_equal(f->user, 12);
    assert_int_equal(f->group, 13);
    assert_int_equal(f->executable, 14);
    assert_int_equal(f->queue, 15);
    assert_int_equal(f->partition, 16);
    assert_int_equal(f->preceding, 17);
    assert_true(f->think_time == 18.5);
    assert_false(l.rounded); // fields 6 and 18 keep their fraction
    assert_false(l.extra);
}

static void blanks_of_all_kinds(void **state)
{
    (void)state;
    parse("\t 1\t2  3 4\t\t5 6 7 8 9 10 11 12 13 14 15 16 17 18", true);
    parse("1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18\r", true);
    parse("   1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18   \t\r", true);
}

static void times_are_rounded_and_labels_are_whole(void **state)
{
    (void)state;
    struct bf_swf_line l = parse("1 2.5 3 4.49 5 6 7 8 10.0 10 1 1 1 1 1 1 1 1", true);
    assert_int_equal(l.fields.submit, 3);
    assert_int_equal(l.fields.run, 4);
    assert_true(l.rounded);
    l = parse("1 10.0 3 1e3 5 6 7.5 8 10.0 10 1 1 1 1 1 1 1 1", true);
    assert_int_equal(l.fields.submit, 10);
    assert_int_equal(l.fields.run, 1000);
    assert_int_equal(l.fields.memory, 8);
    assert_false(l.rounded); // no time had a fraction
    l = parse("1.0 2 3 4 5.00 6 7 8 9 10 1 1 1 1 1 1 1 1", true);
    assert_int_equal(l.fields.allocated, 5);
    l = parse("1 2 3 4 5.5 6 7 8 9 10 1 1 1 1 1 1 1 1", false);
    assert_int_equal(l.flaw, BF_SWF_FRACTION);
    assert_int_equal(l.flaw_field, 5);
}

static void flaws_are_named(void **state)
{
    char why[160];
    (void)state;
    struct bf_swf_line l = parse("1 2 3 4 5 6 7 8 9 10 1 1 1 1 1 1 1", false);
    assert_int_equal(l.flaw, BF_SWF_TOO_FEW);
    bf_swf_explain(&l, why, sizeof why);
    assert_string_equal(why, "17 fields, 18 expected");
    l = parse("1 2 x 4 5 6 7 8 9 10 1 1 1 1 1 1 1", false);
    assert_int_equal(l.flaw, BF_SWF_TOO_FEW); // before the number: the fields may be shifted
    l = parse("1 2 3 4:00 5 6 7 8 9 10 1 x 1 1 1 1 1 1", false);
    bf_swf_explain(&l, why, sizeof why);
    assert_string_equal(why, "field 4 (run) '4:00' is no number");
    l = parse("1 2 3 9223372036854775808 5 6 7 8 9 10 1 1 1 1 1 1 1 1", false);
    bf_swf_explain(&l, why, sizeof why);
    assert_string_equal(why, "field 4 (run) '9223372036854775808' is too large a number");
    l = parse("1 1125899906842625 3 4 5 6 7 8 9 10 1 1 1 1 1 1 1 1", false); // 2^50 + 1
    assert_int_equal(l.flaw, BF_SWF_TOO_LARGE);
    parse("1 1125899906842624 3 4 5 6 7 8 9 10 1 1 1 1 1 1 1 1", true);
    l = parse("1 2 3 4 5 6 7 2147483648 9 10 1 1 1 1 1 1 1 1", false);
    assert_int_equal(l.flaw_field, 8);
    parse("1 2 3 4 5 6 7 2147483647 9 10 1 9223372036854775807 1 1 1 1 1 1", true);
}

static void more_fields_are_ignored(void **state)
{
    (void)state;
    const struct bf_swf_line l = parse("1 2 3 4 5 6 7 8 9 10 1 1 1 1 1 1 1 18 x y z", true);
    assert_true(l.extra);
    assert_true(l.fields.think_time == 18);
}

// Fields printed with random blanks come back.
static void random_lines_come_back(void **state)
{
    (void)state;
    print_message("seed %d\n", SEED);
    for (uint64_t i = 0; i < CASES; i++) {
        char text[1024];
        int64_t want[18];
        int n = 0;
        for (uint64_t k = 0; k < 18; k++) {
            const uint64_t bits = bf_seed_bits(SEED, BF_STREAM_TEST, 18 * i + k);
            const unsigned shift = 34 + (unsigned)(bits & 15);
            want[k] = bits & 64 ? -1 : (int64_t)(bits >> shift);
            n += snprintf(text + n, sizeof text - (size_t)n, "%s%" PRId64,
                          bits & 16   ? "  "
                          : bits & 32 ? "\t"
                                      : " ",
                          want[k]);
        }
        const struct bf_swf_line l = parse(text, true);
        const struct bf_swf_fields *f = &l.fields;
        const int64_t got[18] = {f->number,         f->submit,
                                 f->wait,           f->run,
                                 f->allocated,      (int64_t)f->cpu_time,
                                 f->memory,         f->requested_procs,
                                 f->requested_time, f->requested_memory,
                                 f->status,         f->user,
                                 f->group,          f->executable,
                                 f->queue,          f->partition,
                                 f->preceding,      (int64_t)f->think_time};
        assert_memory_equal(want, got, sizeof want);
    }
}

// ---- Header lines ----------------------------------------------------------

static struct bf_swf_header read_header(const char *const *lines, struct bf_notes *notes)
{
    struct bf_swf_header h;
    struct bf_error e = {0};
    bf_swf_header_init(&h);
    *notes = (struct bf_notes){0};
    for (uint64_t i = 0; lines[i]; i++)
        assert_ok(bf_swf_header_add(&h, "log", i + 1, lines[i], strlen(lines[i]), true, notes, &e),
                  e);
    return h;
}

static int64_t value_of(const char *line, enum bf_swf_key key)
{
    struct bf_notes notes;
    struct bf_swf_header h = read_header((const char *const[]){line, NULL}, &notes);
    bf_swf_header_fini(&h);
    return h.value[key];
}

static void keys_are_found_however_they_are_written(void **state)
{
    (void)state;
    assert_int_equal(value_of(";MaxProcs:128", BF_SWF_MAX_PROCS), 128);
    assert_int_equal(value_of("; maxprocs :   128", BF_SWF_MAX_PROCS), 128);
    assert_int_equal(value_of(";\tMAXPROCS:\t128\r", BF_SWF_MAX_PROCS), 128);
    assert_int_equal(value_of(";     Max Procs: 128 (thin nodes only)", BF_SWF_MAX_PROCS), 128);
    assert_int_equal(value_of("  ; MaxNodes: 5", BF_SWF_MAX_NODES), 5);
    assert_int_equal(value_of(";;; MaxJobs: 5", BF_SWF_MAX_JOBS), 5);
    assert_int_equal(value_of("; MaxProcs: -1", BF_SWF_MAX_PROCS), -1);
    assert_int_equal(value_of("; MaxProcs: 0", BF_SWF_MAX_PROCS), -1);
    assert_int_equal(value_of("; MaxProcs: 1,024", BF_SWF_MAX_PROCS), -1);
    assert_int_equal(value_of("; MaxProcs:", BF_SWF_MAX_PROCS), -1);
    assert_int_equal(value_of("; MaxProcs 128", BF_SWF_MAX_PROCS), -1);
    assert_int_equal(value_of("; Note: MaxProcs: 128", BF_SWF_MAX_PROCS), -1);
    assert_int_equal(value_of("; SumMaxProcs: 128", BF_SWF_MAX_PROCS), -1);
    assert_int_equal(value_of(";", BF_SWF_MAX_PROCS), -1);
}

static void the_first_value_counts(void **state)
{
    static const char *const lines[] = {"; --- a keyless comment ---",
                                        "; MaxProcs: -1",
                                        "; MaxProcs: 64",
                                        "; Note: of 2 kinds",
                                        "; maxprocs: 128",
                                        "; MaxProcs: 64",
                                        NULL};
    struct bf_notes notes;
    (void)state;
    struct bf_swf_header h = read_header(lines, &notes);
    assert_int_equal(h.value[BF_SWF_MAX_PROCS], 64);
    assert_int_equal(h.line[BF_SWF_MAX_PROCS], 3);
    assert_string_equal(notes.text, "log:5: MaxProcs again, 128; the first one, 64 in line 3, "
                                    "counts\n");
    assert_string_equal(h.text, "; --- a keyless comment ---\n; MaxProcs: -1\n; MaxProcs: 64\n"
                                "; Note: of 2 kinds\n; maxprocs: 128\n; MaxProcs: 64\n");
    bf_swf_header_fini(&h);
}

BF_TEST_MAIN(BF_TEST(all_fields_in_their_place), BF_TEST(blanks_of_all_kinds),
             BF_TEST(times_are_rounded_and_labels_are_whole), BF_TEST(flaws_are_named),
             BF_TEST(more_fields_are_ignored), BF_TEST(random_lines_come_back),
             BF_TEST(keys_are_found_however_they_are_written), BF_TEST(the_first_value_counts))
