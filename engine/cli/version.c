// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cli/version.h"

#include "engine/core/config.h"
#include "engine/core/rows.h"

#ifndef BFSWEEP_VERSION
#error "the build defines BFSWEEP_VERSION and BFSWEEP_LIBRARIES (engine/cli/CMakeLists.txt)"
#endif

const char *const cli_version = BFSWEEP_VERSION;
#ifdef __clang__
const char *const cli_compiler = __VERSION__; // begins with the compiler's name
#else
const char *const cli_compiler = "gcc " __VERSION__;
#endif

void cli_print_version(FILE *to)
{
    fprintf(to, "bfsweep %s\n", cli_version);
    fprintf(to, "semantics %d, results schema %d\n", BF_SEMANTICS_VERSION, BF_ROWS_SCHEMA_VERSION);
    fprintf(to, "built by %s with %s\n", cli_compiler, BFSWEEP_LIBRARIES);
    fprintf(to, "Copyright (C) the bfsweep authors\n"
                "License GPL-3.0-or-later: you may change and share it; there is no warranty.\n");
}
