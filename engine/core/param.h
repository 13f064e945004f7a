// SPDX-License-Identifier: GPL-3.0-or-later
//
// Parameters of policies and estimate models, described once: the command line, the listings, the
// canonical text of a run and the tests all read the same table.
#ifndef BF_CORE_PARAM_H
#define BF_CORE_PARAM_H

#include <stdint.h>

#include "engine/base/error.h"
#include "engine/base/text.h"

enum bf_param_type {
    BF_PARAM_FLAG,  // 0 or 1
    BF_PARAM_COUNT, // an integer; BF_COUNT_ALL is written `all` where max allows it
    BF_PARAM_REAL,  // a double
    BF_PARAM_CHOICE // one of `choices`, kept as its position
};

#define BF_COUNT_ALL  INT64_MAX
#define BF_REAL_WORD  (-1.0) // a REAL given by its word; below every min
#define BF_MAX_PARAMS 8      // of one policy

// A value; which member counts is the parameter's type's matter.
struct bf_value {
    int64_t i; // FLAG, COUNT, CHOICE
    double r;  // REAL
};

struct bf_param {
    const char *name; // also the long option, without its dashes
    enum bf_param_type type;
    struct bf_value fallback;
    double min, max;            // COUNT and REAL; max = INFINITY on a COUNT admits `all`
    const char *const *choices; // CHOICE: words, ended by NULL
    const char *word;           // REAL with min >= 0: may stand in place of a number; NULL: none
    const char *help;           // one line
};

// Reads `text` as a value of `p`. BF_ERR_USAGE names the parameter, the range or the nearest word.
enum bf_err bf_param_parse(const struct bf_param *p, const char *text, struct bf_value *value,
                           struct bf_error *e);

// Writes the value so that bf_param_parse reads the same one back.
void bf_param_format(const struct bf_param *p, const struct bf_value *value, struct bf_text *to);

#endif
