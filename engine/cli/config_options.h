// SPDX-License-Identifier: GPL-3.0-or-later
//
// The options that say how jobs are scheduled and measured: --policy, --like and every parameter of
// the registered policies as an option of its own, --order, --backfill-order, --estimate,
// --correction, --overrun, --events, --calendar, --tau, --warmup, --cooldown. The seed is an option
// of the trace (trace_options.h): one seed for all draws.
#ifndef BF_CLI_CONFIG_OPTIONS_H
#define BF_CLI_CONFIG_OPTIONS_H

#include <argp.h>
#include <stdbool.h>

#include "engine/cli/like.h"
#include "engine/core/config.h"

#define CLI_MAX_POLICIES 16 // in one list
#define CLI_MAX_PARAMS   32 // different parameters of all policies

struct cli_config_options {
    const struct bf_policy *policies[CLI_MAX_POLICIES]; // as listed by --policy
    int policy_count;
    const char *params[CLI_MAX_PARAMS]; // by position in the union of all parameters, the text as
                                        // given; NULL: not given. Borrowed from argv
    bool by_like[CLI_MAX_PARAMS];       // such a text was set by --like
    const struct cli_like *like;        // the last --like; NULL: none
    bool backfill_order_given;
    const char *calendar;    // file; NULL: none
    struct bf_arena *memory; // of the calendar that was read
    struct bf_calendar outages;
    struct bf_config common; // all but policy and args
};

// What holds when no option is given: easy, requests, and the defaults of docs/semantics.md.
enum bf_err cli_config_options_init(struct cli_config_options *o, struct bf_error *e);

// A child for the argp of a command; its input is a struct cli_config_options *. Built from the
// registry at the first call; borrowed. A parameter that none of the chosen policies has is an
// error that says which have it; one that only some of them have counts for those.
const struct argp *cli_config_argp(void);

// Reads the calendar, if one is named, before configs are made; `fini` forgets it.
enum bf_err cli_config_read_calendar(struct cli_config_options *o, struct bf_error *e);
void cli_config_options_fini(struct cli_config_options *o);

// The config of one of the chosen policies, checked.
enum bf_err cli_config_make(const struct cli_config_options *o, int policy,
                            struct bf_config *config, struct bf_error *e);

#define CLI_CONFIG_HEADER "How they are scheduled and measured:"

#endif
