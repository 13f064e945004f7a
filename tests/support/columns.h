// SPDX-License-Identifier: GPL-3.0-or-later
//
// Published tables: CSV of whole numbers with a header line, plain or gzip.
#ifndef BF_TESTS_SUPPORT_COLUMNS_H
#define BF_TESTS_SUPPORT_COLUMNS_H

#include <stddef.h>
#include <stdint.h>

#define BF_TEST_COLUMNS_MAX 16

struct bf_test_columns {
    char name[BF_TEST_COLUMNS_MAX][64];
    size_t count; // of columns
    size_t rows;
    int64_t *cell;     // row by row
    char (*label)[64]; // by row: the text of the first column (a number or a name)
};

// Reads a file; one that cannot be read fails the test. The first column may hold words (its cells
// are 0 then). The result is freed by bf_test_columns_free.
struct bf_test_columns bf_test_columns_read(const char *path);
void bf_test_columns_free(struct bf_test_columns *c);

// The place of a column; a name that is not there fails the test.
size_t bf_test_column(const struct bf_test_columns *c, const char *name);

static inline int64_t bf_test_cell(const struct bf_test_columns *c, size_t row, size_t column)
{
    return c->cell[row * c->count + column];
}

#endif
