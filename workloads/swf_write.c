// SPDX-License-Identifier: GPL-3.0-or-later
#include <assert.h>
#include <string.h>

#include "engine/base/text.h"
#include "workloads/output_internal.h"
#include "workloads/swf_internal.h"
#include "workloads/trace.h"

// ---- The header: as it was, but for what has to be true of the new file ----

struct truth {
    long long value[BF_SWF_KEYS]; // -1: nothing to say
    bool written[BF_SWF_KEYS];
};

static void write_truth(struct bf_output *out, struct truth *truth, enum bf_swf_key key)
{
    if (!truth->written[key])
        bf_output_print(out, "; %s: %lld\n", bf_swf_key_names[key], truth->value[key]);
    truth->written[key] = true;
}

static void write_old_header(struct bf_output *out, const char *header, struct truth *truth)
{
    while (*header) {
        const size_t length = strcspn(header, "\n");
        const enum bf_swf_key key = bf_swf_header_key(header, length);
        if (key != BF_SWF_KEYS && truth->value[key] != -1)
            write_truth(out, truth, key);
        else {
            bf_output_add(out, header, length);
            bf_output_add(out, "\n", 1);
        }
        header += length + (header[length] == '\n');
    }
}

// A note in one line, whatever it holds.
static void write_note(struct bf_output *out, const char *note)
{
    bf_output_print(out, "; Note: ");
    for (; *note; note++)
        bf_output_add(out, (unsigned char)*note < ' ' ? " " : note, 1);
    bf_output_add(out, "\n", 1);
}

static void write_header(struct bf_output *out, const struct bf_trace *trace, const char *note)
{
    struct truth truth = {.value = {-1, -1, -1, -1, -1}};
    truth.value[BF_SWF_MAX_PROCS] = trace->procs;
    truth.value[BF_SWF_MAX_JOBS] = truth.value[BF_SWF_MAX_RECORDS] = trace->jobs.count;
    if (!trace->header[0])
        bf_output_print(out, "; Version: 2.2\n; Computer: %s\n", trace->row.name);
    write_old_header(out, trace->header, &truth);
    for (int key = 0; key < BF_SWF_KEYS; key++)
        if (truth.value[key] != -1)
            write_truth(out, &truth, (enum bf_swf_key)key);
    if (note && note[0])
        write_note(out, note);
}

// ---- Jobs ------------------------------------------------------------------

// A submit was moved (load, shake): the log's waits say nothing about the new submits.
static bool submits_were_moved(const struct bf_trace *trace)
{
    for (uint32_t j = 0; j < trace->jobs.count; j++)
        if (trace->jobs.submit[j] != trace->fields[j].submit)
            return true;
    return false;
}

// The fields of a job as the table has it.
static struct bf_swf_fields table_fields(const struct bf_trace *trace, uint32_t j, bool moved)
{
    struct bf_swf_fields f = trace->fields[j];
    const bf_procs procs = trace->jobs.procs[j];
    f.submit = trace->jobs.submit[j];
    if (moved)
        f.wait = -1;
    if ((f.requested_procs > 0 ? f.requested_procs : f.allocated) != procs) { // clamped
        f.requested_procs = procs;
        if (f.allocated > procs)
            f.allocated = procs;
    }
    return f;
}

// And as a schedule made it.
static struct bf_swf_fields outcome_fields(const struct bf_trace *trace,
                                           const struct bf_outcome *outcome, uint32_t j)
{
    struct bf_swf_fields f = table_fields(trace, j, false);
    f.wait = outcome->start[j] - trace->jobs.submit[j];
    f.run = bf_outcome_run(outcome, j);
    f.allocated = trace->jobs.procs[j];
    if (!(trace->jobs.bits[j] & BF_JOB_NO_REQUEST))
        f.requested_time = bf_outcome_request(outcome, j);
    return f;
}

static void write_fields(struct bf_output *out, const struct bf_swf_fields *f, char separator)
{
    char buffer[1024], number[BF_DOUBLE_TEXT_SIZE];
    struct bf_text t = bf_text_init(buffer, sizeof buffer);
    const int64_t before[] = {f->number, f->submit, f->wait, f->run, f->allocated};
    const int64_t behind[] = {
        f->memory, f->requested_procs, f->requested_time, f->requested_memory, f->status,   f->user,
        f->group,  f->executable,      f->queue,          f->partition,        f->preceding};
    for (size_t i = 0; i < sizeof before / sizeof *before; i++)
        bf_text_add(&t, "%lld%c", (long long)before[i], separator);
    bf_text_add(&t, "%s%c", bf_text_double(number, f->cpu_time), separator);
    for (size_t i = 0; i < sizeof behind / sizeof *behind; i++)
        bf_text_add(&t, "%lld%c", (long long)behind[i], separator);
    bf_text_add(&t, "%s\n", bf_text_double(number, f->think_time));
    bf_output_add(out, buffer, t.used);
}

enum bf_err bf_trace_write_swf(const struct bf_trace *trace, const struct bf_outcome *outcome,
                               const char *note, const char *path, struct bf_error *e)
{
    struct bf_output *out;
    assert(trace->fields);
    enum bf_err code = bf_output_open(path, &out, e);
    if (code)
        return code;
    const bool moved = submits_were_moved(trace);
    write_header(out, trace, note);
    for (uint32_t j = 0; j < trace->jobs.count; j++) {
        const struct bf_swf_fields f =
            outcome ? outcome_fields(trace, outcome, j) : table_fields(trace, j, moved);
        write_fields(out, &f, ' ');
    }
    return bf_output_close(out, e);
}

enum bf_err bf_trace_write_csv(const struct bf_trace *trace, const char *path, struct bf_error *e)
{
    struct bf_output *out;
    assert(trace->fields);
    enum bf_err code = bf_output_open(path, &out, e);
    if (code)
        return code;
    const bool moved = submits_were_moved(trace);
    for (int i = 0; i < BF_SWF_FIELDS; i++)
        bf_output_print(out, "%s%c", bf_swf_field_names[i], i + 1 < BF_SWF_FIELDS ? ',' : '\n');
    for (uint32_t j = 0; j < trace->jobs.count; j++) {
        const struct bf_swf_fields f = table_fields(trace, j, moved);
        write_fields(out, &f, ',');
    }
    return bf_output_close(out, e);
}
