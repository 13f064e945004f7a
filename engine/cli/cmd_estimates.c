// SPDX-License-Identifier: GPL-3.0-or-later
//
// bfsweep estimates: what the registry of estimate models holds.
#include <stdio.h>

#include "engine/base/text.h"
#include "engine/cli/cli.h"
#include "engine/cli/list.h"
#include "workloads/estimates.h"

static error_t parse_name(int key, char *arg, struct argp_state *state)
{
    const struct bf_estimate **only = state->input;
    if (key != ARGP_KEY_ARG || *only)
        return ARGP_ERR_UNKNOWN;
    return cli_option_result(state, bf_estimate_find(arg, only, cli_option_slot(state)));
}

static void print_model(const struct bf_estimate *model)
{
    char spelling[64];
    cli_print_wrapped(stdout, printf("%s:", model->name), 2, model->summary);
    if (model->param) {
        snprintf(spelling, sizeof spelling, "%s:%s", model->name,
                 model->param->type == BF_PARAM_COUNT ? "N" : "X");
        cli_print_param(stdout, spelling, model->param);
    }
    if (model->sees_run)
        puts("  looks at the run time itself");
    if (model->draws)
        puts("  draws at random, by --seed");
    cli_print_wrapped(stdout, printf("  from"), 4, model->paper);
}

int cmd_estimates(int argc, char **argv)
{
    const struct argp argp = {
        .parser = parse_name,
        .args_doc = "[NAME]",
        .doc =
            "List the models of run time estimates for 'run --estimate', or one of them: what each "
            "plans with, its argument with its range, and where it comes from."};
    const struct bf_estimate *only = NULL;
    struct bf_error e;
    if (cli_parse(&argp, argc, argv, &only, &e) != BF_OK)
        return cli_fail(&e);
    if (only) {
        print_model(only);
        return 0;
    }
    for (const struct bf_estimate *const *m = bf_estimates; *m; m++) {
        if (m != bf_estimates)
            putchar('\n');
        print_model(*m);
    }
    return 0;
}
