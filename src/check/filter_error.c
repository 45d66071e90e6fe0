// SPDX-License-Identifier: MIT
// Turns a map into the error of F that linear sampling of its texture would make.
#include "check/filter_error.h"

#include <math.h>

enum { EVEN_POINTS = 1 << 15, CREASED_TILES = 1 << 11, EDGES = 6 };

// Steps of the two-dimensional sequence whose ratios are those of the plastic number, the real
// root p of p^3 = p + 1: frac(1/p) and frac(1/p^2) times 2^32. Any stretch of it is even.
static const uint32_t step_x = 0xC13FA9A9, step_y = 0x91E10DA5;

struct measuring {
    const struct hexfog_map *map;
    const struct hexfog_texture *texture;
    struct hexfog_uv uv_from_world;
    struct hexfog_world corners[EDGES];  // of a cell, from its centre
    struct hexfog_filter_error *measured;
    double error_sum;
};

// A place between texel centres: the lesser texel, and the share of the way to the next.
struct between { int32_t texel, next; double share; };

static struct between between(double at, int32_t side_px)
{
    int32_t texel = (int32_t)at;
    return (struct between){ texel, texel + 1 < side_px ? texel + 1 : texel, at - texel };
}

static hexfog_status f_at(const struct measuring *measuring, struct hexfog_world point, double *f,
                          struct hexfog_error *error)
{
    struct hexfog_value value = { 0, 0 };
    hexfog_status status = hexfog_field_at(measuring->map, point, &value, error);

    *f = value.level + value.g;
    return status;
}

// What a sampler gives there: the four texels, weighted along both axes.
static hexfog_status filter(const struct measuring *measuring, const struct between *x,
                            const struct between *y, double *f, struct hexfog_error *error)
{
    double corner[4];

    for (int i = 0; i < 4; i++) {
        struct hexfog_texel texel = { i & 1 ? x->next : x->texel, i & 2 ? y->next : y->texel };
        struct hexfog_world centre = hexfog_world_from_texel(measuring->texture, texel);
        hexfog_status status = f_at(measuring, centre, &corner[i], error);
        if (status != HEXFOG_OK)
            return status;
    }
    double upper = corner[0] + x->share * (corner[1] - corner[0]);
    double lower = corner[2] + x->share * (corner[3] - corner[2]);
    *f = upper + y->share * (lower - upper);
    return HEXFOG_OK;
}

// Texel coordinates: (0, 0) is the centre of the first texel. A place beyond the outermost
// centres, where there is nothing to filter, is passed over.
struct place { double x, y; };

static struct place place_of(const struct measuring *measuring, struct hexfog_world point)
{
    const struct hexfog_uv *uv = &measuring->uv_from_world;
    return (struct place){
        (point.x * uv->scale[0] + uv->offset[0]) * measuring->texture->width_px - 0.5,
        (point.y * uv->scale[1] + uv->offset[1]) * measuring->texture->height_px - 0.5
    };
}

static struct hexfog_world world_of(const struct measuring *measuring, struct place place)
{
    const struct hexfog_uv *uv = &measuring->uv_from_world;
    double u = (place.x + 0.5) / measuring->texture->width_px;
    double v = (place.y + 0.5) / measuring->texture->height_px;
    return (struct hexfog_world){ (u - uv->offset[0]) / uv->scale[0],
                                  (v - uv->offset[1]) / uv->scale[1] };
}

static hexfog_status measure(struct measuring *measuring, struct place place,
                             struct hexfog_error *error)
{
    int32_t width = measuring->texture->width_px, height = measuring->texture->height_px;
    double filtered, exact;

    if (!(place.x >= 0 && place.x <= width - 1 && place.y >= 0 && place.y <= height - 1))
        return HEXFOG_OK;
    struct between x = between(place.x, width), y = between(place.y, height);
    struct hexfog_world point = world_of(measuring, place);
    hexfog_status status = filter(measuring, &x, &y, &filtered, error);
    if (status == HEXFOG_OK)
        status = f_at(measuring, point, &exact, error);
    if (status != HEXFOG_OK)
        return status;
    double wrong_by = fabs(filtered - exact);
    measuring->error_sum += wrong_by;
    measuring->measured->point_count++;
    if (wrong_by > measuring->measured->greatest) {
        measuring->measured->greatest = wrong_by;
        measuring->measured->worst = point;
    }
    return HEXFOG_OK;
}

// The centre, the corners, the middles of the edges, and the middles of the ways to those.
static hexfog_status measure_tile(struct measuring *measuring, struct hexfog_axial tile,
                                  struct hexfog_error *error)
{
    struct hexfog_world centre = hexfog_world_from_axial(measuring->map, tile);
    hexfog_status status = measure(measuring, place_of(measuring, centre), error);

    for (int i = 0; i < 4 * EDGES && status == HEXFOG_OK; i++) {
        const struct hexfog_world *a = &measuring->corners[i / 4];
        const struct hexfog_world *b = i & 1 ? &measuring->corners[(i / 4 + 1) % EDGES] : a;
        double share = i & 2 ? 0.5 : 0.25; // of the sum of two corners
        struct hexfog_world point = { centre.x + share * (a->x + b->x),
                                      centre.y + share * (a->y + b->y) };
        status = measure(measuring, place_of(measuring, point), error);
    }
    return status;
}

static struct place even_place(const struct measuring *measuring, uint32_t i)
{
    return (struct place){
        (i * step_x + 0.5) * 0x1p-32 * (measuring->texture->width_px - 1),
        (i * step_y + 0.5) * 0x1p-32 * (measuring->texture->height_px - 1)
    };
}

static hexfog_status measure_evenly(struct measuring *measuring, struct hexfog_error *error)
{
    hexfog_status status = HEXFOG_OK;

    for (uint32_t i = 0; i < EVEN_POINTS && status == HEXFOG_OK; i++)
        status = measure(measuring, even_place(measuring, i), error);
    measuring->measured->mean = measuring->error_sum / EVEN_POINTS;
    return status;
}

static hexfog_status measure_creases(const struct hexfog_description *description,
                                     struct measuring *measuring, struct hexfog_error *error)
{
    const struct hexfog_tile_list *sources = &description->field.sources;
    size_t count = sources->count < CREASED_TILES ? sources->count : CREASED_TILES;
    hexfog_status status = HEXFOG_OK;

    for (size_t i = 0; i < count && status == HEXFOG_OK; i++)
        status = measure_tile(measuring, sources->tiles[i], error);
    for (uint32_t i = 0; i < CREASED_TILES && status == HEXFOG_OK; i++) {
        struct hexfog_world point = world_of(measuring, even_place(measuring, i));
        status = measure_tile(measuring, hexfog_axial_from_world(measuring->map, point), error);
    }
    return status;
}

// In order around the cell: at its left and right, and the ends of the pair of edges.
static void place_corners(const struct hexfog_cell *cell, struct hexfog_world corners[EDGES])
{
    double x = cell->width / 2, y = cell->height / 2, s = cell->side / 2;
    const struct hexfog_world pointy[EDGES] = { { x, -s }, { x, s }, { 0, y }, { -x, s },
                                                { -x, -s }, { 0, -y } };
    const struct hexfog_world flat[EDGES] = { { x, 0 }, { s, y }, { -s, y }, { -x, 0 },
                                              { -s, -y }, { s, -y } };

    for (int k = 0; k < EDGES; k++)
        corners[k] = cell->orientation == HEXFOG_POINTY ? pointy[k] : flat[k];
}

hexfog_status hexfog_filter_error_measure(const struct hexfog_description *description,
                                          const struct hexfog_map *map,
                                          struct hexfog_filter_error *measured,
                                          struct hexfog_error *error)
{
    struct measuring measuring = { .map = map, .texture = hexfog_map_texture(map),
                                   .measured = measured };

    *measured = (struct hexfog_filter_error){ 0 };
    measuring.uv_from_world = hexfog_uv_from_world(measuring.texture);
    place_corners(&description->grid.cell, measuring.corners);
    hexfog_status status = measure_evenly(&measuring, error);
    return status == HEXFOG_OK ? measure_creases(description, &measuring, error) : status;
}
