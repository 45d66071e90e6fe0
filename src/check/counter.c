// SPDX-License-Identifier: MIT
// Turns decoded rows into counts of texels by level and of distinct values of G in each.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/vector.h"
#include "check/texture_stats.h"

enum {
    FILTER_BITS = 14,       // pairs seen of late: most texels end there
    FIRST_PAIRS = 1 << 12, MOST_PAIRS = 1 << 22,
    LEVEL_SLOTS = 4 * HEXFOG_MOST_STATS_LEVELS,
    KNOWN_BITS = 10,        // values of R seen of late
    FINE_BITS = 13,         // of a float's mantissa, which those made of halves and of .hdr lack
    MAPPED_LEVELS = 256,    // that have a bit for each G without fine bits
    LANES = 64              // texels looked at together: a fixed count, for vectors
};

// Words of a map of G from 0 to 1.
enum { MAP_WORDS = (0x3f800000 >> FINE_BITS) / 64 + 1 };

// A pair is 1 + the level's index, and G's bits; never 0.
struct hexfog_counter {
    struct hexfog_texture_stats *stats;
    uint64_t *maps[MAPPED_LEVELS]; // the G without fine bits that each level has; or NULL
    uint64_t filter[1 << FILTER_BITS];
    uint64_t *pairs;        // an open hash table; 0 = free
    size_t pair_count, pair_slots;
    bool is_memory_out;
    int32_t level_slots[LEVEL_SLOTS]; // 1 + index into stats->levels; 0 = free
    struct known_r { float r; int32_t index; } known[1 << KNOWN_BITS]; // index -1: no level
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

static void count_distinct(struct hexfog_level_stats *level)
{
    if (level->distinct_g == HEXFOG_MOST_DISTINCT_G)
        level->has_more_g = true;
    else
        level->distinct_g++;
}

// Counts a pair that the filter does not know, as long as the table can grow.
static void add_pair(struct hexfog_counter *counter, int32_t index, uint64_t pair)
{
    struct hexfog_level_stats *level = &counter->stats->levels[index];

    if (2 * (counter->pair_count + 1) > counter->pair_slots && !grow(counter)) {
        level->has_more_g = true;
        return;
    }
    if (!put_pair(counter->pairs, counter->pair_slots, pair))
        return;
    counter->pair_count++;
    count_distinct(level);
}

// Texels ----------------------------------------------------------------------

static void widen(float *least, float *most, float value)
{
    *least = value < *least ? value : *least;
    *most = value > *most ? value : *most;
}

HEXFOG_BODY uint32_t bits_of_float(float value)
{
    uint32_t bits;

    memcpy(&bits, &value, sizeof bits);
    return bits;
}

// The level's index for a new R; -1 where there is none.
static int32_t take_r(struct hexfog_counter *counter, float r)
{
    double level_scale = counter->stats->level_scale;
    int32_t level = 0;

    if (!isfinite(r))
        return -1;
    widen(&counter->r_min, &counter->r_max, r);
    if (level_scale > 0 && !hexfog_level_from_r(r, level_scale, &level))
        return -1;
    return find_level(counter, level);
}

static int32_t index_of_r(struct hexfog_counter *counter, float r)
{
    struct known_r *known = &counter->known[slot_of(bits_of_float(r), KNOWN_BITS)];

    if (known->r != r)
        *known = (struct known_r){ r, take_r(counter, r) };
    return known->index;
}

// NULL where the level has none.
static uint64_t *map_of_level(struct hexfog_counter *counter, int32_t index)
{
    if (index >= MAPPED_LEVELS)
        return NULL;
    if (!counter->maps[index])
        counter->maps[index] = hexfog_alloc_zeroed(MAP_WORDS, sizeof(uint64_t));
    counter->is_memory_out |= !counter->maps[index];
    return counter->maps[index];
}

// G from 0 to 1 without fine bits.
static void map_g(struct hexfog_level_stats *level, uint64_t *map, const float *g, size_t count)
{
    for (size_t i = 0; i < count && !level->has_more_g; i++) {
        uint32_t place = bits_of_float(g[i] + 0.0F) >> FINE_BITS; // -0 is 0
        uint64_t bit = UINT64_C(1) << place % 64;
        if (map[place / 64] & bit)
            continue;
        map[place / 64] |= bit;
        count_distinct(level);
    }
}

// Whether a map has a bit for it: the same for a texel alone and among others.
static bool is_coarse(float g)
{
    return g >= 0 && g <= 1 && !(bits_of_float(g) & ((1U << FINE_BITS) - 1));
}

static void list_g(struct hexfog_counter *counter, int32_t index, float g)
{
    uint64_t pair = (uint64_t)(index + 1) << 32 | bits_of_float(g + 0.0F);
    uint64_t *seen = &counter->filter[slot_of(pair, FILTER_BITS)];

    if (*seen == pair)
        return;
    *seen = pair;
    add_pair(counter, index, pair);
}

// Finite G of one level; `are_coarse`: all of them.
static void count_g(struct hexfog_counter *counter, int32_t index, const float *g, size_t count,
                    bool are_coarse)
{
    struct hexfog_level_stats *level = &counter->stats->levels[index];
    uint64_t *map = map_of_level(counter, index);

    level->texel_count += count;
    if (map && are_coarse) {
        map_g(level, map, g, count);
        return;
    }
    for (size_t i = 0; i < count && !level->has_more_g; i++) {
        if (map && is_coarse(g[i]))
            map_g(level, map, g + i, 1);
        else
            list_g(counter, index, g[i]);
    }
}

// A texel that may not be finite, in no level that is listed, or with G outside of [0, 1].
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
    int32_t index = index_of_r(counter, r);
    stats->g_outside_count += g < 0 || g > 1;
    stats->unlisted_count += index < 0;
    widen(&counter->g_min, &counter->g_max, g + 0.0F);
    if (index >= 0)
        count_g(counter, index, &g, 1, false);
}

// Some texels at once -----------------------------------------------------------

struct range { float least[LANES], most[LANES]; };

// What LANES texels have in common.
struct look {
    int has_odd;            // a G that is not in [0, 1], or no number
    int has_several_r;
    uint32_t g_bits;        // of all, together
};

HEXFOG_BODY void look_at_body(const float *restrict r, const float *restrict g, struct look *look)
{
    int odd = 0, several = 0;
    uint32_t all = 0;

    for (int i = 0; i < LANES; i++) {
        odd |= !(g[i] >= 0) | !(g[i] <= 1);
        several |= !(r[i] == r[0]);
        all |= bits_of_float(g[i]);
    }
    *look = (struct look){ odd, several, all };
}

HEXFOG_KERNEL(static, look_at, (const float *r, const float *g, struct look *look), (r, g, look))

HEXFOG_BODY void widen_lanes_body(struct range *restrict range, const float *restrict g)
{
    for (int i = 0; i < LANES; i++) {
        range->least[i] = g[i] < range->least[i] ? g[i] : range->least[i];
        range->most[i] = g[i] > range->most[i] ? g[i] : range->most[i];
    }
}

HEXFOG_KERNEL(static, widen_lanes, (struct range *range, const float *g), (range, g))

// Texels with the R of the first, which lasts for a tile's width.
static size_t run_length(const float *r, size_t count)
{
    size_t run = 1;

    while (run < count && r[run] == r[0])
        run++;
    return run;
}

static bool have_levels(struct hexfog_counter *counter, const float *r)
{
    for (size_t i = 0; i < LANES; i += run_length(r + i, LANES - i)) {
        if (index_of_r(counter, r[i]) < 0)
            return false;
    }
    return true;
}

// LANES texels at once, or one by one where one of them is odd.
static void count_lanes(struct hexfog_counter *counter, const struct hexfog_strip *strip,
                        size_t first, struct range *range)
{
    const float *r = strip->r[0] + first, *g = strip->g[0] + first;
    struct look look;

    look_at(r, g, &look);
    bool is_one = !look.has_several_r, are_coarse = !(look.g_bits & ((1U << FINE_BITS) - 1));
    if (look.has_odd || (is_one ? index_of_r(counter, *r) < 0 : !have_levels(counter, r))) {
        for (size_t i = 0; i < LANES; i++)
            count_odd(counter, strip, first + i);
        return;
    }
    widen_lanes(range, g);
    for (size_t i = 0, run; i < LANES; i += run) {
        run = is_one ? LANES : run_length(r + i, LANES - i);
        count_g(counter, index_of_r(counter, r[i]), g + i, run, are_coarse);
    }
}

static hexfog_status count_strip(void *context, const struct hexfog_strip *strip,
                                 struct hexfog_error *error)
{
    struct hexfog_counter *counter = context;
    size_t texels = (size_t)strip->width_px * (size_t)strip->row_count, i = 0;
    struct range range;

    for (int lane = 0; lane < LANES; lane++) {
        range.least[lane] = counter->g_min;
        range.most[lane] = counter->g_max;
    }
    for (; i + LANES <= texels; i += LANES)
        count_lanes(counter, strip, i, &range);
    for (; i < texels; i++)
        count_odd(counter, strip, i);
    for (int lane = 0; lane < LANES; lane++) {
        float least = range.least[lane] + 0.0F, most = range.most[lane] + 0.0F;
        counter->g_min = least < counter->g_min ? least : counter->g_min;
        counter->g_max = most > counter->g_max ? most : counter->g_max;
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
    for (int i = 0; i < 1 << KNOWN_BITS; i++)
        (*counter)->known[i].r = NAN; // no R is known yet
    (*counter)->r_min = (*counter)->g_min = INFINITY;
    (*counter)->r_max = (*counter)->g_max = -INFINITY;
    return HEXFOG_OK;
}

struct hexfog_strip_work hexfog_counter_work(struct hexfog_counter *counter)
{
    return (struct hexfog_strip_work){ .work = count_strip, .context = counter, .can_wait = true };
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
    for (int i = 0; i < MAPPED_LEVELS; i++)
        hexfog_free(counter->maps[i]);
    hexfog_free(counter->pairs);
    hexfog_free(counter);
}
