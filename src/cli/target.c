// SPDX-License-Identifier: MIT
// Turns outputs into places on disk, and holds these against each other (D23, D24).
#include "cli/target.h"
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/alloc.h"
#include "base/error.h"
#include "base/file.h"
#include "cli/given.h"

static bool is_stdout(const char *path)
{
    return strcmp(path, "-") == 0;
}

static char *identity_of(const char *path)
{
    return is_stdout(path) ? hexfog_copy_string(path) : hexfog_identity_of_path(path);
}

bool hexfog_is_same_file(const char *a, const char *b)
{
    return is_stdout(a) || is_stdout(b) ? strcmp(a, b) == 0 : hexfog_is_same_path(a, b);
}

static char *path_of(const struct hexfog_settings *settings, const struct hexfog_board *board,
                     const struct hexfog_output *output, bool is_given)
{
    if (is_given)
        return hexfog_copy_string(output->path);
    char *folder = settings->output_dir ? hexfog_copy_string(settings->output_dir)
                                        : hexfog_folder_of(board->path);
    char *path = NULL;
    if (folder && strcmp(folder, ".") == 0)
        path = hexfog_copy_string(output->path);
    else if (folder)
        path = hexfog_join_path(folder, output->path);
    hexfog_free(folder);
    return path;
}

// A list of outputs that is being settled.
struct settling {
    const struct hexfog_settings *settings;
    struct hexfog_board *board;
    bool is_given;
    bool check_levels;
};

// `"a.hdr" is a folder`, or with a name: `"a.hdr" is the description itself, b.json`.
static void report(const struct settling *settling, const char *rule,
                   const struct hexfog_output *output, const char *what, const char *name)
{
    struct hexfog_description *description = &settling->board->description;
    struct hexfog_reporter reporter = { &settling->board->diagnostics,
                                        (const char *const *)description->files };
    char key[48] = "";
    if (!settling->is_given)
        snprintf(key, sizeof key, "outputs[%u].path", (unsigned)output->index);
    hexfog_report(&reporter, rule, output->place, key, "\"%s\" is %s%s%s", output->path, what,
                  name ? ", " : "", name ? name : "");
}

static bool is_file_of(const struct stat *file, const char *path)
{
    struct stat other;
    int result = is_stdout(path) ? fstat(STDIN_FILENO, &other) : stat(path, &other);
    return result == 0 && other.st_dev == file->st_dev && other.st_ino == file->st_ino;
}

// True when the reader has found something wrong with an output of the description.
static bool is_reported(const struct settling *settling, const struct hexfog_output *output)
{
    const struct hexfog_diagnostics *diagnostics = &settling->board->diagnostics;
    char key[32];
    size_t length = (size_t)snprintf(key, sizeof key, "outputs[%u]", (unsigned)output->index);
    for (size_t i = 0; i < diagnostics->count && !settling->is_given; i++)
        if (strncmp(diagnostics->list[i].key, key, length) == 0
            && !diagnostics->list[i].is_warning)
            return true;
    return false;
}

static void check_place(const struct settling *settling, const struct hexfog_target *target)
{
    const struct hexfog_board *board = settling->board;
    const struct hexfog_output *output = target->output;
    struct stat file;
    if (is_stdout(target->path) || stat(target->path, &file) != 0)
        return;
    if (S_ISDIR(file.st_mode))
        report(settling, "D24", output, "a folder", NULL);
    else if (!S_ISREG(file.st_mode))
        report(settling, "D24", output, "not a regular file", NULL);
    else if (is_file_of(&file, board->path))
        report(settling, "D24", output, "the description itself",
               hexfog_board_name(board));
    else if (board->description.base_path && is_file_of(&file, board->description.base_path))
        report(settling, "D24", output, "the description's base",
               board->description.base_path);
}

static bool is_twin(const struct settling *settling, const struct hexfog_targets *targets)
{
    const struct hexfog_target *last = &targets->list[targets->count - 1];
    for (size_t i = 0; i + 1 < targets->count; i++) {
        if (strcmp(targets->list[i].identity, last->identity) != 0)
            continue;
        report(settling, "D23", last->output, "the same file as an earlier output",
               targets->list[i].output->path);
        return true;
    }
    return false;
}

// Of the description's outputs all but those that -o replaces, and those that verify passes over
// for the textures it is given.
static bool holds_levels(const struct settling *settling, const struct hexfog_target *target)
{
    const struct hexfog_settings *settings = settling->settings;
    bool is_named = settings->operand_count < 2;
    for (int i = 1; i < settings->operand_count && !is_named; i++)
        is_named = hexfog_is_same_file(settings->operands[i], target->path);
    return settling->check_levels && is_named;
}

static void check(const struct settling *settling, struct hexfog_targets *targets)
{
    struct hexfog_target *last = &targets->list[targets->count - 1];
    struct hexfog_board *board = settling->board;
    if (is_reported(settling, last->output) || is_twin(settling, targets))
        return;
    check_place(settling, last);
    if (board->map && !(board->description.broken & HEXFOG_BROKEN_ENCODING))
        (void)hexfog_encoding_make(board->map, &board->description, last->output,
                                   holds_levels(settling, last), &last->encoding,
                                   &board->diagnostics);
}

static bool settle(const struct settling *settling, const struct hexfog_output *outputs,
                   size_t count, struct hexfog_targets *targets)
{
    targets->list = hexfog_alloc_zeroed(count, sizeof *targets->list);
    if (!targets->list)
        return false;
    for (size_t i = 0; i < count; i++) {
        if (outputs[i].format == HEXFOG_FORMAT_NONE || !outputs[i].path || !outputs[i].path[0])
            continue; // reported by who read it
        struct hexfog_target *target = &targets->list[targets->count++];
        target->output = &outputs[i];
        target->path = path_of(settling->settings, settling->board, &outputs[i],
                               settling->is_given);
        target->identity = target->path ? identity_of(target->path) : NULL;
        if (!target->identity) {
            hexfog_free(target->path); // a target in the list is a whole one
            targets->count--;
            return false;
        }
        check(settling, targets);
    }
    return true;
}

// JSON has no names that are not UTF-8: those of two textures would become one member.
static void check_names(const struct settling *settling, const struct hexfog_targets *targets)
{
    bool has_constants = false;
    for (size_t i = 0; i < targets->count; i++)
        has_constants |= targets->list[i].output->format == HEXFOG_CONSTANTS;
    for (size_t i = 0; has_constants && i < targets->count; i++) {
        const struct hexfog_output *output = targets->list[i].output;
        if (output->format != HEXFOG_CONSTANTS && !hexfog_is_utf8(output->path))
            report(settling, "D24", output,
                   "no name in UTF-8, which a .fogmap.json file needs to list it", NULL);
    }
}

// The constants are those of the textures beside them: of .png files alone, their scale.
static void settle_constants(struct hexfog_targets *targets)
{
    double png_scale = 0;
    for (size_t i = 0; i < targets->count; i++) {
        const struct hexfog_encoding *encoding = &targets->list[i].encoding;
        if (encoding->format == HEXFOG_PNG)
            png_scale = encoding->level_scale;
        else if (encoding->format != HEXFOG_CONSTANTS)
            return;
    }
    for (size_t i = 0; i < targets->count && png_scale > 0; i++)
        if (targets->list[i].encoding.format == HEXFOG_CONSTANTS)
            targets->list[i].encoding.level_scale = png_scale;
}

bool hexfog_targets_make(const struct hexfog_settings *settings, struct hexfog_board *board,
                         struct hexfog_targets *targets)
{
    const struct hexfog_description *description = &board->description;
    struct settling own = { settings, board, false, settings->outputs.count == 0 };
    struct hexfog_targets own_targets = { 0 };
    *targets = (struct hexfog_targets){ 0 };
    bool is_whole = settle(&own, description->outputs, description->output_count, &own_targets);
    if (settings->outputs.count == 0) {
        *targets = own_targets;
        settle_constants(targets);
        return is_whole;
    }
    hexfog_targets_free(&own_targets);
    struct settling given = { settings, board, true, true };
    is_whole = is_whole && hexfog_given_outputs_make(settings, board, targets)
            && settle(&given, targets->given, targets->given_count, targets);
    check_names(&given, targets);
    settle_constants(targets);
    return is_whole;
}

void hexfog_require_outputs(const struct hexfog_settings *settings, struct hexfog_board *board)
{
    const struct hexfog_description *description = &board->description;
    if (description->output_count > 0 || (description->broken & HEXFOG_BROKEN_OUTPUTS))
        return;
    struct hexfog_error error;
    hexfog_fail(&error, HEXFOG_USAGE, "nothing to write: the description has no outputs%s",
                hexfog_command_has_option(settings->command, "output")
                    ? " and there is no -o (allowed: -o NAME.exr, or \"outputs\": [{\"path\":"
                      " \"NAME.exr\"}] in the description)"
                    : " (add \"outputs\": [{\"path\": \"NAME.exr\"}] to it, or give"
                      " --set 'outputs=[{\"path\":\"NAME.exr\"}]')");
    strcpy(error.rule, "D26");
    strcpy(error.key, "outputs");
    hexfog_error_set_file(&error, hexfog_board_name(board));
    error.line = description->root_place.line;
    error.column = description->root_place.column;
    hexfog_diagnose(&board->diagnostics, &error);
}

void hexfog_targets_free(struct hexfog_targets *targets)
{
    for (size_t i = 0; i < targets->count; i++) {
        hexfog_free(targets->list[i].path);
        hexfog_free(targets->list[i].identity);
    }
    for (size_t i = 0; i < targets->given_count; i++)
        hexfog_free(targets->given[i].path);
    hexfog_free(targets->list);
    hexfog_free(targets->given);
    *targets = (struct hexfog_targets){ 0 };
}
