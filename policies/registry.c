// SPDX-License-Identifier: GPL-3.0-or-later
#include "policies/policies.h"

#include <string.h>

// One a file of this folder.
extern const struct bf_policy bf_policy_fcfs, bf_policy_easy, bf_policy_reservations,
    bf_policy_conservative, bf_policy_selective, bf_policy_lookahead, bf_policy_relaxed,
    bf_policy_independent_shadow, bf_policy_hpcpack;

const struct bf_policy *const bf_policies[] = {
    &bf_policy_fcfs,         &bf_policy_easy,
    &bf_policy_reservations, &bf_policy_conservative,
    &bf_policy_selective,    &bf_policy_lookahead,
    &bf_policy_relaxed,      &bf_policy_independent_shadow,
    &bf_policy_hpcpack,      NULL};

enum { POLICIES = sizeof bf_policies / sizeof bf_policies[0] };

enum bf_err bf_policy_find(const char *name, const struct bf_policy **policy, struct bf_error *e)
{
    const char *names[POLICIES] = {NULL};
    for (unsigned i = 0; bf_policies[i]; i++) {
        if (!strcmp(bf_policies[i]->name, name)) {
            *policy = bf_policies[i];
            return BF_OK;
        }
        names[i] = bf_policies[i]->name;
    }
    char buffer[256];
    struct bf_text near = bf_text_init(buffer, sizeof buffer);
    bf_text_suggest(&near, name, names, "'bfsweep policies' lists them");
    return bf_error_set(e, BF_ERR_USAGE, "there is no policy '%s'%s", name, buffer);
}
