// SPDX-License-Identifier: GPL-3.0-or-later
//
// bfsweep sweep: all runs of a plan, in parallel, into one result file.
//
// Nothing is written before the plan stands and all traces have been looked at; then the place of
// the output is locked. What finishes is written as segments, which are joined at the end: a call
// that was stopped or killed in between is completed by the next.
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/hash.h"
#include "engine/cli/about.h"
#include "engine/cli/cli.h"
#include "engine/cli/cmd_sweep_options.h"
#include "engine/cli/cmd_sweep_report.h"
#include "engine/cli/cmd_sweep_resume.h"
#include "engine/cli/cmd_sweep_shares.h"
#include "engine/cli/memory.h"
#include "engine/cli/version.h"
#include "engine/core/config.h"
#include "engine/store/row_text.h"
#include "engine/store/segments.h"
#include "engine/sweep/drive.h"
#include "engine/sweep/handover.h"
#include "engine/sweep/threads.h"

enum { PLAN_STORED = 50000 }; // an attribute has room for 64 KiB

struct sweep {
    struct cli_sweep_options options;
    int threads;
    struct bf_traces *traces;
    struct bf_plan *plan;
    uint64_t *numbers; // of the runs to be done
    uint64_t count, before;
    struct bf_segments *segments;
    struct bf_sink sink; // of the segments
    struct bf_drive_result result;
    struct cli_sweep_report report;
    double called;                     // when
    double store_seconds;              // of processor time
    char (*failed)[BF_HASH_TEXT_SIZE]; // keys of runs that failed in this call
    size_t failed_count;
    char command_line[4096], *plan_text, plan_hash[BF_HASH_TEXT_SIZE];
    char plan_keys[BF_HASH_TEXT_SIZE]; // the sum
    bool mixed;                        // the output will hold runs of other plans, too
    char host[64], started[32], shard[256];
};

// ---- Signals ----------------------------------------------------------------

static _Atomic(int) interrupted; // a signal has come
static _Atomic(int) writing;     // it is polled

// A plan is given up at once: it has written nothing. A second signal does what it does to any
// program: then, too, nothing is lost but what is in hand.
static void on_signal(int number)
{
    static const char line[] = "bfsweep: stopped by a signal before any result was written\n";
    (void)number;
    interrupted = 1;
    if (writing)
        return;
    const ssize_t said = write(STDERR_FILENO, line, sizeof line - 1);
    (void)said; // there may be nobody to hear it
    _exit(cli_status(BF_ERR_INCOMPLETE));
}

static void catch_signals(void)
{
    static const int signals[] = {SIGTERM, SIGINT, SIGUSR1};
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND | SA_RESTART};
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++)
        sigaction(signals[i], &action, NULL);
}

// Whoever looks on may go away: a line that cannot be written is no reason to lose results. Lists,
// which go to standard output, end with their reader as those of any command do.
static void outlive_readers(const struct sweep *s)
{
    if (!s->options.dry_run)
        signal(SIGPIPE, SIG_IGN);
}

// ---- The plan ---------------------------------------------------------------

static void choose_threads(struct sweep *s)
{
    const struct bf_threads allowed = bf_threads_allowed();
    char line[256];
    struct bf_text text = bf_text_init(line, sizeof line);
    s->threads = s->options.threads ? s->options.threads : allowed.count;
    bf_text_add(&text, "-j %d is more than the %d that %s would allow", s->threads, allowed.count,
                allowed.limited);
    if (s->threads > allowed.count && !s->options.quiet)
        cli_warn_lines(line);
}

static size_t memory_limit(const struct sweep *s)
{
    if (s->options.memory_limit)
        return s->options.memory_limit;
    const long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    return pages > 0 && size > 0 ? (size_t)pages / 2 * (size_t)size : SIZE_MAX;
}

static void warn_of_traces(const struct sweep *s)
{
    for (size_t i = 0; !s->options.quiet && i < bf_traces_count(s->traces); i++) {
        const struct bf_trace_info *info = bf_traces_info(s->traces, i);
        if (info->warnings)
            cli_warn_lines(info->warnings);
        if (info->message)
            cli_warn_lines(info->message);
    }
}

static enum bf_err make_plan(struct sweep *s, struct bf_error *e)
{
    s->traces = bf_traces_create(memory_limit(s));
    if (!s->traces)
        return bf_error_no_memory(e, 0, "a set of traces");
    enum bf_err err = bf_plan_create(&s->options.axes, s->traces, &s->plan, e);
    if (err)
        return err;
    bf_traces_load(s->traces, s->threads);
    warn_of_traces(s);
    err = bf_plan_settle(s->plan, e);
    if (!err && bf_plan_runs(s->plan) > INT32_MAX)
        err = bf_error_set(e, BF_ERR_USAGE, "the plan has %llu runs; at most %d are expected",
                           (unsigned long long)bf_plan_runs(s->plan), INT32_MAX);
    if (err)
        return err;
    s->numbers = bf_share_runs(s->plan, s->options.share, &s->count, e);
    return s->numbers ? BF_OK : BF_ERR_ENV;
}

// The text of the plan, in memory of the sweep's. It may be long: all names of 100000 logs.
static enum bf_err write_plan(struct sweep *s, struct bf_text *text, struct bf_error *e)
{
    size_t size = 1 << 18;
    do {
        char *more = size < SIZE_MAX / 4 ? realloc(s->plan_text, size *= 4) : NULL;
        if (!more)
            return bf_error_no_memory(e, size, "the text of the plan");
        s->plan_text = more;
        *text = bf_text_init(s->plan_text, size);
        bf_plan_text(&s->options.axes, text);
    } while (text->cut);
    return BF_OK;
}

// A plan too long for an attribute is cut, with the hash of all of it.
static enum bf_err describe_plan(struct sweep *s, struct bf_error *e)
{
    struct bf_text text;
    const enum bf_err err = write_plan(s, &text, e);
    if (err)
        return err;
    if (text.used > PLAN_STORED) {
        char hash[BF_HASH_TEXT_SIZE];
        bf_hash_bytes(s->plan_text, text.used, hash);
        text.used = PLAN_STORED;
        bf_text_add(&text, "\n; cut here; hash of the whole plan: %s\n", hash);
    }
    bf_hash_bytes(s->plan_text, text.used, s->plan_hash);
    return BF_OK;
}

// ---- Dry run ----------------------------------------------------------------

// A line of the list; texts, for numbers are written otherwise than in tables of results.
struct listed {
    char run[24], predicted_s[32], key[BF_HASH_TEXT_SIZE], trace[4096], config[2048];
};

#define COLUMN(name)                                                                               \
    {                                                                                              \
#name, BF_STR, offsetof(struct listed, name), sizeof(((struct listed *)0)->name), "", "",  \
            false                                                                                  \
    }
static const struct bf_column listed_columns[] = {COLUMN(run), COLUMN(predicted_s), COLUMN(key),
                                                  COLUMN(trace), COLUMN(config)};
static const struct bf_table listed_table = {"runs", "Runs of a plan", sizeof(struct listed),
                                             listed_columns,
                                             sizeof listed_columns / sizeof *listed_columns};

static void fill_listed(const struct sweep *s, uint64_t number, struct listed *row)
{
    struct bf_text config = bf_text_init(row->config, sizeof row->config);
    struct bf_plan_run run;
    bf_plan_run(s->plan, number, &run);
    snprintf(row->run, sizeof row->run, "%llu", (unsigned long long)number);
    snprintf(row->predicted_s, sizeof row->predicted_s, "%.6f",
             (double)bf_plan_cost(s->plan, number) * 1e-7);
    bf_plan_key(s->plan, number, row->key);
    bf_text_copy(row->trace, sizeof row->trace, run.trace_name);
    bf_plan_config_text(s->plan, number, &config);
}

static enum bf_err list_runs(const struct sweep *s, struct bf_error *e)
{
    double all = 0;
    struct bf_row_view view;
    bf_row_view_all(&view, &listed_table);
    enum bf_err err = bf_row_put_header(&view, BF_ROW_CSV, stdout, e);
    for (uint64_t i = 0; !err && i < s->count; i++) {
        struct listed row;
        fill_listed(s, s->numbers[i], &row);
        err = bf_row_put(&view, BF_ROW_CSV, &row, stdout, e);
        all += (double)bf_plan_cost(s->plan, s->numbers[i]) * 1e-7;
    }
    if (!err && !s->options.quiet)
        fprintf(stderr, "bfsweep: %llu runs, predicted %.3g s of one core\n",
                (unsigned long long)s->count, all);
    return err;
}

// ---- Running ----------------------------------------------------------------

static void sum_keys(const struct sweep *s, char text[BF_HASH_TEXT_SIZE])
{
    struct bf_hash_sum sum = {0};
    for (uint64_t i = 0; i < bf_plan_runs(s->plan); i++) {
        char key[BF_HASH_TEXT_SIZE];
        bf_plan_key(s->plan, i, key);
        bf_hash_sum_add(&sum, key);
    }
    bf_hash_sum_text(&sum, text);
}

static struct bf_store_about about(const struct sweep *s)
{
    return (struct bf_store_about){.program_version = cli_version,
                                   .semantics_version = BF_SEMANTICS_VERSION,
                                   .command_line = s->command_line,
                                   .plan = s->plan_text,
                                   .host = s->host,
                                   .compiler = cli_compiler,
                                   .started = s->started,
                                   .plan_runs = bf_plan_runs(s->plan),
                                   .plan_keys = s->mixed ? "" : s->plan_keys,
                                   .shard = s->shard};
}

static enum bf_err open_output(struct sweep *s, struct bf_error *e)
{
    if (gethostname(s->host, sizeof s->host - 1) != 0)
        s->host[0] = '\0';
    cli_now_text(s->started, sizeof s->started);
    if (s->options.share.count > 1)
        bf_text_copy(s->shard, sizeof s->shard, s->options.share_text);
    sum_keys(s, s->plan_keys);
    const struct bf_store_about described = about(s);
    return bf_segments_open(s->options.output, &described, &s->segments, e);
}

static const char *old_output(const struct sweep *s)
{
    return access(s->options.output, F_OK) == 0 ? s->options.output : NULL;
}

// The sink of the sweep: segments, and the keys of failures, which the join wants to know.
static enum bf_err put_trace(void *self, const struct bf_trace_row *trace, struct bf_error *e)
{
    struct sweep *s = self;
    return s->sink.put_trace(s->sink.self, trace, e);
}

static enum bf_err put_result(void *self, const struct bf_result *result, struct bf_error *e)
{
    struct sweep *s = self;
    if (strcmp(result->run->status, "ok") != 0) {
        void *more = realloc(s->failed, (s->failed_count + 1) * sizeof *s->failed);
        if (!more)
            return bf_error_no_memory(e, sizeof *s->failed, "a list of failures");
        s->failed = more;
        bf_text_copy(s->failed[s->failed_count++], sizeof *s->failed, result->run->key);
    }
    return s->sink.put_result(s->sink.self, result, e);
}

static enum bf_err flush(void *self, struct bf_error *e)
{
    struct sweep *s = self;
    return s->sink.flush(s->sink.self, e);
}

// Whoever sets a budget counts from the call, in which reading logs may take long. 0: no budget.
static double budget_left(const struct sweep *s)
{
    const double nothing = 1e-9, left = s->options.budget - (bf_handover_now() - s->called);
    return s->options.budget <= 0 ? 0 : left > nothing ? left : nothing;
}

static enum bf_err run_all(struct sweep *s, struct bf_error *e)
{
    const struct bf_sink sink = {
        .self = s, .put_trace = put_trace, .put_result = put_result, .flush = flush};
    const struct bf_drive_options how = {.threads = s->threads,
                                         .with_jobs = s->options.axes.jobs,
                                         .fail_fast = s->options.fail_fast,
                                         .budget = budget_left(s),
                                         .clock = s->options.axes.no_clock ? NULL : cli_clock_ns,
                                         .interrupted = &interrupted,
                                         .self = &s->report,
                                         .tick = cli_sweep_tick};
    s->sink = bf_segments_sink(s->segments);
    if (s->options.save_every > 0)
        bf_segments_save_every(s->segments, s->options.save_every);
    cli_sweep_report_init(&s->report, s->plan, s->options.quiet, s->before, s->threads);
    enum bf_err err = bf_drive_traces(s->plan, &sink, e);
    if (!err) {
        err = bf_drive(s->plan, s->numbers, s->count, &sink, &how, &s->result, e);
        s->numbers = NULL;
    }
    const double since = bf_handover_core();
    struct bf_error second;
    const enum bf_err flushed = bf_segments_flush(s->segments, err ? &second : e);
    s->store_seconds = s->result.sink + bf_handover_core() - since;
    return err ? err : flushed;
}

// ---- The end ----------------------------------------------------------------

static int compare_keys(const void *a, const void *b)
{
    return strcmp(a, b);
}

static bool has_trace(const struct sweep *s, const char *name)
{
    for (size_t i = 0; i < bf_traces_count(s->traces); i++)
        if (strcmp(bf_traces_info(s->traces, i)->row.name, name) == 0)
            return true;
    return false;
}

// A failed run of another plan (--extend). One of a log that could not be read is of this plan if
// the log is: it was tried again under the key that the log gave it.
static bool is_of_another(const struct sweep *s, const struct bf_run_row *run)
{
    return s->options.extend && (run->trace_hash[0] || !has_trace(s, run->trace));
}

// Failures of earlier calls have been tried again; those of runs that are none any more are
// dropped.
static bool keep(void *self, const struct bf_run_row *run)
{
    const struct sweep *s = self;
    return strcmp(run->status, "ok") == 0 || is_of_another(s, run) ||
           (s->failed_count &&
            bsearch(run->key, s->failed, s->failed_count, sizeof *s->failed, compare_keys));
}

static enum bf_err join(struct sweep *s, struct bf_error *e)
{
    char ended[32];
    const char *old = old_output(s);
    const struct bf_store_about described = about(s);
    const struct bf_merge how = {.about = &described,
                                 .plan_hash = s->options.extend ? NULL : s->plan_hash,
                                 .semantics_version = BF_SEMANTICS_VERSION,
                                 .keep = keep,
                                 .self = s,
                                 .in_time = true,
                                 .stop = &interrupted,
                                 .ended = ended};
    struct bf_merge_count count;
    const double since = bf_handover_core();
    cli_memory_trim();
    cli_now_text(ended, sizeof ended);
    if (s->failed_count)
        qsort(s->failed, s->failed_count, sizeof *s->failed, compare_keys);
    const enum bf_err err =
        bf_segments_join(s->segments, &old, old ? 1 : 0, s->options.output, &how, &count, e);
    if (!err)
        bf_segments_clear(s->segments);
    s->store_seconds += bf_handover_core() - since;
    return err;
}

static enum bf_err explain_stop(const struct sweep *s, struct bf_error *e)
{
    const char *why =
        s->result.end == BF_DRIVE_BUDGET ? "the time budget is used up" : "stopped by a signal";
    const unsigned long long left = s->count - s->result.done;
    if (s->result.end == BF_DRIVE_FAILURE)
        return bf_error_set(e, BF_ERR_INPUT, "%s: stopped at the first failure: %s",
                            s->options.output, s->result.failure);
    return bf_error_set(e, BF_ERR_INCOMPLETE,
                        "%s: %s; %llu runs are left, the same call goes on with them",
                        s->options.output, why, left);
}

static enum bf_err finish(struct sweep *s, struct bf_error *e)
{
    if (s->result.end != BF_DRIVE_DONE)
        return explain_stop(s, e);
    const enum bf_err err = join(s, e);
    if (err == BF_ERR_INCOMPLETE) {
        s->result.end = BF_DRIVE_INTERRUPTED;
        return explain_stop(s, e);
    }
    if (err || !s->result.failed)
        return err;
    return bf_error_set(e, BF_ERR_INPUT,
                        "%s: %llu of %llu runs failed, one with '%s': 'bfsweep export %s runs "
                        "--where status=failed --columns key,message' lists all; the same call "
                        "tries them again",
                        s->options.output, (unsigned long long)s->result.failed,
                        (unsigned long long)(s->count + s->before), s->result.failure,
                        s->options.output);
}

static enum bf_err do_runs(struct sweep *s, struct bf_error *e)
{
    const struct cli_resume resume = {.plan = s->plan,
                                      .plan_hash = s->plan_hash,
                                      .plan_keys = s->plan_keys,
                                      .extend = s->options.extend,
                                      .with_jobs = s->options.axes.jobs,
                                      .output = old_output(s),
                                      .segments = s->segments};
    enum bf_err err = cli_resume(&resume, s->numbers, &s->count, &s->before, &s->mixed, e);
    if (err)
        return err;
    if (!s->count && !bf_segments_count(s->segments) && resume.output) {
        if (!s->options.quiet)
            fprintf(stderr, "bfsweep: %s: nothing is left to do; it holds all %llu runs\n",
                    s->options.output, (unsigned long long)s->before);
        return BF_OK;
    }
    err = run_all(s, e);
    if (!err)
        err = finish(s, e);
    cli_sweep_summary(&s->report, &s->result, s->store_seconds);
    return err;
}

static enum bf_err sweep(struct sweep *s, int argc, char **argv, struct bf_error *e)
{
    s->called = bf_handover_now();
    cli_memory_begin();
    cli_quote_command(argc, argv, s->command_line, sizeof s->command_line);
    enum bf_err err = cli_sweep_options_read(&s->options, argc, argv, e);
    if (err)
        return err;
    outlive_readers(s);
    catch_signals();
    choose_threads(s);
    err = make_plan(s, e);
    if (!err)
        err = cli_sweep_check_runs(s->plan, s->options.expect, e);
    if (!err) // also where nothing is run: what is listed can be run
        err = describe_plan(s, e);
    if (!err && s->options.shares)
        return cli_sweep_list_shares(s->plan, s->numbers, s->count, s->options.shares, e);
    if (!err && s->options.dry_run)
        return list_runs(s, e);
    if (err)
        return err;
    writing = 1;
    err = open_output(s, e);
    return err ? err : do_runs(s, e);
}

int cmd_sweep(int argc, char **argv)
{
    static struct sweep s; // too large for some stacks
    struct bf_error e;
    const enum bf_err err = sweep(&s, argc, argv, &e);
    bf_segments_close(s.segments);
    free(s.numbers);
    free(s.failed);
    free(s.plan_text);
    bf_plan_destroy(s.plan);
    bf_traces_destroy(s.traces);
    bf_axes_fini(&s.options.axes);
    return err ? cli_fail(&e) : 0;
}
