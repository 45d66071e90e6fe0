// SPDX-License-Identifier: MIT
// SOURCES: tests/unit/board.c tests/unit/pattern.c
// SOURCES: tests/unit/random_board.c tests/unit/random_tiles.c
// SOURCES: tests/unit/reference.c tests/unit/reference_field.c
//
// What the two metrics promise of G: where it is 1/2, what it covers, how steep it is, and
// across which borders level + G goes on without a jump.
#include "pattern.h"
#include "prove.h"
#include "random_board.h"
#include "reference.h"

#include <math.h>
#include <stdlib.h>

static double f_at(const struct board *board, double x, double y)
{
    struct hexfog_value value = board_value(board, x, y);
    return value.level + value.g;
}

// ---------------------------------------------------------------- centres

static void hold_centres(const struct board *board, const struct reference *reference)
{
    struct reference_box box = reference_box(reference);
    for (int32_t r = box.r_min; r <= box.r_max; r++)
        for (int32_t q = box.q_min; q <= box.q_max; q++) {
            struct hexfog_axial tile = {q, r};
            int32_t level;
            if (!hexfog_level_of(board->map, tile, &level))
                continue;
            struct hexfog_world centre = hexfog_world_from_axial(board->map, tile);
            struct hexfog_value value = board_value(board, centre.x, centre.y);
            double wanted = hexfog_is_fog(board->map, tile) ? 0 : 0.5;
            assert_int_equal(value.level, level);
            assert_true(fabs(value.g - wanted) <= (double)reference_slack(reference));
        }
}

static void centres_have_a_half(void **state)
{
    static struct random_board random;
    (void)state;
    for (uint64_t seed = 0; seed < 300; seed++) {
        struct board board;
        random_board_make(&random, seed);
        board_make(&board, "%s", random.text);
        struct reference *reference = reference_make(&board.description);
        hold_centres(&board, reference);
        reference_free(reference);
        board_free(&board);
    }
}

// ---------------------------------------------------------------- seams

struct seams {
    struct board board;
    struct reference *reference;
    uint64_t joined, equal, open; // edges: by the corner law, of equal levels, neither
    double widest_open;           // greatest jump of the last kind
};

static int32_t level_spread(int32_t a, int32_t b, int32_t c)
{
    int32_t low = a < b ? a : b, high = a > b ? a : b;
    return (high > c ? high : c) - (low < c ? low : c);
}

// The levels of the three tiles at the corner after edge k.
static bool is_gentle(const struct seams *seams, struct hexfog_axial tile, int k)
{
    const struct reference *m = seams->reference;
    return level_spread(reference_level(m, tile), reference_level(m, reference_neighbour(tile, k)),
                        reference_level(m, reference_neighbour(tile, (k + 1) % 6))) <= 1;
}

// F just outside edge k less F just inside, the greatest in size along the edge.
static double greatest_jump(const struct seams *seams, struct hexfog_axial tile, int k)
{
    struct reference_point a = reference_corner(seams->reference, (k + 5) % 6);
    struct reference_point b = reference_corner(seams->reference, k);
    struct reference_point from = reference_tile_centre(seams->reference, tile);
    struct reference_point to =
        reference_tile_centre(seams->reference, reference_neighbour(tile, k));
    double greatest = 0, step = 1e-12;
    for (int i = 0; i <= 8; i++) {
        long double t = 0.02L + 0.12L * i;
        double x = (double)(from.x + a.x + t * (b.x - a.x));
        double y = (double)(from.y + a.y + t * (b.y - a.y));
        double dx = step * (double)(to.x - from.x), dy = step * (double)(to.y - from.y);
        double jump =
            fabs(f_at(&seams->board, x + dx, y + dy) - f_at(&seams->board, x - dx, y - dy));
        greatest = fmax(greatest, jump);
    }
    return greatest;
}

static void hold_edge(struct seams *seams, struct hexfog_axial tile, int k)
{
    const struct reference *m = seams->reference;
    struct hexfog_axial next = reference_neighbour(tile, k);
    int32_t level = reference_level(m, tile), other = reference_level(m, next);
    bool fog = reference_is_fog(m, tile), other_fog = reference_is_fog(m, next);
    // A fog tile is flat: the other side meets it only from below.
    if (fog != other_fog && (fog ? level <= other : other <= level))
        return;
    double jump = greatest_jump(seams, tile, k);
    if (is_gentle(seams, tile, k) && is_gentle(seams, tile, (k + 5) % 6)) {
        assert_true(jump <= 1e-9);
        seams->joined++;
    } else if (level == other) {
        assert_true(jump <= 1e-9);
        seams->equal++;
    } else {
        seams->open++;
        seams->widest_open = fmax(seams->widest_open, jump);
    }
}

static void hold_edges(struct seams *seams)
{
    struct reference_box box = reference_box(seams->reference);
    for (int32_t r = box.r_min + 2; r <= box.r_max - 2; r++)
        for (int32_t q = box.q_min + 2; q <= box.q_max - 2; q++)
            for (int k = 0; k < 3; k++) {
                struct hexfog_axial tile = {q, r};
                int32_t level;
                if (hexfog_level_of(seams->board.map, tile, &level) &&
                    hexfog_level_of(seams->board.map, reference_neighbour(tile, k), &level))
                    hold_edge(seams, tile, k);
            }
}

static struct layout any_layout(struct random *random, int i)
{
    struct layout layout = {.flat = i & 1, .fog_outside = i & 2, .seamless = true};
    layout.width = random_between(random, 1, 9);
    layout.height = random_between(random, 1, 9);
    layout.side = random_between(random, 0.1, 0.9) * (layout.flat ? layout.width : layout.height);
    layout.reach = 2 * fmax(layout.width, layout.height);
    return layout;
}

static void seamless_has_no_seam(void **state)
{
    struct random random = {70};
    struct seams seams = {.joined = 0};
    (void)state;
    for (int i = 0; i < 24; i++) {
        struct pattern pattern;
        struct layout layout = any_layout(&random, i);
        pattern_make(&pattern, &random, i / 4);
        pattern_board(&seams.board, &pattern, &layout);
        seams.reference = reference_make(&seams.board.description);
        hold_edges(&seams);
        reference_free(seams.reference);
        board_free(&seams.board);
    }
    assert_true(seams.joined > 2000);
    assert_true(seams.equal > 100);
    // Where levels differ by more it must jump: the test sees jumps where they are.
    assert_true(seams.open > 200);
    assert_true(seams.widest_open > 0.5);
}

// ---------------------------------------------------------------- slopes

struct slopes {
    struct board board;
    struct reference *reference;
    double tile_width;
    uint64_t flat, one, root; // points with slope 0, 1, sqrt 3
};

// The point and its surroundings lie on one of the six triangles of one tile.
static bool is_inside_triangle(const struct slopes *slopes, double x, double y)
{
    struct reference_point point = reference_point_at(x, y);
    struct reference_value value = reference_at(slopes->reference, point);
    long double first = -1, second = -1;
    for (int k = 0; k < 6; k++) {
        long double e = reference_edge(slopes->reference, value.choices[0].tile, point, k);
        second = fmaxl(second, fminl(e, first));
        first = fmaxl(first, e);
    }
    return value.border > 1e-3L && first - second > 1e-3L;
}

static void count_slope(struct slopes *slopes, double x, double y)
{
    double h = 1e-5 * slopes->tile_width;
    if (!is_inside_triangle(slopes, x, y))
        return;
    double dx = f_at(&slopes->board, x + h, y) - f_at(&slopes->board, x - h, y);
    double dy = f_at(&slopes->board, x, y + h) - f_at(&slopes->board, x, y - h);
    double slope = hypot(dx, dy) / (2 * h) * slopes->tile_width;
    if (slope < 1e-6)
        slopes->flat++;
    else if (fabs(slope - 1) < 1e-6)
        slopes->one++;
    else if (fabs(slope - sqrt(3)) < 1e-6)
        slopes->root++;
    else
        fail();
}

static void measure_slopes(struct slopes *slopes, const struct pattern *pattern, bool flat,
                           struct random *random)
{
    struct layout layout = {.flat = flat, .seamless = true};
    layout_set_size(&layout, random_between(random, 0.5, 4));
    layout.reach = 9 * layout.side;
    slopes->tile_width = flat ? layout.height : layout.width;
    pattern_board(&slopes->board, pattern, &layout);
    slopes->reference = reference_make(&slopes->board.description);
    for (int i = 0; i < 4000; i++)
        count_slope(slopes, random_between(random, -layout.reach, layout.reach),
                    random_between(random, -layout.reach, layout.reach));
    reference_free(slopes->reference);
    board_free(&slopes->board);
}

static void slopes_are_three(void **state)
{
    struct random random = {71};
    struct slopes slopes = {.flat = 0};
    (void)state;
    for (int i = 0; i < 6; i++) {
        struct pattern pattern;
        pattern_make(&pattern, &random, i / 2);
        measure_slopes(&slopes, &pattern, i & 1, &random);
    }
    assert_true(slopes.flat > 500);
    assert_true(slopes.one > 500);
    assert_true(slopes.root > 500);
}

static void one_source_is_never_flat(void **state)
{
    struct random random = {72};
    struct slopes slopes = {.flat = 0};
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct pattern pattern;
        pattern_make(&pattern, &random, 0);
        for (int t = 0; t < PATTERN_TILES; t++)
            pattern.kind[t] = t == 40;
        measure_slopes(&slopes, &pattern, i & 1, &random);
    }
    assert_int_equal(slopes.flat, 0);
    assert_true(slopes.one > 500);
    assert_true(slopes.root > 500);
}

// ---------------------------------------------------------------- sweep's right values

enum { RINGS = 5 };

struct range { double low, high; };

static int32_t ring_of(struct hexfog_axial t)
{
    int32_t q = abs(t.q), r = abs(t.r), s = abs(t.q + t.r);
    return q > r ? (q > s ? q : s) : (r > s ? r : s);
}

static bool is_on_axis(struct hexfog_axial t)
{
    return t.q == 0 || t.r == 0 || t.q + t.r == 0;
}

// Range of G in every tile of the first rings.
static void find_ranges(const struct board *board, struct range *ranges)
{
    struct picture picture;
    picture_bake(&picture, board->map, 1);
    for (int i = 0; i < 121; i++)
        ranges[i] = (struct range){2, -1};
    for (int32_t i = 0; i < picture.width * picture.height; i++) {
        struct hexfog_texel texel = {i % picture.width, i / picture.width};
        struct hexfog_axial tile = hexfog_axial_from_world(
            board->map, hexfog_world_from_texel(hexfog_map_texture(board->map), texel));
        if (ring_of(tile) > RINGS)
            continue;
        struct range *range = &ranges[(tile.q + RINGS) * 11 + tile.r + RINGS];
        range->low = fmin(range->low, picture.g[i]);
        range->high = fmax(range->high, picture.g[i]);
    }
    picture_free(&picture);
}

static void one_source_covers(void **state)
{
    (void)state;
    for (int flat = 0; flat < 2; flat++) {
        struct board board;
        struct range ranges[121];
        board_make(&board,
                   "{\"hexfog\": 1, \"grid\": {\"orientation\": \"%s\", \"size\": 1, \"shape\": "
                   "{\"radius\": %d}}, \"texture\": {\"width\": 1024, \"height\": 1024}}",
                   flat ? "flat" : "pointy", RINGS);
        find_ranges(&board, ranges);
        for (int i = 0; i < 121; i++) {
            struct hexfog_axial tile = {i / 11 - RINGS, i % 11 - RINGS};
            double low = ring_of(tile) == 0 ? 0.5 : is_on_axis(tile) ? 0.25 : 0;
            if (ring_of(tile) > RINGS)
                continue;
            assert_true(ranges[i].low >= low && ranges[i].low < low + 0.03);
            assert_true(ranges[i].high <= 1 && ranges[i].high > 0.97);
        }
        board_free(&board);
    }
}

// Along an outward edge of a tile, the jump from just inside to just outside.
static void widen_by_edge(struct range *range, const struct board *board,
                          const struct reference *m, struct hexfog_axial tile, int k)
{
    struct reference_point a = reference_corner(m, (k + 5) % 6), b = reference_corner(m, k);
    struct reference_point from = reference_tile_centre(m, tile);
    for (int i = 0; i <= 20; i++) {
        long double t = 1e-6L + (1 - 2e-6L) * i / 20;
        double x = (double)(a.x + t * (b.x - a.x)), y = (double)(a.y + t * (b.y - a.y));
        double centre_x = (double)from.x, centre_y = (double)from.y, step = 1e-9;
        double inside = f_at(board, centre_x + x * (1 - step), centre_y + y * (1 - step));
        double outside = f_at(board, centre_x + x * (1 + step), centre_y + y * (1 + step));
        range->low = fmin(range->low, outside - inside);
        range->high = fmax(range->high, outside - inside);
    }
}

static void rings_jump_by_half_at_most(void **state)
{
    (void)state;
    for (int flat = 0; flat < 2; flat++) {
        struct board board;
        struct range range = {9, -9};
        board_make(&board,
                   "{\"hexfog\": 1, \"grid\": {\"orientation\": \"%s\", \"size\": 1, \"shape\": "
                   "{\"radius\": %d}}, \"texture\": {\"width\": 16, \"height\": 16}}",
                   flat ? "flat" : "pointy", RINGS + 2);
        struct reference *reference = reference_make(&board.description);
        for (int i = 0; i < 726; i++) {
            struct hexfog_axial tile = {i / 6 / 11 - RINGS, i / 6 % 11 - RINGS};
            int32_t next = ring_of(reference_neighbour(tile, i % 6));
            if (ring_of(tile) <= RINGS && next > ring_of(tile))
                widen_by_edge(&range, &board, reference, tile, i % 6);
        }
        assert_true(range.low >= -1e-7 && range.low < 0.01);
        assert_true(range.high <= 0.5 + 1e-7 && range.high > 0.49);
        reference_free(reference);
        board_free(&board);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVES("G is 1/2 at the centre of every tile but fog tiles", centres_have_a_half),
        PROVES("seamless has no jump where levels at the corners differ by one at most",
               seamless_has_no_seam),
        PROVES("seamless rises by 0, 1 or sqrt 3 a tile width in regular cells",
               slopes_are_three),
        PROVES("seamless of one source is nowhere level", one_source_is_never_flat),
        PROVES("sweep of one source covers 1/2 to 1, on the axes 1/4 to 1, else 0 to 1",
               one_source_covers),
        PROVES("just outside a ring sweep jumps by 0 to 1/2", rings_jump_by_half_at_most),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
