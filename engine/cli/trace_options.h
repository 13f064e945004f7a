// SPDX-License-Identifier: GPL-3.0-or-later
//
// The options that say which jobs of a trace are meant: --procs --too-wide --status --users
// --numbers --max-bad --first --from --to --load --shake --seed. And what the commands say about
// the trace itself.
#ifndef BF_CLI_TRACE_OPTIONS_H
#define BF_CLI_TRACE_OPTIONS_H

#include <argp.h>

#include "workloads/trace.h"

// A child for the argp of a command; its input is a struct bf_trace_options * that is filled in by
// bf_trace_options_default before. The source is a positional argument of the command. The parent
// hands the input down on ARGP_KEY_INIT: `state->child_inputs[0] = &options->trace;`.
extern const struct argp cli_trace_argp;

// For the parser of a command: takes the positional argument that is the trace, which must be the
// only one; and the error of a command that has got none.
error_t cli_take_trace(struct bf_trace_options *o, const char *source,
                       const struct argp_state *state);
error_t cli_trace_missing(const struct argp_state *state);

// Headings in --help: pass this as the group's header in struct argp_child.
#define CLI_TRACE_HEADER "Which jobs:"

#endif
