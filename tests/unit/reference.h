/* SPDX-License-Identifier: MIT */
/*
 * The slow, plain reference: what docs call the field, written a second time from its
 * definition alone, in long double, with none of the product's model. It takes only the
 * description's plain structs. Speed and memory are no aim: levels by a breadth-first
 * search, cells by trying every edge of every tile near by, nothing remembered.
 */
#ifndef HEXFOG_TESTS_REFERENCE_H
#define HEXFOG_TESTS_REFERENCE_H

#include "hexfog.h"

struct reference;

/* Aborts where memory ends: it is a test. The description may be freed afterwards. */
struct reference *reference_make(const struct hexfog_description *description);
void reference_free(struct reference *reference);

struct reference_texture {
    int32_t width, height;
    long double x_min, y_min, x_max, y_max;
    bool y_up;
};
struct reference_texture reference_texture(const struct reference *reference);

struct reference_point { long double x, y; };
struct reference_point reference_point_at(double x, double y);
struct reference_point reference_texel_centre(const struct reference *reference, int32_t column,
                                              int32_t row);
struct reference_point reference_tile_centre(const struct reference *reference,
                                             struct hexfog_axial tile);

/* e_k of a point in a tile, k = 0..5. */
long double reference_edge(const struct reference *reference, struct hexfog_axial tile,
                           struct reference_point point, int k);
/* The neighbour across edge k. */
struct hexfog_axial reference_neighbour(struct hexfog_axial tile, int k);
/* Corner k, where edges k and k + 1 meet, as an offset from the tile's centre. */
struct reference_point reference_corner(const struct reference *reference, int k);

/* What a point has. Nearer than the tie to a border every adjoining tile is right: nearer
 * than REFERENCE_TIE, or where places are known less well than that, than their rounding. */
#define REFERENCE_TIE 1e-9L
long double reference_tie(const struct reference *reference);
struct reference_choice {
    struct hexfog_axial tile;
    int32_t level;
    long double g;
};
struct reference_value {
    struct reference_choice choices[4]; /* the first is the tile that the point is in */
    int count;
    long double border;                 /* distance to the nearest border, in cell extents */
};
struct reference_value reference_at(const struct reference *reference,
                                    struct reference_point point);

/* Levels of tiles. A tile outside the box searched is an error of the caller. */
struct reference_box { int32_t q_min, q_max, r_min, r_max; };
struct reference_box reference_box(const struct reference *reference);
int32_t reference_level(const struct reference *reference, struct hexfog_axial tile);
bool reference_is_fog(const struct reference *reference, struct hexfog_axial tile);
bool reference_is_in_shape(const struct reference *reference, struct hexfog_axial tile);
int32_t reference_fog_level(const struct reference *reference);
int32_t reference_shape_max_level(const struct reference *reference);
int64_t reference_shape_tile_count(const struct reference *reference);
int64_t reference_fog_tile_count(const struct reference *reference);

/* False where long double is no wider than double (32-bit ARM, and whatever LDBL_MANT_DIG says
 * under valgrind): then the reference rounds as the product does, and judges nothing. A test says
 * so and skips. */
bool reference_is_precise(void);

/* The accuracy that the field promises on this texture: 1e-12 and the rounding of places. */
long double reference_tolerance(const struct reference *reference);
/* The same for cells whose side is shorter than half their extents: seamless may rise by 1
 * along it, so the rounding of a place weighs up to 1 / side there, whoever computes. */
long double reference_slack(const struct reference *reference);

/* True when a level and a G (within the slack) are right at a point, by any choice. */
bool reference_agrees(const struct reference *reference, const struct reference_value *value,
                      int32_t level, double g);

#endif
