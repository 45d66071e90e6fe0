// SPDX-License-Identifier: MIT
// Turns an encoding into its words and figures.
#include "cli/encoding_result.h"
#include "base/decimal.h"
#include "cli/size.h"
#include "cli/words.h"

// What a member holds: NULL where the format has no such key.
struct encoding_words {
    const char *format, *precision, *compression, *channels, *encoder;
    char space[5][HEXFOG_WORD_BYTES];
};

static void find_words(const struct hexfog_encoding *encoding, struct encoding_words *words)
{
    bool has_encoder = encoding->format == HEXFOG_HDR || encoding->format == HEXFOG_EXR;
    words->format = encoding->format == HEXFOG_CONSTANTS
        ? "constants"
        : hexfog_word(HEXFOG_FORMAT_WORDS, (int)encoding->format, words->space[0]);
    words->precision = hexfog_word(HEXFOG_PRECISION_WORDS, (int)encoding->precision,
                                   words->space[1]);
    words->compression = hexfog_word(HEXFOG_COMPRESSION_WORDS, (int)encoding->compression,
                                     words->space[2]);
    words->channels = hexfog_word(HEXFOG_CHANNELS_WORDS, (int)encoding->channels,
                                  words->space[3]);
    words->encoder = hexfog_word(HEXFOG_ENCODER_WORDS,
                                 has_encoder ? 1 + (int)encoding->encoder : 0, words->space[4]);
}

void hexfog_encoding_as_text(const struct hexfog_encoding *encoding, struct hexfog_text *text)
{
    struct encoding_words words;
    char size[HEXFOG_SIZE_BYTES];
    find_words(encoding, &words);
    hexfog_text_add(text, words.format ? words.format : "?");
    const char *rest[] = { words.precision, words.compression, words.channels, words.encoder };
    for (size_t i = 0; i < sizeof rest / sizeof *rest; i++)
        if (rest[i])
            hexfog_text_print(text, " %s", rest[i]);
    if (encoding->mipmaps)
        hexfog_text_add(text, " mipmaps");
    uint64_t bytes = hexfog_file_bytes_at_most(encoding);
    if (bytes)
        hexfog_text_print(text, ", at most %s", hexfog_size_as_text(size, bytes));
}

static void string_or_null(struct hexfog_json_writer *json, const char *key, const char *value)
{
    if (value)
        hexfog_json_string(json, key, value);
    else
        hexfog_json_null(json, key);
}

void hexfog_encoding_as_json(const struct hexfog_encoding *encoding,
                             struct hexfog_json_writer *json)
{
    struct encoding_words words;
    bool is_texture = encoding->format != HEXFOG_CONSTANTS;
    find_words(encoding, &words);
    string_or_null(json, "format", words.format);
    string_or_null(json, "precision", words.precision);
    string_or_null(json, "compression", words.compression);
    string_or_null(json, "channels", words.channels);
    string_or_null(json, "encoder", words.encoder);
    hexfog_json_bool(json, "mipmaps", encoding->mipmaps);
    hexfog_json_number(json, "level_scale", encoding->level_scale);
    if (is_texture) {
        hexfog_json_number(json, "max_g_error", hexfog_max_g_error(encoding));
        hexfog_json_integer(json, "bytes_at_most", (int64_t)hexfog_file_bytes_at_most(encoding));
    } else {
        hexfog_json_null(json, "max_g_error");
        hexfog_json_null(json, "bytes_at_most");
    }
}
