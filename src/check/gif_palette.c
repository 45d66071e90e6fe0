// SPDX-License-Identifier: MIT
// Turns all the colours of some pictures into at most 255. Whole numbers throughout, and no
// order but that of the colours: the same pictures give the same palette everywhere.
#include "check/gif_palette.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/error.h"

enum { PLANE_COLOURS = 1 << 16 };

// A colour that occurs, as 0xrrggbb, and how often.
struct entry { uint32_t rgb, count; };
// Some entries, which one colour of the palette stands for.
struct box { struct entry *first; size_t count; uint64_t weight; int axis, extent; };

static int channel_of(uint32_t rgb, int axis)
{
    return (int)(rgb >> (16 - 8 * axis) & 255);
}

static uint32_t packed(const uint8_t *rgb)
{
    return (uint32_t)rgb[0] << 16 | (uint32_t)rgb[1] << 8 | rgb[2];
}

static struct hexfog_rgb8 unpacked(uint32_t rgb)
{
    return (struct hexfog_rgb8){ (uint8_t)(rgb >> 16), (uint8_t)(rgb >> 8), (uint8_t)rgb };
}

void hexfog_palette_free(struct hexfog_palette *palette)
{
    for (int red = 0; red < HEXFOG_REDS; red++)
        hexfog_free(palette->planes[red]);
    *palette = (struct hexfog_palette){ 0 };
}

hexfog_status hexfog_palette_add(struct hexfog_palette *palette, const struct hexfog_canvas *canvas,
                                 struct hexfog_error *error)
{
    size_t count = (size_t)canvas->width_px * (size_t)canvas->height_px;

    for (size_t i = 0; i < count; i++) {
        uint32_t rgb = packed(canvas->rgb + 3 * i);
        uint32_t **plane = &palette->planes[rgb >> 16];
        if (!*plane && !(*plane = hexfog_alloc_zeroed(PLANE_COLOURS, sizeof **plane)))
            return hexfog_fail_memory(error, "the palette of a .gif");
        uint32_t *times = &(*plane)[rgb % PLANE_COLOURS];
        *times += *times < UINT32_MAX;
    }
    return HEXFOG_OK;
}

// Boxes -----------------------------------------------------------------------

static _Thread_local int compared_axis; // qsort hands its comparison nothing

static int compare(const void *a, const void *b)
{
    uint32_t left = ((const struct entry *)a)->rgb, right = ((const struct entry *)b)->rgb;
    int difference = channel_of(left, compared_axis) - channel_of(right, compared_axis);

    return difference ? difference : (left > right) - (left < right);
}

// Finds the axis along which a box is longest, and its weight.
static void measure(struct box *box)
{
    box->weight = 0;
    box->extent = -1;
    for (int axis = 0; axis < 3; axis++) {
        int least = 255, most = 0;
        for (size_t i = 0; i < box->count; i++) {
            int value = channel_of(box->first[i].rgb, axis);
            least = value < least ? value : least;
            most = value > most ? value : most;
        }
        if (most - least > box->extent) {
            box->extent = most - least;
            box->axis = axis;
        }
    }
    for (size_t i = 0; i < box->count; i++)
        box->weight += box->first[i].count;
}

// Cuts a box at the middle of its weight, never off an end.
static void cut(struct box *box, struct box *rest)
{
    uint64_t half = 0;
    size_t i = 0;

    compared_axis = box->axis;
    qsort(box->first, box->count, sizeof *box->first, compare);
    while (i + 1 < box->count && (i == 0 || half + box->first[i].count <= box->weight / 2))
        half += box->first[i++].count;
    *rest = (struct box){ .first = box->first + i, .count = box->count - i };
    box->count = i;
    measure(box);
    measure(rest);
}

// The box that is worth cutting most: the error of one colour grows with the square of the extent.
static struct box *worst_box(struct box *boxes, int count)
{
    struct box *worst = NULL;
    uint64_t most = 0;

    for (int i = 0; i < count; i++) {
        uint64_t extent = (uint64_t)boxes[i].extent;
        uint64_t cost = extent * extent * boxes[i].weight;
        if (cost > most) {
            most = cost;
            worst = &boxes[i];
        }
    }
    return worst;
}

static struct hexfog_rgb8 mean_of(const struct box *box)
{
    uint64_t sums[3] = { box->weight / 2, box->weight / 2, box->weight / 2 };

    for (size_t i = 0; i < box->count; i++)
        for (int axis = 0; axis < 3; axis++)
            sums[axis] += (uint64_t)channel_of(box->first[i].rgb, axis) * box->first[i].count;
    return (struct hexfog_rgb8){ (uint8_t)(sums[0] / box->weight), (uint8_t)(sums[1] / box->weight),
                                 (uint8_t)(sums[2] / box->weight) };
}

static void choose(struct hexfog_palette *palette, struct entry *entries, size_t count)
{
    struct box boxes[HEXFOG_PALETTE_SIZE] = { { .first = entries, .count = count } };
    struct box *worst = &boxes[0];
    int box_count = 1, room = HEXFOG_PALETTE_SIZE - palette->count;

    measure(worst);
    while (box_count < room && (worst = worst_box(boxes, box_count)))
        cut(worst, &boxes[box_count++]);
    for (int i = 0; i < box_count; i++)
        palette->colours[palette->count++] = mean_of(&boxes[i]);
}

// The palette -----------------------------------------------------------------

// Lists the colours that occur, in order, where `entries` is not NULL; tells how many there are.
static size_t list_colours(const struct hexfog_palette *palette, struct entry *entries)
{
    size_t count = 0;

    for (uint32_t red = 0; red < HEXFOG_REDS; red++) {
        const uint32_t *plane = palette->planes[red];
        for (uint32_t rest = 0; plane && rest < PLANE_COLOURS; rest++) {
            if (plane[rest] == 0)
                continue;
            if (entries)
                entries[count] = (struct entry){ red << 16 | rest, plane[rest] };
            count++;
        }
    }
    return count;
}

hexfog_status hexfog_palette_settle(struct hexfog_palette *palette,
                                    const struct hexfog_rgb8 *pinned, int pinned_count,
                                    struct hexfog_error *error)
{
    size_t count = list_colours(palette, NULL);
    struct entry *entries = hexfog_alloc(count, sizeof *entries);

    if (!entries)
        return hexfog_fail_memory(error, "the palette of a .gif");
    list_colours(palette, entries);
    if (count <= HEXFOG_PALETTE_SIZE) {
        for (size_t i = 0; i < count; i++)
            palette->colours[palette->count++] = unpacked(entries[i].rgb);
    } else {
        for (int i = 0; i < pinned_count; i++)
            palette->colours[palette->count++] = pinned[i];
        choose(palette, entries, count);
    }
    for (size_t i = 0; i < count; i++)
        palette->planes[entries[i].rgb >> 16][entries[i].rgb % PLANE_COLOURS] = 0;
    hexfog_free(entries);
    return HEXFOG_OK;
}

static int distance(struct hexfog_rgb8 a, struct hexfog_rgb8 b)
{
    int r = a.r - b.r, g = a.g - b.g, blue = a.b - b.b;

    return 3 * r * r + 6 * g * g + blue * blue; // about how lightness weighs them
}

static int nearest(const struct hexfog_palette *palette, struct hexfog_rgb8 colour)
{
    int best = 0;

    for (int i = 1; i < palette->count; i++)
        if (distance(colour, palette->colours[i]) < distance(colour, palette->colours[best]))
            best = i;
    return best;
}

uint8_t hexfog_palette_find(struct hexfog_palette *palette, const uint8_t *rgb)
{
    uint32_t *plane = palette->planes[rgb[0]];
    struct hexfog_rgb8 colour = { rgb[0], rgb[1], rgb[2] };

    if (!plane) // of none that was added
        return (uint8_t)nearest(palette, colour);
    uint32_t *known = &plane[packed(rgb) % PLANE_COLOURS];
    if (*known == 0)
        *known = 1 + (uint32_t)nearest(palette, colour);
    return (uint8_t)(*known - 1);
}
