// SPDX-License-Identifier: GPL-3.0-or-later
//
// argp without its own error messages. argp explains a mistake in two lines and ends the program
// with status 64; under ARGP_NO_ERRS it says nothing at all and returns EINVAL. So the word at
// which it stopped is looked up again in the tables of options, and the mistake is explained from
// there.
#include "engine/cli/cli.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/text.h"
#include "engine/cli/version.h"

// One call of cli_parse.
struct call {
    const struct argp *root;
    void *input;
    struct bf_error *error;
    int next; // where argp stood when it gave up
};

#define MAX_NAMES 96

// All options of an argp and its children.
struct names {
    const struct argp_option *options[MAX_NAMES];
    int count;
};

// The call that is under way: argp gives the parsers of children nothing by which they could find
// it (its hook is one for each of them). Only the main thread reads options.
static struct call *current;

struct bf_error *cli_option_slot(const struct argp_state *state)
{
    (void)state;
    return current->error;
}

error_t cli_option_result(const struct argp_state *state, enum bf_err code)
{
    (void)state;
    return code == BF_OK ? 0 : EINVAL;
}

error_t cli_option_error(const struct argp_state *state, const char *format, ...)
{
    char text[BF_ERROR_TEXT_SIZE];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    bf_error_set(cli_option_slot(state), BF_ERR_USAGE, "%s", text);
    return EINVAL;
}

// ---- Options that every command has -----------------------------------------

enum key { KEY_HELP = '?', KEY_VERSION = 'V', KEY_USAGE = 0x80 };

static const struct argp_option common_options[] = {
    {"help", KEY_HELP, NULL, 0, "Give this help list", -1},
    {"usage", KEY_USAGE, NULL, 0, "Give a short usage message", 0},
    {"version", KEY_VERSION, NULL, 0, "Print what this program is", -1},
    {0}};

// Comes last among the parsers, so an argument that gets here is one that the command did not take.
static error_t parse_common(int key, char *arg, struct argp_state *state)
{
    switch (key) {
    case KEY_HELP:
        argp_help(state->root_argp, stdout, ARGP_HELP_STD_HELP & ~ARGP_HELP_EXIT_OK, state->name);
        exit(0);
    case KEY_USAGE:
        argp_help(state->root_argp, stdout, ARGP_HELP_USAGE, state->name);
        exit(0);
    case KEY_VERSION:
        cli_print_version(stdout);
        exit(0);
    case ARGP_KEY_ARG:
        return cli_option_error(state, "one argument too many: '%s'; see '%s --help'", arg,
                                state->name);
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp common_argp = {.options = common_options, .parser = parse_common};

// The parser of the root: hands the command's input on, notes where argp gives up.
static error_t parse_root(int key, char *arg, struct argp_state *state)
{
    struct call *call = state->input;
    (void)arg;
    if (key == ARGP_KEY_INIT)
        state->child_inputs[0] = call->input;
    if (key == ARGP_KEY_ERROR)
        call->next = state->next;
    return key == ARGP_KEY_INIT ? 0 : ARGP_ERR_UNKNOWN;
}

// ---- Explaining mistakes ----------------------------------------------------

static void add_name(struct names *names, const struct argp_option *option)
{
    if (names->count < MAX_NAMES)
        names->options[names->count++] = option;
}

static void collect_names(struct names *names, const struct argp *argp)
{
    for (const struct argp_option *o = argp->options; o && (o->name || o->key || o->doc); o++)
        add_name(names, o);
    for (const struct argp_child *c = argp->children; c && c->argp; c++)
        collect_names(names, c->argp);
}

// An alias takes a value when the option before it does.
static bool takes_value(const struct names *names, int at)
{
    while (at > 0 && (names->options[at]->flags & OPTION_ALIAS))
        at--;
    return names->options[at]->arg != NULL;
}

// The options whose long name begins with the first `length` bytes of `name`: how many, and the
// last of them; an exact match is the only one.
static int match_long(const struct names *names, const char *name, size_t length, int *found)
{
    int matches = 0;
    for (int i = 0; i < names->count; i++) {
        const char *n = names->options[i]->name;
        if (!n || strncmp(n, name, length) != 0)
            continue;
        *found = i;
        if (n[length] == '\0')
            return 1;
        matches++;
    }
    return matches;
}

static enum bf_err explain_unknown(const struct names *names, const char *name, size_t length,
                                   const char *command, struct bf_error *e)
{
    const char *words[MAX_NAMES + 1];
    char word[64];
    int count = 0;
    for (int i = 0; i < names->count; i++)
        if (names->options[i]->name && !(names->options[i]->flags & OPTION_HIDDEN))
            words[count++] = names->options[i]->name;
    words[count] = NULL;
    bf_text_copy(word, length + 1 < sizeof word ? length + 1 : sizeof word, name);
    char buffer[256];
    struct bf_text near = bf_text_init(buffer, sizeof buffer);
    if (bf_text_add_nearest(&near, word, words, "--", ""))
        return bf_error_set(e, BF_ERR_USAGE, "unknown option '--%.*s'; did you mean %s?",
                            (int)length, name, buffer);
    return bf_error_set(e, BF_ERR_USAGE, "unknown option '--%.*s'; see '%s --help'", (int)length,
                        name, command);
}

static enum bf_err explain_ambiguous(const struct names *names, const char *name, size_t length,
                                     struct bf_error *e)
{
    char list[256];
    struct bf_text all = bf_text_init(list, sizeof list);
    for (int i = 0; i < names->count; i++)
        if (names->options[i]->name && strncmp(names->options[i]->name, name, length) == 0)
            bf_text_add(&all, "%s--%s", all.used ? ", " : "", names->options[i]->name);
    return bf_error_set(e, BF_ERR_USAGE, "option '--%.*s' may mean %s", (int)length, name, list);
}

static enum bf_err explain_long(const struct names *names, const char *word, bool last,
                                const char *command, struct bf_error *e)
{
    const char *name = word + 2;
    size_t length = strcspn(name, "=");
    const char *value = name[length] ? name + length + 1 : NULL;
    int found = -1;
    int matches = match_long(names, name, length, &found);
    if (matches == 0)
        return explain_unknown(names, name, length, command, e);
    if (matches > 1)
        return explain_ambiguous(names, name, length, e);
    const char *full = names->options[found]->name;
    if (value && !takes_value(names, found))
        return bf_error_set(e, BF_ERR_USAGE, "--%s takes no value, found '%s'", full, value);
    if (!value && last && takes_value(names, found))
        return bf_error_set(e, BF_ERR_USAGE, "--%s needs a value behind it: %s", full,
                            names->options[found]->arg);
    return BF_OK;
}

static const struct argp_option *match_short(const struct names *names, char letter, int *at)
{
    for (*at = 0; *at < names->count; ++*at)
        if (names->options[*at]->key == letter)
            return names->options[*at];
    return NULL;
}

static enum bf_err explain_short(const struct names *names, const char *word, bool last,
                                 const char *command, struct bf_error *e)
{
    for (const char *c = word + 1; *c; c++) {
        int at;
        const struct argp_option *o = match_short(names, *c, &at);
        if (!o)
            return bf_error_set(e, BF_ERR_USAGE, "unknown option '-%c'; see '%s --help'", *c,
                                command);
        if (!takes_value(names, at))
            continue;
        if (c[1] == '\0' && last)
            return bf_error_set(e, BF_ERR_USAGE, "-%c needs a value behind it: %s", *c, o->arg);
        break; // what follows in this word is the value
    }
    return BF_OK;
}

// BF_OK: nothing is wrong with argv[at].
static enum bf_err explain(const struct call *call, int argc, char **argv, int at)
{
    struct names names = {.count = 0};
    if (at < 1 || at >= argc || argv[at][0] != '-' || argv[at][1] == '\0')
        return BF_OK;
    collect_names(&names, call->root);
    if (argv[at][1] == '-')
        return explain_long(&names, argv[at], at == argc - 1, argv[0], call->error);
    return explain_short(&names, argv[at], at == argc - 1, argv[0], call->error);
}

enum bf_err cli_parse(const struct argp *argp, int argc, char **argv, void *input,
                      struct bf_error *e)
{
    const struct argp_child children[] = {{argp, 0, NULL, 0}, {&common_argp, 0, NULL, -1}, {0}};
    const struct argp root = {.parser = parse_root, .children = children};
    struct bf_error own;
    struct call call = {.root = &root, .input = input, .error = e ? e : &own};
    call.error->code = BF_OK;
    current = &call;
    error_t result = argp_parse(&root, argc, argv, ARGP_NO_ERRS | ARGP_NO_HELP, NULL, &call);
    if (result == 0)
        return BF_OK;
    if (result == ENOMEM)
        return bf_error_no_memory(e, (unsigned long long)argc * sizeof *argv, "options");
    if (call.error->code != BF_OK)
        return call.error->code;
    // argp stands behind a wrong word, or on it where more letters follow in it (`-xq`).
    if (explain(&call, argc, argv, call.next - 1) != BF_OK ||
        explain(&call, argc, argv, call.next) != BF_OK)
        return BF_ERR_USAGE;
    return bf_error_set(e, BF_ERR_USAGE, "wrong options; see '%s --help'", argv[0]);
}
