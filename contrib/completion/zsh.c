// SPDX-License-Identifier: MIT
// Turns the command table into the function of _hexfog that knows it.
#include "completion.h"
#include <stdio.h>
#include <string.h>

// Text inside of quotes '...', where the characters of `special` need a backslash.
static void print_quoted(const char *text, const char *special)
{
    for (; *text; text++) {
        if (strchr(special, *text))
            putchar('\\');
        if (*text == '\'')
            fputs("'\\'", stdout);
        putchar(*text);
    }
}

// Files of the suffixes as a pattern, *(.hdr|.exr)~*.tmp.exr: what ! leaves out stands last.
// Without an alternative the parentheses would hold flags.
static void print_files(const char *suffixes)
{
    char taken[256] = "", left_out[256] = "";
    for (size_t length; *suffixes; suffixes += length + (suffixes[length] == ' ')) {
        length = strcspn(suffixes, " ");
        bool is_out = suffixes[0] == '!';
        char *list = is_out ? left_out : taken;
        size_t used = strlen(list);
        snprintf(list + used, 256 - used, "%s%.*s", is_out ? "~*" : used ? "|" : "",
                 (int)length - is_out, suffixes + is_out);
    }
    printf(strchr(taken, '|') ? "_files -g \"*(%s)%s\"" : "_files -g \"*%s%s\"", taken, left_out);
}

static void print_action(const struct hexfog_candidates *candidates)
{
    switch (candidates->kind) {
    case HEXFOG_NO_CANDIDATE: putchar(' '); break;
    case HEXFOG_ANY_FILE: printf("_files"); break;
    case HEXFOG_FOLDERS: printf("_files -/"); break;
    case HEXFOG_FILES: print_files(candidates->list); break;
    case HEXFOG_THE_WORDS:
        putchar('(');
        print_quoted(candidates->list, ":");
        putchar(')');
        break;
    }
}

// '(-o --output)'{-o+,--output=}'[purpose]:FILE:action'
static void print_option(const struct hexfog_command *command, const struct hexfog_option *option)
{
    bool is_optional = option->kind == HEXFOG_OPTION_MAYBE;
    const char *value = is_optional ? "=-" : option->argument ? "=" : "";
    const char *letter_value = option->argument ? "+" : "";
    printf(" \\\n            ");
    bool repeats = option->kind == HEXFOG_OPTION_LIST;
    if (!option->letter)
        printf("'%s--%s%s[", repeats ? "*" : "", option->name, value);
    else if (repeats)
        printf("'*'");
    else
        printf("'(-%c --%s)'", option->letter, option->name);
    if (option->letter)
        printf("{-%c%s,--%s%s}'[", option->letter, letter_value, option->name, value);
    print_quoted(option->purpose, "[]");
    putchar(']');
    if (option->argument) {
        struct hexfog_candidates candidates = hexfog_option_candidates(command, option);
        fputs(is_optional ? "::" : ":", stdout);
        print_quoted(candidates.kind == HEXFOG_THE_WORDS ? option->name : option->argument, ":");
        putchar(':');
        print_action(&candidates);
    }
    putchar('\'');
}

static bool print_operand(const struct hexfog_command *command,
                          const struct hexfog_operand *operand)
{
    struct hexfog_candidates candidates;
    if (!hexfog_operand_candidates(command, operand, &candidates))
        return false;
    const char *with = candidates.any_file_with;
    printf(" \\\n            '");
    if (operand->repeats)
        putchar('*');
    else
        printf("%d", operand->place);
    printf(":%s:", operand->name);
    if (with) {
        char letter = hexfog_option_named(command, with)->letter;
        printf("{ if (( ${+opt_args[--%s]}", with);
        if (letter)
            printf(" || ${+opt_args[-%c]}", letter);
        printf(" )); then _files; else ");
    }
    if (candidates.any_file_behind)
        printf("{ if compset -P %s; then _files; else ", candidates.any_file_behind);
    print_action(&candidates);
    printf(with || candidates.any_file_behind ? "; fi }'" : "'");
    return true;
}

static bool print_command(const struct hexfog_command *command)
{
    const struct hexfog_option *option;
    printf("    %s)\n        _arguments -s -S :", command->name);
    for (size_t i = 0; (option = hexfog_command_option(command, i)); i++)
        print_option(command, option);
    const char *words = command->operands;
    struct hexfog_operand operand = { 0 };
    while (hexfog_next_operand(&words, &operand))
        if (!print_operand(command, &operand))
            return false;
    puts("\n        ;;");
    return true;
}

bool hexfog_print_zsh(void)
{
    puts("_hexfog_commands() {\n"
         "    local -a commands=(");
    for (const struct hexfog_command *row = hexfog_commands; row->name; row++) {
        printf("        '%s:", row->name);
        print_quoted(row->purpose, "");
        puts("'");
    }
    puts("    )\n"
         "    _describe -t commands command commands\n"
         "}\n\n"
         "# What follows the command $words[1].\n"
         "_hexfog_rest() {\n"
         "    case $words[1] in");
    for (const struct hexfog_command *row = hexfog_commands; row->name; row++)
        if (!print_command(row))
            return false;
    puts("    esac\n"
         "}");
    return true;
}
