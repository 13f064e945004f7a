// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the subcommands share: how they are called, how they print errors, how they read options.
//
// This folder is the only code that prints, reads argv or ends the program. A subcommand is one
// file cmd_<name>.c with one function; it returns its exit status and never calls exit. Data goes
// to standard output (checked when the program ends: main.c), everything else to standard error.
#ifndef BF_CLI_CLI_H
#define BF_CLI_CLI_H

#include <argp.h>
#include <stdbool.h>
#include <stddef.h>

#include "engine/base/error.h"

// ---- Subcommands ------------------------------------------------------------

// argv[0] is what the user typed so far, for instance "bfsweep run"; argv[argc] is NULL. argv may
// be permuted. The result is the exit status (cli_status).
int cmd_run(int argc, char **argv);
int cmd_explain(int argc, char **argv);
int cmd_sweep(int argc, char **argv);
int cmd_merge(int argc, char **argv);
int cmd_stats(int argc, char **argv);
int cmd_report(int argc, char **argv);
int cmd_show(int argc, char **argv);
int cmd_audit(int argc, char **argv);
int cmd_compare(int argc, char **argv);
int cmd_digest(int argc, char **argv);
int cmd_export(int argc, char **argv);
int cmd_trace(int argc, char **argv); // has subcommands of its own, by cli_dispatch
int cmd_policies(int argc, char **argv);
int cmd_estimates(int argc, char **argv);

struct cli_command {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *summary; // one line for the list of commands, without a full stop
};

// Calls the command of `commands` (ended by a NULL name) that argv[1] names, with argv[0] extended
// by its name. No name: the list on standard error, status 2. `help`, `help NAME`, --help, --usage
// and --version are answered; an unknown name is one error line with the nearest one, status 2.
int cli_dispatch(const struct cli_command *commands, int argc, char **argv);

// ---- Messages ---------------------------------------------------------------

// The exit status that belongs to an error: 0 done, 1 bad input or result, 2 usage, 3 incomplete,
// 4 the environment failed.
int cli_status(enum bf_err code);

// Prints `bfsweep: <text>` on standard error, in one line whatever the text holds, and returns the
// exit status: `return cli_fail(&e);`.
int cli_fail(const struct bf_error *e);

// Prints `bfsweep: warning: <line>` on standard error for each line of `lines` (newlines between;
// "" prints nothing).
void cli_warn_lines(const char *lines);

// Standard output needs no care in a command: it is flushed and checked once, when the program ends
// (main.c), and a failure there is status 4. A command writes its files before it prints, so that a
// reader of standard output who goes away cannot keep a file from being whole.

// ---- Options ----------------------------------------------------------------

// argp_parse without its own error messages: BF_ERR_USAGE is one line that names the option, what
// was expected and what was found, and the nearest option where one is near. --help, --usage and
// --version print and end the program with status 0.
//
// Parser functions of `argp` and its children get state->input as usual, and report by
// cli_option_error. A positional argument that no parser takes (ARGP_ERR_UNKNOWN for ARGP_KEY_ARG)
// is such an error too. state->root_argp is cli_parse's own; state->child_inputs is NULL where
// `argp` has no children.
enum bf_err cli_parse(const struct argp *argp, int argc, char **argv, void *input,
                      struct bf_error *e);

// For parser functions: sets the error of the call and returns what the parser must return.
//     return cli_option_error(state, "--format takes text, csv or json, found '%s'", arg);
error_t cli_option_error(const struct argp_state *state, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

// The same for an error that is set already by a callee: returns what the parser must return, 0 for
// BF_OK. cli_option_slot is where the callee has to put its text:
//     return cli_option_result(state, bf_param_parse(p, arg, &v, cli_option_slot(state)));
struct bf_error *cli_option_slot(const struct argp_state *state);
error_t cli_option_result(const struct argp_state *state, enum bf_err code);

#endif
