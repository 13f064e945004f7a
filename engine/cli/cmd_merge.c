// SPDX-License-Identifier: GPL-3.0-or-later
//
// bfsweep merge: shares of a sweep, or segments of one that was stopped, into one result file.
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "engine/base/text.h"
#include "engine/cli/about.h"
#include "engine/cli/cli.h"
#include "engine/cli/memory.h"
#include "engine/cli/version.h"
#include "engine/core/config.h"
#include "engine/store/segments.h"

enum key { KEY_ALLOW_MISSING = 0x100 };

enum { PLAN_TEXT = 64 << 10 };

struct merge_options {
    const char *output;
    const char **inputs; // borrowed from argv
    size_t count;
    bool allow_missing, quiet;
};

static const struct argp_option options[] = {
    {"output", 'o', "ALL.h5", 0, "Where the result goes; may be one of the inputs", 0},
    {"allow-missing", KEY_ALLOW_MISSING, NULL, 0,
     "Write the file though runs of the plan are missing", 0},
    {"quiet", 'q', NULL, 0, "No summary", 0},
    {0}};

static error_t parse_merge_option(int key, char *arg, struct argp_state *state)
{
    struct merge_options *o = state->input;
    switch (key) {
    case 'o':
        o->output = arg;
        if (!bf_text_ends_with(arg, ".h5") && !bf_text_ends_with(arg, ".hdf5"))
            return cli_option_error(state, "-o takes a name that ends in .h5, found '%s'", arg);
        return 0;
    case 'q':
        o->quiet = true;
        return 0;
    case KEY_ALLOW_MISSING:
        o->allow_missing = true;
        return 0;
    case ARGP_KEY_ARG:
        o->inputs[o->count++] = arg;
        return 0;
    case ARGP_KEY_END:
        if (!o->output)
            return cli_option_error(state, "-o ALL.h5 is missing: where the result goes");
        return o->count ? 0 : cli_option_error(state, "the files to be merged are missing");
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

// What the output says of itself comes from the first input.
struct origin {
    char plan[PLAN_TEXT], hash[64], runs[32], keys[64], started[64], host[128];
    char command_line[4096], ended[32];
};

static enum bf_err read_origin(const char *path, struct origin *from, struct bf_error *e)
{
    struct bf_store_reader *reader = NULL;
    enum bf_err err = bf_store_open(path, &reader, e);
    if (!err)
        err = bf_store_text(reader, "plan", from->plan, sizeof from->plan, e);
    if (!err)
        err = bf_store_text(reader, "plan_hash", from->hash, sizeof from->hash, e);
    if (!err)
        err = bf_store_text(reader, "started", from->started, sizeof from->started, e);
    if (!err && bf_store_text(reader, "plan_runs", from->runs, sizeof from->runs, e) != BF_OK)
        err = bf_error_set(e, BF_ERR_INPUT,
                           "%s: is no part of a sweep; 'bfsweep sweep' makes such files", path);
    if (!err && bf_store_text(reader, "plan_keys", from->keys, sizeof from->keys, NULL) != BF_OK)
        from->keys[0] = '\0'; // an older bfsweep wrote it
    bf_store_reader_close(reader);
    return err;
}

// The directory of segments holds the lock of the output, and joined groups of very many inputs.
static enum bf_err join(const struct merge_options *o, const struct bf_merge *how,
                        struct bf_merge_count *count, struct bf_error *e)
{
    struct bf_segments *segments = NULL;
    enum bf_err err = bf_segments_open(o->output, how->about, &segments, e);
    if (err)
        return err;
    if (bf_segments_count(segments)) {
        err = bf_error_set(e, BF_ERR_INPUT,
                           "%s: a sweep that is not finished writes there; end it first, or write "
                           "elsewhere",
                           o->output);
    } else {
        err = bf_segments_only_copies(segments, e);
        if (!err)
            err = bf_segments_join(segments, o->inputs, o->count, o->output, how, count, e);
        bf_segments_clear(segments);
    }
    bf_segments_close(segments);
    return err;
}

static enum bf_err merge(const struct merge_options *o, int argc, char **argv, struct bf_error *e)
{
    static struct origin from; // too large for some stacks
    struct bf_merge_count count;
    enum bf_err err = read_origin(o->inputs[0], &from, e);
    if (err)
        return err;
    cli_quote_command(argc, argv, from.command_line, sizeof from.command_line);
    cli_now_text(from.ended, sizeof from.ended);
    if (gethostname(from.host, sizeof from.host - 1) != 0)
        from.host[0] = '\0';
    const struct bf_store_about about = {.program_version = cli_version,
                                         .semantics_version = BF_SEMANTICS_VERSION,
                                         .command_line = from.command_line,
                                         .plan = from.plan,
                                         .host = from.host,
                                         .compiler = cli_compiler,
                                         .started = from.started,
                                         .plan_runs = strtoull(from.runs, NULL, 10),
                                         .plan_keys = from.keys};
    const struct bf_merge how = {.about = &about,
                                 .plan_hash = from.hash,
                                 .semantics_version = BF_SEMANTICS_VERSION,
                                 .plan_runs = o->allow_missing ? 0 : about.plan_runs,
                                 .plan_keys = o->allow_missing ? NULL : from.keys,
                                 .ended = from.ended};
    err = join(o, &how, &count, e);
    if (!err && !o->quiet)
        fprintf(stderr, "bfsweep: %s: %llu runs, %llu of them failed; %llu were there twice\n",
                o->output, (unsigned long long)count.runs, (unsigned long long)count.failed,
                (unsigned long long)count.repeated);
    return err;
}

int cmd_merge(int argc, char **argv)
{
    const struct argp argp = {
        .options = options,
        .parser = parse_merge_option,
        .args_doc = "-o ALL.h5 PART.h5...",
        .doc = "Join shares of a sweep (--shard), or segments of one that was stopped, into one "
               "file, in any order, and prove that each run of the plan is there once."};
    struct merge_options o = {.inputs = calloc((size_t)argc + 1, sizeof *o.inputs)};
    struct bf_error e;
    cli_memory_begin();
    enum bf_err err = o.inputs ? BF_OK : bf_error_no_memory(&e, 0, "the names of files");
    if (!err)
        err = cli_parse(&argp, argc, argv, &o, &e);
    if (!err)
        err = merge(&o, argc, argv, &e);
    free(o.inputs);
    return err ? cli_fail(&e) : 0;
}
