// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/bf_test.h"

#include <ftw.h>
#include <unistd.h>

static char temporary[256];

const char *bf_test_shared(const char *relative)
{
    static char path[4096];
    const char *shared = getenv("BFSWEEP_SHARED");
    const char *source = getenv("BFSWEEP_SOURCE");
    if (shared)
        snprintf(path, sizeof path, "%s/%s", shared, relative);
    else
        snprintf(path, sizeof path, "%s/../shared/%s", source ? source : ".", relative);
    return access(path, R_OK) == 0 ? path : NULL;
}

const char *bf_test_need_shared(const char *relative)
{
    const char *path = bf_test_shared(relative);
    if (!path) {
        printf("SKIPPED: %s is not here (set BFSWEEP_SHARED to the folder that holds it)\n",
               relative);
        exit(BF_TEST_SKIPPED);
    }
    return path;
}

static int remove_entry(const char *path, const struct stat *status, int kind, struct FTW *ftw)
{
    (void)status;
    (void)kind;
    (void)ftw;
    return remove(path);
}

static void remove_temporary(void)
{
    nftw(temporary, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
}

const char *bf_test_temporary(const char *name)
{
    static char path[512];
    if (!temporary[0]) {
        const char *base = getenv("TMPDIR");
        snprintf(temporary, sizeof temporary, "%s/bfsweep-test-XXXXXX", base ? base : "/tmp");
        if (!mkdtemp(temporary)) {
            perror(temporary);
            exit(1);
        }
        atexit(remove_temporary);
    }
    snprintf(path, sizeof path, "%s/%s", temporary, name);
    return path;
}
