// SPDX-License-Identifier: MIT
// Turns rows of the texture into rows of its smaller mip levels.
#include "encode/mips.h"

#include <math.h>
#include "base/alloc.h"
#include "base/error.h"

// One mip level from 1 on.
struct mip {
    int32_t source_width, source_height; // of the mip level before
    int32_t next_row;                    // of the mip level before
    int32_t width;
    double *sum;                         // of the row that is being filled
    double *mean;                        // the last whole row
};

struct hexfog_mips {
    struct hexfog_mip_rules rules;
    int count;                           // mip levels, the texture's own included
    double *f;                           // a row of the texture
    double *across;                      // a row of a mip level before it is averaged down
    int32_t *level;                      // a whole row, split
    double *g;
    struct mip list[HEXFOG_MAX_MIPS];
};

int hexfog_mip_count(int32_t width_px, int32_t height_px)
{
    int32_t side = width_px > height_px ? width_px : height_px;
    int count = 1;
    for (; side > 1; side >>= 1)
        count++;
    return count;
}

// Of w = 2 n + 1 texels that become n, each texel is w / n of them wide. Times n, it covers
// n - i of texel 2 i, n of the next and i + 1 of the one after.
static void average_across(const double *f, int32_t count, double *out)
{
    int32_t n = count / 2;
    if (count == 1)
        out[0] = f[0];
    for (int32_t i = 0; i < n && count % 2 == 0; i++)
        out[i] = (f[2 * i] + f[2 * i + 1]) * 0.5;
    for (int32_t i = 0; i < n && count % 2; i++)
        out[i] = ((n - i) * f[2 * i] + n * f[2 * i + 1] + (i + 1) * f[2 * i + 2]) / count;
}

static void start_row(struct mip *mip, const double *across, int32_t weight)
{
    for (int32_t i = 0; i < mip->width; i++)
        mip->sum[i] = weight * across[i];
}

static void add_row(struct mip *mip, const double *across, int32_t weight)
{
    for (int32_t i = 0; i < mip->width; i++)
        mip->sum[i] += weight * across[i];
}

static void end_row(struct mip *mip, const double *across, int32_t weight, int32_t weights)
{
    for (int32_t i = 0; i < mip->width; i++)
        mip->mean[i] = (mip->sum[i] + weight * across[i]) / weights;
}

// The next row of the mip level before; true when a row is whole. An odd height's rows go
// as its columns do: the last one of a texel is also the first one of the next.
static bool add_down(struct mip *mip, const double *across)
{
    int32_t height = mip->source_height, row = mip->next_row++, n = height / 2, i = row / 2;
    if (height == 1) {
        start_row(mip, across, 0);
        end_row(mip, across, 1, 1);
        return true;
    }
    if (height % 2 == 0) {
        if (row % 2 == 0)
            start_row(mip, across, 1);
        else
            end_row(mip, across, 1, 2);
        return row % 2 != 0;
    }
    if (row % 2 != 0) {
        add_row(mip, across, n);
        return false;
    }
    if (i > 0)
        end_row(mip, across, i, height);
    if (i < n)
        start_row(mip, across, n - i);
    return i > 0;
}

// Where all of F is one above the greatest level, G is 1. Rounding alone could make it more.
static void split(const struct hexfog_mips *mips, const double *f, int32_t count)
{
    int32_t most = mips->rules.max_level;
    for (int32_t i = 0; i < count; i++) {
        double whole = floor(f[i]);
        mips->level[i] = whole < most ? (int32_t)whole : most;
        double g = f[i] - mips->level[i];
        mips->g[i] = g < 1.0 ? g : 1.0;
    }
}

static hexfog_status hand_over(const struct hexfog_mips *mips, int index,
                               struct hexfog_error *error)
{
    const struct mip *mip = &mips->list[index];
    int32_t height = mip->source_height, row = mip->next_row / 2 - 1;
    struct hexfog_rows rows = { mip->width, height == 1 ? 0 : row, 1, mips->level, mips->g };
    split(mips, mip->mean, mip->width);
    return mips->rules.take(mips->rules.context, index, &rows, error);
}

static hexfog_status add_one(struct hexfog_mips *mips, struct hexfog_error *error)
{
    const double *f = mips->f;
    for (int index = 1; index < mips->count; index++) {
        struct mip *mip = &mips->list[index];
        average_across(f, mip->source_width, mips->across);
        if (!add_down(mip, mips->across))
            return HEXFOG_OK;
        hexfog_status status = hand_over(mips, index, error);
        if (status != HEXFOG_OK)
            return status;
        f = mip->mean;
    }
    return HEXFOG_OK;
}

hexfog_status hexfog_mips_add(struct hexfog_mips *mips, const struct hexfog_rows *rows,
                              struct hexfog_error *error)
{
    hexfog_status status = HEXFOG_OK;
    size_t width = (size_t)mips->rules.width_px;
    for (int32_t row = 0; row < rows->row_count && status == HEXFOG_OK; row++) {
        const int32_t *level = rows->level + (size_t)row * width;
        const double *g = rows->g + (size_t)row * width;
        for (size_t i = 0; i < width; i++)
            mips->f[i] = level[i] + g[i];
        status = add_one(mips, error);
    }
    return status;
}

// Widths halve: two buffers of all mip levels together have no more than twice the first
// one's texels each, and of a texture one texel wide one each.
uint64_t hexfog_mips_memory_bytes(int32_t width_px)
{
    uint64_t width = (uint64_t)width_px, all = width + HEXFOG_MAX_MIPS;
    return sizeof(struct hexfog_mips) + (width + 2 * width + 2 * all) * sizeof(double) +
           width * sizeof(int32_t);
}

static bool allocate(struct hexfog_mips *mips)
{
    const struct hexfog_mip_rules *rules = &mips->rules;
    size_t width = (size_t)rules->width_px;
    mips->f = hexfog_alloc(width, sizeof *mips->f);
    mips->across = hexfog_alloc(width, sizeof *mips->across);
    mips->level = hexfog_alloc(width, sizeof *mips->level);
    mips->g = hexfog_alloc(width, sizeof *mips->g);
    if (!mips->f || !mips->across || !mips->level || !mips->g)
        return false;
    for (int i = 1; i < mips->count; i++) {
        struct mip *mip = &mips->list[i];
        mip->source_width = hexfog_mip_px(rules->width_px, i - 1);
        mip->source_height = hexfog_mip_px(rules->height_px, i - 1);
        mip->width = hexfog_mip_px(rules->width_px, i);
        mip->sum = hexfog_alloc((size_t)mip->width, sizeof *mip->sum);
        mip->mean = hexfog_alloc((size_t)mip->width, sizeof *mip->mean);
        if (!mip->sum || !mip->mean)
            return false;
    }
    return true;
}

hexfog_status hexfog_mips_make(const struct hexfog_mip_rules *rules, struct hexfog_mips **mips,
                               struct hexfog_error *error)
{
    *mips = NULL;
    struct hexfog_mips *made = hexfog_alloc_zeroed(1, sizeof *made);
    if (!made)
        return hexfog_fail_memory(error, "a mip chain");
    made->rules = *rules;
    made->count = hexfog_mip_count(rules->width_px, rules->height_px);
    if (!allocate(made)) {
        hexfog_mips_free(made);
        return hexfog_fail_memory(error, "a mip chain's rows");
    }
    *mips = made;
    return HEXFOG_OK;
}

void hexfog_mips_free(struct hexfog_mips *mips)
{
    if (!mips)
        return;
    for (int i = 1; i < mips->count; i++) {
        hexfog_free(mips->list[i].sum);
        hexfog_free(mips->list[i].mean);
    }
    hexfog_free(mips->f);
    hexfog_free(mips->across);
    hexfog_free(mips->level);
    hexfog_free(mips->g);
    hexfog_free(mips);
}
