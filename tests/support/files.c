// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/files.h"

#include <dirent.h>
#include <sys/stat.h>

#include "engine/base/text.h"
#include "tests/support/bf_test.h"

const char *bf_test_folder(const char *name)
{
    static char path[512];
    bf_text_copy(path, sizeof path, bf_test_temporary(name));
    assert_int_equal(mkdir(path, 0777), 0);
    return path;
}

size_t bf_test_entries(const char *folder)
{
    size_t count = 0;
    DIR *opened = opendir(folder);
    assert_non_null(opened);
    while (readdir(opened))
        count++;
    closedir(opened);
    return count - 2;
}

void bf_test_write(const char *path, const void *bytes, size_t n)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, n, file), n);
    assert_int_equal(fclose(file), 0);
}

void bf_test_write_text(const char *path, const char *text)
{
    bf_test_write(path, text, strlen(text));
}

char *bf_test_read(const char *path, size_t *n)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    *n = (size_t)ftell(file);
    rewind(file);
    char *bytes = malloc(*n + 1);
    assert_non_null(bytes);
    assert_int_equal(fread(bytes, 1, *n, file), *n);
    bytes[*n] = '\0';
    fclose(file);
    return bytes;
}
