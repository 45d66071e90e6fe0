// SPDX-License-Identifier: MIT
// Turns the placeholder of an argument into what may stand in its place.
#include "completion.h"
#include <stdio.h>
#include <string.h>
#include "desc/format_keys.h"

// A description is read from a map of another program as well. The constants are not one.
#define DESCRIPTIONS "!.fogmap.json .json .jsonc .tmj .tmx .hexjson"
#define TEXTURES ".hdr .exr .ktx2 .png"

// The first rule that fits holds. NULL fits all, option "" an operand.
static const struct rule {
    const char *command, *option, *placeholder;
    const char *files; // suffixes; "" any file, "/" folders
    const char *any_file_with, *any_file_behind;
} rules[] = {
    { NULL, NULL, "DESC", DESCRIPTIONS, NULL, NULL },
    { NULL, NULL, "DIR", "/", NULL, NULL },
    { NULL, "report", "FILE", ".json .xml", NULL, NULL },
    { NULL, "depfile", "FILE", "", NULL, NULL },
    { "batch", "from0", "FILE", "", NULL, NULL },
    { "batch", "", "LIST", DESCRIPTIONS, NULL, "@" },
    { "report", "", "FILE", ".json", NULL, NULL },
    { "bake", "output", "FILE", HEXFOG_SUFFIXES, NULL, NULL },
    { "preview", "output", "OUT", ".png .gif", NULL, NULL },
    { NULL, "", "TEXTURE", TEXTURES, NULL, NULL },
    { "diff", "", "A", TEXTURES, NULL, NULL },
    { "diff", "", "B", TEXTURES, NULL, NULL },
    { "hash", "", "FILE", TEXTURES, "check", NULL },
    { "info", "", "FILE", DESCRIPTIONS " " TEXTURES, NULL, NULL },
    { "preview", "", "FILE", DESCRIPTIONS " " TEXTURES, NULL, NULL },
    { "shader", "", "FILE", DESCRIPTIONS " " TEXTURES, NULL, NULL },
    { NULL, "", "MAP", ".tmj .tmx .hexjson !.hexfog.json !.fogmap.json .json", NULL, NULL },
};

static const struct rule *rule_of(const char *command, const char *option,
                                  const char *placeholder)
{
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if ((!rules[i].command || strcmp(rules[i].command, command) == 0)
            && (!rules[i].option || strcmp(rules[i].option, option) == 0)
            && strcmp(rules[i].placeholder, placeholder) == 0)
            return &rules[i];
    return NULL;
}

static void add_word(struct hexfog_candidates *candidates, const char *word, size_t length)
{
    size_t used = strlen(candidates->list);
    snprintf(candidates->list + used, sizeof candidates->list - used, "%s%.*s",
             used ? " " : "", (int)length, word);
}

// The words of "a|b:N|N", up to what stands for a value: a, b:.
static void add_alternatives(struct hexfog_candidates *candidates, const char *argument)
{
    while (*argument) {
        size_t length = strcspn(argument, "|");
        size_t fixed = strcspn(argument, "|ABCDEFGHIJKLMNOPQRSTUVWXYZ");
        if (fixed > 0)
            add_word(candidates, argument, fixed);
        argument += length + (argument[length] == '|');
    }
    if (candidates->list[0])
        candidates->kind = HEXFOG_THE_WORDS;
}

// The suffixes of a list, ".hdr, .exr" too.
static void add_files(struct hexfog_candidates *candidates, const char *files)
{
    candidates->kind = strcmp(files, "/") == 0 ? HEXFOG_FOLDERS
                       : files[0] == '\0'      ? HEXFOG_ANY_FILE
                                               : HEXFOG_FILES;
    while (candidates->kind == HEXFOG_FILES && *files) {
        size_t length = strcspn(files, ", ");
        add_word(candidates, files, length);
        files += length + strspn(files + length, ", ");
    }
}

struct hexfog_candidates hexfog_option_candidates(const struct hexfog_command *command,
                                                  const struct hexfog_option *option)
{
    struct hexfog_candidates candidates = { 0 };
    const char *argument = option->argument;
    const struct rule *rule = rule_of(command->name, option->name, argument);
    bool is_file_of_one_kind = strncmp(argument, "FILE.", 5) == 0
                            || strncmp(argument, "BOARD.", 6) == 0;
    if (rule)
        add_files(&candidates, rule->files);
    else if (is_file_of_one_kind)
        add_files(&candidates, strchr(argument, '.'));
    else if (option->kind == HEXFOG_OPTION_WORD || option->kind == HEXFOG_OPTION_MAYBE
             || strchr(argument, '|'))
        add_alternatives(&candidates, argument);
    return candidates;
}

static bool add_names(struct hexfog_candidates *candidates, const char *placeholder)
{
    const char *name;
    candidates->kind = HEXFOG_THE_WORDS;
    if (placeholder[0] >= 'a' && placeholder[0] <= 'z') // a word that stands for itself
        add_word(candidates, placeholder, strlen(placeholder));
    else if (strcmp(placeholder, "COMMAND") == 0)
        for (const struct hexfog_command *row = hexfog_commands; row->name; row++)
            add_word(candidates, row->name, strlen(row->name));
    else if (strcmp(placeholder, "NAME") == 0)
        for (size_t i = 0; (name = hexfog_schema_name(i)); i++)
            add_word(candidates, name, strlen(name));
    return candidates->list[0] != '\0';
}

bool hexfog_operand_candidates(const struct hexfog_command *command,
                               const struct hexfog_operand *operand,
                               struct hexfog_candidates *candidates)
{
    *candidates = (struct hexfog_candidates){ 0 };
    const struct rule *rule = rule_of(command->name, "", operand->name);
    if (rule) {
        candidates->any_file_with = rule->any_file_with;
        candidates->any_file_behind = rule->any_file_behind;
        add_files(candidates, rule->files);
        return true;
    }
    if (add_names(candidates, operand->name))
        return true;
    fprintf(stderr, "completion: no rule says what %s of %s is\n", operand->name, command->name);
    return false;
}

bool hexfog_next_operand(const char **words, struct hexfog_operand *operand)
{
    const char *name = *words + strspn(*words, " [");
    size_t length = strcspn(name, " ].");
    if (length == 0)
        return false;
    snprintf(operand->name, sizeof operand->name, "%.*s", (int)length, name);
    operand->place++;
    size_t word_length = strcspn(name, " ");
    *words = name + word_length;
    operand->repeats = word_length >= 3 && memcmp(*words - 3, "...", 3) == 0;
    return true;
}

const struct hexfog_option *hexfog_option_named(const struct hexfog_command *command,
                                                const char *name)
{
    const struct hexfog_option *option;
    for (size_t i = 0; (option = hexfog_command_option(command, i)); i++)
        if (strcmp(option->name, name) == 0)
            return option;
    return NULL;
}
