// SPDX-License-Identifier: GPL-3.0-or-later
//
// A run of the engine as an audit sees it: rows, canonical text, key and log, all of which a test
// may change before it has them audited.
#ifndef BF_TESTS_ANALYSIS_AUDIT_SAMPLE_H
#define BF_TESTS_ANALYSIS_AUDIT_SAMPLE_H

#include "analysis/audit/audit.h"
#include "engine/core/config.h"
#include "engine/core/metrics.h"
#include "engine/core/sim.h"
#include "tests/support/workload.h"

struct bf_audit_sample {
    struct bf_arena *arena;
    struct bf_run_row row;
    struct bf_class_row classes[BF_CLASS_MAX];
    struct bf_week_row *weeks;
    struct bf_schedule_log log;
    struct bf_audit_step *steps;
    struct bf_audit_input input; // points to all of the above
    struct bf_audit_report report;
};

// Runs `config` on the workload, which is borrowed, in the context `sim`.
void bf_audit_sample_make(struct bf_audit_sample *s, struct bf_sim *sim,
                          const struct bf_test_workload *w, const struct bf_config *config);
void bf_audit_sample_free(struct bf_audit_sample *s);

// Audits it anew. True when nothing is violated; else `why` says what is.
bool bf_audit_sample_holds(struct bf_audit_sample *s, struct bf_text *why);

// The row of a job, by its number.
struct bf_job_row *bf_audit_sample_job(struct bf_audit_sample *s, int64_t number);

// Audits it and expects that check to be violated with a text that holds `words`.
void bf_audit_sample_refuses(struct bf_audit_sample *s, enum bf_audit_kind kind, bf_time at,
                             const char *words);

#endif
