// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cli/cmd_sweep_report.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "engine/base/text.h"

enum { BAR = 20, LINE_EVERY = 30, NARROWEST = 40, WIDEST = 240 };

void cli_sweep_report_init(struct cli_sweep_report *r, const struct bf_plan *plan, bool quiet,
                           uint64_t before, int threads)
{
    *r = (struct cli_sweep_report){.plan = plan,
                                   .quiet = quiet,
                                   .terminal = isatty(STDERR_FILENO) == 1,
                                   .before = before,
                                   .threads = threads,
                                   .last = 0};
}

// ---- Texts ------------------------------------------------------------------

static void add_duration(struct bf_text *to, double seconds)
{
    const long long s = (long long)(seconds + 0.5);
    if (seconds < 0.0995)
        bf_text_add(to, "%.2g ms", 1e3 * seconds);
    else if (seconds < 9.95)
        bf_text_add(to, "%.1f s", seconds);
    else if (s < 120)
        bf_text_add(to, "%lld s", s);
    else if (s < 2 * 3600)
        bf_text_add(to, "%lld min", (s + 30) / 60);
    else
        bf_text_add(to, "%lld h %02lld min", s / 3600, s % 3600 / 60);
}

static void add_trace(struct bf_text *to, const char *name)
{
    const char *slash = strrchr(name, '/');
    if (!bf_trace_is_model(name))
        name = slash ? slash + 1 : name;
    size_t n = strlen(name);
    if (bf_text_ends_with(name, ".gz"))
        n -= strlen(".gz");
    if (n > strlen(".swf") && strncmp(name + n - strlen(".swf"), ".swf", strlen(".swf")) == 0)
        n -= strlen(".swf");
    bf_text_add(to, "%.*s", (int)n, name);
}

void cli_run_label(const struct bf_plan *plan, uint64_t number, struct bf_text *to)
{
    struct bf_plan_run run;
    bf_plan_run(plan, number, &run);
    const struct bf_config *c = &run.config;
    bf_text_add(to, "%s", c->policy->name);
    for (unsigned i = 0; i < c->policy->param_count; i++) {
        const struct bf_param *param = &c->policy->params[i];
        if (c->args[i].i == param->fallback.i && c->args[i].r <= param->fallback.r &&
            c->args[i].r >= param->fallback.r)
            continue;
        bf_text_add(to, " %s=", param->name);
        bf_param_format(param, &c->args[i], to);
    }
    if (bf_config_uses_plans(c)) {
        bf_text_add(to, " ");
        bf_config_estimate_text(c, to);
    }
    if (bf_config_calendar(c))
        bf_text_add(to, " calendar=%s", c->calendar->name);
    if (run.options.load != 1)
        bf_text_add(to, " load=%g", run.options.load);
    if (run.options.shake || c->estimate->draws)
        bf_text_add(to, " seed=%llu", (unsigned long long)run.options.seed);
    bf_text_add(to, " ");
    add_trace(to, run.trace_name);
}

// ---- Progress ---------------------------------------------------------------

static void add_state(const struct cli_sweep_report *r, const struct bf_drive_state *s,
                      struct bf_text *to)
{
    const uint64_t all = s->runs + r->before, done = s->done + r->before;
    bf_text_add(to, "%llu/%llu runs", (unsigned long long)done, (unsigned long long)all);
    if (s->failed)
        bf_text_add(to, ", %llu failed", (unsigned long long)s->failed);
    if (s->elapsed > 0)
        bf_text_add(to, ", %.3g/s", (double)s->done / s->elapsed);
    if (s->left >= 0) {
        bf_text_add(to, ", ");
        add_duration(to, s->left);
        bf_text_add(to, " left");
    }
    if (s->in_hand.seconds >= 1) {
        bf_text_add(to, "; slowest: ");
        cli_run_label(r->plan, s->in_hand.number, to);
        bf_text_add(to, " (");
        add_duration(to, s->in_hand.seconds);
        bf_text_add(to, ")");
    }
}

static int terminal_width(void)
{
    struct winsize size;
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col < NARROWEST)
        return 80;
    return size.ws_col < WIDEST ? size.ws_col : WIDEST;
}

static void draw(struct cli_sweep_report *r, const struct bf_drive_state *s)
{
    char line[1024];
    struct bf_text text = bf_text_init(line, sizeof line);
    const double share =
        (double)(s->done + r->before) / (double)(s->runs + r->before ? s->runs + r->before : 1);
    const int full = (int)(share * BAR);
    bf_text_add(&text, "[%.*s%.*s] ", full, "####################", BAR - full,
                "....................");
    add_state(r, s, &text);
    fprintf(stderr, "\r%.*s\033[K", terminal_width() - 1, line);
    fflush(stderr);
    r->drawn = true;
}

void cli_sweep_tick(void *self, const struct bf_drive_state *s)
{
    struct cli_sweep_report *r = self;
    char line[1024];
    struct bf_text text = bf_text_init(line, sizeof line);
    if (r->quiet)
        return;
    if (r->terminal) {
        draw(r, s);
        return;
    }
    if (s->elapsed - r->last < LINE_EVERY)
        return;
    r->last = s->elapsed;
    add_state(r, s, &text);
    fprintf(stderr, "bfsweep: %s\n", line);
}

// ---- Summary ----------------------------------------------------------------

static void print_slowest(const struct cli_sweep_report *r, const struct bf_drive_result *result)
{
    for (int i = 0; i < BF_DRIVE_SLOWEST && result->slowest[i].seconds > 0; i++) {
        char line[1024];
        struct bf_text text = bf_text_init(line, sizeof line);
        bf_text_add(&text, "%-10s", i ? "" : "slowest");
        add_duration(&text, result->slowest[i].seconds);
        bf_text_add(&text, "  ");
        cli_run_label(r->plan, result->slowest[i].number, &text);
        fprintf(stderr, "%s\n", line);
    }
}

// Of the whole process so far.
static double peak_megabytes(void)
{
    struct rusage usage;
    return getrusage(RUSAGE_SELF, &usage) == 0 ? (double)usage.ru_maxrss * 1024e-6 : 0;
}

static double share(double part, double whole)
{
    return whole > 0 ? 100 * part / whole : 0;
}

void cli_sweep_summary(struct cli_sweep_report *r, const struct bf_drive_result *result,
                       double store)
{
    char line[256];
    struct bf_text text = bf_text_init(line, sizeof line);
    if (r->drawn)
        fprintf(stderr, "\r\033[K");
    if (r->quiet)
        return;
    const double elapsed = result->elapsed > 0 ? result->elapsed : 1e-9;
    add_duration(&text, result->elapsed);
    fprintf(stderr, "runs      %llu in %s, %.3g a second", (unsigned long long)result->done, line,
            (double)result->done / elapsed);
    if (r->before)
        fprintf(stderr, "; %llu were done before", (unsigned long long)r->before);
    text = bf_text_init(line, sizeof line);
    add_duration(&text, result->core);
    fprintf(stderr, "\ncore time %s on %d %s; idle %.1f %%; result files %.1f %%\n", line,
            r->threads, r->threads == 1 ? "thread" : "threads", 100 * result->idle,
            share(store, store + result->core));
    fprintf(stderr, "memory    %.1f MB at most\n", peak_megabytes());
    print_slowest(r, result);
    if (result->failed)
        fprintf(stderr, "failed    %llu; the first: %s\n", (unsigned long long)result->failed,
                result->failure);
}
