// SPDX-License-Identifier: GPL-3.0-or-later
//
// Workloads of the committed tables (tests/golden/matrix.csv, product.csv): fixed for good, and not
// those of the property tests, which may change.
#ifndef BF_TESTS_SUPPORT_MATRIX_H
#define BF_TESTS_SUPPORT_MATRIX_H

#include "tests/support/workload.h"

// Those of the matrix, ended by NULL: `dense` has many equal seconds, `wide` the scale of a log.
// The product has one of its own, `small`.
extern const char *const bf_test_matrix_names[];

// The workload of that name, owned by the caller; another name fails the test.
struct bf_test_workload *bf_test_matrix_workload(const char *name);

// The path of the committed matrix. Static buffer.
const char *bf_test_matrix_path(void);

#endif
