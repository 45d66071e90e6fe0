// SPDX-License-Identifier: MIT
// Turns pixels into an .hdr file through stb_image_write.
#include "peers.h"

#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb/stb_image_write.h>

bool peer_stb(const struct pixels *pixels, const char *path)
{
    return stbi_write_hdr(path, pixels->size, pixels->size, 3, pixels->rgb);
}
