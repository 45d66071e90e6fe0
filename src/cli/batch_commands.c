// SPDX-License-Identifier: MIT
// Turns the jobs of a batch into lines of `hexfog bake`, or of batches of one, for a shell.
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "base/error.h"
#include "cli/batch.h"
#include "cli/message.h"
#include "cli/words.h"

// Letters that no shell takes for anything but themselves.
static bool is_plain(const char *word)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                  "_-./,:@%+";
    return *word && word[strspn(word, letters)] == '\0';
}

static void add_quoted(struct hexfog_text *text, const char *word)
{
    hexfog_text_add(text, "'");
    for (; *word; word++) {
        if (*word == '\'')
            hexfog_text_add(text, "'\\''");
        else
            hexfog_text_add_bytes(text, word, 1);
    }
    hexfog_text_add(text, "'");
}

static void add_octal(struct hexfog_text *text, const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        hexfog_text_print(text, "\\%03o", (unsigned)(unsigned char)bytes[i]);
}

// A newline would end the command for xargs and parallel, other control characters would steer
// the terminal that shows it: printf makes them. A shell takes away newlines at the end of what
// a command prints.
static void add_printed(struct hexfog_text *text, const char *word)
{
    bool is_hidden;
    hexfog_text_add(text, "\"$(printf '");
    for (size_t at = 0, length; word[at]; at += length) {
        length = hexfog_visible_length(word + at, &is_hidden);
        if (word[at] == '\\')
            hexfog_text_add(text, "\\\\");
        else if (word[at] == '\n')
            hexfog_text_add(text, "\\n");
        else if (word[at] == '%')
            hexfog_text_add(text, "%%");
        else if (word[at] == '\'')
            hexfog_text_add(text, "'\\''");
        else if (is_hidden || (at == 0 && word[at] == '-')) // that would be an option of printf
            add_octal(text, word + at, length);
        else
            hexfog_text_add_bytes(text, word + at, length);
    }
    hexfog_text_add(text, "')\"");
}

static bool is_visible(const char *word)
{
    bool is_hidden = false;
    while (*word && !is_hidden)
        word += hexfog_visible_length(word, &is_hidden);
    return !is_hidden;
}

static bool ends_in_newline(const char *word)
{
    size_t length = strlen(word);
    return length > 0 && word[length - 1] == '\n';
}

struct line {
    struct hexfog_text *text;
    const char *unfit; // a word that no line can hold; NULL
};

static void add_word(struct line *line, const char *word)
{
    hexfog_text_add(line->text, line->text->length
                    && line->text->bytes[line->text->length - 1] != '\n' ? " " : "");
    if (ends_in_newline(word))
        line->unfit = word;
    else if (!is_visible(word))
        add_printed(line->text, word);
    else if (is_plain(word))
        hexfog_text_add(line->text, word);
    else
        add_quoted(line->text, word);
}

static void add_option(struct line *line, const char *option, const char *value)
{
    if (!value)
        return;
    add_word(line, option);
    add_word(line, value);
}

static void add_flag(struct line *line, const char *option, bool is_given)
{
    if (is_given)
        add_word(line, option);
}

// A bake keeps no record, so that all would be printed again the next time: a batch does.
static void add_record(const struct hexfog_settings *settings, struct line *line)
{
    add_word(line, settings->if_changed ? "batch" : "bake");
    add_flag(line, "--if-changed", settings->if_changed);
    add_option(line, "--cache", settings->cache);
    add_flag(line, "--rehash", settings->rehash);
}

static void add_messages(const struct hexfog_settings *settings, struct line *line)
{
    char word[HEXFOG_WORD_BYTES];
    if (settings->messages > HEXFOG_MESSAGES_TEXT)
        add_option(line, "--messages",
                   hexfog_word(HEXFOG_MESSAGES_WORDS, settings->messages, word));
}

// Where a batch would take an @ for a list, the name begins with a folder.
static void add_path(struct line *line, const char *path, bool is_batch)
{
    struct hexfog_text name = { 0 };
    if (!is_batch || path[0] != '@') {
        add_flag(line, "--", path[0] == '-');
        add_word(line, path);
        return;
    }
    hexfog_text_print(&name, "./%s", path);
    line->text->failed |= name.failed;
    add_word(line, name.failed ? "" : name.bytes);
    if (line->unfit == name.bytes)
        line->unfit = path;
    hexfog_text_free(&name);
}

static void add_command(const struct hexfog_batch *batch, const struct hexfog_batch_job *job,
                        struct line *line)
{
    const struct hexfog_settings *settings = batch->settings;
    char number[32], word[HEXFOG_WORD_BYTES];
    add_word(line, program_invocation_name);
    add_record(settings, line);
    for (size_t i = 0; i < settings->sets.count; i++)
        add_option(line, "--set", settings->sets.list[i]);
    add_flag(line, "--jsonc", settings->jsonc);
    add_option(line, "--output-dir", job->output_dir);
    // A bake refuses it where nothing takes it, a batch remembers it.
    if (settings->effort && (job->has_exr || settings->if_changed))
        add_option(line, "--effort", hexfog_word(HEXFOG_EFFORT_WORDS, settings->effort, word));
    add_flag(line, "--mkdir", settings->make_folders);
    add_flag(line, "--fsync", settings->sync);
    add_flag(line, "--werror", settings->warnings_are_errors);
    add_flag(line, "--quiet", settings->quiet);
    snprintf(number, sizeof number, "%zu", settings->max_memory_bytes);
    add_option(line, "--max-memory", settings->max_memory_bytes ? number : NULL);
    add_messages(settings, line);
    add_path(line, job->map->path, settings->if_changed);
    hexfog_text_add(line->text, "\n");
}

hexfog_status hexfog_batch_as_commands(struct hexfog_batch *batch, struct hexfog_text *text)
{
    struct line line = { .text = text };
    for (size_t i = 0; i < batch->job_count; i++)
        if (!batch->jobs[i].is_base && batch->jobs[i].need != HEXFOG_NEEDS_NOTHING)
            add_command(batch, &batch->jobs[i], &line);
    if (!line.unfit)
        return HEXFOG_OK;
    struct hexfog_error error = { 0 };
    hexfog_fail(&error, HEXFOG_INPUT, "\"%s\" ends in a newline, which no line of --print-commands"
                " can hold", line.unfit);
    hexfog_batch_fail(batch, &error);
    return HEXFOG_INPUT;
}
