// SPDX-License-Identifier: GPL-3.0-or-later
//
// The text of a model: `lublin:jobs=10000,procs=256,seed=1,load=0.8,estimates=tsafrir`.
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "workloads/model_internal.h"
#include "workloads/trace.h"

#define PREFIX  "lublin:"
#define LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
enum { MAX_JOBS = 100000000, MAX_LOAD = 100, LONGEST_WORD = 64 };

static const char *const parameters[] = {"jobs",  "procs",     "seed", "load",
                                         "types", "estimates", NULL};
enum parameter { JOBS, PROCS, SEED, LOAD, TYPES, ESTIMATES };

static const char *const estimate_names[] = {"none", "tsafrir", NULL};

bool bf_trace_is_model(const char *source)
{
    return strncmp(source, PREFIX, strlen(PREFIX)) == 0;
}

static int find_word(const char *word, const char *const *words)
{
    for (int i = 0; words[i]; i++)
        if (strcmp(word, words[i]) == 0)
            return i;
    return -1;
}

static enum bf_err unknown_word(const char *text, const char *what, const char *word,
                                const char *const *words, struct bf_error *e)
{
    char end[256];
    struct bf_text t = bf_text_init(end, sizeof end);
    bf_text_suggest(&t, word, words, "there are");
    if (!bf_text_nearest(word, words))
        for (int i = 0; words[i]; i++)
            bf_text_add(&t, "%s%s", i ? ", " : " ", words[i]);
    return bf_error_set(e, BF_ERR_USAGE, "%s: there is no %s '%s'%s", text, what, word, end);
}

static enum bf_err read_int(const char *text, const char *name, const char *value, int64_t min,
                            int64_t max, int64_t *to, struct bf_error *e)
{
    if (bf_text_to_int(value, to) && *to >= min && *to <= max)
        return BF_OK;
    return bf_error_set(e, BF_ERR_USAGE,
                        "%s: %s takes a whole number from %lld to %lld, found "
                        "'%s'",
                        text, name, (long long)min, (long long)max, value);
}

static enum bf_err read_seed(const char *text, const char *value, uint64_t *to, struct bf_error *e)
{
    char *end;
    errno = 0;
    *to = strtoull(value, &end, 10);
    if (value[0] >= '0' && value[0] <= '9' && !*end && !errno)
        return BF_OK;
    return bf_error_set(e, BF_ERR_USAGE,
                        "%s: seed takes a whole number from 0 to "
                        "18446744073709551615, found '%s'",
                        text, value);
}

static enum bf_err read_load(const char *text, const char *value, double *to, struct bf_error *e)
{
    if (bf_text_to_double(value, to) && *to > 0 && *to <= MAX_LOAD)
        return BF_OK;
    return bf_error_set(e, BF_ERR_USAGE, "%s: load takes a number above 0, at most %d, found '%s'",
                        text, MAX_LOAD, value);
}

static enum bf_err take_value(struct bf_model *m, const char *text, enum parameter p,
                              const char *value, struct bf_error *e)
{
    int64_t number = 0;
    enum bf_err code = BF_OK;
    switch (p) {
    case JOBS:
        code = read_int(text, "jobs", value, 1, MAX_JOBS, &number, e);
        m->jobs = (uint32_t)number;
        break;
    case PROCS:
        code = read_int(text, "procs", value, 1, BF_MAX_PROCS, &number, e);
        m->procs = (bf_procs)number;
        break;
    case SEED:
        code = read_seed(text, value, &m->seed, e);
        break;
    case LOAD:
        code = read_load(text, value, &m->load, e);
        break;
    case TYPES:
        code = read_int(text, "types", value, 1, 2, &number, e);
        m->types = (int)number;
        break;
    case ESTIMATES:
        number = find_word(value, estimate_names);
        m->estimates = (enum bf_model_estimates)number;
        if (number < 0)
            code = unknown_word(text, "model of estimates", value, estimate_names, e);
        break;
    }
    return code;
}

// One `name=value`.
static enum bf_err take_pair(struct bf_model *m, const char *text, char *pair, bool given[],
                             struct bf_error *e)
{
    char *equals = strchr(pair, '=');
    if (!equals)
        return bf_error_set(e, BF_ERR_USAGE,
                            "%s: name=value was expected, found '%s' (as in " PREFIX
                            "jobs=1000,procs=256,seed=1)",
                            text, pair);
    *equals = '\0';
    const int p = find_word(pair, parameters);
    if (p < 0)
        return unknown_word(text, "parameter", pair, parameters, e);
    if (given[p])
        return bf_error_set(e, BF_ERR_USAGE, "%s: %s is given twice", text, pair);
    given[p] = true;
    return take_value(m, text, (enum parameter)p, equals + 1, e);
}

enum bf_err bf_model_parse(const char *text, bf_procs procs, struct bf_model *m, struct bf_error *e)
{
    bool given[ESTIMATES + 1] = {false};
    *m = (struct bf_model){.jobs = 10000, .procs = procs ? procs : 256, .seed = 1, .types = 2};
    const char *at = text + strlen(PREFIX);
    while (*at) {
        char pair[LONGEST_WORD];
        const size_t length = strcspn(at, ",");
        if (length >= sizeof pair)
            return bf_error_set(e, BF_ERR_USAGE, "%.200s: name=value was expected, found '%.60s'",
                                text, at);
        memcpy(pair, at, length);
        pair[length] = '\0';
        enum bf_err code = take_pair(m, text, pair, given, e);
        if (code)
            return code;
        at += length + (at[length] == ',');
    }
    return BF_OK;
}

// A word, a colon and `name=value` is how a model is written, and hardly ever the name of a file.
static bool looks_like_model(const char *source)
{
    const size_t word = strspn(source, LETTERS);
    const char *name = source + word + 1;
    if (!word || source[word] != ':')
        return false;
    const size_t n = strspn(name, LETTERS);
    return n && name[n] == '=';
}

enum bf_err bf_trace_check_model(const char *source, struct bf_error *e)
{
    static const char *const models[] = {"lublin", NULL};
    struct bf_model model;
    char word[LONGEST_WORD], end[256];
    struct bf_text t = bf_text_init(end, sizeof end);
    if (bf_trace_is_model(source))
        return bf_model_parse(source, 0, &model, e);
    if (!looks_like_model(source) || access(source, F_OK) == 0)
        return BF_OK;
    const size_t n = strcspn(source, ":") + 1;
    bf_text_copy(word, n < sizeof word ? n : sizeof word, source);
    bf_text_suggest(&t, word, models,
                    "a model is written like 'lublin:jobs=10000,procs=256,seed=1'");
    return bf_error_set(e, BF_ERR_USAGE, "there is no file and no model '%s'%s", word, end);
}

void bf_model_text(const struct bf_model *m, struct bf_text *to)
{
    char number[BF_DOUBLE_TEXT_SIZE];
    bf_text_add(to, PREFIX "jobs=%u,procs=%d,seed=%llu", m->jobs, (int)m->procs,
                (unsigned long long)m->seed);
    if (m->load > 0)
        bf_text_add(to, ",load=%s", bf_text_double(number, m->load));
    if (m->types != 2)
        bf_text_add(to, ",types=%d", m->types);
    if (m->estimates)
        bf_text_add(to, ",estimates=%s", estimate_names[m->estimates]);
}
