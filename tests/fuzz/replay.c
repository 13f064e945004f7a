// SPDX-License-Identifier: GPL-3.0-or-later
//
// A plain main for fuzz targets: runs the target on every file of the folders named, whole and cut
// short at a few places, so that stored inputs are tested by any compiler in the normal run.
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

enum { LARGEST = 1 << 20, CUTS = 16 };

static int replay_file(const char *path)
{
    static uint8_t bytes[LARGEST];
    FILE *f = fopen(path, "rb");
    if (!f)
        return 0;
    const size_t n = fread(bytes, 1, sizeof bytes, f);
    fclose(f);
    for (size_t cut = 0; cut <= CUTS; cut++)
        LLVMFuzzerTestOneInput(bytes, n * cut / CUTS);
    return 1;
}

static int replay_folder(const char *folder)
{
    char path[4096];
    int files = 0;
    DIR *d = opendir(folder);
    if (!d)
        return 0;
    for (struct dirent *entry = readdir(d); entry; entry = readdir(d)) {
        if (entry->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        files += replay_file(path);
    }
    closedir(d);
    return files;
}

int main(int argc, char **argv)
{
    int files = 0;
    for (int i = 1; i < argc; i++)
        files += replay_folder(argv[i]);
    printf("%d files replayed\n", files);
    return files ? EXIT_SUCCESS : EXIT_FAILURE; // no corpus is a mistake
}
