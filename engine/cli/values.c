// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cli/values.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "engine/base/text.h"

enum bf_err cli_value_int(const char *option, const char *text, int64_t min, int64_t max,
                          int64_t *value, struct bf_error *e)
{
    if (bf_text_to_int(text, value) && *value >= min && *value <= max)
        return BF_OK;
    return bf_error_set(e, BF_ERR_USAGE, "%s takes an integer from %lld to %lld, found '%s'",
                        option, (long long)min, (long long)max, text);
}

enum bf_err cli_value_seed(const char *option, const char *text, uint64_t *value,
                           struct bf_error *e)
{
    char *end = NULL;
    errno = 0;
    unsigned long long v = strtoull(text, &end, 10);
    // strtoull takes blanks and a sign, which a seed has not.
    if (text[0] >= '0' && text[0] <= '9' && *end == '\0' && errno == 0) {
        *value = v;
        return BF_OK;
    }
    return bf_error_set(e, BF_ERR_USAGE, "%s takes an integer from 0 to 2^64 - 1, found '%s'",
                        option, text);
}

enum bf_err cli_value_positive(const char *option, const char *text, double *value,
                               struct bf_error *e)
{
    if (bf_text_to_double(text, value) && isfinite(*value) && *value > 0)
        return BF_OK;
    return bf_error_set(e, BF_ERR_USAGE, "%s takes a number above 0, found '%s'", option, text);
}

enum bf_err cli_value_percent(const char *option, const char *text, double *value,
                              struct bf_error *e)
{
    char number[64];
    size_t length = strlen(text);
    if (length > 0 && text[length - 1] == '%')
        length--;
    if (length < sizeof number) {
        memcpy(number, text, length);
        number[length] = '\0';
        if (bf_text_to_double(number, value) && *value >= 0 && *value <= 100)
            return BF_OK;
    }
    return bf_error_set(e, BF_ERR_USAGE, "%s takes a share from 0 to 100 %%, found '%s'", option,
                        text);
}

enum bf_err cli_value_word(const char *option, const char *text, const char *const *words,
                           int *value, struct bf_error *e)
{
    char list[256];
    struct bf_text all = bf_text_init(list, sizeof list);
    for (int i = 0; words[i]; i++) {
        if (strcmp(words[i], text) == 0) {
            *value = i;
            return BF_OK;
        }
        bf_text_add(&all, "%s%s", i == 0 ? "" : words[i + 1] ? ", " : " or ", words[i]);
    }
    char near[128];
    struct bf_text suggestion = bf_text_init(near, sizeof near);
    bf_text_suggest(&suggestion, text, words, NULL);
    return bf_error_set(e, BF_ERR_USAGE, "%s takes %s, found '%s'%s", option, list, text, near);
}

bool cli_same_file(const char *a, const char *b)
{
    struct stat at, bt;
    return a && b && stat(a, &at) == 0 && stat(b, &bt) == 0 && at.st_dev == bt.st_dev &&
           at.st_ino == bt.st_ino;
}
