// SPDX-License-Identifier: MIT
// Turns a texture's header into words and JSON.
#include "cli/texture_words.h"

#include <math.h>

#include "cli/words.h"

const char *hexfog_container_word(const struct hexfog_texture_info *info)
{
    static const char *const words[] = { "unknown", "hdr", "exr", "ktx2", "png" };
    size_t format = (size_t)info->format;
    return words[format < sizeof words / sizeof *words ? format : 0];
}

const char *hexfog_precision_words(const struct hexfog_texture_info *info)
{
    switch (info->precision) {
    case HEXFOG_HALF: return "half";
    case HEXFOG_FLOAT: return "float";
    case HEXFOG_RGB9E5: return "rgb9e5";
    case HEXFOG_PRECISION_DEFAULT: break;
    }
    return info->format == HEXFOG_HDR   ? "rgbe"
           : info->format == HEXFOG_PNG ? "8-bit"
                                        : "half and float";
}

const char *hexfog_compression_words(const struct hexfog_texture_info *info)
{
    return info->compression_name[0]     ? info->compression_name
           : info->format == HEXFOG_HDR ? "rle"
           : info->format == HEXFOG_PNG ? "deflate"
                                        : "none";
}

static void string_or_null(struct hexfog_json_writer *json, const char *key, const char *value)
{
    if (value && *value)
        hexfog_json_string(json, key, value);
    else
        hexfog_json_null(json, key);
}

static void add_metadata(const struct hexfog_file_metadata *metadata,
                         struct hexfog_json_writer *json)
{
    if (!metadata->is_present) {
        hexfog_json_null(json, "metadata");
        return;
    }
    hexfog_json_open(json, "metadata", '{');
    hexfog_json_string(json, "text", metadata->text);
    hexfog_json_bool(json, "valid", metadata->is_valid);
    if (metadata->is_valid) {
        hexfog_json_number(json, "level_scale", metadata->level_scale);
        hexfog_json_integer(json, "max_level", metadata->max_level);
        hexfog_json_string(json, "metric", metadata->metric == HEXFOG_SEAMLESS ? "seamless"
                                                                              : "sweep");
    } else {
        hexfog_json_null(json, "level_scale");
        hexfog_json_null(json, "max_level");
        hexfog_json_null(json, "metric");
    }
    hexfog_json_close(json, '}');
}

void hexfog_texture_as_json(const struct hexfog_texture_info *info,
                            struct hexfog_json_writer *json)
{
    hexfog_json_string(json, "container", hexfog_container_word(info));
    hexfog_json_integer(json, "width", info->width_px);
    hexfog_json_integer(json, "height", info->height_px);
    hexfog_json_string(json, "channels", info->channel_names);
    hexfog_json_string(json, "precision", hexfog_precision_words(info));
    hexfog_json_string(json, "compression", hexfog_compression_words(info));
    hexfog_json_bool(json, "tiled", info->is_tiled);
    hexfog_json_integer(json, "mip_levels", info->mip_count);
    add_metadata(&info->metadata, json);
    string_or_null(json, "notes", info->notes);
    hexfog_json_integer(json, "file_bytes", (int64_t)info->file_bytes);
}

void hexfog_json_any_number(struct hexfog_json_writer *json, const char *key, double value)
{
    if (isfinite(value))
        hexfog_json_number(json, key, value);
    else
        hexfog_json_string(json, key, isnan(value) ? "nan" : value > 0 ? "inf" : "-inf");
}
