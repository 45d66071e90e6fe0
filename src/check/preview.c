// SPDX-License-Identifier: MIT
// Turns shares of fog into the colours of a frame.
#include "check/preview.h"

#include "check/preview_wash.h"

static uint8_t byte_of(uint16_t value)
{
    return (uint8_t)((value + 128U) / 257U);
}

static struct hexfog_rgb8 colour_of(const uint16_t *planes, size_t stride, size_t i)
{
    return (struct hexfog_rgb8){ byte_of(planes[i]), byte_of(planes[stride + i]),
                                 byte_of(planes[2 * stride + i]) };
}

static uint32_t stepped(uint32_t share, uint32_t steps)
{
    uint32_t step = (share * steps + HEXFOG_WHOLE_SHARE / 2) / HEXFOG_WHOLE_SHARE;

    return (step * HEXFOG_WHOLE_SHARE + steps / 2) / steps;
}

struct hexfog_rgb8 hexfog_outline_of(struct hexfog_rgb8 fog)
{
    return (struct hexfog_rgb8){ (uint8_t)(fog.r * 3 / 10), (uint8_t)(fog.g * 3 / 10),
                                 (uint8_t)(fog.b * 3 / 10) };
}

static struct hexfog_rgb8 pixel_of(const struct hexfog_frames *frames, const uint16_t *shares,
                                   size_t i)
{
    size_t stride = (size_t)frames->width_px * (size_t)frames->height_px;
    struct hexfog_rgb8 scene = frames->board ? colour_of(frames->board, stride, i)
                                             : frames->scene;

    if (frames->is_watercolour) {
        switch (frames->wash[i]) {
        case HEXFOG_WASH_CLEAR: return scene;
        case HEXFOG_WASH_FOG: return frames->fog;
        default: return hexfog_outline_of(frames->fog);
        }
    }
    uint32_t share = shares[i];
    if (frames->share_steps)
        share = stepped(share, (uint32_t)frames->share_steps);
    return hexfog_mix(frames->fog, scene, share);
}

void hexfog_frame_draw(const struct hexfog_frames *frames, int32_t frame,
                       const struct hexfog_canvas *canvas)
{
    size_t count = (size_t)frames->width_px * (size_t)frames->height_px;
    const uint16_t *shares = frames->shares + (size_t)frame * count;

    if (frames->is_watercolour) {
        struct hexfog_wash_request request = { frames->width_px, frames->height_px, shares,
                                               frames->texel_px_256, frame };
        hexfog_wash_draw(&request, frames->wash);
    }
    for (int32_t y = 0; y < frames->height_px; y++)
        for (int32_t x = 0; x < frames->width_px; x++)
            hexfog_put_pixel(canvas, x, y,
                             pixel_of(frames, shares,
                                      (size_t)y * (size_t)frames->width_px + (size_t)x));
    if (frames->overlay) {
        struct hexfog_rgb8 ink = hexfog_ink_for(frames->scene, frames->fog);
        hexfog_overlay_draw(frames->overlay, frames->board ? NULL : &ink, canvas);
    }
}

void hexfog_planes_draw(const uint16_t *planes, int32_t width_px, int32_t height_px,
                        const struct hexfog_canvas *canvas)
{
    size_t stride = (size_t)width_px * (size_t)height_px;

    for (int32_t y = 0; y < height_px; y++)
        for (int32_t x = 0; x < width_px; x++)
            hexfog_put_pixel(canvas, x, y,
                             colour_of(planes, stride, (size_t)y * (size_t)width_px + (size_t)x));
}

void hexfog_board_fill(const void *context, int plane, const void *row, uint16_t *texels)
{
    const struct hexfog_board_paint *paint = context;
    const uint8_t background[] = { paint->background.r, paint->background.g, paint->background.b };
    const uint8_t *rgba = row;

    for (int32_t i = 0; i < paint->width_px; i++, rgba += 4) {
        uint32_t alpha = rgba[3];
        uint32_t mix = rgba[plane] * alpha + background[plane] * (255 - alpha); // 0..65025
        texels[i] = (uint16_t)((257 * mix + 127) / 255);
    }
}
