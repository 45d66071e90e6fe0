// SPDX-License-Identifier: MIT
// Turns a manual page and the command table into the page with its lists renewed: what
// stands between `.\" BEGIN what` and `.\" END`. `make man` runs it.
//
//     mdoc PAGE >NEW      what: commands, options COMMAND, common options, exit status
#include <stdio.h>
#include <string.h>
#include "blocks.h"
#include "cli/settings.h"

// Words of one line of text, at most 76 columns; a dash at a word's start is a minus.
static void print_words(const char *words)
{
    size_t column = 0;
    while (*words) {
        size_t length = strcspn(words, " ");
        if (column > 0 && column + length > 75) {
            putchar('\n');
            column = 0;
        }
        if (column > 0)
            putchar(' ');
        if (*words == '-')
            putchar('\\');
        else if (column == 0 && (*words == '.' || *words == '\''))
            fputs("\\&", stdout);
        printf("%.*s", (int)length, words);
        column += length + 1;
        words += length + (words[length] == ' ');
    }
}

// A phrase of the table as a sentence.
static void print_sentence(const char *phrase)
{
    char sentence[256];
    snprintf(sentence, sizeof sentence, "%s.", phrase);
    if (sentence[0] >= 'a' && sentence[0] <= 'z')
        sentence[0] = (char)(sentence[0] - 'a' + 'A');
    print_words(sentence);
    putchar('\n');
}

static void print_argument(const struct hexfog_option *option)
{
    if (!option->argument)
        return;
    const char *macro = option->kind == HEXFOG_OPTION_WORD ? " Cm " : " Ar ";
    fputs(macro, stdout);
    for (const char *at = option->argument; *at; at++) {
        if (*at == '|')
            fputs(" | ", stdout);
        else
            putchar(*at);
    }
}

static void print_option(const struct hexfog_option *option)
{
    fputs(".It", stdout);
    if (option->letter)
        printf(" Fl %c", option->letter);
    if (option->letter && option->argument)
        print_argument(option);
    if (option->letter)
        fputs(" ,", stdout);
    printf(" Fl -%s", option->name);
    if (option->kind == HEXFOG_OPTION_MAYBE)
        printf(" Ns Op = Ns Cm %s", option->argument);
    else
        print_argument(option);
    putchar('\n');
    print_sentence(option->purpose);
}

// The group that every command has is told once.
static bool is_common(const struct hexfog_option *group)
{
    for (const struct hexfog_command *command = hexfog_commands; command->name; command++) {
        size_t i = 0;
        while (command->groups[i] && command->groups[i] != group)
            i++;
        if (!command->groups[i])
            return false;
    }
    return true;
}

static void print_options(const struct hexfog_command *command, bool common)
{
    puts(".Bl -tag -width Ds");
    for (size_t i = 0; command->groups[i]; i++)
        for (const struct hexfog_option *option = command->groups[i]; option->name; option++)
            if (is_common(command->groups[i]) == common)
                print_option(option);
    puts(".El");
}

static void print_commands(void)
{
    puts(".Bl -tag -width Ds");
    for (const struct hexfog_command *command = hexfog_commands; command->name; command++) {
        const char *operands = command->operands;
        bool is_optional = operands[0] == '[';
        int length = (int)strlen(operands) - (is_optional ? 2 : 0);
        printf(".It Cm %s Oo Ar option ... Oc %s%.*s\n", command->name,
               is_optional ? "Op Ar " : "Ar ", length, operands + is_optional);
        print_sentence(command->purpose);
    }
    puts(".El");
}

static void print_statuses(void)
{
    puts(".Bl -tag -width Ds");
#define PRINT_STATUS(symbol, code, name, meaning) \
    printf(".It %d (%s)\n", code, name);          \
    print_words(meaning);                         \
    putchar('\n');
    HEXFOG_STATUS_LIST(PRINT_STATUS)
#undef PRINT_STATUS
    puts(".El");
}

static bool print_list(const char *what)
{
    if (strncmp(what, "options ", 8) == 0) {
        const struct hexfog_command *command = hexfog_command_named(what + 8);
        if (!command)
            return false;
        print_options(command, false);
    } else if (strcmp(what, "commands") == 0) {
        print_commands();
    } else if (strcmp(what, "common options") == 0) {
        print_options(&hexfog_commands[0], true);
    } else if (strcmp(what, "exit status") == 0) {
        print_statuses();
    } else {
        return false;
    }
    return true;
}

static bool print_known_list(const char *what)
{
    bool is_known = print_list(what);
    if (!is_known)
        fprintf(stderr, "mdoc: no list is called '%s'\n", what);
    return is_known;
}

int main(int argc, char **argv)
{
    static const struct hexfog_blocks blocks = { "mdoc", "PAGE", ".\\\" BEGIN ", ".\\\" END\n",
                                                 print_known_list };
    return hexfog_renew_blocks(argc, argv, &blocks);
}
