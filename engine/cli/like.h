// SPDX-License-Identifier: GPL-3.0-or-later
//
// --like NAME: the options under which bfsweep repeats the rules of another simulator, start for
// start where its starts are known (docs/policies.md). So an older study can be repeated, and then
// one rule after the other changed to see what it was worth.
#ifndef BF_CLI_LIKE_H
#define BF_CLI_LIKE_H

#include <stdio.h>

#include "engine/base/error.h"

struct cli_like_option {
    const char *name;  // of the option, without its dashes
    const char *value; // NULL: it takes none
};

struct cli_like {
    const char *name;
    // Policy and order of events are always among them: the last --like holds. Ended by a NULL
    // name.
    struct cli_like_option options[6];
};

// Their names, ended by NULL.
const char *const *cli_like_names(void);

// Finds the simulator. BF_ERR_USAGE names those there are, and the nearest.
enum bf_err cli_like_find(const char *name, const struct cli_like **like, struct bf_error *e);

// One line that says what it stands for.
void cli_like_print(FILE *to, const struct cli_like *like);

#endif
