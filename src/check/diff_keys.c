// SPDX-License-Identifier: MIT
// Turns two metadata texts into one list of keys with both values.
#include <stdio.h>
#include <string.h>

#include "check/diff.h"

static struct hexfog_diff_key *key_named(struct hexfog_diff *diff, const char *name, size_t length)
{
    for (size_t i = 0; i < diff->key_count; i++) {
        struct hexfog_diff_key *key = &diff->keys[i];
        if (strncmp(key->name, name, length) == 0 && key->name[length] == '\0')
            return key;
    }
    if (diff->key_count == HEXFOG_DIFF_KEYS)
        return NULL;
    struct hexfog_diff_key *key = &diff->keys[diff->key_count++];
    snprintf(key->name, sizeof key->name, "%.*s", (int)length, name);
    return key;
}

// `key=value`, or a lone word; of a key that comes twice the first.
static void take_pair(struct hexfog_diff *diff, int side, const char *pair, size_t length)
{
    const char *equals = memchr(pair, '=', length);
    size_t name_length = equals ? (size_t)(equals - pair) : length;

    if (length == 0 || name_length >= sizeof diff->keys[0].name)
        return;
    struct hexfog_diff_key *key = key_named(diff, pair, name_length);
    if (!key || key->is_in[side])
        return;
    key->is_in[side] = true;
    if (equals)
        snprintf(key->value[side], sizeof key->value[side], "%.*s",
                 (int)(length - name_length - 1), equals + 1);
}

static void take_text(struct hexfog_diff *diff, int side)
{
    const struct hexfog_file_metadata *metadata = &diff->side[side].info.metadata;
    const char *at = metadata->text;

    while (metadata->is_present && *at) {
        size_t length = strcspn(at, " ");
        take_pair(diff, side, at, length);
        at += length + (at[length] == ' ');
    }
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
