// SPDX-License-Identifier: MIT
// Turns what two textures were found to be into a list of ways in which they differ.
#include <stdio.h>
#include "cli/diff.h"

const char *const hexfog_pair_words[HEXFOG_PAIR_VERDICTS] = { "same", "different", "missing",
                                                              "extra", "unreadable" };

static struct hexfog_diff_class *add(struct hexfog_diff_class *classes, size_t *count,
                                     const char *name)
{
    struct hexfog_diff_class *made = &classes[(*count)++];

    *made = (struct hexfog_diff_class){ .is_compared = true };
    snprintf(made->name, sizeof made->name, "%s", name);
    return made;
}

static void add_size(const struct hexfog_diff *diff, struct hexfog_diff_class *classes,
                     size_t *count)
{
    struct hexfog_diff_class *size = add(classes, count, "size");

    size->count = diff->is_size_different;
    for (int i = 0; i < 2; i++) {
        snprintf(size->space[i], sizeof size->space[i], "%d x %d",
                 (int)diff->side[i].info.width_px, (int)diff->side[i].info.height_px);
        size->value[i] = size->space[i];
    }
}

static void add_channels(const struct hexfog_diff *diff, struct hexfog_diff_class *classes,
                         size_t *count, bool is_ignored)
{
    struct hexfog_diff_class *channels = add(classes, count, "channels");

    channels->count = diff->are_channels_different;
    channels->is_ignored = is_ignored;
    for (int i = 0; i < 2; i++)
        channels->value[i] = diff->side[i].info.channel_names;
}

static void add_key(const struct hexfog_diff_key *key, struct hexfog_diff_class *classes,
                    size_t *count)
{
    char name[64];

    snprintf(name, sizeof name, "metadata.%s", key->name);
    struct hexfog_diff_class *made = add(classes, count, name);
    made->count = key->differs;
    made->is_ignored = key->is_ignored;
    for (int i = 0; i < 2; i++)
        made->value[i] = key->is_in[i] ? key->value[i] : NULL;
}

static void add_texels(const struct hexfog_diff *diff, const struct hexfog_diff_texels *texels,
                       const char *name, bool is_ignored, uint64_t allowed,
                       struct hexfog_diff_class *classes, size_t *count)
{
    struct hexfog_diff_class *made = add(classes, count, name);

    made->is_compared = !diff->is_size_different;
    made->is_ignored = is_ignored;
    made->count = texels->count;
    made->allowed = allowed;
    made->first = &texels->first;
    made->worst = &texels->worst;
}

size_t hexfog_diff_classes(const struct hexfog_diff *diff,
                           const struct hexfog_diff_options *options,
                           struct hexfog_diff_class classes[HEXFOG_DIFF_CLASSES])
{
    unsigned ignored = options->ignored;
    size_t count = 0;

    add_size(diff, classes, &count);
    add_channels(diff, classes, &count, ignored & HEXFOG_IGNORE_CHANNELS);
    for (size_t i = 0; i < diff->key_count; i++)
        add_key(&diff->keys[i], classes, &count);
    add_texels(diff, &diff->levels, "levels", ignored & HEXFOG_IGNORE_LEVELS,
               options->max_level_errors, classes, &count);
    add_texels(diff, &diff->g, "g", ignored & HEXFOG_IGNORE_G, options->allowed_texels, classes,
               &count);
    add_texels(diff, &diff->nonfinite, "nonfinite", ignored & HEXFOG_IGNORE_NONFINITE, 0, classes,
               &count);
    return count;
}
