// SPDX-License-Identifier: GPL-3.0-or-later
//
// What must hold before anything of GSL is called.
#ifndef BF_ANALYSIS_STATISTICS_GSL_H
#define BF_ANALYSIS_STATISTICS_GSL_H

#include "engine/base/error.h"

// Takes GSL's error handler away, which by default prints and aborts: from then on its functions
// return a status (or NaN), as all of ours expect. For the whole process; called once by main.
void bf_gsl_begin(void);

// A status of GSL as an error: BF_OK for success, BF_ERR_ENV when it found no memory, BF_ERR_INPUT
// with '<what>: <GSL's words>' for anything else.
enum bf_err bf_gsl_check(int status, const char *what, struct bf_error *e);

#endif
