// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/output_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "workloads/gzip_internal.h"

enum { BUFFER_SIZE = 1 << 16, PATH_SIZE = 4096 };

struct bf_output {
    int fd;
    int error;            // errno of the first failure
    bool beside;          // written under `part`, to be renamed
    struct bf_gzip *gzip; // NULL: plain
    char path[PATH_SIZE];
    char part[PATH_SIZE + 32];
    size_t used;
    char buffer[BUFFER_SIZE];
};

static void write_all(struct bf_output *out, const void *bytes, size_t n)
{
    const char *at = bytes;
    while (n && !out->error) {
        ssize_t done = write(out->fd, at, n);
        if (done < 0 && errno != EINTR)
            out->error = errno;
        if (done > 0) {
            at += done;
            n -= (size_t)done;
        }
    }
}

static void write_gzip(struct bf_output *out, const void *bytes, size_t n, bool finish)
{
    unsigned char packed[BUFFER_SIZE];
    struct bf_gzip_flow flow = {.in = bytes, .in_size = n};
    enum bf_gzip_result result;
    do {
        flow.out = packed;
        flow.out_size = sizeof packed;
        result = bf_gzip_step(out->gzip, &flow, finish);
        write_all(out, packed, sizeof packed - flow.out_size);
    } while (finish ? result != BF_GZIP_END : flow.in_size || flow.out_size == 0);
}

static void flush(struct bf_output *out, bool finish)
{
    if (out->gzip)
        write_gzip(out, out->buffer, out->used, finish);
    else
        write_all(out, out->buffer, out->used);
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

// Opens out->path itself or, where that is or will be a regular file, a new one beside it.
static int open_target(struct bf_output *out)
{
    struct stat status;
    if (strcmp(out->path, "-") == 0)
        return STDOUT_FILENO;
    if (stat(out->path, &status) == 0 && S_ISDIR(status.st_mode)) {
        errno = EISDIR;
        return -1;
    }
    if (stat(out->path, &status) == 0 && !S_ISREG(status.st_mode))
        return open(out->path, O_WRONLY | O_CLOEXEC);
    out->beside = true;
    snprintf(out->part, sizeof out->part, "%s.part-%ld", out->path, (long)getpid());
    return open(out->part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
}

static bool ends_in_gz(const char *path)
{
    size_t n = strlen(path);
    return n > 3 && strcmp(path + n - 3, ".gz") == 0;
}

enum bf_err bf_output_open(const char *path, struct bf_output **output, struct bf_error *e)
{
    if (strlen(path) >= PATH_SIZE)
        return bf_error_set(e, BF_ERR_ENV, "%.60s...: the name is too long for a file", path);
    struct bf_output *out = malloc(sizeof *out);
    if (!out)
        return bf_error_no_memory(e, sizeof *out, "writing a file");
    memset(out, 0, offsetof(struct bf_output, buffer));
    memcpy(out->path, path, strlen(path));
    if (ends_in_gz(path) && !(out->gzip = bf_gzip_create())) {
        free(out);
        return bf_error_no_memory(e, BUFFER_SIZE, "packing gzip");
    }
    out->fd = open_target(out);
    if (out->fd < 0) {
        enum bf_err code =
            bf_error_set(e, BF_ERR_ENV, "%s: cannot be created: %s", path, strerror(errno));
        bf_gzip_destroy(out->gzip);
        free(out);
        return code;
    }
    *output = out;
    return BF_OK;
}

// Makes the file safe under its name; sets out->error when that fails.
static void publish(struct bf_output *out)
{
    if (out->beside && !out->error && fsync(out->fd) != 0)
        out->error = errno;
    if (out->fd != STDOUT_FILENO && close(out->fd) != 0 && !out->error)
        out->error = errno;
    if (out->beside && !out->error && rename(out->part, out->path) != 0)
        out->error = errno;
    if (out->beside && out->error)
        unlink(out->part);
}

enum bf_err bf_output_close(struct bf_output *out, struct bf_error *e)
{
    enum bf_err code = BF_OK;
    flush(out, true);
    publish(out);
    if (out->error)
        code = bf_error_set(e, BF_ERR_ENV, "%s: cannot be written: %s",
                            out->fd == STDOUT_FILENO ? "standard output" : out->path,
                            strerror(out->error));
    bf_gzip_destroy(out->gzip);
    free(out);
    return code;
}
