// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/report/figure_internal.h"

#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/base/text.h"

extern char **environ;

enum { STREAMS = 3 }; // standard input, output and error of gnuplot, each a file in memory

static enum bf_err fail(struct bf_error *e, const char *what, int reason)
{
    return bf_error_set(e, BF_ERR_ENV, "gnuplot: cannot %s: %s", what, strerror(reason));
}

static enum bf_err fill(int fd, const struct bf_buffer *from, struct bf_error *e)
{
    size_t done = 0;
    while (done < from->used) {
        const ssize_t n = write(fd, from->at + done, from->used - done);
        if (n < 0 && errno != EINTR)
            return fail(e, "pass its script on", errno);
        done += n > 0 ? (size_t)n : 0;
    }
    return lseek(fd, 0, SEEK_SET) ? fail(e, "pass its script on", errno) : BF_OK;
}

static enum bf_err empty(int fd, struct bf_buffer *to, struct bf_error *e)
{
    char bytes[1 << 16];
    off_t at = 0;
    for (;;) {
        const ssize_t n = pread(fd, bytes, sizeof bytes, at);
        if (n < 0)
            return fail(e, "read what it wrote", errno);
        if (n == 0)
            return bf_buffer_check(to, e);
        bf_buffer_bytes(to, bytes, (size_t)n);
        at += n;
    }
}

// -d: what the user has in ~/.gnuplot does not change figures.
static int spawn(const int streams[STREAMS], pid_t *child)
{
    char name[] = "gnuplot", settings[] = "-d";
    char *const argv[] = {name, settings, NULL};
    posix_spawn_file_actions_t actions;
    int reason = posix_spawn_file_actions_init(&actions);
    if (reason)
        return reason;
    for (int i = 0; !reason && i < STREAMS; i++)
        reason = posix_spawn_file_actions_adddup2(&actions, streams[i], i);
    if (!reason)
        reason = posix_spawnp(child, name, &actions, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    return reason;
}

static enum bf_err wait_for(pid_t child, int *status, struct bf_error *e)
{
    while (waitpid(child, status, 0) < 0)
        if (errno != EINTR)
            return fail(e, "wait for it", errno);
    return BF_OK;
}

// What gnuplot complained of: the last line it printed that says something and is no warning.
static enum bf_err complain(int fd, int status, struct bf_error *e)
{
    struct bf_buffer said = {0};
    const char *line = "";
    if (empty(fd, &said, e)) {
        bf_buffer_fini(&said);
        return BF_ERR_ENV;
    }
    for (char *at = said.at; at && *at; at += strcspn(at, "\n")) {
        at += strspn(at, "\n ");
        if (*at && *at != '^' && strncmp(at, "Warning", strlen("Warning")) != 0)
            line = at;
    }
    char last[256];
    bf_text_copy(last, sizeof last, line);
    last[strcspn(last, "\n")] = '\0';
    if (WIFSIGNALED(status))
        bf_error_set(e, BF_ERR_ENV, "gnuplot was ended by signal %d; --no-figures does without it",
                     WTERMSIG(status));
    else
        bf_error_set(e, BF_ERR_ENV,
                     "gnuplot failed with status %d: %s; --no-figures does without it",
                     WEXITSTATUS(status), last[0] ? last : "it did not say why");
    bf_buffer_fini(&said);
    return BF_ERR_ENV;
}

static enum bf_err run_on(const int streams[STREAMS], const struct bf_buffer *script,
                          struct bf_buffer *output, struct bf_error *e)
{
    pid_t child;
    int status;
    enum bf_err err = fill(streams[0], script, e);
    if (err)
        return err;
    const int reason = spawn(streams, &child);
    if (reason == ENOENT)
        return bf_error_set(e, BF_ERR_ENV,
                            "figures are drawn by gnuplot, which is not installed; install the "
                            "package gnuplot-nox, or say --no-figures");
    if (reason)
        return fail(e, "start it", reason);
    err = wait_for(child, &status, e);
    if (!err && status != 0)
        err = complain(streams[2], status, e);
    return err ? err : empty(streams[1], output, e);
}

enum bf_err bf_gnuplot_run(const struct bf_buffer *script, struct bf_buffer *output,
                           struct bf_error *e)
{
    int streams[STREAMS] = {-1, -1, -1};
    enum bf_err err = bf_buffer_check(script, e);
    for (int i = 0; !err && i < STREAMS; i++) {
        streams[i] = memfd_create("bfsweep-gnuplot", MFD_CLOEXEC);
        if (streams[i] < 0)
            err = fail(e, "make room for its output", errno);
    }
    if (!err)
        err = run_on(streams, script, output, e);
    for (int i = 0; i < STREAMS; i++)
        if (streams[i] >= 0)
            close(streams[i]);
    return err;
}
