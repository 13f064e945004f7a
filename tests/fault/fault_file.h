// SPDX-License-Identifier: GPL-3.0-or-later
//
// The kinds of files that the project writes, behind one interface: each as a small and as a large
// one (several writes long; more than 128 KiB).
#ifndef BF_TESTS_FAULT_FAULT_FILE_H
#define BF_TESTS_FAULT_FAULT_FILE_H

#include <stdbool.h>

#include "engine/base/error.h"

struct bf_fault_file {
    const char *name; // with the ending of its kind
    enum bf_err (*write)(bool large, const char *path, struct bf_error *e);
    bool is_text; // may go to a device
};

// Results (HDF5), logs (SWF, plain and gzip) and CSV; ended by a NULL name.
extern const struct bf_fault_file bf_fault_files[];

// What the files are made of; before and after their use.
void bf_fault_files_begin(void);
void bf_fault_files_end(void);

// Is the small or the large file at `path`, whole? A file that cannot be read fails the test.
bool bf_fault_file_is(const struct bf_fault_file *file, bool large, const char *path);

#endif
