// SPDX-License-Identifier: GPL-3.0-or-later
//
// The program: the list of commands, and what must hold before and after any of them.
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "analysis/statistics/gsl.h"
#include "engine/cli/cli.h"

static const struct cli_command commands[] = {
    {"run", cmd_run, "simulate a trace under one or several policies"},
    {"explain", cmd_explain, "tell why jobs waited, pass by pass"},
    {"sweep", cmd_sweep, "simulate all combinations of axes in parallel"},
    {"merge", cmd_merge, "join shares of a sweep into one result file"},
    {"stats", cmd_stats, "summarise and compare the runs of a result file"},
    {"report", cmd_report, "make an HTML page of a result file, with figures"},
    {"show", cmd_show, "print all that a result file holds of one run"},
    {"audit", cmd_audit, "check schedules by code that shares nothing with the engine"},
    {"compare", cmd_compare, "compare two schedules, or the runs of two result files"},
    {"digest", cmd_digest, "print a hash of a result file's deterministic content"},
    {"export", cmd_export, "print a table of a result file as CSV or JSON Lines"},
    {"trace", cmd_trace, "look at, check, convert and generate traces"},
    {"policies", cmd_policies, "list scheduling policies and their parameters"},
    {"estimates", cmd_estimates, "list models of run time estimates"},
    {0}};

// Makes sure that descriptors 0 to 2 exist: else the next file to be opened would become standard
// output. What takes their place refuses to be used, so a closed standard output stays an error.
static void hold_standard_descriptors(void)
{
    const int flags[] = {O_WRONLY, O_RDONLY, O_RDONLY};
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) == -1 && open("/dev/null", flags[fd]) != fd)
            _exit(cli_status(BF_ERR_ENV));
}

static int status; // of the command; 0 as long as it runs

// At exit, also by --help: what was printed has arrived, or the status says that it has
// not. After a failure nothing more is said. A reader that has gone away (EPIPE, where SIGPIPE is
// ignored) is no news to anyone: no text.
static void check_output(void)
{
    struct bf_error e;
    if (status != 0)
        return;
    errno = 0;
    if (fflush(stdout) == 0 && !ferror(stdout))
        return;
    const int why = errno;
    bf_error_write(&e, why, "standard output", "write");
    _exit(why == EPIPE ? cli_status(BF_ERR_ENV) : cli_fail(&e));
}

int main(int argc, char **argv)
{
    char name[] = "bfsweep";
    char *none[] = {name, NULL};
    hold_standard_descriptors();
    bf_gsl_begin();
    atexit(check_output);
    if (argc < 1) {
        argc = 1;
        argv = none;
    }
    argv[0] = name;
    signal(SIGXFSZ, SIG_IGN); // a limit on file size is an error of write, as a full disk is
    status = cli_dispatch(commands, argc, argv);
    return status;
}
