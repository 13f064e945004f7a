// SPDX-License-Identifier: GPL-3.0-or-later
//
// Values of options: text to number, share or word. Each returns BF_ERR_USAGE with a line that
// names the option (`--first`), the range and what was found.
#ifndef BF_CLI_VALUES_H
#define BF_CLI_VALUES_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/error.h"

// An integer in [min, max].
enum bf_err cli_value_int(const char *option, const char *text, int64_t min, int64_t max,
                          int64_t *value, struct bf_error *e);

// A 64-bit seed: 0 to 18446744073709551615.
enum bf_err cli_value_seed(const char *option, const char *text, uint64_t *value,
                           struct bf_error *e);

// A number above 0 (finite).
enum bf_err cli_value_positive(const char *option, const char *text, double *value,
                               struct bf_error *e);

// A share in percent, 0 to 100, with or without the sign: `5`, `0.5%`.
enum bf_err cli_value_percent(const char *option, const char *text, double *value,
                              struct bf_error *e);

// One of `words` (ended by NULL), as its position.
enum bf_err cli_value_word(const char *option, const char *text, const char *const *words,
                           int *value, struct bf_error *e);

// Whether both paths lead to one file that is there, under whatever names. NULL is no file.
bool cli_same_file(const char *a, const char *b);

#endif
