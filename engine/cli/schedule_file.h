// SPDX-License-Identifier: GPL-3.0-or-later
//
// Schedules from files of any kind, for `bfsweep audit` and `bfsweep compare`: result files
// (.h5, .hdf5), simulated logs (.swf, .swf.gz: field 3 is the simulated wait), and comma-separated
// values (everything else).
#ifndef BF_CLI_SCHEDULE_FILE_H
#define BF_CLI_SCHEDULE_FILE_H

#include <stdbool.h>

#include "analysis/audit/schedule.h"
#include "engine/base/arena.h"
#include "engine/core/rows.h"
#include "engine/store/store.h"
#include "workloads/trace.h"

struct cli_schedule_file {
    const char *path;
    struct bf_arena *memory;        // of runs and schedules
    struct bf_store_reader *reader; // NULL: no result file
    struct bf_run_row *runs;        // of a result file
    uint32_t run_count;
    int semantics;             // of a result file
    struct bf_schedule single; // of the other kinds
    bf_procs procs;            // of the machine, as an SWF header says; 0: not known
    char rules[1024];          // of an SWF, by the note in its header; else ""
};

// Opens and reads all but the jobs of a result file. `column` names the column of start times in a
// CSV (NULL: start). `procs`: of the machine (0: by an SWF's header). To be closed in any case.
enum bf_err cli_schedule_open(struct cli_schedule_file *f, const char *path, const char *column,
                              bf_procs procs, struct bf_error *e);
void cli_schedule_close(struct cli_schedule_file *f);

// Whether a file of that name is a result file.
bool cli_schedule_is_results(const char *path);

// The jobs of a run of a result file, into memory of `arena`; of the other kinds the schedule,
// whatever `run` says. BF_ERR_INPUT: the file has no jobs of this run.
enum bf_err cli_schedule_jobs(const struct cli_schedule_file *f, uint32_t run,
                              struct bf_arena *arena, struct bf_schedule *s, struct bf_error *e);

// ---- Logs --------------------------------------------------------------------

// A trace as plain arrays; borrowed from the trace, no_request from `arena`. BF_ERR_ENV: no memory.
enum bf_err cli_schedule_log(const struct bf_trace *trace, struct bf_arena *arena,
                             struct bf_schedule_log *log, struct bf_error *e);

#endif
