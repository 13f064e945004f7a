// SPDX-License-Identifier: GPL-3.0-or-later
//
// What `bfsweep explain` keeps of a run, and how it prints that.
#ifndef BF_CLI_EXPLAIN_H
#define BF_CLI_EXPLAIN_H

#include <stdbool.h>
#include <stdio.h>

#include "engine/cli/run_output.h"
#include "engine/core/config.h"
#include "engine/core/explain.h"
#include "engine/core/sim.h"

// All looks at all watched jobs, in the order in which they were taken.
struct cli_record {
    struct bf_look *looks; // their `overtakers` are NULL: see below
    size_t *first;         // of each look: its overtakers begin here in `overtakers`
    size_t count, room;
    bf_job *overtakers;
    size_t overtaker_count, overtaker_room;
    bool failed; // there was no memory: it is not complete
};

// Keeps a look. For struct bf_explain; `record` is a struct cli_record *, zeroed at first.
void cli_record_look(void *record, const struct bf_look *look);

// The jobs that look `i` tells of as overtakers.
const bf_job *cli_record_overtakers(const struct cli_record *r, size_t i);

void cli_record_fini(struct cli_record *r);

// What there is to be told.
struct cli_explanation {
    const struct cli_record *record;
    const struct bf_outcome *outcome;
    const struct bf_config *config;
    const bf_job *jobs; // those that were asked for
    size_t job_count;
    bool all; // text: a line for each pass, not only for each reason
};

// For people, 80 columns wide.
void cli_explain_text(FILE *to, const struct cli_explanation *x);

// A line for each pass: CSV with a header line, or JSON Lines. docs/explain.md has the columns.
void cli_explain_rows(FILE *to, enum cli_format format, const struct cli_explanation *x);

#endif
