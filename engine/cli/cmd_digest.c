// SPDX-License-Identifier: GPL-3.0-or-later
//
// bfsweep digest: one hash over all deterministic content of a result file.
#include <stdio.h>

#include "engine/cli/cli.h"
#include "engine/store/determinism.h"

static error_t parse_digest_option(int key, char *arg, struct argp_state *state)
{
    const char **path = state->input;
    switch (key) {
    case ARGP_KEY_ARG:
        if (*path)
            return ARGP_ERR_UNKNOWN;
        *path = arg;
        return 0;
    case ARGP_KEY_END:
        return *path ? 0 : cli_option_error(state, "a result file is missing: FILE.h5");
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static enum bf_err print_digest(const char *path, struct bf_error *e)
{
    struct bf_store_reader *reader = NULL;
    char digest[33];
    enum bf_err err = bf_store_open(path, &reader, e);
    if (!err)
        err = bf_store_digest(reader, digest, e);
    if (!err)
        printf("%s\n", digest);
    bf_store_reader_close(reader);
    return err;
}

int cmd_digest(int argc, char **argv)
{
    const struct argp argp = {
        .parser = parse_digest_option,
        .args_doc = "FILE.h5",
        .doc = "Print one hash over all content of a result file that is the same each time: all "
               "rows but the columns that tell of clocks and machines. Equal digests, equal "
               "results, however many threads, shares or resumptions made them."};
    const char *path = NULL;
    struct bf_error e;
    enum bf_err err = cli_parse(&argp, argc, argv, &path, &e);
    if (!err)
        err = print_digest(path, &e);
    return err ? cli_fail(&e) : 0;
}
