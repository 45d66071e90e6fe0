// SPDX-License-Identifier: MIT
// Turns the text "version=1 level_scale=64 max_level=23 metric=sweep" into what it says.
#include <math.h>
#include <string.h>

#include "base/decimal.h"
#include "check/reading.h"
#include "encode/deflate.h"

enum key { VERSION = 1, LEVEL_SCALE = 2, MAX_LEVEL = 4, METRIC = 8, ALL_KEYS = 15 };

static bool is_word(const char *value, size_t length, const char *word)
{
    return strlen(word) == length && memcmp(value, word, length) == 0;
}

// A number that fills the value to its end; it is copied so that it ends there.
static bool read_number(const char *value, size_t length, double *number)
{
    char copy[64];
    const char *end;

    if (length == 0 || length >= sizeof copy)
        return false;
    memcpy(copy, value, length);
    copy[length] = '\0';
    *number = hexfog_parse_decimal(copy, &end);
    return end == copy + length && isfinite(*number);
}

static bool read_level(const char *value, size_t length, int32_t *level)
{
    double number;

    if (!read_number(value, length, &number) || !(number >= 0 && number <= 1 << 24) ||
        number != floor(number))
        return false;
    *level = (int32_t)number;
    return true;
}

static bool read_metric(const char *value, size_t length, enum hexfog_metric *metric)
{
    bool is_seamless = is_word(value, length, "seamless");

    *metric = is_seamless ? HEXFOG_SEAMLESS : HEXFOG_SWEEP;
    return is_seamless || is_word(value, length, "sweep");
}

static enum key key_of(const char *name, size_t length)
{
    return is_word(name, length, "version")       ? VERSION
           : is_word(name, length, "level_scale") ? LEVEL_SCALE
           : is_word(name, length, "max_level")   ? MAX_LEVEL
           : is_word(name, length, "metric")      ? METRIC
                                                  : 0;
}

static bool read_value(enum key key, const char *value, size_t length,
                       struct hexfog_file_metadata *metadata)
{
    switch (key) {
    case VERSION: return is_word(value, length, "1");
    case LEVEL_SCALE:
        return read_number(value, length, &metadata->level_scale) && metadata->level_scale > 0;
    case MAX_LEVEL: return read_level(value, length, &metadata->max_level);
    case METRIC: return read_metric(value, length, &metadata->metric);
    case ALL_KEYS: break;
    }
    return true;
}

// One `key=value`; false when a known key does not read or was there before.
static bool read_pair(const char *pair, size_t length, unsigned *seen,
                      struct hexfog_file_metadata *metadata)
{
    const char *equals = memchr(pair, '=', length);

    if (!equals)
        return true;
    enum key key = key_of(pair, (size_t)(equals - pair));
    bool is_new = !(*seen & key);
    *seen |= key;
    return is_new && read_value(key, equals + 1, (size_t)(pair + length - equals - 1), metadata);
}

// What is cut off; all of it where bytes are shown as others.
static void sum_rest(const char *text, size_t length, struct hexfog_file_metadata *metadata)
{
    size_t told = strlen(metadata->text);

    if (memcmp(text, metadata->text, told) != 0)
        told = 0;
    metadata->rest_bytes = (uint32_t)(length - told);
    metadata->rest_sum = hexfog_crc32(0, text + told, length - told);
}

void hexfog_metadata_read(const char *text, size_t length, struct hexfog_file_metadata *metadata)
{
    const char *at = text, *last = text + length;
    unsigned seen = 0;
    bool reads = true;

    *metadata = (struct hexfog_file_metadata){ .is_present = true };
    hexfog_plain_text(metadata->text, sizeof metadata->text, text, length);
    sum_rest(text, length, metadata);
    while (at < last) {
        const char *space = memchr(at, ' ', (size_t)(last - at));
        const char *pair_end = space ? space : last;
        reads = read_pair(at, (size_t)(pair_end - at), &seen, metadata) && reads;
        at = space ? space + 1 : last;
    }
    metadata->is_valid = reads && seen == ALL_KEYS;
}
