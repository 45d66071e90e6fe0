// SPDX-License-Identifier: MIT
// Turns a command line into settings, by the rows of the command table.
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "base/alloc.h"
#include "base/error.h"
#include "cli/commands.h"
#include "cli/message.h"
#include "cli/settings.h"
#include "cli/size.h"
#include "cli/words.h"
#include "desc/format_keys.h"
#include "desc/suggest.h"

enum { MOST_OPTIONS = 60, FIRST_LONG = 256 };

// One command's rows in the form that getopt_long takes. The value of a row is
// FIRST_LONG + its index, also when it was found by its letter.
struct parser {
    const struct hexfog_option *rows[MOST_OPTIONS];
    struct option longs[MOST_OPTIONS + 1];
    char letters[2 * MOST_OPTIONS + 2];
    size_t count;
    struct hexfog_settings *settings;
    struct hexfog_error error; // the first one; status OK while there is none
};

const char *hexfog_near_word(const struct hexfog_suggestion *suggestion)
{
    size_t length = strlen(suggestion->word);
    size_t most = length < 3 ? 1 : length < 6 ? 2 : length / 3;
    bool shares_a_letter = suggestion->distance < length
                        || (suggestion->best && suggestion->distance < strlen(suggestion->best));
    return suggestion->best && shares_a_letter && suggestion->distance <= most
        ? suggestion->best : NULL;
}

static const struct hexfog_option *const program_groups[] = { hexfog_program_options, NULL };
static const struct hexfog_command program = { "", NULL, NULL, "", 0, 0, program_groups };
static const struct hexfog_command version = {
    "version", hexfog_command_version, NULL, "", 0, 0, program_groups
};

static void complain(struct parser *parser, const char *format, ...) HEXFOG_PRINTF(2, 3);

// Keeps the first error. The rest is still read, for --messages and --color.
static void complain(struct parser *parser, const char *format, ...)
{
    if (parser->error.status != HEXFOG_OK)
        return;
    va_list arguments;
    va_start(arguments, format);
    parser->error.status = HEXFOG_USAGE;
    vsnprintf(parser->error.message, sizeof parser->error.message, format, arguments);
    va_end(arguments);
}

static void load_rows(struct parser *parser, const struct hexfog_command *command)
{
    char *letter = parser->letters;
    *letter++ = ':'; // a missing argument is told from an unknown option
    const struct hexfog_option *row;
    while (parser->count < MOST_OPTIONS && (row = hexfog_command_option(command, parser->count))) {
        parser->rows[parser->count] = row;
        int takes = !row->argument                       ? no_argument
                  : row->kind == HEXFOG_OPTION_MAYBE ? optional_argument : required_argument;
        parser->longs[parser->count] = (struct option){ row->name, takes, NULL,
                                                        FIRST_LONG + (int)parser->count };
        parser->count++;
        if (!row->letter)
            continue;
        *letter++ = row->letter;
        if (row->argument)
            *letter++ = ':';
    }
}

static const struct hexfog_option *row_of(const struct parser *parser, int value)
{
    if (value >= FIRST_LONG && value < FIRST_LONG + (int)parser->count)
        return parser->rows[value - FIRST_LONG];
    for (size_t i = 0; i < parser->count; i++)
        if (parser->rows[i]->letter == value && value)
            return parser->rows[i];
    return NULL;
}

static void complain_word(struct parser *parser, const struct hexfog_option *row,
                          const char *given)
{
    enum { MOST_WORDS = 8 };
    char words[MOST_WORDS][HEXFOG_WORD_BYTES];
    struct hexfog_suggestion suggestion = { .word = given };
    for (int i = 0; i < MOST_WORDS && hexfog_word(row->argument, i + 1, words[i]); i++)
        hexfog_suggest(&suggestion, words[i]);
    if (row->kind == HEXFOG_OPTION_MAYBE) {
        complain(parser, "--%s: '%s' is not %s (allowed: --%s, or --%s=%s)", row->name, given,
                 row->argument, row->name, row->name, row->argument);
        return;
    }
    // Where only one word is known, another one is something else, not a slip.
    const char *near = strchr(row->argument, '|') ? hexfog_near_word(&suggestion) : NULL;
    complain(parser, "--%s: '%s' is not one of %s%s%s%s", row->name, given, row->argument,
             near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

static void take_word(struct parser *parser, const struct hexfog_option *row, int *field,
                      const char *given)
{
    char word[HEXFOG_WORD_BYTES];
    for (int place = 1; hexfog_word(row->argument, place, word); place++) {
        if (strcmp(word, given) != 0)
            continue;
        *field = place;
        return;
    }
    complain_word(parser, row, given);
}

static void take_maybe(struct parser *parser, const struct hexfog_option *row, int *field,
                       const char *given)
{
    int place = 0;
    if (given)
        take_word(parser, row, &place, given);
    *field = 1 + place;
}

static void take_count(struct parser *parser, const struct hexfog_option *row, int *field,
                       const char *text)
{
    int count = 0;
    const char *digit = text;
    while (*digit >= '0' && *digit <= '9' && count <= HEXFOG_MAX_JOBS)
        count = count * 10 + (*digit++ - '0');
    if (*digit || count < 1 || count > HEXFOG_MAX_JOBS)
        complain(parser, "--%s: '%s' is not a number from 1 to %d", row->name, text,
                 HEXFOG_MAX_JOBS);
    else
        *field = count;
}

static void take_size(struct parser *parser, const struct hexfog_option *row, size_t *field,
                      const char *text)
{
    size_t bytes = hexfog_parse_size(text);
    if (bytes)
        *field = bytes;
    else
        complain(parser, "--%s: '%s' is not a size such as 512M, 1.5GiB or 100000", row->name,
                 text);
}

static void take_list(struct parser *parser, struct hexfog_words *words, const char *text)
{
    const char **grown = hexfog_realloc(words->list, words->count + 1, sizeof *grown);
    if (!grown) {
        hexfog_fail_memory(&parser->error, "the command line");
        return;
    }
    words->list = grown;
    grown[words->count++] = text;
}

// Any other value is overridden by a later one; a file or folder of the user's is not left out.
static void take_path(struct parser *parser, const struct hexfog_option *row, const char **field,
                      const char *path)
{
    if (*field)
        complain(parser, "one --%s only: '%s' and '%s' are given", row->name, *field, path);
    *field = path;
}

static void take_one_more(struct parser *parser, const struct hexfog_option *row,
                          struct hexfog_paths *paths, const char *path)
{
    if (paths->count == HEXFOG_MOST_PATHS)
        complain(parser, "--%s: '%s' is one too many (allowed: %d)", row->name, path,
                 HEXFOG_MOST_PATHS);
    else
        paths->list[paths->count++] = path;
}

static bool is_path(struct parser *parser, const struct hexfog_option *row, const char *path)
{
    if (!*path)
        complain(parser, "--%s: the path is empty", row->name);
    return *path;
}

static void take(struct parser *parser, const struct hexfog_option *row, const char *argument)
{
    void *field = (char *)parser->settings + row->offset;
    switch (row->kind) {
    case HEXFOG_OPTION_FLAG: *(bool *)field = true; break;
    case HEXFOG_OPTION_TEXT: *(const char **)field = argument; break;
    case HEXFOG_OPTION_PATH:
        if (is_path(parser, row, argument))
            take_path(parser, row, field, argument);
        break;
    case HEXFOG_OPTION_PATHS:
        if (is_path(parser, row, argument))
            take_one_more(parser, row, field, argument);
        break;
    case HEXFOG_OPTION_LIST: take_list(parser, field, argument); break;
    case HEXFOG_OPTION_WORD: take_word(parser, row, field, argument); break;
    case HEXFOG_OPTION_MAYBE: take_maybe(parser, row, field, argument); break;
    case HEXFOG_OPTION_COUNT: take_count(parser, row, field, argument); break;
    case HEXFOG_OPTION_SIZE: take_size(parser, row, field, argument); break;
    default: break;
    }
}

// `--jsno` as typed, up to its =: what else could it be?
static void complain_unknown(struct parser *parser, const char *typed)
{
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(typed, "="), typed);
    struct hexfog_suggestion suggestion = { .word = name + 2 };
    size_t prefixed = 0;
    const struct hexfog_option *matches[MOST_OPTIONS];
    for (size_t i = 0; i < parser->count; i++) {
        if (strncmp(parser->rows[i]->name, name + 2, strlen(name + 2)) == 0)
            matches[prefixed++] = parser->rows[i];
        hexfog_suggest(&suggestion, parser->rows[i]->name);
    }
    if (prefixed > 1)
        complain(parser, "option '%s' is ambiguous: --%s or --%s%s?", name, matches[0]->name,
                 matches[1]->name, prefixed > 2 ? " or more" : "");
    else if (hexfog_near_word(&suggestion))
        complain(parser, "unknown option '%s'; did you mean '--%s'?", name,
                 hexfog_near_word(&suggestion));
    else
        complain(parser, "unknown option '%s'", name);
}

// getopt_long refused something: say what.
static void complain_refused(struct parser *parser, int kind, char *const *argv)
{
    const struct hexfog_option *row = row_of(parser, optopt);
    if (kind == ':' && row && optopt < FIRST_LONG)
        complain(parser, "option '-%c' needs %s", row->letter, row->argument);
    else if (kind == ':' && row)
        complain(parser, "option '--%s' needs %s", row->name, row->argument);
    else if (row)
        complain(parser, "option '--%s' takes no value", row->name);
    else if (optopt) // below 0 where the letter is no ASCII; of a long option 0
        complain(parser, "unknown option '-%c'", optopt);
    else
        complain_unknown(parser, argv[optind - 1]);
}

static void take_value(struct parser *parser, int value, const char *argument)
{
    const struct hexfog_option *row = row_of(parser, value);
    if (row) // getopt returns what load_rows gave it
        take(parser, row, argument);
}

// argv[0] is the command's name. Stops at --help and --version, as users expect.
static void parse(struct parser *parser, int argc, char **argv)
{
    struct hexfog_settings *settings = parser->settings;
    opterr = 0;
    optind = 0;
    for (;;) {
        int value = getopt_long(argc, argv, parser->letters, parser->longs, NULL);
        if (value == -1)
            break;
        if (value == '?' || value == ':')
            complain_refused(parser, value, argv);
        else
            take_value(parser, value, optarg);
        if (parser->error.status == HEXFOG_OK && (settings->help || settings->version))
            return;
    }
    settings->operands = argv + optind;
    settings->operand_count = argc - optind;
}

static void complain_surplus(struct parser *parser, const char *operand)
{
    const struct hexfog_command *command = parser->settings->command;
    bool is_output = hexfog_command_has_option(command, "output")
                  && hexfog_format_keys_of_path(operand);
    if (is_output)
        complain(parser, "one argument too many: '%s'; did you mean '-o %s'?", operand, operand);
    else
        complain(parser, "one argument too many: '%s'%s", operand,
                 hexfog_command_has_option(command, "set") ? "; one description a run" : "");
}

// "no B given (diff takes A B)".
static void complain_missing(struct parser *parser, int given)
{
    const struct hexfog_command *command = parser->settings->command;
    const char *missing = command->operands;
    for (int i = 0; i < given; i++)
        missing += strcspn(missing, " ") + 1;
    int length = (int)strcspn(missing, " .");
    if (given)
        complain(parser, "no %.*s given (%s takes %s)", length, missing, command->name,
                 command->operands);
    else
        complain(parser, "no %.*s given", length, missing);
}

static void check_operands(struct parser *parser)
{
    const struct hexfog_settings *settings = parser->settings;
    const struct hexfog_command *command = settings->command;
    if (settings->help || settings->version)
        return;
    if (settings->operand_count < command->least_operands)
        complain_missing(parser, settings->operand_count);
    else if (settings->operand_count > command->most_operands)
        complain_surplus(parser, settings->operands[command->most_operands]);
}

hexfog_status hexfog_unknown_command(const struct hexfog_settings *settings, const char *name)
{
    struct hexfog_settings whole = *settings;
    whole.command = NULL; // its help has the commands, that of 'help' has not
    struct hexfog_suggestion suggestion = { .word = name };
    for (const struct hexfog_command *command = hexfog_commands; command->name; command++)
        hexfog_suggest(&suggestion, command->name);
    const char *near = hexfog_near_word(&suggestion);
    if (near)
        return hexfog_usage_error(&whole, "unknown command '%s'; did you mean '%s'?", name,
                                  near);
    return hexfog_usage_error(&whole, "unknown command '%s'", name);
}

// --help and --version become commands of their own.
static void redirect(struct hexfog_settings *settings, char *const *argv)
{
    const struct hexfog_command *asked = settings->command;
    if (settings->version) {
        settings->command = &version;
    } else if (settings->help) {
        settings->command = hexfog_command_named("help");
        settings->operands = argv;
        settings->operand_count = asked != &program;
    }
}

hexfog_status hexfog_settings_read(int argc, char **argv, struct hexfog_settings *settings)
{
    *settings = (struct hexfog_settings){ .command = &program };
    if (argc < 2)
        return hexfog_usage_error(settings, "no command given");
    int skipped = argv[1][0] != '-';
    if (skipped) {
        const struct hexfog_command *command = hexfog_command_named(argv[1]);
        if (!command)
            return hexfog_unknown_command(settings, argv[1]);
        settings->command = command;
    }
    struct parser parser = { .settings = settings };
    load_rows(&parser, settings->command);
    parse(&parser, argc - skipped, argv + skipped);
    check_operands(&parser);
    if (settings->command == &program && !settings->help && !settings->version)
        complain(&parser, "no command given");
    if (parser.error.status == HEXFOG_USAGE)
        return hexfog_usage_error(settings, "%s", parser.error.message);
    if (parser.error.status != HEXFOG_OK) {
        hexfog_print_error(settings, &parser.error);
        return parser.error.status;
    }
    redirect(settings, argv + skipped);
    return HEXFOG_OK;
}

void hexfog_settings_free(struct hexfog_settings *settings)
{
    hexfog_free(settings->sets.list);
    hexfog_free(settings->outputs.list);
    hexfog_free(settings->ignored.list);
    hexfog_free(settings->sources.list);
    hexfog_free(settings->blocked_gids.list);
    *settings = (struct hexfog_settings){ 0 };
}
