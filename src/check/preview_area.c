// SPDX-License-Identifier: MIT
// Turns rows of texels into pixels that are averages over the areas they cover.
//
// Of W texels and w pixels along an axis, texel t spans [t w, (t + 1) w) and pixel i spans
// [i W, (i + 1) W): overlaps are whole numbers, and those of a pixel add up to W.
#include "check/preview_area.h"

#include <string.h>

#include "base/alloc.h"
#include "base/error.h"

// The texels under a pixel of a row; those between the first and the last count w each.
struct span { int32_t first, last; uint32_t first_weight, last_weight; };

struct area_worker {
    uint16_t *texels;  // one row
    uint32_t *sums;    // HEXFOG_BAND_ROWS rows of all planes
};

struct hexfog_area {
    struct hexfog_area_request is;
    uint16_t *planes;
    struct span *spans;
    uint64_t *totals;  // of the row of pixels that is being added up, all planes
    struct area_worker *workers;
    int worker_count;
};

static void set_span(struct span *span, int64_t pixel, int64_t texels, int64_t pixels)
{
    int64_t start = pixel * texels, end = start + texels;
    int64_t first = start / pixels, last = (end - 1) / pixels;
    int64_t first_end = (first + 1) * pixels;

    span->first = (int32_t)first;
    span->last = (int32_t)last;
    span->first_weight = (uint32_t)((first_end < end ? first_end : end) - start);
    span->last_weight = first == last ? 0 : (uint32_t)(end - last * pixels);
}

static bool make_workers(struct hexfog_area *area, int count)
{
    size_t width = (size_t)area->is.width_px, planes = (size_t)area->is.plane_count, band;

    area->workers = hexfog_alloc_zeroed((size_t)count, sizeof *area->workers);
    if (!area->workers || !hexfog_multiply(width * HEXFOG_BAND_ROWS, planes, &band))
        return false;
    area->worker_count = count;
    for (int i = 0; i < count; i++) {
        struct area_worker *worker = &area->workers[i];
        worker->texels = hexfog_alloc((size_t)area->is.source_width_px, sizeof *worker->texels);
        worker->sums = hexfog_alloc(band, sizeof *worker->sums);
        if (!worker->texels || !worker->sums)
            return false;
    }
    return true;
}

hexfog_status hexfog_area_make(const struct hexfog_area_request *request, int workers,
                               uint16_t *planes, struct hexfog_area **result,
                               struct hexfog_error *error)
{
    struct hexfog_area *area = hexfog_alloc_zeroed(1, sizeof *area);
    size_t width = (size_t)request->width_px;

    *result = NULL;
    if (!area)
        return hexfog_fail_memory(error, "a picture");
    area->is = *request;
    area->planes = planes;
    area->spans = hexfog_alloc(width, sizeof *area->spans);
    area->totals = hexfog_alloc_zeroed(width * (size_t)request->plane_count,
                                       sizeof *area->totals);
    if (!area->spans || !area->totals || !make_workers(area, workers)) {
        hexfog_area_free(area);
        return hexfog_fail_memory(error, "a picture");
    }
    for (int32_t i = 0; i < request->width_px; i++)
        set_span(&area->spans[i], i, request->source_width_px, request->width_px);
    *result = area;
    return HEXFOG_OK;
}

void hexfog_area_free(struct hexfog_area *area)
{
    if (!area)
        return;
    for (int i = 0; i < area->worker_count; i++) {
        hexfog_free(area->workers[i].texels);
        hexfog_free(area->workers[i].sums);
    }
    hexfog_free(area->workers);
    hexfog_free(area->totals);
    hexfog_free(area->spans);
    hexfog_free(area);
}

static uint32_t sum_of(const struct span *span, const uint16_t *texels, uint32_t weight)
{
    uint32_t sum = span->first_weight * texels[span->first], between = 0;

    for (int32_t t = span->first + 1; t < span->last; t++)
        between += texels[t];
    return sum + between * weight + span->last_weight * texels[span->last];
}

void hexfog_area_prepare(struct hexfog_area *area, int worker, int32_t row_in_band,
                         const void *row)
{
    struct area_worker *own = &area->workers[worker];
    size_t width = (size_t)area->is.width_px, planes = (size_t)area->is.plane_count;
    uint32_t *sums = own->sums + (size_t)row_in_band * planes * width;

    for (int plane = 0; plane < area->is.plane_count; plane++, sums += width) {
        area->is.fill(area->is.context, plane, row, own->texels);
        for (size_t i = 0; i < width; i++)
            sums[i] = sum_of(&area->spans[i], own->texels, (uint32_t)width);
    }
}

// A row of pixels is whole: divides it by its area, and begins the next.
static void finish_pixels(struct hexfog_area *area, int64_t pixel_row)
{
    size_t width = (size_t)area->is.width_px;
    uint64_t size = (uint64_t)area->is.source_width_px * (uint64_t)area->is.source_height_px;

    for (int plane = 0; plane < area->is.plane_count; plane++) {
        uint64_t *totals = area->totals + (size_t)plane * width;
        uint16_t *pixels = area->planes + ((size_t)plane * (size_t)area->is.height_px
                                           + (size_t)pixel_row) * width;
        for (size_t i = 0; i < width; i++)
            pixels[i] = (uint16_t)((totals[i] + size / 2) / size);
        memset(totals, 0, width * sizeof *totals);
    }
}

static void add_row(struct hexfog_area *area, const uint32_t *sums, int64_t texel_row)
{
    int64_t texels = area->is.source_height_px, pixels = area->is.height_px;
    int64_t start = texel_row * pixels, end = start + pixels;
    size_t count = (size_t)area->is.width_px * (size_t)area->is.plane_count;

    for (int64_t p = start / texels; p * texels < end; p++) {
        int64_t top = p * texels, bottom = top + texels;
        uint64_t weight = (uint64_t)((bottom < end ? bottom : end) - (top > start ? top : start));
        for (size_t i = 0; i < count; i++)
            area->totals[i] += weight * sums[i];
        if (bottom <= end)
            finish_pixels(area, p);
    }
}

void hexfog_area_commit(struct hexfog_area *area, int worker, int32_t first_row,
                        int32_t row_count)
{
    size_t stride = (size_t)area->is.width_px * (size_t)area->is.plane_count;

    for (int32_t i = 0; i < row_count; i++)
        add_row(area, area->workers[worker].sums + (size_t)i * stride, (int64_t)first_row + i);
}
