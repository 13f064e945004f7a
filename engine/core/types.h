// SPDX-License-Identifier: GPL-3.0-or-later
//
// Scalars with a unit. (The only typedefs of the project.)
#ifndef BF_CORE_TYPES_H
#define BF_CORE_TYPES_H

#include <stdint.h>

typedef int64_t bf_time;  // seconds, a point in time or a length
typedef int32_t bf_procs; // processors
typedef uint32_t bf_job;  // index of a job in its job table

#define BF_NEVER     INT64_MAX           // a time that does not come
#define BF_NO_JOB    UINT32_MAX          // no job
#define BF_MAX_PROCS ((bf_procs)1 << 24) // the largest machine
#define BF_MAX_TIME  ((bf_time)1 << 50)  // no time in an input is larger: no sum overflows

#endif
