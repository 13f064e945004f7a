// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/columns.h"

#include <zlib.h>

#include "engine/base/text.h"
#include "tests/support/bf_test.h"

static void read_header(struct bf_test_columns *c, char *line)
{
    for (char *word; (word = strsep(&line, ",\r\n")) != NULL;)
        if (*word) {
            assert_true(c->count < BF_TEST_COLUMNS_MAX);
            bf_text_copy(c->name[c->count++], sizeof c->name[0], word);
        }
}

static void read_row(struct bf_test_columns *c, char *line, size_t *room)
{
    if (c->rows == *room) {
        *room = *room ? 2 * *room : 1024;
        c->cell = realloc(c->cell, *room * c->count * sizeof *c->cell);
        c->label = realloc(c->label, *room * sizeof *c->label);
        assert_non_null(c->cell);
        assert_non_null(c->label);
    }
    for (size_t k = 0; k < c->count; k++) {
        char *word = strsep(&line, ",\r\n");
        assert_non_null(word);
        if (k == 0)
            bf_text_copy(c->label[c->rows], sizeof c->label[0], word);
        c->cell[c->rows * c->count + k] = strtoll(word, NULL, 10);
    }
    c->rows++;
}

struct bf_test_columns bf_test_columns_read(const char *path)
{
    struct bf_test_columns c = {.count = 0};
    size_t room = 0;
    char line[4096];
    gzFile file = gzopen(path, "rb");
    if (!file)
        fail_msg("cannot read %s", path);
    if (gzgets(file, line, sizeof line))
        read_header(&c, line);
    while (gzgets(file, line, sizeof line))
        read_row(&c, line, &room);
    gzclose(file);
    return c;
}

void bf_test_columns_free(struct bf_test_columns *c)
{
    free(c->cell);
    free(c->label);
}

size_t bf_test_column(const struct bf_test_columns *c, const char *name)
{
    for (size_t k = 0; k < c->count; k++)
        if (strcmp(c->name[k], name) == 0)
            return k;
    fail_msg("there is no column '%s'", name);
    return 0;
}
