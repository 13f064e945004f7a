// SPDX-License-Identifier: GPL-3.0-or-later
//
// The parameters of a run that have no column of their own in /runs, from its canonical text.
#ifndef BF_CORE_RUN_PARAMS_H
#define BF_CORE_RUN_PARAMS_H

#include "engine/core/rows.h"

#define BF_RUN_PARAMS_MAX 32

// Fills `rows` (room for BF_RUN_PARAMS_MAX) from `config`, words of name=value with blanks between
// (column `config`): those whose name is no column of /runs, in their order. Returns how many.
size_t bf_run_params(struct bf_param_row *rows, const char *config);

#endif
