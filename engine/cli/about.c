// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cli/about.h"

#include <string.h>
#include <time.h>

#include "engine/base/text.h"

uint64_t cli_clock_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

void cli_quote_command(int argc, char **argv, char *buffer, size_t size)
{
    const char *plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                        "+,-./:=@_%";
    struct bf_text to = bf_text_init(buffer, size);
    for (int i = 0; i < argc; i++) {
        bf_text_add(&to, i ? " " : "");
        if (i == 0 || (*argv[i] && !argv[i][strspn(argv[i], plain)])) {
            bf_text_add(&to, "%s", argv[i]);
            continue;
        }
        bf_text_add(&to, "'");
        for (const char *at = argv[i]; *at; at++)
            bf_text_add(&to, *at == '\'' ? "'\\''" : "%c", *at);
        bf_text_add(&to, "'");
    }
}

void cli_now_text(char *buffer, size_t size)
{
    const time_t now = time(NULL);
    struct tm utc;
    strftime(buffer, size, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &utc));
}
