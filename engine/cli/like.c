// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cli/like.h"

#include <string.h>

#include "engine/cli/values.h"

static const struct cli_like simulators[] = {
    {"pyss", {{"policy", "easy"}, {"events", "single"}}},
    {"predictsim", {{"policy", "easy"}, {"events", "batch"}}},
    {"dr_evt", {{"policy", "easy"}, {"events", "batch"}, {"strict", NULL}, {"extra", "none"}}},
    {"dr_evt-conservative", {{"policy", "independent-shadow"}, {"events", "batch"}}},
    {"ocst", {{"policy", "easy"}, {"events", "batch"}, {"extra", "first"}}},
};

enum { SIMULATORS = sizeof simulators / sizeof simulators[0] };

const char *const *cli_like_names(void)
{
    static const char *names[SIMULATORS + 1];
    for (int i = 0; i < SIMULATORS; i++)
        names[i] = simulators[i].name;
    return names;
}

enum bf_err cli_like_find(const char *name, const struct cli_like **like, struct bf_error *e)
{
    int at;
    if (strcmp(name, "slurm") == 0)
        return bf_error_set(e, BF_ERR_USAGE,
                            "--like slurm is not there yet: its policy is not part of this "
                            "version; 'bfsweep policies' lists those that are");
    const enum bf_err code = cli_value_word("--like", name, cli_like_names(), &at, e);
    if (code == BF_OK)
        *like = &simulators[at];
    return code;
}

void cli_like_print(FILE *to, const struct cli_like *like)
{
    fprintf(to, "bfsweep: --like %s stands for", like->name);
    for (const struct cli_like_option *o = like->options; o->name; o++)
        fprintf(to, " --%s%s%s", o->name, o->value ? " " : "", o->value ? o->value : "");
    fputc('\n', to);
}
