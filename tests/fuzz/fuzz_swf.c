// SPDX-License-Identifier: GPL-3.0-or-later
//
// Fuzz target of the SWF reader: any bytes either fail with one line of text, or give a job table
// that keeps its promises, whose account adds up, and that is the same after it was written and
// read again.
//
// The short tests replay the corpus through a plain main (replay.c). To search for more, with
// clang:
//     cmake --preset fuzz && cmake --build --preset fuzz
//     build/fuzz/tests/fuzz/fuzz_swf tests/fuzz/corpus/swf
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "workloads/check.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

static void require(int condition, const char *what)
{
    if (condition)
        return;
    fprintf(stderr, "%s\n", what);
    abort();
}

// A file in memory that has a name.
static int memory_file(const uint8_t *bytes, size_t n, char path[64])
{
    const int fd = memfd_create("fuzz", 0);
    require(fd >= 0, "no file in memory");
    require(n == 0 || write(fd, bytes, n) == (ssize_t)n, "cannot write into memory");
    snprintf(path, 64, "/proc/self/fd/%d", fd);
    return fd;
}

static void check_account(const struct bf_trace *t)
{
    const struct bf_trace_row *r = &t->row;
    struct bf_error e;
    require(bf_jobs_check(&t->jobs, t->procs, &e) == BF_OK, "the job table breaks its promises");
    require(r->lines == r->comments + r->blank + r->simulated + r->rejected_fields +
                            r->rejected_number + r->rejected_submit + r->rejected_run +
                            r->rejected_procs + r->rejected_wide + r->skipped_partial +
                            r->skipped_status + r->skipped_user + r->skipped_number +
                            r->skipped_window,
            "the lines do not add up");
}

static void check_round_trip(const struct bf_trace *t, const struct bf_trace_options *options)
{
    struct bf_trace_options o = *options;
    struct bf_trace *again;
    struct bf_error e = {0};
    char path[256];
    const char *folder = getenv("TMPDIR");
    snprintf(path, sizeof path, "%s/bfsweep-fuzz-%ld.swf", folder ? folder : "/tmp",
             (long)getpid());
    require(bf_trace_write_swf(t, NULL, NULL, path, &e) == BF_OK, e.text);
    o.source = path;
    require(bf_trace_load(&o, &again, &e) == BF_OK, e.text);
    unlink(path);
    require(again->jobs.count == t->jobs.count && again->procs == t->procs, "jobs were lost");
    require(memcmp(again->fields, t->fields, t->jobs.count * sizeof *t->fields) == 0,
            "fields have changed");
    bf_trace_destroy(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    struct bf_trace_options o;
    struct bf_check check;
    struct bf_error e = {0};
    char path[64];
    const int fd = memory_file(bytes, n, path);
    bf_trace_options_default(&o);
    o.source = path;
    o.max_bad = 100;
    o.keep_fields = true;
    if (bf_trace_check(&o, &check, &e) == BF_OK) {
        check_account(check.trace);
        check_round_trip(check.trace, &o);
        bf_trace_destroy(check.trace);
    } else {
        require(e.text[0] && !strchr(e.text, '\n'), "an error without a line of text");
    }
    close(fd);
    return 0;
}
