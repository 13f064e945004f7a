// SPDX-License-Identifier: GPL-3.0-or-later
//
// The schedule of a run as CSV.
#include "engine/cli/run_output.h"

#include <inttypes.h>
#include <stdlib.h>

#include "engine/base/part.h"
#include "engine/core/metrics.h"

// A promise, empty where none was made.
static void print_promise(FILE *to, int64_t promise)
{
    if (promise >= 0)
        fprintf(to, "%" PRId64, promise);
    fputc(',', to);
}

void cli_print_schedule(FILE *to, const struct bf_outcome *outcome)
{
    fputs("job,submit,start,end,procs,request,plan,first_promise,last_promise,flags\n", to);
    for (bf_job j = 0; j < outcome->jobs->count; j++) {
        struct bf_job_row row;
        bf_metrics_job(&row, outcome, j);
        fprintf(to,
                "%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId32 ",%" PRId64 ",%" PRId64
                ",",
                row.job, row.submit, row.start, row.end, row.procs, row.request, row.plan);
        print_promise(to, row.first_promise);
        print_promise(to, row.last_promise);
        fprintf(to, "%" PRIu32 "\n", row.flags);
    }
}

// A part keeps its first failure for bf_part_commit, so the stream never sees one.
static ssize_t append(void *part, const char *bytes, size_t n)
{
    bf_part_append(part, bytes, n);
    return (ssize_t)n;
}

enum bf_err cli_write_schedule(const char *path, const struct bf_outcome *outcome,
                               struct bf_error *e)
{
    const cookie_io_functions_t hooks = {.write = append};
    struct bf_part *part;
    enum bf_err code = bf_part_create_stream(path, &part, e);
    if (code != BF_OK)
        return code;
    FILE *to = fopencookie(part, "w", hooks);
    if (!to) {
        bf_part_discard(part);
        return bf_error_no_memory(e, BUFSIZ, "the schedule");
    }
    setvbuf(to, NULL, _IOFBF, 1 << 16);
    cli_print_schedule(to, outcome);
    fclose(to);
    return bf_part_commit(part, e);
}
