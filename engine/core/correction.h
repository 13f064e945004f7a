// SPDX-License-Identifier: GPL-3.0-or-later
//
// Corrections: what the scheduler plans with once a job has run past its plan.
#ifndef BF_CORE_CORRECTION_H
#define BF_CORE_CORRECTION_H

#include "engine/core/types.h"

enum bf_correction {
    BF_CORRECTION_INCREMENTS, // first plan + 1, 5, 15, 30 min, 1, 2, 5, 10, 20, 50, 100 h in turn
    BF_CORRECTION_REQUEST,    // the request at once
    BF_CORRECTION_DOUBLE,     // twice as long, each time
    BF_CORRECTION_NONE        // may end at any moment: counts as ending at now + 1
};

// Their names, in that order, ended by NULL.
extern const char *const bf_correction_names[];

// The next plan of a job whose plan `plan` has expired for the `nth` time (1, 2, ...); `first` is
// the plan it arrived with. Never above `request`. A result that is not above `plan` means that no
// correction is left: the job counts as ending at now + 1 from here on.
bf_time bf_correct(enum bf_correction rule, bf_time first, bf_time plan, bf_time request,
                   unsigned nth);

#endif
