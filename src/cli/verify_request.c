// SPDX-License-Identifier: MIT
// Turns verify's options into what is asked of every texture.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/decimal.h"
#include "cli/message.h"
#include "cli/verify.h"

static bool read_device(const char *text, int *device)
{
    char *end;
    if (*text < '0' || *text > '9')
        return false;
    long number = strtol(text, &end, 10);
    *device = (int)number;
    return *end == '\0' && number < 1000;
}

static hexfog_status read_gpu(const struct hexfog_settings *settings,
                              struct hexfog_verify_request *request)
{
    static const char *const words[] = { "auto", "none", "software" };
    const char *given = settings->gpu;
    for (int i = 0; given && i < 3; i++) {
        if (strcmp(given, words[i]) != 0)
            continue;
        request->gpu = (enum hexfog_gpu_word)i;
        return HEXFOG_OK;
    }
    if (!given)
        return HEXFOG_OK;
    request->gpu = HEXFOG_GPU_DEVICE;
    if (strncmp(given, "device:", 7) == 0 && read_device(given + 7, &request->gpu_device))
        return HEXFOG_OK;
    return hexfog_usage_error(settings, "--gpu: '%s' is not one of auto|none|software|device:N",
                              given);
}

static int hex_digit(char c)
{
    static const char digits[] = "0123456789abcdef";
    const char *found = c ? strchr(digits, c | (c >= 'A' && c <= 'F' ? 0x20 : 0)) : NULL;
    return found ? (int)(found - digits) : -1;
}

static bool read_hex_colour(const char *text, float colour[3])
{
    if (strlen(text) != 7)
        return false;
    for (int i = 0; i < 3; i++) {
        int high = hex_digit(text[1 + 2 * i]), low = hex_digit(text[2 + 2 * i]);
        if (high < 0 || low < 0)
            return false;
        colour[i] = (float)(16 * high + low) / 255.0F;
    }
    return true;
}

// hexfog_parse_decimal reads JSON's numbers: no spaces, no sign but a minus.
static bool read_number_colour(const char *text, float colour[3])
{
    for (int i = 0; i < 3; i++) {
        const char *end = text;
        double value = *text >= '0' && *text <= '9' ? hexfog_parse_decimal(text, &end) : -1;
        if (end == text || *end != (i < 2 ? ',' : '\0') || value > 1)
            return false;
        colour[i] = (float)value;
        text = end + 1;
    }
    return true;
}

bool hexfog_read_colour(const char *text, float colour[3])
{
    return *text == '#' ? read_hex_colour(text, colour) : read_number_colour(text, colour);
}

hexfog_status hexfog_verify_request_read(const struct hexfog_settings *settings,
                                         struct hexfog_verify_request *request)
{
    const char *const names[] = { "scene-color", "fog-color", "background" };
    const char *const given[] = { settings->scene_color, settings->fog_color,
                                  settings->background };
    *request = (struct hexfog_verify_request){
        .settings = settings,
        .decoder = settings->decoder ? (enum hexfog_rgbe_decoder)(settings->decoder - 1)
                                     : HEXFOG_DECODER_A,
        .threads = settings->jobs ? settings->jobs : hexfog_default_threads()
    };
    for (int i = 0; i < 3; i++) {
        request->has_colour[i] = given[i] != NULL;
        if (given[i] && !hexfog_read_colour(given[i], request->colour[i]))
            return hexfog_usage_error(settings, "--%s: '%s' is neither #rrggbb nor R,G,B with"
                                      " numbers from 0 to 1", names[i], given[i]);
    }
    return read_gpu(settings, request);
}
