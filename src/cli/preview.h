/* SPDX-License-Identifier: MIT */
/* One preview: what is asked, what it shows, how large it is. */
#ifndef HEXFOG_CLI_PREVIEW_H
#define HEXFOG_CLI_PREVIEW_H

#include "check/preview.h"
#include "check/preview_area.h"
#include "check/read.h"
#include "cli/board.h"

enum hexfog_preview_channel { HEXFOG_SHOW_FOG, HEXFOG_SHOW_LEVEL, HEXFOG_SHOW_G, HEXFOG_SHOW_F };

/* The command line, taken apart. */
struct hexfog_preview_request {
    const struct hexfog_settings *settings;
    const char *path, *output;
    bool is_texture, is_gif, is_watercolour;
    enum hexfog_law law;
    enum hexfog_preview_channel channel;
    bool has_range, has_from, has_to;
    double start, end, from, to;
    int32_t frame_count;             /* 1 of a .png */
    int32_t width_px, height_px;     /* --size WxH, 0 = not given */
    int32_t longest_px;              /* --size N, 0 = not given */
    double level_scale;              /* --level-scale, 0 = not given */
    struct hexfog_rgb8 scene, fog, background;
    int threads;
};
#define HEXFOG_MAX_PREVIEW_SIDE_PX 16384

/* Reads the options and what goes together; prints a usage error. */
hexfog_status hexfog_preview_request_read(const struct hexfog_settings *settings,
                                          struct hexfog_preview_request *request);

/* What the picture shows. */
struct hexfog_preview_source {
    const struct hexfog_preview_request *request;
    struct hexfog_board board;       /* of FILE or --desc; no map where neither is one */
    int32_t width_px, height_px;     /* texels */
    int32_t board_width_px, board_height_px; /* of --over; 0 = none */
    int32_t max_level;
    double level_scale;              /* of a texture; 0 = not known, and not needed */
};

/* Reads the description, or the heads of the texture and the board's picture; prints what is
 * wrong. Free *source in any case. */
hexfog_status hexfog_preview_source_open(const struct hexfog_preview_request *request,
                                         struct hexfog_preview_source *source);
void hexfog_preview_source_free(struct hexfog_preview_source *source);

/* Numbers of 16 bits at the picture's size. Plain data, because children fill them. */
struct hexfog_preview_planes {
    uint64_t odd_texel_count;        /* whose value is not a finite number */
    uint16_t numbers[];
};
/* How large planes may be, all together: for them alone, not for what is read. */
#define HEXFOG_MAX_PREVIEW_BYTES ((uint64_t)1 << 32)
/* Cleared; `what` names them when memory is out. */
hexfog_status hexfog_preview_planes_make(int32_t width_px, int32_t height_px, int32_t plane_count,
                                         struct hexfog_preview_planes **planes,
                                         struct hexfog_error *error);

/* Fills planes with the source's texels: rows of doubles go to area->fill, F or what the
 * channel is. The source's size is set here. */
hexfog_status hexfog_preview_read_texels(const struct hexfog_preview_source *source,
                                         struct hexfog_area_request *area,
                                         struct hexfog_preview_planes *planes,
                                         struct hexfog_error *error);
/* The same with R, G, B of the board's picture on --background. */
hexfog_status hexfog_preview_read_board(const struct hexfog_preview_source *source,
                                        int32_t width_px, int32_t height_px,
                                        struct hexfog_preview_planes *planes,
                                        struct hexfog_error *error);

#endif
