// SPDX-License-Identifier: MIT
// Turns an output as written into an encoding with everything settled, or says why not.
#include <stdio.h>
#include <string.h>
#include "base/decimal.h"
#include "base/error.h"
#include "desc/format_keys.h"
#include "encode/format.h"
#include "encode/recover.h"

// What every check below needs.
struct settling {
    const struct hexfog_output *output;
    const struct hexfog_format_row *row;
    struct hexfog_reporter reporter;
    char key[40];            // "outputs[3].path"; none for an -o file
    bool is_reported;        // errors of the outputs' keys
    bool is_auto;            // the level scale grows with the greatest level
};

static const char *const precision_words[] = { "", " half", " float", " rgb9e5" };

// Keys that do not go together. Those of the description's own outputs were reported when
// it was read.
static bool refuse_keys(const struct settling *settling)
{
    struct hexfog_conflict conflicts[HEXFOG_MAX_CONFLICTS];
    size_t count = hexfog_output_conflicts(settling->output, conflicts);
    for (size_t i = 0; i < count && !settling->is_reported; i++)
        hexfog_report(&settling->reporter, "D22", settling->output->place, settling->key,
                      "%s: %s", settling->output->path, conflicts[i].message);
    return count > 0;
}

// A size past a writer's own limit is refused before anything is allocated for it.
static void refuse_size(const struct settling *settling, const struct hexfog_encoding *encoding)
{
    const struct hexfog_writer *writer = hexfog_writer_of(encoding);
    int64_t texels = (int64_t)encoding->width_px * encoding->height_px;
    if (writer && writer->whole_image && texels > HEXFOG_MAX_WHOLE_TEXELS)
        hexfog_report(&settling->reporter, "D22", settling->output->place, settling->key,
                      "%s: %d x %d texels are too many for %s (allowed: at most %lld, such as "
                      "16384 x 16384; .ktx2, and .hdr and .exr with encoder stream, have no such "
                      "limit)",
                      settling->output->path, (int)encoding->width_px, (int)encoding->height_px,
                      encoding->format == HEXFOG_PNG ? ".png" : "encoder reference",
                      (long long)HEXFOG_MAX_WHOLE_TEXELS);
}

static void settle_keys(const struct hexfog_format_row *row, struct hexfog_encoding *encoding)
{
    if (encoding->compression == HEXFOG_COMPRESSION_DEFAULT)
        encoding->compression = row->compression;
    if (encoding->channels == HEXFOG_CHANNELS_DEFAULT && encoding->precision != HEXFOG_RGB9E5)
        encoding->channels = row->channels;
    if (encoding->precision == HEXFOG_PRECISION_DEFAULT && row->has_precision) {
        int32_t failing;
        encoding->precision = HEXFOG_HALF;
        if (!hexfog_levels_hold(encoding, &failing))
            encoding->precision = HEXFOG_FLOAT;
    }
}

enum { KINDS_BYTES = 120 };

// The kinds that hold the map at hand at the description's scale.
static const char *kinds_that_hold(const struct hexfog_encoding *encoding,
                                   double description_scale, char text[KINDS_BYTES])
{
    static const struct {
        const char *name;
        enum hexfog_format format;
        enum hexfog_precision precision;
    } kinds[] = {
        { ".hdr", HEXFOG_HDR, HEXFOG_PRECISION_DEFAULT },
        { ".exr half", HEXFOG_EXR, HEXFOG_HALF },
        { ".exr float", HEXFOG_EXR, HEXFOG_FLOAT },
        { ".ktx2 rgb9e5", HEXFOG_KTX2, HEXFOG_RGB9E5 },
        { ".ktx2 half", HEXFOG_KTX2, HEXFOG_HALF },
        { ".ktx2 float", HEXFOG_KTX2, HEXFOG_FLOAT },
        { ".png", HEXFOG_PNG, HEXFOG_PRECISION_DEFAULT },
    };
    size_t length = 0;
    int32_t failing;
    snprintf(text, KINDS_BYTES, "no file kind");
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        struct hexfog_encoding other = *encoding;
        double own_scale = hexfog_format_row(kinds[i].format)->level_scale;
        other.format = kinds[i].format;
        other.precision = kinds[i].precision;
        other.level_scale = own_scale > 0.0 ? own_scale : description_scale;
        if (hexfog_levels_hold(&other, &failing))
            length += (size_t)snprintf(text + length, KINDS_BYTES - length, "%s%s",
                                       length ? ", " : "", kinds[i].name);
    }
    return text;
}

static void refuse_levels(const struct settling *settling, const struct hexfog_encoding *encoding,
                          double description_scale)
{
    int32_t failing;
    char scale[HEXFOG_DECIMAL_BYTES], kinds[KINDS_BYTES];
    if (hexfog_levels_hold(encoding, &failing))
        return;
    hexfog_decimal(scale, encoding->level_scale);
    hexfog_report(&settling->reporter, "D25", settling->output->place, settling->key,
                  "%s: the greatest level is %d, and %s%s holds levels to %d with level_scale "
                  "%.40s (with %.40s, level %d reads back as %d; allowed: %s)",
                  settling->output->path, (int)encoding->max_level, settling->row->suffix,
                  precision_words[encoding->precision],
                  (int)hexfog_greatest_level(encoding, settling->is_auto),
                  settling->is_auto ? "auto" : scale, scale, (int)failing,
                  (int)hexfog_level_read_back(encoding, failing),
                  kinds_that_hold(encoding, description_scale, kinds));
}

static void warn_of_decoders(const struct settling *settling,
                             const struct hexfog_encoding *encoding)
{
    static const struct { enum hexfog_rgbe_decoder decoder; const char *name; } others[] = {
        { HEXFOG_DECODER_B, "m/255" },
        { HEXFOG_DECODER_C, "(m + 0.5)/256" },
    };
    for (size_t i = 0; i < 2; i++) {
        int32_t failing;
        if (hexfog_levels_hold_under(encoding, others[i].decoder, &failing))
            continue;
        hexfog_report_warning(
            &settling->reporter, "D25", settling->output->place, settling->key,
            "%s: readers that decode RGBE as %s would misread level %d; m/256 reads all levels to "
            "%d, and all decoders those to 63 with level_scale auto (write an .exr, or make sure "
            "that the engine decodes m/256)",
            settling->output->path, others[i].name, (int)failing, (int)encoding->max_level);
    }
}

static struct settling settling_of(const struct hexfog_description *description,
                                   const struct hexfog_output *output,
                                   struct hexfog_diagnostics *diagnostics)
{
    struct settling settling = { .output = output };
    settling.row = hexfog_format_row(output->format);
    settling.reporter.diagnostics = diagnostics;
    settling.reporter.files = (const char *const *)description->files;
    settling.is_auto = description->level_scale <= 0.0;
    settling.is_reported = description->broken & HEXFOG_BROKEN_OUTPUTS;
    const char *file = output->place.file < HEXFOG_MAX_FILES
                           ? description->files[output->place.file]
                           : NULL;
    if (!file || strcmp(file, "-o") != 0)
        snprintf(settling.key, sizeof settling.key, "outputs[%u].path", (unsigned)output->index);
    return settling;
}

static struct hexfog_encoding encoding_of(const struct hexfog_map *map,
                                          const struct hexfog_output *output, double level_scale)
{
    const struct hexfog_texture *texture = hexfog_map_texture(map);
    struct hexfog_map_facts facts = hexfog_map_facts(map);
    return (struct hexfog_encoding){
        .format = output->format,
        .precision = output->precision,
        .compression = output->compression,
        .channels = output->channels,
        .encoder = output->encoder,
        .mipmaps = output->mipmaps,
        .width_px = texture->width_px,
        .height_px = texture->height_px,
        .level_scale = level_scale,
        .max_level = facts.max_level,
        .metric = facts.metric,
    };
}

// The description's, or what "auto" makes of it.
static double description_scale(const struct hexfog_map *map,
                                const struct hexfog_description *description)
{
    return description->level_scale > 0.0
               ? description->level_scale
               : hexfog_auto_level_scale(hexfog_map_facts(map).max_level);
}

void hexfog_encoding_settle(const struct hexfog_map *map,
                            const struct hexfog_description *description,
                            const struct hexfog_output *output, struct hexfog_encoding *encoding)
{
    const struct hexfog_format_row *row = hexfog_format_row(output->format);
    double own_scale = row->level_scale;
    *encoding = encoding_of(map, output, own_scale > 0.0 ? own_scale
                                                         : description_scale(map, description));
    settle_keys(row, encoding);
}

hexfog_status hexfog_encoding_make(const struct hexfog_map *map,
                                   const struct hexfog_description *description,
                                   const struct hexfog_output *output, bool check_levels,
                                   struct hexfog_encoding *encoding,
                                   struct hexfog_diagnostics *diagnostics)
{
    struct settling settling = settling_of(description, output, diagnostics);
    size_t errors_before = diagnostics->error_count;
    *encoding = (struct hexfog_encoding){ .format = HEXFOG_FORMAT_NONE };
    if (!settling.row) {
        hexfog_report(&settling.reporter, "D22", output->place, settling.key,
                      "%s: unknown file kind (allowed: " HEXFOG_SUFFIXES ")", output->path);
        return HEXFOG_INPUT;
    }
    settling.is_auto = settling.is_auto && settling.row->level_scale <= 0.0;
    if (refuse_keys(&settling))
        return HEXFOG_INPUT;
    struct hexfog_encoding settled;
    hexfog_encoding_settle(map, description, output, &settled);
    refuse_size(&settling, &settled);
    // A level_scale that is wrong was reported; what "auto" would do says nothing then.
    bool has_levels = settled.format != HEXFOG_CONSTANTS &&
                      !(description->broken & HEXFOG_BROKEN_ENCODING);
    if (check_levels && has_levels && diagnostics->error_count == errors_before) {
        refuse_levels(&settling, &settled, description_scale(map, description));
        if (settled.format == HEXFOG_HDR && diagnostics->error_count == errors_before)
            warn_of_decoders(&settling, &settled);
    }
    if (diagnostics->error_count != errors_before)
        return HEXFOG_INPUT;
    *encoding = settled;
    return HEXFOG_OK;
}
