// SPDX-License-Identifier: GPL-3.0-or-later
//
// Plan files: INI with the sections [sweep] (name), [axes], [axes POLICY] and [options].
// docs/sweeps.md describes them. A list may go on in lines that begin with a blank.
#ifndef BF_SWEEP_PLAN_FILE_H
#define BF_SWEEP_PLAN_FILE_H

#include "engine/sweep/axes.h"

// Reads a file into `axes`; `path` is borrowed and lives as long as the axes. BF_ERR_USAGE: what is
// wrong in it, with file and line; BF_ERR_INPUT: it cannot be read.
enum bf_err bf_plan_file_read(const char *path, struct bf_axes *axes, struct bf_error *e);

#endif
