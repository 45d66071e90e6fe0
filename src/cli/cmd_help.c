// SPDX-License-Identifier: MIT
// Turns the command table into the text of --help and --version.
#include <stdio.h>
#include <string.h>
#include "cli/commands.h"
#include "cli/message.h"
#include "cli/result.h"

enum { INDENT = 30, WIDTH = 80 };

// Adds words up to WIDTH, each line from column `indent` on; the first one stands there.
static void add_words(struct hexfog_text *text, size_t indent, const char *words)
{
    size_t column = indent;
    while (*words) {
        size_t length = strcspn(words, " ");
        if (column > indent && column + length >= WIDTH) {
            hexfog_text_print(text, "\n%*s", (int)indent, "");
            column = indent;
        }
        hexfog_text_print(text, "%s%.*s", column > indent ? " " : "", (int)length, words);
        column += length + (column > indent);
        words += length + (words[length] == ' ');
    }
    hexfog_text_add(text, "\n");
}

// Adds words from column INDENT on; the line's first `column` are written.
static void add_wrapped(struct hexfog_text *text, size_t column, const char *words)
{
    if (column + 1 >= INDENT) {
        hexfog_text_add(text, "\n");
        column = 0;
    }
    hexfog_text_print(text, "%*s", (int)(INDENT - column), "");
    add_words(text, INDENT, words);
}

static void add_option(struct hexfog_text *text, const struct hexfog_option *option)
{
    char names[80], long_form[72];
    (void)hexfog_option_as_text(option, long_form, sizeof long_form);
    int length = snprintf(names, sizeof names, "  %c%c%s %s", option->letter ? '-' : ' ',
                          option->letter ? option->letter : ' ', option->letter ? "," : " ",
                          long_form);
    hexfog_text_add(text, names);
    add_wrapped(text, (size_t)length, option->purpose);
}

static void add_command_help(struct hexfog_text *text, const struct hexfog_command *command)
{
    hexfog_text_print(text, "usage: hexfog %s [OPTION]... %s\n", command->name,
                      command->operands);
    char sentence[160];
    snprintf(sentence, sizeof sentence, "hexfog %s: %s.", command->name, command->purpose);
    add_words(text, 0, sentence);
    if (strstr(command->operands, "DESC"))
        hexfog_text_add(text, "DESC is a description file, or - for standard input.\n");
    if (strstr(command->operands, "LIST"))
        hexfog_text_add(text, "LIST is a description file, a folder of such files, or @FILE, which"
                              " names both,\none a line.\n");
    hexfog_text_add(text, "\n");
    const struct hexfog_option *option;
    for (size_t i = 0; (option = hexfog_command_option(command, i)); i++)
        add_option(text, option);
    hexfog_text_print(text, "\nMore: man hexfog%s.\n",
                      strstr(command->operands, "DESC") || strstr(command->operands, "LIST")
                          ? ", man hexfog-description" : "");
}

static void add_program_help(struct hexfog_text *text)
{
    hexfog_text_add(text, "usage: hexfog COMMAND [OPTION]... [FILE]...\n"
                          "hexfog bakes the tile distance of a hex board into fogmaps.\n\n");
    for (const struct hexfog_command *command = hexfog_commands; command->name; command++) {
        char line[64];
        int length = snprintf(line, sizeof line, "  %s %s", command->name, command->operands);
        hexfog_text_add(text, line);
        add_wrapped(text, (size_t)length, command->purpose);
    }
    hexfog_text_add(text, "\n");
    for (const struct hexfog_option *option = hexfog_program_options; option->name; option++)
        add_option(text, option);
    hexfog_text_add(text, "\n'hexfog COMMAND --help' lists the options of a command."
                          " More: man hexfog.\n");
}

static hexfog_status print_and_free(const struct hexfog_settings *settings,
                                    struct hexfog_text *text)
{
    hexfog_status status = hexfog_print_text(settings, text);
    hexfog_text_free(text);
    return status;
}

// "merge FILE..." begins with "merge": 'help report merge' is what a user types.
static bool begins_with_word(const char *operands, const char *word)
{
    size_t length = strlen(word);
    return length > 0 && word[0] >= 'a' && strncmp(operands, word, length) == 0
        && operands[length] == ' ';
}

hexfog_status hexfog_command_help(const struct hexfog_settings *settings)
{
    struct hexfog_text text = { 0 };
    if (settings->operand_count == 0) {
        add_program_help(&text);
        return print_and_free(settings, &text);
    }
    const struct hexfog_command *command = hexfog_command_named(settings->operands[0]);
    if (!command)
        return hexfog_unknown_command(settings, settings->operands[0]);
    if (settings->operand_count > 1 && !begins_with_word(command->operands, settings->operands[1]))
        return hexfog_usage_error(settings, "one argument too many: '%s'", settings->operands[1]);
    add_command_help(&text, command);
    return print_and_free(settings, &text);
}

hexfog_status hexfog_command_version(const struct hexfog_settings *settings)
{
    struct hexfog_text text = { 0 };
    hexfog_text_print(&text, "hexfog %s\n", hexfog_version());
    return print_and_free(settings, &text);
}
