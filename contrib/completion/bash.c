// SPDX-License-Identifier: MIT
// Turns the command table into the two functions of hexfog.bash that know it.
#include "completion.h"
#include <stdio.h>
#include <string.h>

static void print_name(const struct hexfog_option *option, const char **separator)
{
    printf("%s--%s", *separator, option->name);
    *separator = " ";
    if (option->letter)
        printf(" -%c", option->letter);
}

// One that may have an argument, behind an =, stands well without.
static bool needs_argument(const struct hexfog_option *option)
{
    return option->argument && option->kind != HEXFOG_OPTION_MAYBE;
}

// The names of the options that take an argument, or of those that do not.
static void print_names(const struct hexfog_command *command, bool takes)
{
    const struct hexfog_option *option;
    const char *separator = takes ? " takes='" : "flags='";
    for (size_t i = 0; (option = hexfog_command_option(command, i)); i++)
        if (needs_argument(option) == takes)
            print_name(option, &separator);
    putchar('\'');
}

static void print_options(void)
{
    puts("# Sets flags and takes: the command's options without and with an argument.\n"
         "_hexfog_options() {\n"
         "    flags='' takes=''\n"
         "    case $command in");
    const char *separator = "    '') flags='";
    for (const struct hexfog_option *row = hexfog_program_options; row->name; row++)
        print_name(row, &separator);
    puts("' ;;");
    for (const struct hexfog_command *row = hexfog_commands; row->name; row++) {
        printf("    %s)\n        ", row->name);
        print_names(row, false);
        printf("\n       ");
        print_names(row, true);
        puts("\n        ;;");
    }
    puts("    esac\n}");
}

static void print_action(const struct hexfog_candidates *candidates)
{
    const char *at = candidates->list;
    switch (candidates->kind) {
    case HEXFOG_NO_CANDIDATE: break;
    case HEXFOG_THE_WORDS: printf("_hexfog_words '%s'", at); break;
    case HEXFOG_ANY_FILE: printf("_hexfog_files ''"); break;
    case HEXFOG_FOLDERS: printf("_hexfog_files"); break;
    case HEXFOG_FILES:
        printf("_hexfog_files");
        for (size_t length; *at; at += length + (at[length] == ' ')) {
            length = strcspn(at, " ");
            printf(" '%.*s'", (int)length, at);
        }
        break;
    }
}

static void print_option(const struct hexfog_command *command, const struct hexfog_option *option)
{
    struct hexfog_candidates candidates = hexfog_option_candidates(command, option);
    if (candidates.kind == HEXFOG_NO_CANDIDATE)
        return;
    printf("    %s:--%s", command->name, option->name);
    if (option->letter)
        printf(" | %s:-%c", command->name, option->letter);
    printf(") ");
    print_action(&candidates);
    puts(" ;;");
}

static bool print_operand(const struct hexfog_command *command,
                          const struct hexfog_operand *operand)
{
    struct hexfog_candidates candidates;
    if (!hexfog_operand_candidates(command, operand, &candidates))
        return false;
    const char *with = candidates.any_file_with;
    printf("    %s:", command->name);
    if (operand->repeats)
        printf("[0-9]*)");
    else
        printf("%d)", operand->place);
    if (with) {
        printf("\n        if [[ $given == *' --%s '*", with);
        if (hexfog_option_named(command, with)->letter)
            printf(" || $given == *' -%c '*", hexfog_option_named(command, with)->letter);
        printf(" ]]; then\n            _hexfog_files ''\n        else\n            ");
        print_action(&candidates);
        puts("\n        fi\n        ;;");
    } else {
        putchar(' ');
        if (candidates.any_file_behind)
            printf("_hexfog_behind %s || ", candidates.any_file_behind);
        print_action(&candidates);
        puts(" ;;");
    }
    return true;
}

static bool print_arguments_of(const struct hexfog_command *command)
{
    const struct hexfog_option *option;
    for (size_t i = 0; (option = hexfog_command_option(command, i)); i++)
        if (option->argument)
            print_option(command, option);
    const char *words = command->operands;
    struct hexfog_operand operand = { 0 };
    while (hexfog_next_operand(&words, &operand))
        if (!print_operand(command, &operand))
            return false;
    return true;
}

bool hexfog_print_bash(void)
{
    print_options();
    puts("\n# Offers what may stand at $1, COMMAND:--OPTION for its argument, COMMAND:N for the\n"
         "# N-th operand.\n"
         "_hexfog_argument() {\n"
         "    case $1 in");
    printf("    :1) _hexfog_words '");
    for (const struct hexfog_command *row = hexfog_commands; row->name; row++)
        printf("%s%s", row == hexfog_commands ? "" : " ", row->name);
    puts("' ;;");
    for (const struct hexfog_command *row = hexfog_commands; row->name; row++)
        if (!print_arguments_of(row))
            return false;
    puts("    esac\n}");
    return true;
}
