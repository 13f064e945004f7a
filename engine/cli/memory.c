// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cli/memory.h"

#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>

enum { LARGE = 1 << 20 };

void cli_memory_begin(void)
{
    mallopt(M_MMAP_THRESHOLD, LARGE);
    mallopt(M_TRIM_THRESHOLD, LARGE / 2);
}

void cli_memory_trim(void)
{
    malloc_trim(0);
}
#else
void cli_memory_begin(void)
{
}

void cli_memory_trim(void)
{
}
#endif
