// SPDX-License-Identifier: MIT
// Turns diff's options into what counts as different.
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/decimal.h"
#include "cli/diff.h"
#include "cli/message.h"
#include "cli/number.h"
#include "desc/suggest.h"

static const char *const names[] = { "channels", "metadata", "levels", "g", "nonfinite" };
static const unsigned bits[] = { HEXFOG_IGNORE_CHANNELS, HEXFOG_IGNORE_METADATA,
                                 HEXFOG_IGNORE_LEVELS, HEXFOG_IGNORE_G, HEXFOG_IGNORE_NONFINITE };
enum { NAME_COUNT = sizeof names / sizeof names[0] };

static const char key_prefix[] = "metadata.";

static hexfog_status refuse_more(const struct hexfog_settings *settings)
{
    return hexfog_usage_error(settings, "--ignore: more than %d keys of the metadata, or than %d"
                              " bytes of them", HEXFOG_MOST_IGNORED_KEYS, HEXFOG_IGNORED_BYTES);
}

static hexfog_status add_key(struct hexfog_diff_request *request, const char *key, size_t *used)
{
    size_t length = strlen(key) + 1, room = sizeof request->key_text - *used;

    if (length > room || request->options.ignored_key_count == HEXFOG_MOST_IGNORED_KEYS)
        return refuse_more(request->settings);
    memcpy(request->key_text + *used, key, length);
    request->ignored_keys[request->options.ignored_key_count++] = request->key_text + *used;
    *used += length;
    return HEXFOG_OK;
}

static hexfog_status add_name(struct hexfog_diff_request *request, const char *name, size_t *used)
{
    struct hexfog_suggestion suggestion = { .word = name };

    for (size_t i = 0; i < NAME_COUNT; i++) {
        if (strcmp(name, names[i]) == 0) {
            request->options.ignored |= bits[i];
            return HEXFOG_OK;
        }
        hexfog_suggest(&suggestion, names[i]);
    }
    size_t prefix = sizeof key_prefix - 1;
    if (strncmp(name, key_prefix, prefix) == 0 && name[prefix])
        return add_key(request, name + prefix, used);
    const char *near = hexfog_near_word(&suggestion);
    return hexfog_usage_error(request->settings, "--ignore: '%s' is not one of channels, metadata,"
                              " metadata.KEY, levels, g, nonfinite%s%s%s", name,
                              near ? "; did you mean '" : "", near ? near : "",
                              near ? "'?" : "");
}

static hexfog_status read_ignored(struct hexfog_diff_request *request)
{
    const struct hexfog_words *lists = &request->settings->ignored;
    hexfog_status status = HEXFOG_OK;
    size_t used = 0;

    for (size_t i = 0; i < lists->count; i++) {
        const char *at = lists->list[i];
        for (bool more = true; more && status == HEXFOG_OK;) {
            char name[HEXFOG_IGNORED_BYTES];
            size_t length = strcspn(at, ",");
            snprintf(name, sizeof name, "%.*s", (int)length, at);
            status = length < sizeof name ? add_name(request, name, &used)
                                          : refuse_more(request->settings);
            more = at[length] == ',';
            at += length + more;
        }
    }
    return status;
}

hexfog_status hexfog_diff_request_read(const struct hexfog_settings *settings,
                                       struct hexfog_diff_request *request)
{
    struct hexfog_diff_options *options = &request->options;
    double allowed_texels = 0, max_level_errors = 0;

    *request = (struct hexfog_diff_request){
        .settings = settings, .paths = { settings->operands[0], settings->operands[1] },
        .options.max_g_error = -1,
    };
    options->ignored_keys = request->ignored_keys;
    hexfog_status status = read_ignored(request);
    if (status == HEXFOG_OK)
        status = hexfog_read_number(settings, "max-g-error", settings->max_g_error,
                                    &(struct hexfog_number_range){ 0, 1e30, false, "tiles" },
                                    &options->max_g_error);
    if (status == HEXFOG_OK)
        status = hexfog_read_number(settings, "allow-texels", settings->allow_texels,
                                    &(struct hexfog_number_range){ 0, 0x1p53, true, "texels" },
                                    &allowed_texels);
    if (status == HEXFOG_OK)
        status = hexfog_read_number(settings, "max-level-errors", settings->max_level_errors,
                                    &(struct hexfog_number_range){ 0, 0x1p53, true, "texels" },
                                    &max_level_errors);
    if (status == HEXFOG_OK)
        status = hexfog_read_level_scale(settings, &options->level_scale);
    options->allowed_texels = (uint64_t)allowed_texels;
    options->max_level_errors = (uint64_t)max_level_errors;
    return status;
}
