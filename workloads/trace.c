// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/trace.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/text.h"
#include "workloads/trace_internal.h"

const char *const bf_too_wide_names[] = {"drop", "clamp", "error", NULL};

void bf_trace_options_default(struct bf_trace_options *o)
{
    *o = (struct bf_trace_options){
        .too_wide = BF_TOO_WIDE_DROP, .max_bad = 1, .to = BF_NEVER, .load = 1, .seed = 1};
}

static enum bf_err check_options(const struct bf_trace_options *o, struct bf_error *e)
{
    if (!o->source || !o->source[0])
        return bf_error_set(e, BF_ERR_USAGE, "no trace is named; a file, - or a model is expected");
    if (o->procs < 0 || o->procs > BF_MAX_PROCS)
        return bf_error_set(e, BF_ERR_USAGE, "procs %d; a machine has 1 to %d processors",
                            (int)o->procs, (int)BF_MAX_PROCS);
    if (!(o->load > 0) || isinf(o->load))
        return bf_error_set(e, BF_ERR_USAGE, "load %g; a number above 0 is expected", o->load);
    if (o->shake < 0 || o->shake > BF_MAX_TIME)
        return bf_error_set(e, BF_ERR_USAGE, "shake %lld; 0 to 2^50 seconds are expected",
                            (long long)o->shake);
    if (!(o->max_bad >= 0 && o->max_bad <= 100))
        return bf_error_set(e, BF_ERR_USAGE, "max-bad %g; 0 to 100 percent are expected",
                            o->max_bad);
    if (o->from >= o->to)
        return bf_error_set(e, BF_ERR_USAGE, "from %lld is not before to %lld; nothing is left",
                            (long long)o->from, (long long)o->to);
    return BF_OK;
}

static char *copy_text(const char *text)
{
    const size_t n = strlen(text) + 1;
    char *copy = malloc(n);
    return copy ? memcpy(copy, text, n) : NULL;
}

// Moves what was built into a trace.
static enum bf_err hand_over(struct bf_loading *l, struct bf_trace **trace, struct bf_error *e)
{
    struct bf_trace *t = calloc(1, sizeof *t);
    if (t) {
        t->header = copy_text(l->header.text ? l->header.text : "");
        t->warnings = copy_text(l->notes.text);
    }
    if (!t || !t->header || !t->warnings) {
        bf_trace_destroy(t);
        return bf_error_no_memory(e, sizeof *t + l->header.size, "a trace");
    }
    t->jobs = l->build.jobs;
    t->fields = l->build.fields;
    t->procs = l->procs;
    t->row = l->row;
    t->all_without_request = l->row.no_request == l->row.simulated;
    t->peak_recorded = l->peak;
    free(l->build.wait);
    memset(l->build.column, 0, sizeof l->build.column); // they are the trace's now
    *trace = t;
    return BF_OK;
}

static enum bf_err load(struct bf_loading *l, struct bf_error *e)
{
    const bool model = bf_trace_is_model(l->o->source);
    enum bf_err code = model ? bf_trace_model(l, e) : bf_trace_read(l, e);
    if (code == BF_OK && l->watch && l->watch->all_read)
        l->watch->all_read(l->watch->self, l);
    return code == BF_OK ? bf_trace_finish(l, e) : code;
}

enum bf_err bf_trace_load_watched(const struct bf_trace_options *o,
                                  const struct bf_trace_watch *watch, struct bf_trace **trace,
                                  struct bf_error *e)
{
    enum bf_err code = check_options(o, e);
    if (code)
        return code;
    struct bf_loading *l = calloc(1, sizeof *l);
    if (!l)
        return bf_error_no_memory(e, sizeof *l, "a trace");
    l->o = o;
    l->watch = watch;
    l->name = o->source;
    bf_text_copy(l->row.name, sizeof l->row.name, o->source);
    bf_swf_header_init(&l->header);
    bf_build_init(&l->build, o->find_peak, o->keep_fields);
    code = load(l, e);
    if (code == BF_OK)
        code = hand_over(l, trace, e);
    bf_swf_header_fini(&l->header);
    bf_build_fini(&l->build);
    free(l);
    return code;
}

enum bf_err bf_trace_load(const struct bf_trace_options *o, struct bf_trace **trace,
                          struct bf_error *e)
{
    return bf_trace_load_watched(o, NULL, trace, e);
}

void bf_trace_destroy(struct bf_trace *t)
{
    if (!t)
        return;
    free(t->jobs.submit);
    free(t->jobs.run);
    free(t->jobs.request);
    free(t->jobs.procs);
    free(t->jobs.user);
    free(t->jobs.number);
    free(t->jobs.bits);
    free(t->fields);
    free(t->header);
    free(t->warnings);
    free(t);
}

static void add_statuses(uint32_t statuses, struct bf_text *to)
{
    const char *lead = " status=";
    for (int s = -1; s <= 30; s++) {
        if (!(statuses >> (s + 1) & 1))
            continue;
        bf_text_add(to, "%s%d", lead, s);
        lead = ",";
    }
}

static void add_selection(const char *lead, const struct bf_selection *s, struct bf_text *to)
{
    if (!s)
        return;
    bf_text_add(to, "%s", lead);
    bf_selection_text(s, to);
}

void bf_trace_options_text(const struct bf_trace_options *o, bf_procs procs, struct bf_text *to)
{
    char number[BF_DOUBLE_TEXT_SIZE];
    bf_text_add(to, "%sprocs=%d", to->used ? " " : "", (int)procs);
    if (o->too_wide != BF_TOO_WIDE_DROP)
        bf_text_add(to, " too_wide=%s", bf_too_wide_names[o->too_wide]);
    add_statuses(o->statuses, to);
    add_selection(" users=", o->users, to);
    add_selection(" numbers=", o->numbers, to);
    if (o->first)
        bf_text_add(to, " first=%llu", (unsigned long long)o->first);
    if (o->from > 0)
        bf_text_add(to, " from=%lld", (long long)o->from);
    if (o->to != BF_NEVER)
        bf_text_add(to, " to=%lld", (long long)o->to);
    if (o->load != 1)
        bf_text_add(to, " load=%s", bf_text_double(number, o->load));
    if (o->shake)
        bf_text_add(to, " shake=%lld seed=%llu", (long long)o->shake, (unsigned long long)o->seed);
}
