// SPDX-License-Identifier: GPL-3.0-or-later
//
// bfsweep policies: what the registry of policies holds.
#include <math.h>
#include <stdio.h>

#include "engine/cli/cli.h"
#include "engine/cli/list.h"
#include "policies/policies.h"

static error_t parse_name(int key, char *arg, struct argp_state *state)
{
    const struct bf_policy **only = state->input;
    if (key != ARGP_KEY_ARG || *only)
        return ARGP_ERR_UNKNOWN;
    return cli_option_result(state, bf_policy_find(arg, only, cli_option_slot(state)));
}

static void print_param(const struct bf_param *param)
{
    char spelling[64];
    const char *value = "";
    if (param->type == BF_PARAM_COUNT)
        value = isinf(param->max) ? " N|all" : " N";
    if (param->type == BF_PARAM_REAL)
        value = " X";
    if (param->type == BF_PARAM_CHOICE)
        value = " WORD";
    snprintf(spelling, sizeof spelling, "--%s%s%s%s", param->name, value, param->word ? "|" : "",
             param->word ? param->word : "");
    cli_print_param(stdout, spelling, param);
}

static void print_policy(const struct bf_policy *policy)
{
    cli_print_wrapped(stdout, printf("%s:", policy->name), 2, policy->summary);
    for (unsigned i = 0; i < policy->param_count; i++)
        print_param(&policy->params[i]);
    if (policy->uses & BF_USES_BACKFILL_ORDER)
        puts("  takes --backfill-order");
    if (policy->uses & BF_KNOWS_CALENDAR)
        puts("  takes --calendar");
    cli_print_wrapped(stdout, printf("  from"), 4, policy->paper);
}

int cmd_policies(int argc, char **argv)
{
    const struct argp argp = {
        .parser = parse_name,
        .args_doc = "[NAME]",
        .doc = "List the scheduling policies, or one of them: what each does, its parameters with "
               "their ranges and defaults, and where its rules come from."};
    const struct bf_policy *only = NULL;
    struct bf_error e;
    if (cli_parse(&argp, argc, argv, &only, &e) != BF_OK)
        return cli_fail(&e);
    if (only) {
        print_policy(only);
        return 0;
    }
    for (const struct bf_policy *const *p = bf_policies; *p; p++) {
        if (p != bf_policies)
            putchar('\n');
        print_policy(*p);
    }
    return 0;
}
