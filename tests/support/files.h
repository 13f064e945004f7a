// SPDX-License-Identifier: GPL-3.0-or-later
//
// Files of a test, below bf_test_temporary. What cannot be done fails the test.
#ifndef BF_TESTS_SUPPORT_FILES_H
#define BF_TESTS_SUPPORT_FILES_H

#include <stddef.h>

// Makes a folder of the test's own, without anything in it. Static buffer.
const char *bf_test_folder(const char *name);

// The entries of a folder, without . and ..
size_t bf_test_entries(const char *folder);

// Writes a file, and reads a whole one: owned by the caller, with a 0 behind its `n` bytes.
void bf_test_write(const char *path, const void *bytes, size_t n);
void bf_test_write_text(const char *path, const char *text);
char *bf_test_read(const char *path, size_t *n);

#endif
