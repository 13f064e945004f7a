// SPDX-License-Identifier: GPL-3.0-or-later
//
// Makes the n-th call that changes a file fail. The calls are open (for creating), write,
// pwrite, ftruncate, fsync and rename, counted together in the order in which the code under test
// makes them. Locks are refused on demand.
#ifndef BF_TESTS_FAULT_FAULT_IO_H
#define BF_TESTS_FAULT_FAULT_IO_H

#include <stdbool.h>

// From now on, call number `nth` (1, 2, ...) fails with errno `reason`; 0: none. `for_good`: and so
// do all that follow, as on a full disk; the first write that fails has then written half of its
// bytes before.
void bf_fault_set(unsigned nth, int reason, bool for_good);

// Whether flock fails from now on, as on a file system without locks.
void bf_fault_locks(bool refused);

// Calls since the last bf_fault_set.
unsigned bf_fault_calls(void);

// The name of the call that failed first since then; "" when none has.
const char *bf_fault_failed(void);

#endif
