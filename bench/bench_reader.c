// SPDX-License-Identifier: GPL-3.0-or-later
//
// How fast logs are read: a log made by the Lublin-Feitelson model, plain and compressed, and a log
// given as argument, likewise. Timed is all of bf_trace_load (reading, checking, sorting); MB/s
// count the bytes of the text, 10^6 each, compressed or not.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <zlib.h>

#include "bench/harness.h"
#include "workloads/trace.h"

#define USAGE                                                                                      \
    "usage: bench_reader [-n SAMPLES] [-t LEAST_MS] [-s JOBS,...] [LOG.swf[.gz]]\n"                \
    "Reads generated logs of so many jobs, or the log given, plain and compressed, from files "    \
    "in\n"                                                                                         \
    "TMPDIR."

struct bench {
    const char *path;
    bf_procs procs;
    double bytes; // of text
    uint32_t jobs;
    double fastest_ns; // a load
};

static char folder[512]; // of our files

static void clean_up(void)
{
    char path[600];
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s/log.swf%s", folder, i ? ".gz" : "");
        unlink(path);
    }
    rmdir(folder);
}

static void make_folder(void)
{
    const char *temporary = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/bench_reader.XXXXXX", temporary ? temporary : "/tmp");
    if (!mkdtemp(folder))
        bench_fail(1, "%s: cannot be made: %s", folder, strerror(errno));
    atexit(clean_up);
}

static struct bf_trace *load(const char *source, bf_procs procs, bool fields)
{
    struct bf_error e;
    struct bf_trace *trace;
    struct bf_trace_options options;
    bf_trace_options_default(&options);
    options.source = source;
    options.procs = procs;
    options.keep_fields = fields;
    if (bf_trace_load(&options, &trace, &e))
        bench_fail(1, "%s", e.text);
    return trace;
}

static void run(void *self, uint64_t n)
{
    struct bench *b = self;
    for (uint64_t i = 0; i < n; i++) {
        const uint64_t from = bench_now_ns();
        struct bf_trace *trace = load(b->path, b->procs, false);
        const double ns = (double)(bench_now_ns() - from);
        if (b->fastest_ns == 0 || ns < b->fastest_ns)
            b->fastest_ns = ns;
        b->jobs = trace->jobs.count;
        bf_trace_destroy(trace);
    }
}

static void counters(void *self, struct bf_text *text)
{
    const struct bench *b = self;
    bf_text_add(text, "MB_per_s=%.1f jobs_per_s=%.4g bytes=%.0f jobs=%u",
                b->bytes / b->fastest_ns * 1e3, b->jobs / b->fastest_ns * 1e9, b->bytes, b->jobs);
}

static void time_file(const struct bench_options *o, const char *name, const char *path,
                      bf_procs procs, double bytes, size_t jobs)
{
    struct bench b = {.path = path, .procs = procs, .bytes = bytes};
    const struct bench_case c = {.bench = "reader",
                                 .name = name,
                                 .size = jobs,
                                 .unit = "byte",
                                 .units = bytes,
                                 .self = &b,
                                 .run = run,
                                 .counters = counters};
    bench_line(o, &c);
}

// Copies the text of a log into log.swf and log.swf.gz; returns its bytes.
static double copy_text(const char *from, const char *plain, const char *packed)
{
    static char buffer[1 << 16];
    double bytes = 0;
    gzFile in = gzopen(from, "rb"); // reads plain text as it is
    gzFile gz = gzopen(packed, "wb");
    FILE *out = fopen(plain, "wb");
    if (!in || !gz || !out)
        bench_fail(1, "%s: cannot be %s: %s", in ? folder : from, in ? "written to" : "opened",
                   strerror(errno));
    int got;
    while ((got = gzread(in, buffer, sizeof buffer)) > 0) {
        bytes += got;
        if (fwrite(buffer, 1, (size_t)got, out) != (size_t)got ||
            gzwrite(gz, buffer, (unsigned)got) != got)
            bench_fail(1, "%s: cannot be written to: %s", folder, strerror(errno));
    }
    if (got < 0)
        bench_fail(1, "%s: is damaged", from);
    gzclose(in);
    if (gzclose(gz) != Z_OK || fclose(out))
        bench_fail(1, "%s: cannot be written to: %s", folder, strerror(errno));
    return bytes;
}

// Writes a log of so many jobs, as text.
static void generate(size_t jobs, const char *path)
{
    char model[128];
    struct bf_error e;
    snprintf(model, sizeof model, "lublin:jobs=%zu,procs=1024,seed=1,load=0.8,estimates=tsafrir",
             jobs);
    struct bf_trace *trace = load(model, 0, true);
    if (bf_trace_write_swf(trace, NULL, "", path, &e))
        bench_fail(1, "%s", e.text);
    bf_trace_destroy(trace);
}

static void time_log(const struct bench_options *o, const char *log, size_t jobs)
{
    char plain[600], packed[600], original[600], name[300];
    snprintf(plain, sizeof plain, "%s/log.swf", folder);
    snprintf(packed, sizeof packed, "%s/log.swf.gz", folder);
    snprintf(original, sizeof original, "%s/model.swf", folder);
    if (!log)
        generate(jobs, original);
    const double bytes = copy_text(log ? log : original, plain, packed);
    if (!log)
        unlink(original);
    struct bf_trace *trace = load(plain, 0, false); // refuses what is no log; counts its jobs
    const size_t count = trace->jobs.count;
    const bf_procs procs = trace->procs;
    bf_trace_destroy(trace);
    const char *slash = log ? strrchr(log, '/') : NULL;
    const char *base = slash ? slash + 1 : log ? log : "generated";
    snprintf(name, sizeof name, "plain/%s", base);
    time_file(o, name, plain, procs, bytes, count);
    snprintf(name, sizeof name, "gzip/%s", base);
    time_file(o, name, packed, procs, bytes, count);
}

int main(int argc, char **argv)
{
    struct bench_options o = {
        .samples = 7, .least_ms = 20, .sizes = {10000, 300000}, .size_count = 2};
    bench_parse(argc, argv, USAGE, true, &o);
    make_folder();
    bench_header();
    if (o.argument)
        time_log(&o, o.argument, 0);
    for (size_t i = 0; !o.argument && i < o.size_count; i++)
        time_log(&o, NULL, o.sizes[i]);
    return 0;
}
