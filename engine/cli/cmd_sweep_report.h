// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a sweep tells people while it runs and at its end, on standard error.
#ifndef BF_CLI_CMD_SWEEP_REPORT_H
#define BF_CLI_CMD_SWEEP_REPORT_H

#include <stdbool.h>

#include "engine/sweep/drive.h"

struct cli_sweep_report {
    const struct bf_plan *plan;
    bool quiet, terminal;
    uint64_t before; // runs that had been done by earlier calls
    int threads;
    double last; // when the last line was printed, s of the sweep; negative: never
    bool drawn;  // a line stands on the terminal
};

void cli_sweep_report_init(struct cli_sweep_report *r, const struct bf_plan *plan, bool quiet,
                           uint64_t before, int threads);

// The tick of struct bf_drive_options; `self` is the report. On a terminal one line that is drawn
// again and again; elsewhere a line every 30 s.
void cli_sweep_tick(void *self, const struct bf_drive_state *state);

// The summary of a sweep that has ended. `store` is the time spent on the result file, s.
void cli_sweep_summary(struct cli_sweep_report *r, const struct bf_drive_result *result,
                       double store);

// A run in few words: `easy request depth=10 load=0.9 seed=3 KTH-SP2-1996-2`.
void cli_run_label(const struct bf_plan *plan, uint64_t number, struct bf_text *to);

#endif
