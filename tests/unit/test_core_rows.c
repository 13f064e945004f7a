// SPDX-License-Identifier: GPL-3.0-or-later
//
// The tables of results: what the lists of columns promise to those who write, read and print them.
#include "engine/core/rows.h"

#include <ctype.h>
#include <stdbool.h>

#include "tests/support/bf_test.h"

static size_t size_of(enum bf_column_kind kind)
{
    static const size_t sizes[] = {
        [BF_I64] = 8, [BF_U64] = 8, [BF_I32] = 4, [BF_U32] = 4, [BF_U8] = 1, [BF_F64] = 8};
    return sizes[kind];
}

static void columns_have_the_size_of_their_kind(void **state)
{
    (void)state;
    for (size_t t = 0; bf_tables[t]; t++)
        for (size_t i = 0; i < bf_tables[t]->column_count; i++) {
            const struct bf_column *c = &bf_tables[t]->columns[i];
            if (c->kind == BF_STR)
                assert_true(c->size >= 2);
            else
                assert_int_equal(c->size, size_of(c->kind));
        }
}

static void columns_follow_one_another_without_overlap(void **state)
{
    (void)state;
    for (size_t t = 0; bf_tables[t]; t++) {
        size_t end = 0;
        for (size_t i = 0; i < bf_tables[t]->column_count; i++) {
            const struct bf_column *c = &bf_tables[t]->columns[i];
            assert_true(c->offset >= end);
            assert_true(c->offset < end + 8); // no more than alignment in between
            end = c->offset + c->size;
        }
        assert_true(end <= bf_tables[t]->row_size && bf_tables[t]->row_size < end + 8);
    }
}

static bool good_name(const char *name)
{
    if (!islower((unsigned char)name[0]))
        return false;
    for (const char *at = name; *at; at++)
        if (!islower((unsigned char)*at) && !isdigit((unsigned char)*at) && *at != '_')
            return false;
    return strlen(name) < 64;
}

static void names_are_unique_and_plain(void **state)
{
    (void)state;
    for (size_t t = 0; bf_tables[t]; t++) {
        const struct bf_table *table = bf_tables[t];
        assert_true(good_name(table->name));
        for (size_t i = 0; i < table->column_count; i++) {
            assert_true(good_name(table->columns[i].name));
            for (size_t k = 0; k < i; k++)
                assert_string_not_equal(table->columns[i].name, table->columns[k].name);
        }
        for (size_t k = 0; k < t; k++)
            assert_string_not_equal(table->name, bf_tables[k]->name);
    }
}

static void every_table_and_column_says_what_it_means(void **state)
{
    (void)state;
    for (size_t t = 0; bf_tables[t]; t++) {
        assert_true(strlen(bf_tables[t]->title) > 5);
        for (size_t i = 0; i < bf_tables[t]->column_count; i++) {
            const struct bf_column *c = &bf_tables[t]->columns[i];
            assert_non_null(c->unit);
            assert_true(strlen(c->meaning) > 5);
            assert_null(strchr(c->meaning, '\n'));
        }
    }
}

static void columns_are_found_by_name(void **state)
{
    (void)state;
    for (size_t t = 0; bf_tables[t]; t++)
        for (size_t i = 0; i < bf_tables[t]->column_count; i++)
            assert_ptr_equal(bf_table_column(bf_tables[t], bf_tables[t]->columns[i].name),
                             &bf_tables[t]->columns[i]);
    assert_null(bf_table_column(&bf_table_runs, "no_such_column"));
    assert_null(bf_table_column(&bf_table_runs, ""));
}

static void columns_point_at_their_members(void **state)
{
    (void)state;
    assert_int_equal(bf_table_column(&bf_table_runs, "p95_wait")->offset,
                     offsetof(struct bf_run_row, p95_wait));
    assert_int_equal(bf_table_column(&bf_table_runs, "host")->size,
                     sizeof(((struct bf_run_row *)0)->host));
    assert_int_equal(bf_table_column(&bf_table_jobs, "flags")->offset,
                     offsetof(struct bf_job_row, flags));
    assert_int_equal(bf_table_column(&bf_table_classes, "area")->offset,
                     offsetof(struct bf_class_row, area));
    assert_int_equal(bf_table_column(&bf_table_cost, "queue_max")->offset,
                     offsetof(struct bf_cost_row, queue_max));
    assert_int_equal(bf_table_column(&bf_table_traces, "offered_load")->kind, BF_F64);
    assert_int_equal(bf_table_jobs.row_size, sizeof(struct bf_job_row));
}

static void all_tables_are_in_the_list(void **state)
{
    (void)state;
    static const char *const names[] = {"runs", "jobs",           "classes", "accuracy",
                                        "cost", "cost_histogram", "traces"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        bool found = false;
        for (size_t t = 0; bf_tables[t]; t++)
            found |= strcmp(bf_tables[t]->name, names[i]) == 0;
        assert_true(found);
    }
}

static void columns_that_scripts_rely_on_are_there(void **state)
{
    (void)state;
    static const char *const runs[] = {
        "key",         "trace",    "policy",          "jobs",          "procs",     "mean_wait",
        "median_wait", "p95_wait", "max_wait",        "mean_response", "mean_bsld", "median_bsld",
        "p95_bsld",    "max_bsld", "rms_bsld",        "mean_slowdown", "makespan",  "utilization",
        "backfilled",  "killed",   "loss_of_capacity"};
    static const char *const jobs[] = {"job",          "submit",  "start", "end",
                                       "procs",        "request", "plan",  "first_promise",
                                       "last_promise", "flags"};
    for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++)
        assert_non_null(bf_table_column(&bf_table_runs, runs[i]));
    for (size_t i = 0; i < sizeof jobs / sizeof jobs[0]; i++)
        assert_non_null(bf_table_column(&bf_table_jobs, jobs[i]));
}

static void columns_that_vary_say_so(void **state)
{
    (void)state;
    for (size_t t = 0; bf_tables[t]; t++)
        for (size_t i = 0; i < bf_tables[t]->column_count; i++) {
            const struct bf_column *c = &bf_tables[t]->columns[i];
            assert_int_equal(c->varies, strstr(c->meaning, "(not part of the digest)") != NULL);
        }
    assert_true(bf_table_column(&bf_table_runs, "wall_s")->varies);
    assert_true(bf_table_column(&bf_table_runs, "host")->varies);
    assert_true(bf_table_column(&bf_table_cost, "sched_ns_max")->varies);
    assert_false(bf_table_column(&bf_table_cost, "steps_visited")->varies);
    assert_false(bf_table_column(&bf_table_runs, "key")->varies);
}

static void only_the_histogram_varies_as_a_whole(void **state)
{
    (void)state;
    for (size_t t = 0; bf_tables[t]; t++)
        assert_int_equal(bf_table_varies(bf_tables[t]), bf_tables[t] == &bf_table_cost_histogram);
}

BF_TEST_MAIN(BF_TEST(columns_have_the_size_of_their_kind),
             BF_TEST(columns_follow_one_another_without_overlap),
             BF_TEST(names_are_unique_and_plain),
             BF_TEST(every_table_and_column_says_what_it_means), BF_TEST(columns_are_found_by_name),
             BF_TEST(columns_point_at_their_members), BF_TEST(all_tables_are_in_the_list),
             BF_TEST(columns_that_scripts_rely_on_are_there), BF_TEST(columns_that_vary_say_so),
             BF_TEST(only_the_histogram_varies_as_a_whole))
