// SPDX-License-Identifier: MIT
// Turns -o and the options that go with it into outputs, as if a description listed them.
#include "cli/given.h"
#include <string.h>
#include "base/alloc.h"
#include "base/error.h"
#include "cli/message.h"
#include "desc/format_keys.h"

static bool is_stdout(const char *path)
{
    return strcmp(path, "-") == 0;
}

static enum hexfog_format format_of(const struct hexfog_settings *settings, const char *path)
{
    if (is_stdout(path))
        return (enum hexfog_format)settings->to;
    const struct hexfog_format_keys *keys = hexfog_format_keys_of_path(path);
    return keys ? keys->format : HEXFOG_FORMAT_NONE;
}

// Which of the six options go with a format: those whose key it has.
enum { PRECISION, COMPRESSION, EFFORT, CHANNELS, ENCODER, MIPMAPS, OPTION_COUNT };
static const char *const option_names[] = { "precision", "compression", "effort", "channels",
                                            "encoder", "mipmaps" };

static bool has_key(enum hexfog_format format, int option)
{
    const struct hexfog_format_keys *keys = hexfog_format_keys_of(format);
    if (!keys)
        return false;
    switch (option) {
    case PRECISION: return keys->precisions != 0;
    case COMPRESSION:
    case EFFORT: return keys->compressions != 0;
    case CHANNELS: return keys->channels != 0;
    case ENCODER: return keys->has_encoder;
    default: return keys->has_mipmaps;
    }
}

static hexfog_status check_fit(const struct hexfog_settings *settings, int option)
{
    for (size_t i = 0; i < settings->outputs.count; i++)
        if (has_key(format_of(settings, settings->outputs.list[i]), option))
            return HEXFOG_OK;
    return hexfog_usage_error(settings, "--%s fits none of the -o files%s", option_names[option],
                              settings->outputs.count ? "" : ", as there is no -o (--set changes"
                              " the description's outputs)");
}

hexfog_status hexfog_check_output_options(const struct hexfog_settings *settings)
{
    bool given[OPTION_COUNT] = { settings->precision != 0, settings->compression != 0,
                                 settings->effort != 0 && settings->outputs.count > 0,
                                 settings->channels != 0, settings->encoder != 0,
                                 settings->mipmaps };
    size_t to_stdout = 0;
    for (size_t i = 0; i < settings->outputs.count; i++)
        to_stdout += is_stdout(settings->outputs.list[i]);
    if (to_stdout && !settings->to)
        return hexfog_usage_error(settings, "-o - needs --to hdr, exr, ktx2 or png");
    if (settings->to && !to_stdout)
        return hexfog_usage_error(settings, "--to applies to -o - alone, which is not given");
    for (int option = 0; option < OPTION_COUNT; option++)
        if (given[option] && check_fit(settings, option) != HEXFOG_OK)
            return HEXFOG_USAGE;
    return HEXFOG_OK;
}

static void fill(const struct hexfog_settings *settings, enum hexfog_format format,
                 struct hexfog_output *output)
{
    output->format = format;
    output->place.file = HEXFOG_FILE_OF_GIVEN_OUTPUTS;
    if (has_key(format, PRECISION))
        output->precision = (enum hexfog_precision)settings->precision;
    if (has_key(format, COMPRESSION))
        output->compression = (enum hexfog_compression)settings->compression;
    if (has_key(format, CHANNELS))
        output->channels = (enum hexfog_channels)settings->channels;
    if (has_key(format, ENCODER) && settings->encoder)
        output->encoder = (enum hexfog_encoder_kind)(settings->encoder - 1);
    output->mipmaps = has_key(format, MIPMAPS) && settings->mipmaps;
}

static void check(struct hexfog_board *board, struct hexfog_output *output)
{
    struct hexfog_reporter reporter = { &board->diagnostics,
                                        (const char *const *)board->description.files };
    size_t length = strlen(output->path);
    if (length == 0) {
        hexfog_report(&reporter, "D24", output->place, "", "the path is empty");
    } else if (output->path[length - 1] == '/') {
        hexfog_report(&reporter, "D24", output->place, "", "\"%s\" is a folder", output->path);
    } else if (output->format == HEXFOG_FORMAT_NONE) {
        hexfog_report(&reporter, "D22", output->place, "",
                      "\"%s\" does not end in the suffix of a format (allowed: "
                      HEXFOG_SUFFIXES "%s)", output->path, hexfog_suffix_hint(output->path));
    } else {
        struct hexfog_conflict conflicts[HEXFOG_MAX_CONFLICTS];
        size_t count = hexfog_output_conflicts(output, conflicts);
        for (size_t i = 0; i < count; i++)
            hexfog_report(&reporter, "D22", output->place, "", "%s: %s", output->path,
                          conflicts[i].message);
        if (count == 0)
            return;
    }
    output->format = HEXFOG_FORMAT_NONE; // said once; nothing more to check
}

bool hexfog_given_outputs_make(const struct hexfog_settings *settings, struct hexfog_board *board,
                               struct hexfog_targets *targets)
{
    size_t count = settings->outputs.count;
    targets->given = hexfog_alloc_zeroed(count, sizeof *targets->given);
    if (!targets->given)
        return false;
    for (size_t i = 0; i < count; i++) {
        struct hexfog_output *output = &targets->given[targets->given_count];
        output->path = hexfog_copy_string(settings->outputs.list[i]);
        if (!output->path)
            return false;
        output->index = (uint32_t)targets->given_count++;
        fill(settings, format_of(settings, output->path), output);
        check(board, output);
    }
    return true;
}
