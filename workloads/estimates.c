// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/estimates.h"

#include <string.h>

#include "workloads/estimates/models_internal.h"

const struct bf_estimate *const bf_estimates[] = {
    &bf_estimate_request, &bf_estimate_exact, &bf_estimate_factor,   &bf_estimate_uniform,
    &bf_estimate_pad,     &bf_estimate_cap,   &bf_estimate_truncate, &bf_estimate_user_truncate,
    &bf_estimate_avg2,    &bf_estimate_round, &bf_estimate_tsafrir,  NULL};

enum { MAX_MODELS = sizeof bf_estimates / sizeof *bf_estimates, LONGEST_NAME = 32 };

enum bf_err bf_estimate_find(const char *name, const struct bf_estimate **estimate,
                             struct bf_error *e)
{
    const char *names[MAX_MODELS] = {NULL};
    for (int i = 0; bf_estimates[i]; i++) {
        names[i] = bf_estimates[i]->name;
        if (!strcmp(names[i], name)) {
            *estimate = bf_estimates[i];
            return BF_OK;
        }
    }
    char buffer[256];
    struct bf_text near = bf_text_init(buffer, sizeof buffer);
    bf_text_suggest(&near, name, names, "'bfsweep estimates' lists them");
    return bf_error_set(e, BF_ERR_USAGE, "there is no estimate model '%s'%s", name, buffer);
}

static enum bf_err parse_argument(const struct bf_estimate *m, const char *text,
                                  struct bf_value *arg, struct bf_error *e)
{
    if (!m->param && text)
        return bf_error_set(e, BF_ERR_USAGE,
                            "the estimate model '%s' takes no argument, found "
                            "'%s'",
                            m->name, text);
    if (m->param)
        *arg = m->param->fallback;
    if (!text)
        return BF_OK;
    return bf_param_parse(m->param, text, arg, e);
}

enum bf_err bf_estimate_parse(const char *text, const struct bf_estimate **estimate,
                              struct bf_value *arg, struct bf_error *e)
{
    char name[LONGEST_NAME];
    const char *colon = strchr(text, ':');
    const size_t length = colon ? (size_t)(colon - text) : strlen(text);
    const size_t kept = length < sizeof name ? length : sizeof name - 1;
    memcpy(name, text, kept);
    name[kept] = '\0';
    *arg = (struct bf_value){0};
    const enum bf_err err = bf_estimate_find(name, estimate, e);
    return err ? err : parse_argument(*estimate, colon ? colon + 1 : NULL, arg, e);
}
