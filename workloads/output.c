// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/output_internal.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/part.h"
#include "engine/base/text.h"
#include "workloads/gzip_internal.h"

enum { BUFFER_SIZE = 1 << 16 };

struct bf_output {
    struct bf_part *part;
    struct bf_gzip *gzip; // NULL: plain
    size_t used;
    char buffer[BUFFER_SIZE];
};

static void write_gzip(struct bf_output *out, const void *bytes, size_t n, bool finish)
{
    unsigned char packed[BUFFER_SIZE];
    struct bf_gzip_flow flow = {.in = bytes, .in_size = n};
    enum bf_gzip_result result;
    do {
        flow.out = packed;
        flow.out_size = sizeof packed;
        result = bf_gzip_step(out->gzip, &flow, finish);
        bf_part_append(out->part, packed, sizeof packed - flow.out_size);
    } while (finish ? result != BF_GZIP_END : flow.in_size || flow.out_size == 0);
}

static void flush(struct bf_output *out, bool finish)
{
    if (out->gzip)
        write_gzip(out, out->buffer, out->used, finish);
    else
        bf_part_append(out->part, out->buffer, out->used);
    out->used = 0;
}

void bf_output_add(struct bf_output *out, const char *text, size_t n)
{
    while (n) {
        size_t room = BUFFER_SIZE - out->used;
        size_t k = n < room ? n : room;
        memcpy(out->buffer + out->used, text, k);
        out->used += k;
        text += k;
        n -= k;
        if (out->used == BUFFER_SIZE)
            flush(out, false);
    }
}

void bf_output_print(struct bf_output *out, const char *format, ...)
{
    char line[4096];
    va_list args;
    va_start(args, format);
    int n = vsnprintf(line, sizeof line, format, args);
    va_end(args);
    if (n > 0)
        bf_output_add(out, line, (size_t)n < sizeof line ? (size_t)n : sizeof line - 1);
}

static void destroy(struct bf_output *out)
{
    bf_gzip_destroy(out->gzip);
    free(out);
}

enum bf_err bf_output_open(const char *path, struct bf_output **output, struct bf_error *e)
{
    struct bf_output *out = malloc(sizeof *out);
    if (!out)
        return bf_error_no_memory(e, sizeof *out, "writing a file");
    out->used = 0;
    out->gzip = NULL;
    if (bf_text_ends_with(path, ".gz") && !(out->gzip = bf_gzip_create())) {
        destroy(out);
        return bf_error_no_memory(e, BUFFER_SIZE, "packing gzip");
    }
    enum bf_err code = bf_part_create_stream(path, &out->part, e);
    if (code == BF_OK)
        *output = out;
    else
        destroy(out);
    return code;
}

enum bf_err bf_output_close(struct bf_output *out, struct bf_error *e)
{
    flush(out, true);
    enum bf_err code = bf_part_commit(out->part, e);
    destroy(out);
    return code;
}
