// SPDX-License-Identifier: MIT
// Turns blocks of rows into the rows that are asked for.
#include "check/bands.h"

#include <string.h>

#include "base/alloc.h"
#include "base/error.h"

enum { B = HEXFOG_BAND_B, CHANNELS = HEXFOG_BAND_CHANNELS, SPARE = HEXFOG_BAND_SPARE,
       PLANES = HEXFOG_BAND_PLANES };

static size_t block_texels(const struct hexfog_bands *bands)
{
    return (size_t)bands->width_px * (size_t)bands->block_rows;
}

uint64_t hexfog_band_bytes(const struct hexfog_bands *bands)
{
    return (uint64_t)bands->width_px * (uint64_t)bands->block_rows * PLANES * sizeof(float);
}

static void free_band(struct hexfog_band *band)
{
    for (int i = 0; i < PLANES; i++)
        hexfog_free(band->plane[i]);
    *band = (struct hexfog_band){ .row_count = 0 };
}

bool hexfog_band_make(struct hexfog_bands *bands, int slot)
{
    struct hexfog_band *band = &bands->band[slot];
    bool is_whole = true;

    if (band->plane[0])
        return true;
    for (int i = 0; i < PLANES && is_whole; i++) { // B stays 0 without a channel
        band->plane[i] = hexfog_alloc_zeroed(block_texels(bands), sizeof(float));
        is_whole = band->plane[i];
    }
    if (!is_whole)
        free_band(band);
    return is_whole;
}

hexfog_status hexfog_bands_start(struct hexfog_bands *bands,
                                 const struct hexfog_read_limits *limits,
                                 struct hexfog_error *error)
{
    hexfog_status status = hexfog_check_reader_memory(limits, hexfog_band_bytes(bands), error);

    if (status == HEXFOG_OK && !hexfog_band_make(bands, 0))
        return hexfog_fail_memory(error, "a file's rows");
    return status;
}

void hexfog_bands_free(struct hexfog_bands *bands)
{
    for (int i = 0; i < HEXFOG_MOST_SLOTS; i++)
        free_band(&bands->band[i]);
}

static hexfog_status load_straight(struct hexfog_bands *bands, int slot, int32_t row,
                                   float *const out[CHANNELS], struct hexfog_error *error)
{
    float *spare = bands->band[slot].plane[SPARE];
    float *planes[PLANES] = { out[0], out[1], out[B] ? out[B] : spare, spare };

    if (out[B] && !bands->has_blue)
        memset(out[B], 0, block_texels(bands) * sizeof(float));
    return bands->load(bands->context, slot, row, planes, error);
}

// Into the band, which may hold it already.
static hexfog_status load_band(struct hexfog_bands *bands, int slot, int32_t row,
                               struct hexfog_error *error)
{
    struct hexfog_band *band = &bands->band[slot];
    int32_t first = row - row % bands->block_rows, left = bands->height_px - first;

    if (band->row_count > 0 && band->first_row == first)
        return HEXFOG_OK;
    band->row_count = 0;
    hexfog_status status = bands->load(bands->context, slot, first, band->plane, error);
    if (status != HEXFOG_OK)
        return status;
    band->first_row = first;
    band->row_count = left < bands->block_rows ? left : bands->block_rows;
    return HEXFOG_OK;
}

// Returns how many of those wanted the band has.
static int32_t copy_rows(const struct hexfog_bands *bands, int slot, int32_t row, int32_t wanted,
                         float *const out[CHANNELS])
{
    const struct hexfog_band *band = &bands->band[slot];
    size_t width = (size_t)bands->width_px;
    int32_t held = band->first_row + band->row_count - row, count = held < wanted ? held : wanted;

    for (int c = 0; c < CHANNELS; c++) {
        if (out[c])
            memcpy(out[c], band->plane[c] + (size_t)(row - band->first_row) * width,
                   (size_t)count * width * sizeof(float));
    }
    return count;
}

hexfog_status hexfog_bands_read(struct hexfog_bands *bands, int slot,
                                const struct hexfog_span *span, struct hexfog_error *error)
{
    hexfog_status status = HEXFOG_OK;

    for (int32_t done = 0; done < span->row_count && status == HEXFOG_OK;) {
        int32_t row = span->first_row + done, wanted = span->row_count - done;
        size_t at = (size_t)done * (size_t)bands->width_px;
        float *out[CHANNELS] = { span->r + at, span->g + at, span->b ? span->b + at : NULL };
        if (row % bands->block_rows == 0 && wanted >= bands->block_rows) {
            status = load_straight(bands, slot, row, out, error);
            done += bands->block_rows;
        } else {
            status = load_band(bands, slot, row, error);
            done += status == HEXFOG_OK ? copy_rows(bands, slot, row, wanted, out) : 0;
        }
    }
    return status;
}
