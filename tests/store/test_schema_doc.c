// SPDX-License-Identifier: GPL-3.0-or-later
//
// docs/results-schema.md lists every table and column with type, unit and meaning, as
// engine/core/rows.h has them. With BFSWEEP_REWRITE=1 in the environment the list in the manual is
// rewritten.
#include "tests/support/bf_test.h"

#include <stdbool.h>

#include "engine/core/rows.h"

static const char begin[] = "<!-- begin tables -->\n";
static const char end[] = "<!-- end tables -->\n";

static void manual_path(char *path, size_t size)
{
    const char *source = getenv("BFSWEEP_SOURCE");
    snprintf(path, size, "%s/docs/results-schema.md", source ? source : ".");
}

// The whole file; owned by the caller.
static char *read_manual(void)
{
    char path[4096];
    manual_path(path, sizeof path);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    const size_t size = (size_t)ftell(file);
    char *text = calloc(1, size + 1);
    assert_non_null(text);
    rewind(file);
    assert_int_equal(fread(text, 1, size, file), size);
    fclose(file);
    return text;
}

static void put_type(FILE *to, const struct bf_column *column)
{
    static const char *const kinds[] = {"int64", "uint64", "int32", "uint32", "uint8", "float64"};
    if (column->kind == BF_STR)
        fprintf(to, "string(%zu)", column->size);
    else
        fputs(kinds[column->kind], to);
}

static char *make_tables(void)
{
    char *text = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);
    assert_non_null(to);
    for (size_t t = 0; bf_tables[t]; t++) {
        const struct bf_table *table = bf_tables[t];
        fprintf(to, "\n## /%s\n\n%s.\n\n| column | type | unit | meaning |\n|---|---|---|---|\n",
                table->name, table->title);
        for (size_t i = 0; i < table->column_count; i++) {
            const struct bf_column *column = &table->columns[i];
            fprintf(to, "| `%s` | ", column->name);
            put_type(to, column);
            fprintf(to, " | %s | %s |\n", column->unit[0] ? column->unit : "-", column->meaning);
        }
    }
    fputs("\n", to);
    fclose(to);
    return text;
}

static void rewrite(const char *before, size_t n, const char *tables, const char *after)
{
    char path[4096];
    manual_path(path, sizeof path);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file, "%.*s%s%s", (int)n, before, tables, after);
    assert_int_equal(fclose(file), 0);
}

static void manual_lists_every_column(void **state)
{
    (void)state;
    char *manual = read_manual(), *tables = make_tables();
    char *from = strstr(manual, begin);
    assert_non_null(from);
    from += strlen(begin);
    const char *to = strstr(from, end);
    assert_non_null(to);
    const bool same =
        strlen(tables) == (size_t)(to - from) && !strncmp(from, tables, strlen(tables));
    if (!same && getenv("BFSWEEP_REWRITE"))
        rewrite(manual, (size_t)(from - manual), tables, to);
    else if (!same)
        fail_msg(
            "docs/results-schema.md does not list the columns of engine/core/rows.h; run this test "
            "with BFSWEEP_REWRITE=1 and look at the difference");
    free(tables);
    free(manual);
}

// A meaning with a bar or a line break would break the table apart.
static void meanings_fit_a_table(void **state)
{
    (void)state;
    for (size_t t = 0; bf_tables[t]; t++)
        for (size_t i = 0; i < bf_tables[t]->column_count; i++) {
            assert_null(strpbrk(bf_tables[t]->columns[i].meaning, "|\n"));
            assert_null(strpbrk(bf_tables[t]->columns[i].unit, "|\n"));
            assert_true(bf_tables[t]->columns[i].meaning[0] != '\0');
        }
}

BF_TEST_MAIN(BF_TEST(manual_lists_every_column), BF_TEST(meanings_fit_a_table))
