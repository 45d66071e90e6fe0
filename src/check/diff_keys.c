// SPDX-License-Identifier: MIT
// Turns two metadata texts into one list of keys with both values.
#include <stdio.h>
#include <string.h>

#include "check/diff.h"
#include "encode/deflate.h"

// All that the other keys do not hold, as one more: none of theirs has a name with a space.
static const char rest_name[] = "the rest";

struct rest {
    uint32_t bytes, sum;
};

// The last one is the rest's.
static struct hexfog_diff_key *key_named(struct hexfog_diff *diff, const char *name, size_t length)
{
    for (size_t i = 0; i < diff->key_count; i++) {
        struct hexfog_diff_key *key = &diff->keys[i];
        if (strncmp(key->name, name, length) == 0 && key->name[length] == '\0')
            return key;
    }
    if (diff->key_count >= HEXFOG_DIFF_KEYS - (name != rest_name))
        return NULL;
    struct hexfog_diff_key *key = &diff->keys[diff->key_count++];
    snprintf(key->name, sizeof key->name, "%.*s", (int)length, name);
    return key;
}

// `key=value`, or a lone word. False: it is too long, one too many, or comes again.
static bool take_pair(struct hexfog_diff *diff, int side, const char *pair, size_t length)
{
    const char *equals = memchr(pair, '=', length);
    size_t name_length = equals ? (size_t)(equals - pair) : length;
    size_t value_length = equals ? length - name_length - 1 : 0;

    if (name_length >= sizeof diff->keys[0].name || value_length >= HEXFOG_DIFF_WORD_BYTES)
        return false;
    struct hexfog_diff_key *key = key_named(diff, pair, name_length);
    if (!key || key->is_in[side])
        return false;
    key->is_in[side] = true;
    if (equals)
        snprintf(key->value[side], sizeof key->value[side], "%.*s", (int)value_length, equals + 1);
    return true;
}

static void add_rest(struct hexfog_diff *diff, int side, const struct rest *rest)
{
    struct hexfog_diff_key *key = rest->bytes ? key_named(diff, rest_name, sizeof rest_name - 1)
                                              : NULL;
    if (!key)
        return;
    key->is_in[side] = true;
    snprintf(key->value[side], sizeof key->value[side], "%lu bytes of sum %08lx",
             (unsigned long)rest->bytes, (unsigned long)rest->sum);
}

static void take_text(struct hexfog_diff *diff, int side)
{
    const struct hexfog_file_metadata *metadata = &diff->side[side].info.metadata;
    struct rest rest = { metadata->rest_bytes, metadata->rest_sum };
    const char *at = metadata->text;

    while (metadata->is_present && *at) {
        size_t length = strcspn(at, " ");
        if (length > 0 && !take_pair(diff, side, at, length)) {
            rest.bytes += (uint32_t)length;
            rest.sum = hexfog_crc32(rest.sum, at, length);
        }
        at += length + (at[length] == ' ');
    }
    add_rest(diff, side, &rest);
}

static bool is_ignored(const struct hexfog_diff_key *key, const struct hexfog_diff_options *options)
{
    if (options->ignored & HEXFOG_IGNORE_METADATA)
        return true;
    for (size_t i = 0; i < options->ignored_key_count; i++) {
        if (strcmp(key->name, options->ignored_keys[i]) == 0)
            return true;
    }
    return false;
}

void hexfog_diff_keys(struct hexfog_diff *diff, const struct hexfog_diff_options *options)
{
    take_text(diff, 0);
    take_text(diff, 1);
    for (size_t i = 0; i < diff->key_count; i++) {
        struct hexfog_diff_key *key = &diff->keys[i];
        key->differs = !key->is_in[0] || !key->is_in[1] ||
                       strcmp(key->value[0], key->value[1]) != 0;
        key->is_ignored = is_ignored(key, options);
    }
}
