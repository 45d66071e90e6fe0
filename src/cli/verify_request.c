// SPDX-License-Identifier: MIT
// Turns verify's options into what is asked of every texture.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cli/colour.h"
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
        .threads = settings->jobs ? settings->jobs : hexfog_default_threads(),
        .gpu_advice = "do without GL: --gpu none"
    };
    for (int i = 0; i < 3; i++) {
        request->has_colour[i] = given[i] != NULL;
        if (hexfog_read_colour_option(settings, names[i], given[i], request->colour[i]))
            return HEXFOG_USAGE;
    }
    return read_gpu(settings, request);
}
