// SPDX-License-Identifier: GPL-3.0-or-later
//
// The options of `bfsweep sweep`: every axis as an option that takes a list, and how the sweep is
// to be done.
#ifndef BF_CLI_CMD_SWEEP_OPTIONS_H
#define BF_CLI_CMD_SWEEP_OPTIONS_H

#include <stdbool.h>

#include "engine/sweep/axes.h"
#include "engine/sweep/share.h"

struct cli_sweep_options {
    struct bf_axes axes;
    const char *plan_file; // NULL: none
    char output[4096];     // "": none (only with dry_run)
    struct bf_share share;
    const char *share_text; // as it was given; NULL: it was not
    const char *expect;     // hash of the runs; NULL: any
    int shares;             // print what so many would cost; 0: no
    bool dry_run, extend, fail_fast, quiet;
    double budget;       // s; 0: none
    double save_every;   // s; 0: not given
    int threads;         // 0: not given
    size_t memory_limit; // bytes; 0: not given
};

// Reads plan file and options. The axes are the caller's to free (bf_axes_fini), also on failure.
enum bf_err cli_sweep_options_read(struct cli_sweep_options *o, int argc, char **argv,
                                   struct bf_error *e);

#endif
