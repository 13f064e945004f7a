// SPDX-License-Identifier: GPL-3.0-or-later
//
// What `bfsweep audit` prints.
#ifndef BF_CLI_CMD_AUDIT_OUTPUT_H
#define BF_CLI_CMD_AUDIT_OUTPUT_H

#include <stdio.h>

#include "analysis/audit/audit.h"
#include "engine/cli/run_output.h"

struct cli_audit_subject {
    const char *path;
    int64_t run; // -1: the file has one schedule
    const struct bf_audit_input *input;
    const char *log; // name of the log; NULL: none
    const struct bf_audit_report *report;
};

// Over all schedules of a call. Starts as zeros.
struct cli_audit_sums {
    uint64_t schedules, held, violated, skipped; // checks
    uint64_t failed;                             // runs without a result
    char first[1024];                            // the first violation
};

// Prints one schedule's checks and adds them up.
enum bf_err cli_audit_print(FILE *to, enum cli_format format,
                            const struct cli_audit_subject *subject, struct cli_audit_sums *sums,
                            struct bf_error *e);

// Prints the sums (text). BF_ERR_INPUT, with the first violation: there was one; or no schedule was
// there to be checked.
enum bf_err cli_audit_finish(FILE *to, enum cli_format format, const struct cli_audit_sums *sums,
                             struct bf_error *e);

#endif
