// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/core/param.h"

#include <math.h>
#include <string.h>

static enum bf_err parse_choice(const struct bf_param *p, const char *text, struct bf_value *value,
                                struct bf_error *e)
{
    char words[256];
    struct bf_text list = bf_text_init(words, sizeof words);
    for (int64_t i = 0; p->choices[i]; i++) {
        if (!strcmp(p->choices[i], text)) {
            value->i = i;
            return BF_OK;
        }
        bf_text_add(&list, "%s%s", i ? ", " : "", p->choices[i]);
    }
    char near[128];
    struct bf_text suggestion = bf_text_init(near, sizeof near);
    bf_text_suggest(&suggestion, text, p->choices, NULL);
    return bf_error_set(e, BF_ERR_USAGE, "%s: expected one of %s, found '%s'%s", p->name, words,
                        text, near);
}

static enum bf_err parse_count(const struct bf_param *p, const char *text, struct bf_value *value,
                               struct bf_error *e)
{
    const bool takes_all = isinf(p->max);
    int64_t n;
    if (takes_all && !strcmp(text, "all")) {
        value->i = BF_COUNT_ALL;
        return BF_OK;
    }
    if (!bf_text_to_int(text, &n) || (double)n < p->min || (double)n > p->max) {
        if (takes_all)
            return bf_error_set(e, BF_ERR_USAGE,
                                "%s: expected a whole number, %.0f or more, or 'all'; found '%s'",
                                p->name, p->min, text);
        return bf_error_set(e, BF_ERR_USAGE,
                            "%s: expected a whole number from %.0f to %.0f, found '%s'", p->name,
                            p->min, p->max, text);
    }
    value->i = n;
    return BF_OK;
}

static enum bf_err refuse_real(const struct bf_param *p, const char *text, struct bf_error *e)
{
    char range[128];
    struct bf_text to = bf_text_init(range, sizeof range);
    if (isinf(p->max))
        bf_text_add(&to, "a number, %g or more", p->min);
    else
        bf_text_add(&to, "a number from %g to %g", p->min, p->max);
    if (p->word)
        bf_text_add(&to, ", or '%s'", p->word);
    return bf_error_set(e, BF_ERR_USAGE, "%s: expected %s, found '%s'", p->name, range, text);
}

static enum bf_err parse_real(const struct bf_param *p, const char *text, struct bf_value *value,
                              struct bf_error *e)
{
    double r;
    if (p->word && !strcmp(text, p->word)) {
        value->r = BF_REAL_WORD;
        return BF_OK;
    }
    if (!bf_text_to_double(text, &r) || r < p->min || r > p->max || isinf(r))
        return refuse_real(p, text, e);
    value->r = r;
    return BF_OK;
}

static enum bf_err parse_flag(const struct bf_param *p, const char *text, struct bf_value *value,
                              struct bf_error *e)
{
    const char *const yes[] = {"1", "yes", "true", "on", NULL};
    const char *const no[] = {"0", "no", "false", "off", NULL};
    for (unsigned i = 0; yes[i]; i++) {
        if (!strcmp(text, yes[i]) || !strcmp(text, no[i])) {
            value->i = !strcmp(text, yes[i]);
            return BF_OK;
        }
    }
    return bf_error_set(e, BF_ERR_USAGE, "%s: expected yes or no, found '%s'", p->name, text);
}

enum bf_err bf_param_parse(const struct bf_param *p, const char *text, struct bf_value *value,
                           struct bf_error *e)
{
    switch (p->type) {
    case BF_PARAM_FLAG:
        return parse_flag(p, text, value, e);
    case BF_PARAM_COUNT:
        return parse_count(p, text, value, e);
    case BF_PARAM_REAL:
        return parse_real(p, text, value, e);
    default:
        return parse_choice(p, text, value, e);
    }
}

void bf_param_format(const struct bf_param *p, const struct bf_value *value, struct bf_text *to)
{
    char number[BF_DOUBLE_TEXT_SIZE];
    switch (p->type) {
    case BF_PARAM_FLAG:
        bf_text_add(to, "%s", value->i ? "yes" : "no");
        break;
    case BF_PARAM_COUNT:
        if (value->i == BF_COUNT_ALL)
            bf_text_add(to, "all");
        else
            bf_text_add(to, "%lld", (long long)value->i);
        break;
    case BF_PARAM_REAL:
        bf_text_add(to, "%s",
                    p->word && value->r == BF_REAL_WORD ? p->word
                                                        : bf_text_double(number, value->r));
        break;
    default:
        bf_text_add(to, "%s", p->choices[value->i]);
    }
}
