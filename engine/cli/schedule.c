// SPDX-License-Identifier: GPL-3.0-or-later
//
// The schedule of a run as CSV.
#include "engine/cli/run_output.h"

#include <inttypes.h>
#include <stdlib.h>

#include "engine/core/metrics.h"
#include "engine/store/part.h"

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

// ---- A stream into a part ---------------------------------------------------

struct part_stream {
    struct bf_part *part;
    uint64_t at;
};

// A part keeps its first failure for bf_part_commit, so the stream never sees one.
static ssize_t write_part(void *cookie, const char *bytes, size_t n)
{
    struct part_stream *s = cookie;
    bf_part_write(s->part, s->at, bytes, n);
    s->at += n;
    return (ssize_t)n;
}

enum bf_err cli_write_schedule(const char *path, const struct bf_outcome *outcome,
                               struct bf_error *e)
{
    struct part_stream stream = {.at = 0};
    const cookie_io_functions_t hooks = {.write = write_part};
    enum bf_err code = bf_part_create(path, &stream.part, e);
    if (code != BF_OK)
        return code;
    FILE *to = fopencookie(&stream, "w", hooks);
    if (!to) {
        bf_part_discard(stream.part);
        return bf_error_no_memory(e, BUFSIZ, "the schedule");
    }
    setvbuf(to, NULL, _IOFBF, 1 << 16);
    cli_print_schedule(to, outcome);
    fclose(to);
    return bf_part_commit(stream.part, e);
}
