// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/input_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "workloads/gzip_internal.h"

enum { RAW_SIZE = 1 << 16 };

struct bf_input {
    int fd;
    const char *name;         // borrowed
    struct bf_gunzip *gunzip; // NULL: plain
    bool in_member;
    bool after_member; // at least one member is complete
    uint64_t base;     // place of raw[0] in the file
    size_t at, size;   // what is left of raw: [at, size)
    unsigned char raw[RAW_SIZE];
};

static enum bf_err read_some(struct bf_input *in, void *to, size_t n, size_t *got,
                             struct bf_error *e)
{
    ssize_t result;
    do
        result = read(in->fd, to, n);
    while (result < 0 && errno == EINTR);
    if (result < 0)
        return bf_error_set(e, BF_ERR_INPUT, "%s: cannot be read: %s", in->name, strerror(errno));
    *got = (size_t)result;
    return BF_OK;
}

// Fills raw from its beginning; size = 0 afterwards means the end of the file.
static enum bf_err fill_raw(struct bf_input *in, struct bf_error *e)
{
    in->base += in->size;
    in->at = in->size = 0;
    return read_some(in, in->raw, RAW_SIZE, &in->size, e);
}

// Fills raw and looks at the first two bytes. A pipe may give them one by one.
static enum bf_err detect_gzip(struct bf_input *in, struct bf_error *e)
{
    while (in->size < 2) {
        size_t got = 0;
        enum bf_err code = read_some(in, in->raw + in->size, RAW_SIZE - in->size, &got, e);
        if (code)
            return code;
        if (got == 0)
            return BF_OK;
        in->size += got;
    }
    if (in->raw[0] != 0x1f || in->raw[1] != 0x8b)
        return BF_OK;
    in->gunzip = bf_gunzip_create();
    return in->gunzip ? BF_OK : bf_error_no_memory(e, RAW_SIZE, "unpacking gzip");
}

static enum bf_err open_file(struct bf_input *in, const char *path, struct bf_error *e)
{
    struct stat status;
    in->fd = strcmp(path, "-") == 0 ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    if (in->fd < 0 && (errno == ENOENT || errno == ENOTDIR))
        return bf_error_set(e, BF_ERR_INPUT, "%s: there is no such file", path);
    if (in->fd < 0)
        return bf_error_set(e, BF_ERR_INPUT, "%s: cannot be opened: %s", path, strerror(errno));
    if (fstat(in->fd, &status) == 0 && S_ISDIR(status.st_mode))
        return bf_error_set(e, BF_ERR_INPUT, "%s: is a directory; a log file was expected",
                            in->name);
    return detect_gzip(in, e);
}

enum bf_err bf_input_open(const char *path, struct bf_input **input, struct bf_error *e)
{
    struct bf_input *in = malloc(sizeof *in);
    if (!in)
        return bf_error_no_memory(e, sizeof *in, "reading a file");
    memset(in, 0, offsetof(struct bf_input, raw));
    in->name = strcmp(path, "-") == 0 ? "standard input" : path;
    enum bf_err code = open_file(in, path, e);
    if (code) {
        bf_input_close(in);
        return code;
    }
    *input = in;
    return BF_OK;
}

void bf_input_close(struct bf_input *in)
{
    if (!in)
        return;
    bf_gunzip_destroy(in->gunzip);
    if (in->fd > STDIN_FILENO)
        close(in->fd);
    free(in);
}

const char *bf_input_name(const struct bf_input *in)
{
    return in->name;
}

static enum bf_err read_plain(struct bf_input *in, void *to, size_t n, size_t *got,
                              struct bf_error *e)
{
    size_t left = in->size - in->at;
    if (left == 0)
        return read_some(in, to, n, got, e);
    *got = left < n ? left : n;
    memcpy(to, in->raw + in->at, *got);
    in->at += *got;
    return BF_OK;
}

static enum bf_err gzip_error(const struct bf_input *in, const char *what, struct bf_error *e)
{
    return bf_error_set(e, BF_ERR_INPUT,
                        "%s: gzip data %s at byte %llu of the compressed file; get "
                        "the file again",
                        in->name, what, (unsigned long long)(in->base + in->at));
}

// Between members: zeros may fill the space behind one (as tapes leave them), all else has to be a
// member.
static enum bf_err begin_member(struct bf_input *in, struct bf_error *e)
{
    while (in->after_member && in->at < in->size && in->raw[in->at] == 0)
        in->at++;
    if (in->at == in->size)
        return BF_OK;
    if (in->raw[in->at] != 0x1f)
        return gzip_error(in, "is followed by something else", e);
    in->in_member = true;
    return BF_OK;
}

static enum bf_err inflate_some(struct bf_input *in, void *to, size_t n, size_t *got,
                                struct bf_error *e)
{
    struct bf_gzip_flow flow = {in->raw + in->at, in->size - in->at, to, n};
    enum bf_gzip_result result = bf_gunzip_step(in->gunzip, &flow);
    in->at = in->size - flow.in_size;
    *got = n - flow.out_size;
    if (result == BF_GZIP_BAD) {
        char what[128] = "is corrupt (";
        strncat(what, bf_gunzip_message(in->gunzip), sizeof what - 16);
        return gzip_error(in, strcat(what, ")"), e);
    }
    if (result == BF_GZIP_END) {
        in->in_member = false;
        in->after_member = true;
    }
    return BF_OK;
}

static enum bf_err read_gzip(struct bf_input *in, void *to, size_t n, size_t *got,
                             struct bf_error *e)
{
    enum bf_err code = BF_OK;
    *got = 0;
    while (code == BF_OK && *got == 0) {
        if (in->at == in->size) {
            code = fill_raw(in, e);
            if (code == BF_OK && in->size == 0)
                return in->in_member ? gzip_error(in, "is cut short", e) : BF_OK;
        } else if (!in->in_member) {
            code = begin_member(in, e);
        } else {
            code = inflate_some(in, to, n, got, e);
        }
    }
    return code;
}

enum bf_err bf_input_read(struct bf_input *in, void *to, size_t n, size_t *got, struct bf_error *e)
{
    return in->gunzip ? read_gzip(in, to, n, got, e) : read_plain(in, to, n, got, e);
}
