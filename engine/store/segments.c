// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/segments.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "engine/base/part.h"
#include "engine/base/text.h"

enum { MOST_BYTES = 4 << 20, DIGITS = 6 };

static const double oldest = 15; // s

struct bf_segments {
    char *output, *directory, *lock_path;
    int lock;
    struct bf_store_about about;
    char **paths; // owned, and the array
    size_t count, room;
    unsigned long next; // number of the next segment
    struct bf_trace_row *traces;
    size_t trace_count;
    struct bf_store *open; // NULL: none
    char *open_path;
    double since;      // its first row was put
    double oldest;     // s
    uint64_t repeated; // runs that joins of groups found twice
};

// The file that says that segments hold nothing but copies of rows in other files.
static const char copies_mark[] = "copies";

// ---- Names ------------------------------------------------------------------

static char *join_path(const char *directory, const char *name)
{
    char *path;
    return asprintf(&path, "%s/%s", directory, name) < 0 ? NULL : path;
}

// The number of a segment's name; 0: it is another file.
static unsigned long number_of(const char *name)
{
    char *end;
    if (strlen(name) < DIGITS + strlen(".h5") || strspn(name, "0123456789") < DIGITS)
        return 0;
    const unsigned long n = strtoul(name, &end, 10);
    return strcmp(end, ".h5") == 0 ? n : 0;
}

static int compare_paths(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

// Takes `path`, which is owned from here on.
static enum bf_err add_path(struct bf_segments *s, char *path, struct bf_error *e)
{
    if (path && s->count == s->room) {
        const size_t room = s->room ? 2 * s->room : 16;
        char **paths = realloc(s->paths, room * sizeof *paths);
        if (paths) {
            s->paths = paths;
            s->room = room;
        } else {
            free(path);
            path = NULL;
        }
    }
    if (!path)
        return bf_error_no_memory(e, 0, "the names of segments");
    s->paths[s->count++] = path;
    return BF_OK;
}

// Whoever holds the lock is the only writer: temporary files are left behind by others, and so are
// the copies of a merge.
static enum bf_err take_stock(struct bf_segments *s, struct bf_error *e)
{
    enum bf_err err = BF_OK;
    DIR *directory = opendir(s->directory);
    if (!directory)
        return bf_error_write(e, errno, s->directory, "read the directory");
    const bool copies = faccessat(dirfd(directory), copies_mark, F_OK, 0) == 0;
    for (struct dirent *entry; !err && (entry = readdir(directory));) {
        const unsigned long number = number_of(entry->d_name);
        if (number && copies) {
            unlinkat(dirfd(directory), entry->d_name, 0);
        } else if (number) {
            s->next = number > s->next ? number : s->next;
            err = add_path(s, join_path(s->directory, entry->d_name), e);
        } else if (bf_text_ends_with(entry->d_name, ".part")) {
            unlinkat(dirfd(directory), entry->d_name, 0);
        }
    }
    unlinkat(dirfd(directory), copies_mark, 0); // the last to go
    closedir(directory);
    if (s->count)
        qsort(s->paths, s->count, sizeof *s->paths, compare_paths);
    return err;
}

// ---- The lock ---------------------------------------------------------------

static bool is_named(int fd, const char *path)
{
    struct stat open, named;
    return fstat(fd, &open) == 0 && stat(path, &named) == 0 && open.st_ino == named.st_ino &&
           open.st_dev == named.st_dev;
}

static enum bf_err refuse(const struct bf_segments *s, int reason, struct bf_error *e)
{
    if (reason == EWOULDBLOCK)
        return bf_error_set(e, BF_ERR_ENV,
                            "%s: another bfsweep is writing it; wait for its end, or write "
                            "elsewhere",
                            s->output);
    return bf_error_set(e, BF_ERR_ENV,
                        "%s: cannot lock %s: %s; write to a file system that has locks", s->output,
                        s->lock_path, strerror(reason));
}

// The directory may be removed by a writer that has just finished: then all is done again.
static enum bf_err take_lock(struct bf_segments *s, struct bf_error *e)
{
    for (int tries = 0; tries < 100; tries++) {
        if (mkdir(s->directory, 0777) != 0 && errno != EEXIST)
            return bf_error_write(e, errno, s->directory, "create the directory of segments");
        s->lock = open(s->lock_path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
        if (s->lock < 0 && errno == ENOENT)
            continue;
        if (s->lock < 0)
            return bf_error_write(e, errno, s->lock_path, "create a lock");
        if (flock(s->lock, LOCK_EX | LOCK_NB) != 0) {
            const int reason = errno;
            close(s->lock);
            s->lock = -1; // it is another's: not ours to remove
            return refuse(s, reason, e);
        }
        if (is_named(s->lock, s->lock_path))
            return BF_OK;
        close(s->lock);
        s->lock = -1;
    }
    return refuse(s, EWOULDBLOCK, e);
}

// ---- Opening and closing ----------------------------------------------------

static enum bf_err try_output(const char *output, struct bf_error *e)
{
    struct bf_part *part;
    const enum bf_err err = bf_part_create(output, &part, e);
    if (!err)
        bf_part_discard(part);
    return err;
}

static bool set_names(struct bf_segments *s, const char *output)
{
    char *target = bf_part_target(output); // whatever the name, one output has one lock
    s->output = strdup(output);
    if (!target || asprintf(&s->directory, "%s.segments", target) < 0)
        s->directory = NULL;
    free(target);
    s->lock_path = s->directory ? join_path(s->directory, "lock") : NULL;
    return s->output && s->lock_path;
}

enum bf_err bf_segments_open(const char *output, const struct bf_store_about *about,
                             struct bf_segments **segments, struct bf_error *e)
{
    enum bf_err err = try_output(output, e);
    if (err)
        return err;
    struct bf_segments *new = calloc(1, sizeof *new);
    if (!new)
        return bf_error_no_memory(e, sizeof *new, "segments");
    new->lock = -1;
    new->oldest = oldest;
    new->about = *about;
    new->about.passing = new->about.sorted = true;
    if (!set_names(new, output))
        err = bf_error_no_memory(e, strlen(output), "the names of segments");
    if (!err)
        err = take_lock(new, e);
    if (!err)
        err = take_stock(new, e);
    if (err)
        bf_segments_close(new);
    else
        *segments = new;
    return err;
}

// Only whoever has the lock may remove it.
static void give_up_lock(struct bf_segments *s)
{
    if (s->lock < 0)
        return;
    if (s->count == 0 && is_named(s->lock, s->lock_path)) {
        unlink(s->lock_path);
        rmdir(s->directory);
    }
    close(s->lock);
}

void bf_segments_close(struct bf_segments *s)
{
    if (!s)
        return;
    bf_store_abandon(s->open);
    give_up_lock(s);
    for (size_t i = 0; i < s->count; i++)
        free(s->paths[i]);
    free(s->paths);
    free(s->traces);
    free(s->open_path);
    free(s->output);
    free(s->directory);
    free(s->lock_path);
    free(s);
}

size_t bf_segments_count(const struct bf_segments *s)
{
    return s->count;
}

const char *const *bf_segments_paths(const struct bf_segments *s)
{
    return (const char *const *)s->paths;
}

void bf_segments_drop(struct bf_segments *s, size_t number)
{
    unlink(s->paths[number]);
    free(s->paths[number]);
    s->count--;
    memmove(&s->paths[number], &s->paths[number + 1], (s->count - number) * sizeof *s->paths);
}

void bf_segments_clear(struct bf_segments *s)
{
    while (s->count)
        bf_segments_drop(s, s->count - 1);
    char *mark = join_path(s->directory, copies_mark);
    if (mark)
        unlink(mark);
    free(mark);
}

// ---- Writing ----------------------------------------------------------------

static void now_text(char text[32])
{
    const time_t now = time(NULL);
    struct tm utc;
    strftime(text, 32, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &utc));
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

void bf_segments_save_every(struct bf_segments *s, double seconds)
{
    s->oldest = seconds;
}

static char *next_path(struct bf_segments *s)
{
    char name[64];
    snprintf(name, sizeof name, "%0*lu.h5", DIGITS, ++s->next);
    return join_path(s->directory, name);
}

static enum bf_err begin(struct bf_segments *s, struct bf_error *e)
{
    s->open_path = next_path(s);
    if (!s->open_path)
        return bf_error_no_memory(e, 0, "the name of a segment");
    enum bf_err err = bf_store_create(s->open_path, &s->about, &s->open, e);
    s->since = now();
    for (size_t i = 0; !err && i < s->trace_count; i++) {
        const struct bf_sink sink = bf_store_sink(s->open);
        err = sink.put_trace(sink.self, &s->traces[i], e);
    }
    return err;
}

enum bf_err bf_segments_flush(struct bf_segments *s, struct bf_error *e)
{
    char ended[32];
    if (!s->open)
        return BF_OK;
    now_text(ended);
    const enum bf_err err = bf_store_close(s->open, ended, e);
    s->open = NULL;
    char *path = s->open_path;
    s->open_path = NULL;
    if (!err)
        return add_path(s, path, e);
    free(path);
    return err;
}

// Traces go into every segment: they are few, and a segment is whole without the others.
static enum bf_err put_trace(void *self, const struct bf_trace_row *trace, struct bf_error *e)
{
    struct bf_segments *s = self;
    struct bf_trace_row *traces = realloc(s->traces, (s->trace_count + 1) * sizeof *traces);
    if (!traces)
        return bf_error_no_memory(e, (s->trace_count + 1) * sizeof *traces, "rows of traces");
    s->traces = traces;
    s->traces[s->trace_count++] = *trace;
    return BF_OK;
}

static enum bf_err put_result(void *self, const struct bf_result *result, struct bf_error *e)
{
    struct bf_segments *s = self;
    enum bf_err err = s->open ? BF_OK : begin(s, e);
    if (!err) {
        const struct bf_sink sink = bf_store_sink(s->open);
        err = sink.put_result(sink.self, result, e);
    }
    if (!err && bf_store_kept(s->open) >= MOST_BYTES)
        err = bf_segments_flush(s, e);
    return err;
}

static enum bf_err flush_old(void *self, struct bf_error *e)
{
    struct bf_segments *s = self;
    return s->open && now() - s->since >= s->oldest ? bf_segments_flush(s, e) : BF_OK;
}

struct bf_sink bf_segments_sink(struct bf_segments *s)
{
    return (struct bf_sink){
        .self = s, .put_trace = put_trace, .put_result = put_result, .flush = flush_old};
}

// ---- Joining ----------------------------------------------------------------

// Joins a group of files into a new segment.
static enum bf_err join_group(struct bf_segments *s, const char *const *paths, size_t count,
                              const struct bf_merge *how, struct bf_error *e)
{
    struct bf_merge_count joined = {0};
    struct bf_merge group = *how;
    struct bf_store_about about = s->about;
    about.sorted = false; // its rows come in order and need not be kept
    about.plan_keys = how->about->plan_keys;
    group.about = &about;
    group.plan_runs = 0; // not yet all of them
    char *path = next_path(s);
    if (!path)
        return bf_error_no_memory(e, 0, "the name of a segment");
    const enum bf_err err = bf_store_merge(paths, count, path, &group, &joined, e);
    s->repeated += joined.repeated;
    if (!err)
        return add_path(s, path, e);
    free(path);
    return err;
}

// Joins `count` segments from number `at` on into one, which takes their place: segments stay in
// the order in which they were written. Should the program be killed before they are removed, the
// same rows are there twice, which the next join takes for what it is.
static enum bf_err join_segments(struct bf_segments *s, size_t at, size_t count,
                                 const struct bf_merge *how, struct bf_error *e)
{
    const enum bf_err err = join_group(s, bf_segments_paths(s) + at, count, how, e);
    if (err)
        return err;
    for (size_t i = 0; i < count; i++)
        bf_segments_drop(s, at);
    char *group = s->paths[s->count - 1];
    memmove(s->paths + at + 1, s->paths + at, (s->count - 1 - at) * sizeof *s->paths);
    s->paths[at] = group;
    return BF_OK;
}

// How many of `count` files to join first, so that all later joins are as large as can be.
static size_t first_group(size_t count)
{
    const size_t rest = (count - 1) % (BF_MERGE_MOST - 1);
    return rest ? rest + 1 : BF_MERGE_MOST;
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

// A segment that somebody has removed is no fault of the input.
static enum bf_err find_segments(const struct bf_segments *s, struct bf_error *e)
{
    for (size_t i = 0; i < s->count; i++)
        if (access(s->paths[i], F_OK) != 0)
            return bf_error_set(e, BF_ERR_ENV,
                                "%s: is gone: %s; call again: its runs are done again", s->paths[i],
                                strerror(errno));
    return BF_OK;
}

enum bf_err bf_segments_join(struct bf_segments *s, const char *const *more, size_t more_count,
                             const char *path, const struct bf_merge *how,
                             struct bf_merge_count *done, struct bf_error *e)
{
    const char *inputs[BF_MERGE_MOST];
    enum bf_err err = find_segments(s, e);
    s->repeated = 0;
    size_t at = 0; // the segments before it are joins of this round
    while (!err && s->count + more_count > BF_MERGE_MOST) {
        const size_t group = first_group(s->count + more_count);
        if (s->count >= more_count) {
            const size_t n = least(group, s->count);
            at = at + n > s->count ? 0 : at;
            err = join_segments(s, at++, n, how, e);
            continue;
        }
        const size_t n = least(group, more_count);
        err = join_group(s, more, n, how, e);
        more += n;
        more_count -= n;
    }
    if (err)
        return err;
    for (size_t i = 0; i < more_count; i++)
        inputs[i] = more[i];
    for (size_t i = 0; i < s->count; i++)
        inputs[more_count + i] = s->paths[i];
    err = bf_store_merge(inputs, more_count + s->count, path, how, done, e);
    done->repeated += s->repeated;
    return err;
}

enum bf_err bf_segments_only_copies(struct bf_segments *s, struct bf_error *e)
{
    char *path = join_path(s->directory, copies_mark);
    const int file = path ? open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666) : -1;
    const enum bf_err err =
        file < 0 ? bf_error_write(e, errno, s->directory, "write into the directory") : BF_OK;
    if (file >= 0)
        close(file);
    free(path);
    return err;
}
