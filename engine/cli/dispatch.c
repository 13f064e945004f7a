// SPDX-License-Identifier: GPL-3.0-or-later
//
// Commands with subcommands, in the manner of git: `bfsweep run`, `bfsweep trace info`.
#include "engine/cli/cli.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/text.h"
#include "engine/cli/version.h"

#define MAX_COMMANDS 32
#define MAX_PREFIX   256

static void print_list(const struct cli_command *commands, const char *prefix, FILE *to)
{
    fprintf(to, "Usage: %s COMMAND [OPTION...]\n\n", prefix);
    for (; commands->name; commands++)
        fprintf(to, "  %-11s %s\n", commands->name, commands->summary);
    fprintf(to, "\n'%s help COMMAND' says more.\n", prefix);
}

static int print_help(const struct cli_command *commands, const char *prefix)
{
    print_list(commands, prefix, stdout);
    return 0;
}

static const struct cli_command *find_command(const struct cli_command *commands, const char *name)
{
    for (; commands->name; commands++)
        if (strcmp(commands->name, name) == 0)
            return commands;
    return NULL;
}

static int unknown_command(const struct cli_command *commands, const char *prefix, const char *name)
{
    const char *words[MAX_COMMANDS + 1];
    int count = 0;
    struct bf_error e;
    for (; commands->name && count < MAX_COMMANDS; commands++)
        words[count++] = commands->name;
    words[count] = NULL;
    char before[MAX_PREFIX + 2], buffer[256];
    struct bf_text near = bf_text_init(buffer, sizeof buffer);
    const char *what = name[0] == '-' ? "option" : "command";
    snprintf(before, sizeof before, "'%s ", prefix);
    if (bf_text_add_nearest(&near, name, words, before, "'"))
        bf_error_set(&e, BF_ERR_USAGE, "unknown %s '%s'; did you mean %s?", what, name, buffer);
    else
        bf_error_set(&e, BF_ERR_USAGE, "unknown %s '%s'; '%s help' lists the commands", what, name,
                     prefix);
    return cli_fail(&e);
}

static int call(const struct cli_command *command, const char *prefix, int argc, char **argv)
{
    char name[MAX_PREFIX];
    snprintf(name, sizeof name, "%s %s", prefix, command->name);
    argv[0] = name;
    return command->run(argc, argv);
}

// `help trace generate` is `trace generate --help`.
static int help(const struct cli_command *commands, int argc, char **argv)
{
    char option[] = "--help";
    char *help_argv[] = {argv[0], argc > 3 ? argv[3] : option, argc > 3 ? option : NULL, NULL};
    if (argc < 3)
        return print_help(commands, argv[0]);
    const struct cli_command *command = find_command(commands, argv[2]);
    if (!command)
        return unknown_command(commands, argv[0], argv[2]);
    return call(command, argv[0], argc > 3 ? 3 : 2, help_argv);
}

int cli_dispatch(const struct cli_command *commands, int argc, char **argv)
{
    if (argc < 2) {
        print_list(commands, argv[0], stderr);
        return cli_status(BF_ERR_USAGE);
    }
    const char *word = argv[1];
    if (strcmp(word, "help") == 0)
        return help(commands, argc, argv);
    if (strcmp(word, "--help") == 0 || strcmp(word, "-?") == 0 || strcmp(word, "-h") == 0 ||
        strcmp(word, "--usage") == 0)
        return print_help(commands, argv[0]);
    if (strcmp(word, "--version") == 0 || strcmp(word, "-V") == 0) {
        cli_print_version(stdout);
        return 0;
    }
    const struct cli_command *command = find_command(commands, word);
    if (!command)
        return unknown_command(commands, argv[0], word);
    return call(command, argv[0], argc - 1, argv + 1);
}
