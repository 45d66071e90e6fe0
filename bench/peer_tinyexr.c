// SPDX-License-Identifier: MIT
// Turns pixels into an .exr file through tinyexr.
#include "peers.h"

#include <stdio.h>
#include <string.h>
#include <tinyexr.h>

bool peer_tinyexr(const struct pixels *pixels, enum peer_compression compression, bool is_half,
                  const char *path)
{
    static const char names[3] = "BGR";
    EXRChannelInfo channels[3];
    int have[3], want[3];
    EXRHeader header;
    EXRImage image;
    const char *message = NULL;

    InitEXRHeader(&header);
    InitEXRImage(&image);
    memset(channels, 0, sizeof channels);
    for (int i = 0; i < 3; i++) {
        channels[i].name[0] = names[i];
        have[i] = TINYEXR_PIXELTYPE_FLOAT;
        want[i] = is_half ? TINYEXR_PIXELTYPE_HALF : TINYEXR_PIXELTYPE_FLOAT;
    }
    header.num_channels = image.num_channels = 3;
    header.channels = channels;
    header.pixel_types = have;
    header.requested_pixel_types = want;
    header.compression_type = compression == PEER_ZIP ? TINYEXR_COMPRESSIONTYPE_ZIP
                                                      : TINYEXR_COMPRESSIONTYPE_NONE;
    image.images = (unsigned char **)pixels->planes;
    image.width = image.height = pixels->size;
    if (SaveEXRImageToFile(&image, &header, path, &message) == TINYEXR_SUCCESS)
        return true;
    fprintf(stderr, "tinyexr: %s\n", message ? message : "cannot save");
    return false;
}
