// SPDX-License-Identifier: GPL-3.0-or-later
//
// How fast logs are read: a log made by the Lublin-Feitelson model, plain and compressed, and a log
// given as argument, likewise. Timed is all of bf_trace_load (reading, checking, sorting); MB/s
// count the bytes of the text, 10^6 each, compressed or not.
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

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
    static const char *const names[] = {"log.swf", "log.swf.gz", "model.swf"};
    for (int i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
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

// Runs gzip with `option` from one file to another: our own reader is what is measured.
static void filter(const char *option, const char *from, const char *to)
{
    const int in = open(from, O_RDONLY | O_CLOEXEC);
    if (in < 0)
        bench_fail(1, "%s: cannot be opened: %s", from, strerror(errno));
    const int out = open(to, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (out < 0)
        bench_fail(1, "%s: cannot be made: %s", to, strerror(errno));
    const pid_t child = fork();
    if (child == 0) {
        if (dup2(in, STDIN_FILENO) >= 0 && dup2(out, STDOUT_FILENO) >= 0)
            execlp("gzip", "gzip", option, (char *)NULL);
        _exit(127);
    }
    int status = 1;
    close(in);
    close(out);
    if (child < 0 || waitpid(child, &status, 0) != child || status)
        bench_fail(1, "%s: gzip %s failed", from, option);
}

// Puts the text of a log into `plain` and `packed`; returns its bytes.
static double copy_text(const char *from, const char *plain, const char *packed)
{
    struct stat text;
    filter("-cdf", from, plain); // passes on what is not compressed
    filter("-c", plain, packed);
    if (stat(plain, &text))
        bench_fail(1, "%s: %s", plain, strerror(errno));
    return (double)text.st_size;
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
