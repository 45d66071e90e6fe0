/* SPDX-License-Identifier: MIT */
/* .exr files as other programs write them, by OpenEXR's own C library. */
#ifndef HEXFOG_TESTS_FOREIGN_EXR_H
#define HEXFOG_TESTS_FOREIGN_EXR_H

#include <stdbool.h>
#include <stdint.h>

struct foreign_channel {
    const char *name;
    bool is_half;
    const float *plane;      /* width * height; halves are rounded from it */
};

#define FOREIGN_CHANNELS 6
struct foreign_exr {
    int32_t width, height, x_min, y_min; /* of the data window */
    int compression;                     /* OpenEXR's number */
    int32_t tile_width, tile_height;     /* 0: scanlines */
    bool has_part_before;                /* a part with a channel Z alone */
    const char *metadata;                /* NULL: none */
    int channel_count;
    struct foreign_channel channels[FOREIGN_CHANNELS]; /* by name */
};
void foreign_exr_write(const struct foreign_exr *image, const char *path);

#endif
