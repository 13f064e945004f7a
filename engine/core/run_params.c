// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/core/run_params.h"

#include <assert.h>
#include <string.h>

static const char *after_blanks(const char *text)
{
    while (*text == ' ')
        text++;
    return text;
}

// Characters before the first `end` or the end of the text.
static size_t length_to(const char *text, char end)
{
    size_t length = 0;
    while (text[length] && text[length] != end)
        length++;
    return length;
}

static void copy(char *to, size_t size, const char *from, size_t length)
{
    if (length >= size)
        length = size - 1;
    memcpy(to, from, length);
    to[length] = '\0';
}

size_t bf_run_params(struct bf_param_row *rows, const char *config)
{
    size_t count = 0;
    for (const char *word = after_blanks(config); *word;) {
        const size_t length = length_to(word, ' '), name = length_to(word, '=');
        struct bf_param_row row = {0};
        copy(row.name, sizeof row.name, word, name < length ? name : length);
        if (name < length)
            copy(row.value, sizeof row.value, word + name + 1, length - name - 1);
        if (!bf_table_column(&bf_table_runs, row.name)) {
            assert(count < BF_RUN_PARAMS_MAX);
            rows[count++] = row;
        }
        word = after_blanks(word + length);
    }
    return count;
}
