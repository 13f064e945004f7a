// SPDX-License-Identifier: GPL-3.0-or-later
//
// A job table under construction: grows by jobs, is thinned, sorted, and handed over. Beside the
// table itself memory is needed only while it is sorted (40 bytes a job, and only when it is not
// sorted yet).
#ifndef BF_WORKLOADS_BUILD_INTERNAL_H
#define BF_WORKLOADS_BUILD_INTERNAL_H

#include <stdbool.h>

#include "engine/core/jobs.h"
#include "workloads/labels_internal.h"
#include "workloads/trace.h"

enum bf_build_column {
    BF_BUILD_SUBMIT,
    BF_BUILD_RUN,
    BF_BUILD_REQUEST,
    BF_BUILD_PROCS,
    BF_BUILD_USER,
    BF_BUILD_NUMBER,
    BF_BUILD_BITS,
    BF_BUILD_WAIT,   // only where asked for
    BF_BUILD_FIELDS, // only where asked for
    BF_BUILD_COLUMNS
};

struct bf_build {
    struct bf_jobs jobs;          // points into the columns
    bf_time *wait;                // -1: not given; NULL: not kept
    struct bf_swf_fields *fields; // NULL: not kept
    bool keep_wait, keep_fields;
    uint32_t room;
    struct bf_labels users;
    void *column[BF_BUILD_COLUMNS];
};

struct bf_build_job {
    bf_time submit, run, request, wait;
    bf_procs procs;
    int64_t user, number;
    uint8_t bits;
    const struct bf_swf_fields *fields; // copied where fields are kept
};

void bf_build_init(struct bf_build *b, bool keep_wait, bool keep_fields);
void bf_build_fini(struct bf_build *b);

// Makes the table of the columns that were put into b->column, b->room and b->jobs.count.
void bf_build_adopt(struct bf_build *b);

// Adds a job. BF_ERR_ENV: no memory; BF_ERR_INPUT: more than 4,294,967,294 jobs.
enum bf_err bf_build_push(struct bf_build *b, const struct bf_build_job *job, struct bf_error *e);

// Keeps the jobs for which `keep` is true, in their order; returns how many were left out.
uint32_t bf_build_thin(struct bf_build *b,
                       bool (*keep)(const struct bf_build *b, uint32_t job, const void *with),
                       const void *with);

// Sorts by submit, stably.
enum bf_err bf_build_sort(struct bf_build *b, struct bf_error *e);

// Numbers the users that are left 0, 1, ... in order of appearance and gives back unused memory.
enum bf_err bf_build_settle(struct bf_build *b, struct bf_error *e);

#endif
