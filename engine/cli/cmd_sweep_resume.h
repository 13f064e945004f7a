// SPDX-License-Identifier: GPL-3.0-or-later
//
// What of a plan has been done before: in the output, and in the segments beside it.
#ifndef BF_CLI_CMD_SWEEP_RESUME_H
#define BF_CLI_CMD_SWEEP_RESUME_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/store/segments.h"
#include "engine/sweep/plan.h"

struct cli_resume {
    const struct bf_plan *plan;
    const char *plan_hash, *plan_keys;
    bool extend, with_jobs;
    const char *output; // NULL when there is no such file
    struct bf_segments *segments;
};

// Takes out of `numbers` what has been done and was ok; `done` is how many that were. A segment
// that is damaged is dropped, with a warning, and its runs are done again; one that the system does
// not let be read, or of a newer version, is an error. BF_ERR_INPUT: the output is of another plan,
// or holds runs that are not among the numbers, and `extend` is not set; or runs that have been
// done lack the schedule that `with_jobs` asks for.
//
// `mixed`: what is there is not all of the same plan with the same logs (`extend`).
enum bf_err cli_resume(const struct cli_resume *r, uint64_t *numbers, uint64_t *count,
                       uint64_t *done, bool *mixed, struct bf_error *e);

#endif
