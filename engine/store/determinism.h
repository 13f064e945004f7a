// SPDX-License-Identifier: GPL-3.0-or-later
//
// What of a result file is the same each time: all but clocks and machines.
#ifndef BF_STORE_DETERMINISM_H
#define BF_STORE_DETERMINISM_H

#include <stdbool.h>

#include "engine/base/hash.h"
#include "engine/core/rows.h"
#include "engine/store/store.h"

// Whether two runs are the same in all that is deterministic, their numbers of rows in other tables
// included and the places of these not.
bool bf_runs_agree(const struct bf_run_row *a, const struct bf_run_row *b);

// Adds the row of a run to a hash, as far as it is deterministic and not the number of the run.
// Nothing of tables that vary.
void bf_row_hash(struct bf_hash *hash, const struct bf_table *table, const void *row);

// One hash over all deterministic columns of all tables, row by row, and the version of the
// semantics: 32 hexadecimal digits. In bounded memory.
enum bf_err bf_store_digest(struct bf_store_reader *reader, char digest[33], struct bf_error *e);

#endif
