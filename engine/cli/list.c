// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cli/list.h"

#include <math.h>
#include <string.h>

#define LINE_END 79
#define TEXT_AT  25

void cli_print_wrapped(FILE *to, int at, int indent, const char *text)
{
    while (*text) {
        const int length = (int)strcspn(text, " ");
        if (at > indent && at + 1 + length > LINE_END) {
            fprintf(to, "\n%*s", indent, "");
            at = indent;
        } else if (at > indent) {
            fputc(' ', to);
            at++;
        }
        fprintf(to, "%.*s", length, text);
        at += length;
        text += length;
        text += strspn(text, " ");
    }
    fputc('\n', to);
}

static void add_range(const struct bf_param *p, struct bf_text *to)
{
    char low[BF_DOUBLE_TEXT_SIZE], high[BF_DOUBLE_TEXT_SIZE];
    if (p->type == BF_PARAM_CHOICE) {
        for (int i = 0; p->choices[i]; i++)
            bf_text_add(to, "%s%s", i ? ", " : "", p->choices[i]);
        return;
    }
    bf_text_double(low, p->min);
    bf_text_double(high, p->max);
    if (!isinf(p->max))
        bf_text_add(to, "%s to %s", low, high);
    else
        bf_text_add(to, "%s or more%s", low, p->type == BF_PARAM_COUNT ? ", or all" : "");
    if (p->type == BF_PARAM_REAL && p->word)
        bf_text_add(to, ", or %s", p->word);
}

void cli_print_param(FILE *to, const char *spelling, const struct bf_param *param)
{
    char buffer[512];
    struct bf_text text = bf_text_init(buffer, sizeof buffer);
    bf_text_add(&text, "%s (", param->help);
    if (param->type == BF_PARAM_FLAG) {
        bf_text_add(&text, "default off)");
    } else {
        add_range(param, &text);
        bf_text_add(&text, "; default ");
        bf_param_format(param, &param->fallback, &text);
        bf_text_add(&text, ")");
    }
    int at = fprintf(to, "  %-*s", TEXT_AT - 2, spelling);
    cli_print_wrapped(to, at, TEXT_AT, buffer);
}
