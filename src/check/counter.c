// SPDX-License-Identifier: MIT
// Turns decoded rows into counts of texels by level and of distinct values of G in each.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "check/texture_stats.h"

enum {
    FILTER_BITS = 16,       // pairs seen of late: most texels end there
    FIRST_PAIRS = 1 << 12, MOST_PAIRS = 1 << 22,
    LEVEL_SLOTS = 4 * HEXFOG_MOST_STATS_LEVELS
};

// A pair is 1 + the level's index, and G's bits; never 0.
struct hexfog_counter {
    struct hexfog_texture_stats *stats;
    uint64_t filter[1 << FILTER_BITS];
    uint64_t *pairs;        // an open hash table; 0 = free
    size_t pair_count, pair_slots;
    bool is_memory_out;
    int32_t level_slots[LEVEL_SLOTS]; // 1 + index into stats->levels; 0 = free
    float last_r;           // of the texel before, and its level's index; -1: none
    int32_t last_index;
    float r_min, r_max, g_min, g_max;
};

static size_t slot_of(uint64_t key, unsigned bits)
{
    return (size_t)((key * UINT64_C(0x9E3779B97F4A7C15)) >> (64 - bits));
}

static unsigned bits_of(size_t slots)
{
    unsigned bits = 0;
    while (((size_t)1 << bits) < slots)
        bits++;
    return bits;
}

// Levels --------------------------------------------------------------------

// Index into the list; -1 when it is full.
static int32_t find_level(struct hexfog_counter *counter, int32_t level)
{
    struct hexfog_texture_stats *stats = counter->stats;
    size_t at = slot_of((uint32_t)level, bits_of(LEVEL_SLOTS));

    for (; counter->level_slots[at]; at = (at + 1) % LEVEL_SLOTS) {
        int32_t index = counter->level_slots[at] - 1;
        if (stats->levels[index].level == level)
            return index;
    }
    if (stats->level_count == HEXFOG_MOST_STATS_LEVELS)
        return -1;
    stats->levels[stats->level_count] = (struct hexfog_level_stats){ .level = level };
    counter->level_slots[at] = ++stats->level_count;
    return stats->level_count - 1;
}

// Distinct pairs --------------------------------------------------------------

// True when it is new.
static bool put_pair(uint64_t *pairs, size_t slots, uint64_t pair)
{
    size_t at = slot_of(pair, bits_of(slots));

    for (; pairs[at]; at = (at + 1) & (slots - 1)) {
        if (pairs[at] == pair)
            return false;
    }
    pairs[at] = pair;
    return true;
}

static bool grow(struct hexfog_counter *counter)
{
    size_t slots = counter->pair_slots ? 2 * counter->pair_slots : FIRST_PAIRS;

    if (slots > 2 * MOST_PAIRS)
        return false;
    uint64_t *pairs = hexfog_alloc_zeroed(slots, sizeof *pairs);
    if (!pairs) {
        counter->is_memory_out = true;
        return false;
    }
    for (size_t i = 0; i < counter->pair_slots; i++) {
        if (counter->pairs[i])
            (void)put_pair(pairs, slots, counter->pairs[i]);
    }
    hexfog_free(counter->pairs);
    counter->pairs = pairs;
    counter->pair_slots = slots;
    return true;
}

// Counts a pair that the filter does not know, as long as the table can grow.
static void add_pair(struct hexfog_counter *counter, int32_t index, uint64_t pair)
{
    struct hexfog_level_stats *level = &counter->stats->levels[index];

    if (level->has_more_g)
        return;
    if (2 * (counter->pair_count + 1) > counter->pair_slots && !grow(counter)) {
        level->has_more_g = true;
        return;
    }
    if (!put_pair(counter->pairs, counter->pair_slots, pair))
        return;
    counter->pair_count++;
    if (level->distinct_g == HEXFOG_MOST_DISTINCT_G)
        level->has_more_g = true;
    else
        level->distinct_g++;
}

// Ranges are widened only where a pair or an R comes anew.
static void widen(float *least, float *most, float value)
{
    *least = value < *least ? value : *least;
    *most = value > *most ? value : *most;
}

static inline void count_g(struct hexfog_counter *counter, int32_t index, float g)
{
    float plain = g + 0.0F; // -0 is 0
    uint32_t bits;

    memcpy(&bits, &plain, sizeof bits);
    uint64_t pair = (uint64_t)(index + 1) << 32 | bits;
    uint64_t *seen = &counter->filter[slot_of(pair, FILTER_BITS)];
    counter->stats->levels[index].texel_count++;
    if (*seen == pair)
        return;
    *seen = pair;
    widen(&counter->g_min, &counter->g_max, plain);
    add_pair(counter, index, pair);
}

// Texels ----------------------------------------------------------------------

// The level's index for a new R; -1 where there is none.
static int32_t take_r(struct hexfog_counter *counter, float r)
{
    double level_scale = counter->stats->level_scale;
    int32_t level = 0;

    counter->last_r = r;
    counter->last_index = -1;
    if (!isfinite(r))
        return -1;
    widen(&counter->r_min, &counter->r_max, r);
    if (level_scale <= 0 || hexfog_level_from_r(r, level_scale, &level))
        counter->last_index = find_level(counter, level);
    return counter->last_index;
}

// A texel that is not finite, in no level that is listed, or with G outside of [0, 1].
static void count_odd(struct hexfog_counter *counter, const struct hexfog_strip *strip, size_t at)
{
    struct hexfog_texture_stats *stats = counter->stats;
    float r = strip->r[0][at], g = strip->g[0][at];
    size_t width = (size_t)strip->width_px;

    if (!isfinite(r) || !isfinite(g)) {
        if (stats->nonfinite_count++ == 0)
            stats->first_nonfinite = (struct hexfog_texel){
                (int32_t)(at % width), strip->first_row + (int32_t)(at / width)
            };
        return;
    }
    stats->g_outside_count += g < 0 || g > 1;
    if (counter->last_index >= 0) {
        count_g(counter, counter->last_index, g);
        return;
    }
    widen(&counter->g_min, &counter->g_max, g);
    stats->unlisted_count++;
}

static hexfog_status count_strip(void *context, const struct hexfog_strip *strip,
                                 struct hexfog_error *error)
{
    struct hexfog_counter *counter = context;
    size_t texels = (size_t)strip->width_px * (size_t)strip->row_count;
    const float *r = strip->r[0], *g = strip->g[0];
    int32_t index = counter->last_index;

    for (size_t i = 0; i < texels; i++) {
        if (r[i] != counter->last_r)
            index = take_r(counter, r[i]);
        if (index >= 0 && g[i] >= 0 && g[i] <= 1)
            count_g(counter, index, g[i]);
        else
            count_odd(counter, strip, i);
    }
    counter->stats->texel_count += texels;
    return counter->is_memory_out ? hexfog_fail_memory(error, "the values of G") : HEXFOG_OK;
}

hexfog_status hexfog_counter_make(struct hexfog_texture_stats *stats,
                                  struct hexfog_counter **counter, struct hexfog_error *error)
{
    *counter = hexfog_alloc_zeroed(1, sizeof **counter);
    if (!*counter)
        return hexfog_fail_memory(error, "the counts of a texture");
    (*counter)->stats = stats;
    (*counter)->last_r = NAN; // the first R is new
    (*counter)->last_index = -1;
    (*counter)->r_min = (*counter)->g_min = INFINITY;
    (*counter)->r_max = (*counter)->g_max = -INFINITY;
    return HEXFOG_OK;
}

struct hexfog_strip_work hexfog_counter_work(struct hexfog_counter *counter)
{
    return (struct hexfog_strip_work){ count_strip, counter };
}

static int compare(const void *a, const void *b)
{
    int32_t level_a = ((const struct hexfog_level_stats *)a)->level;
    int32_t level_b = ((const struct hexfog_level_stats *)b)->level;
    return (level_a > level_b) - (level_a < level_b);
}

void hexfog_counter_end(struct hexfog_counter *counter)
{
    if (!counter)
        return;
    struct hexfog_texture_stats *stats = counter->stats;
    qsort(stats->levels, (size_t)stats->level_count, sizeof stats->levels[0], compare);
    if (counter->r_min <= counter->r_max) {
        stats->r_min = (double)counter->r_min;
        stats->r_max = (double)counter->r_max;
        stats->g_min = (double)counter->g_min;
        stats->g_max = (double)counter->g_max;
    }
    hexfog_free(counter->pairs);
    hexfog_free(counter);
}
