// SPDX-License-Identifier: GPL-3.0-or-later
//
// What scripts that submit shares to a batch system have to know of a plan: what each share would
// cost, and whether the plan is still the same on another machine, on another day.
#ifndef BF_CLI_CMD_SWEEP_SHARES_H
#define BF_CLI_CMD_SWEEP_SHARES_H

#include "engine/sweep/share.h"

// Prints a table of the shares into which these runs would be divided.
enum bf_err cli_sweep_list_shares(const struct bf_plan *plan, const uint64_t *numbers,
                                  uint64_t count, int shares, struct bf_error *e);

// BF_ERR_INPUT: the runs of the plan are not those that had this hash in the table. NULL: not
// asked.
enum bf_err cli_sweep_check_runs(const struct bf_plan *plan, const char *expected,
                                 struct bf_error *e);

#endif
