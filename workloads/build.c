// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/build_internal.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/sort.h"

enum { FIRST_ROOM = 1024 };

static const size_t sizes[BF_BUILD_COLUMNS] = {[BF_BUILD_SUBMIT] = sizeof(bf_time),
                                               [BF_BUILD_RUN] = sizeof(bf_time),
                                               [BF_BUILD_REQUEST] = sizeof(bf_time),
                                               [BF_BUILD_PROCS] = sizeof(bf_procs),
                                               [BF_BUILD_USER] = sizeof(uint32_t),
                                               [BF_BUILD_NUMBER] = sizeof(int64_t),
                                               [BF_BUILD_BITS] = sizeof(uint8_t),
                                               [BF_BUILD_WAIT] = sizeof(bf_time),
                                               [BF_BUILD_FIELDS] = sizeof(struct bf_swf_fields)};

void bf_build_init(struct bf_build *b, bool keep_wait, bool keep_fields)
{
    memset(b, 0, sizeof *b);
    b->keep_wait = keep_wait;
    b->keep_fields = keep_fields;
}

void bf_build_fini(struct bf_build *b)
{
    for (int c = 0; c < BF_BUILD_COLUMNS; c++)
        free(b->column[c]);
    bf_labels_fini(&b->users);
    memset(b, 0, sizeof *b);
}

static bool is_kept(const struct bf_build *b, int column)
{
    if (column == BF_BUILD_WAIT)
        return b->keep_wait;
    return column != BF_BUILD_FIELDS || b->keep_fields;
}

void bf_build_adopt(struct bf_build *b)
{
    b->jobs.submit = b->column[BF_BUILD_SUBMIT];
    b->jobs.run = b->column[BF_BUILD_RUN];
    b->jobs.request = b->column[BF_BUILD_REQUEST];
    b->jobs.procs = b->column[BF_BUILD_PROCS];
    b->jobs.user = b->column[BF_BUILD_USER];
    b->jobs.number = b->column[BF_BUILD_NUMBER];
    b->jobs.bits = b->column[BF_BUILD_BITS];
    b->wait = b->column[BF_BUILD_WAIT];
    b->fields = b->column[BF_BUILD_FIELDS];
}

static enum bf_err resize(struct bf_build *b, uint32_t room, struct bf_error *e)
{
    enum bf_err code = BF_OK;
    for (int c = 0; c < BF_BUILD_COLUMNS && code == BF_OK; c++) {
        if (!is_kept(b, c))
            continue;
        void *resized = realloc(b->column[c], room * sizes[c]);
        if (resized)
            b->column[c] = resized;
        else
            code = bf_error_no_memory(e, room * sizes[c], "the job table");
    }
    bf_build_adopt(b); // also after a failure: some columns may have moved
    if (code == BF_OK)
        b->room = room;
    return code;
}

static enum bf_err grow(struct bf_build *b, struct bf_error *e)
{
    if (b->room == UINT32_MAX - 1)
        return bf_error_set(e, BF_ERR_INPUT, "more than %u jobs; cut the log into parts",
                            UINT32_MAX - 1);
    uint64_t room = b->room ? b->room + (uint64_t)b->room / 2 : FIRST_ROOM;
    return resize(b, room < UINT32_MAX ? (uint32_t)room : UINT32_MAX - 1, e);
}

enum bf_err bf_build_push(struct bf_build *b, const struct bf_build_job *job, struct bf_error *e)
{
    uint32_t user;
    const uint32_t j = b->jobs.count;
    enum bf_err code = bf_labels_index(&b->users, job->user, &user, e);
    if (code == BF_OK && j == b->room)
        code = grow(b, e);
    if (code)
        return code;
    b->jobs.submit[j] = job->submit;
    b->jobs.run[j] = job->run;
    b->jobs.request[j] = job->request;
    b->jobs.procs[j] = job->procs;
    b->jobs.user[j] = user;
    b->jobs.number[j] = job->number;
    b->jobs.bits[j] = job->bits;
    if (b->wait)
        b->wait[j] = job->wait;
    if (b->fields)
        b->fields[j] = *job->fields;
    b->jobs.count++;
    return BF_OK;
}

static void move_job(struct bf_build *b, uint32_t from, uint32_t to)
{
    for (int c = 0; c < BF_BUILD_COLUMNS; c++)
        if (b->column[c])
            memcpy((char *)b->column[c] + to * sizes[c],
                   (const char *)b->column[c] + from * sizes[c], sizes[c]);
}

uint32_t bf_build_thin(struct bf_build *b,
                       bool (*keep)(const struct bf_build *b, uint32_t job, const void *with),
                       const void *with)
{
    const uint32_t before = b->jobs.count;
    uint32_t kept = 0;
    for (uint32_t j = 0; j < before; j++) {
        if (!keep(b, j, with))
            continue;
        if (kept != j)
            move_job(b, j, kept);
        kept++;
    }
    b->jobs.count = kept;
    return before - kept;
}

static bool is_sorted(const struct bf_jobs *jobs)
{
    for (uint32_t j = 1; j < jobs->count; j++)
        if (jobs->submit[j] < jobs->submit[j - 1])
            return false;
    return true;
}

// Puts one column into the order of the keys, by way of a copy.
static enum bf_err permute(struct bf_build *b, int column, const struct bf_keyed *order,
                           struct bf_error *e)
{
    const size_t size = sizes[column];
    char *copy = malloc(b->room * size);
    if (!copy)
        return bf_error_no_memory(e, b->room * size, "sorting jobs by submit");
    for (uint32_t j = 0; j < b->jobs.count; j++)
        memcpy(copy + j * size, (const char *)b->column[column] + order[j].item * size, size);
    free(b->column[column]);
    b->column[column] = copy;
    bf_build_adopt(b);
    return BF_OK;
}

enum bf_err bf_build_sort(struct bf_build *b, struct bf_error *e)
{
    if (is_sorted(&b->jobs))
        return BF_OK;
    const size_t n = b->jobs.count;
    struct bf_keyed *order = malloc(2 * n * sizeof *order);
    if (!order)
        return bf_error_no_memory(e, 2 * n * sizeof *order, "sorting jobs by submit");
    for (uint32_t j = 0; j < n; j++)
        order[j] = (struct bf_keyed){(double)b->jobs.submit[j], j, 0}; // exact: below 2^53
    bf_sort_keyed(order, order + n, n);
    enum bf_err code = BF_OK;
    for (int c = 0; c < BF_BUILD_COLUMNS && code == BF_OK; c++)
        if (b->column[c])
            code = permute(b, c, order, e);
    free(order);
    return code;
}

enum bf_err bf_build_settle(struct bf_build *b, struct bf_error *e)
{
    struct bf_labels left = {0};
    enum bf_err code = BF_OK;
    for (uint32_t j = 0; j < b->jobs.count && code == BF_OK; j++)
        code = bf_labels_index(&left, b->jobs.user[j], &b->jobs.user[j], e);
    b->jobs.users = left.count;
    bf_labels_fini(&left);
    bf_labels_fini(&b->users);
    if (code == BF_OK && b->jobs.count && b->jobs.count < b->room)
        code = resize(b, b->jobs.count, e);
    return code;
}
