// SPDX-License-Identifier: MIT
// Turns an output's format and keys into those that do not go together.
#include "desc/format_keys.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#define BIT(value) (1u << (value))

static const struct hexfog_format_keys formats[] = {
    { .suffix = ".hdr", .format = HEXFOG_HDR, .has_encoder = true },
    { .suffix = ".exr", .format = HEXFOG_EXR,
      .precisions = BIT(HEXFOG_HALF) | BIT(HEXFOG_FLOAT),
      .compressions = BIT(HEXFOG_COMPRESSION_NONE) | BIT(HEXFOG_ZIPS) | BIT(HEXFOG_ZIP) |
                      BIT(HEXFOG_RLE) | BIT(HEXFOG_PIZ),
      .channels = BIT(HEXFOG_RGB) | BIT(HEXFOG_RG), .has_encoder = true },
    { .suffix = ".ktx2", .format = HEXFOG_KTX2,
      .precisions = BIT(HEXFOG_HALF) | BIT(HEXFOG_FLOAT) | BIT(HEXFOG_RGB9E5),
      .channels = BIT(HEXFOG_RGB) | BIT(HEXFOG_RG), .has_mipmaps = true },
    { .suffix = ".png", .format = HEXFOG_PNG },
    { .suffix = ".fogmap.json", .format = HEXFOG_CONSTANTS },
};
enum { FORMAT_COUNT = sizeof formats / sizeof *formats };

// By the values of the enums.
static const char *const precision_words[] = { "", "half", "float", "rgb9e5" };
static const char *const compression_words[] = { "", "none", "zips", "zip", "rle", "piz" };
static const char *const channel_words[] = { "", "rgb", "rg" };

const struct hexfog_format_keys *hexfog_format_keys_of_path(const char *path)
{
    size_t length = strlen(path);
    for (size_t i = 0; i < FORMAT_COUNT; i++) {
        size_t suffix = strlen(formats[i].suffix);
        if (length >= suffix && strcmp(path + length - suffix, formats[i].suffix) == 0)
            return &formats[i];
    }
    return NULL;
}

const char *hexfog_suffix_hint(const char *path)
{
    size_t length = strlen(path);
    for (size_t i = 0; i < FORMAT_COUNT; i++) {
        size_t suffix = strlen(formats[i].suffix);
        if (length >= suffix && strcasecmp(path + length - suffix, formats[i].suffix) == 0)
            return "; suffixes are in lower case";
    }
    return "";
}

const struct hexfog_format_keys *hexfog_format_keys_of(enum hexfog_format format)
{
    for (size_t i = 0; i < FORMAT_COUNT; i++)
        if (formats[i].format == format)
            return &formats[i];
    return NULL;
}

// What is being filled.
struct conflicts {
    struct hexfog_conflict *list;
    size_t count;
};

static char *add(struct conflicts *conflicts, const char *key)
{
    conflicts->list[conflicts->count].key = key;
    return conflicts->list[conflicts->count++].message;
}

// A word (0 = not given) against the bits that the format allows.
static void check_word(struct conflicts *conflicts, const char *suffix, const char *key,
                       const char *const *words, unsigned value, unsigned bits)
{
    char allowed[96] = "";
    if (value == 0 || bits & BIT(value))
        return;
    char *message = add(conflicts, key);
    for (unsigned i = 1; i < 32; i++) {
        size_t used = strlen(allowed);
        if (bits & BIT(i))
            snprintf(allowed + used, sizeof allowed - used, "%s\"%s\"", used ? ", " : "", words[i]);
    }
    if (bits)
        snprintf(message, sizeof conflicts->list->message, "%s has no %s \"%s\" (allowed: %s)",
                 suffix, key, words[value], allowed);
    else
        snprintf(message, sizeof conflicts->list->message, "%s does not go with %s (allowed: leave "
                 "it out)", key, suffix);
}

size_t hexfog_output_conflicts(const struct hexfog_output *output,
                               struct hexfog_conflict conflicts[HEXFOG_MAX_CONFLICTS])
{
    const struct hexfog_format_keys *format = hexfog_format_keys_of(output->format);
    struct conflicts found = { conflicts, 0 };
    const size_t size = sizeof conflicts->message;
    if (!format)
        return 0;
    check_word(&found, format->suffix, "precision", precision_words, output->precision,
               format->precisions);
    check_word(&found, format->suffix, "compression", compression_words, output->compression,
               format->compressions);
    check_word(&found, format->suffix, "channels", channel_words, output->channels,
               format->channels);
    if (output->mipmaps && !format->has_mipmaps)
        snprintf(add(&found, "mipmaps"), size, "%s has no mipmaps (allowed: leave it out, or a "
                 ".ktx2 output)", format->suffix);
    if (output->encoder == HEXFOG_REFERENCE && !format->has_encoder)
        snprintf(add(&found, "encoder"), size, "%s has no encoder \"reference\" (allowed: "
                 "\"stream\")", format->suffix);
    bool needs_reference = output->compression == HEXFOG_RLE || output->compression == HEXFOG_PIZ;
    if (format->compressions && needs_reference && output->encoder != HEXFOG_REFERENCE)
        snprintf(add(&found, "compression"), size, "compression \"%s\" needs encoder \"reference\" "
                 "(allowed with \"stream\": \"none\", \"zips\", \"zip\")",
                 compression_words[output->compression]);
    if (output->channels && format->channels && output->precision == HEXFOG_RGB9E5 &&
        format->precisions & BIT(HEXFOG_RGB9E5))
        snprintf(add(&found, "channels"), size, "precision \"rgb9e5\" has no channels to choose "
                 "(allowed: leave channels out)");
    return found.count;
}
