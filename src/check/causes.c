// SPDX-License-Identifier: MIT
// Turns a texel's true value and a kind of mistake into what the file would hold.
#include "check/causes.h"

#include <math.h>
#include <string.h>

#include "encode/half.h"

// Greatest rounding error of a stored value near v.
static double resolution(const struct hexfog_stored_form *form, double v)
{
    switch (form->format) {
    case HEXFOG_HDR: return fmax(form->g_bound, v * 0x1p-7); // 8 bits, of the greater channel
    case HEXFOG_PNG: return 1.0 / 509;
    case HEXFOG_EXR:
    case HEXFOG_FORMAT_NONE:
    case HEXFOG_KTX2:
    case HEXFOG_CONSTANTS: break;
    }
    if (form->precision == HEXFOG_RGB9E5) // 9 bits, of the greater channel
        return fmax(form->g_bound, v * 0x1p-8);
    // A double rounding on the way, or one more in binary32, doubles it.
    return form->precision == HEXFOG_HALF ? fmax(v * 0x1p-10, 0x1p-24) : v * 0x1p-23;
}

static bool is_near(double a, double b, double tolerance)
{
    return fabs(a - b) <= tolerance; // false for a NaN
}

static bool is_level(const struct hexfog_stored_form *form, double r, int32_t level)
{
    double position = r * form->level_scale + 0.5;
    return position >= level && position < level + 1.0;
}

// Byte / 255 came as its nearest float.
static double g_tolerance(const struct hexfog_stored_form *form)
{
    return form->g_bound + (form->format == HEXFOG_PNG ? 0x1p-24 : 0);
}

static bool is_g(const struct hexfog_stored_form *form, double g, double exact)
{
    return is_near(g, exact, g_tolerance(form));
}

bool hexfog_stored_is_right(const struct hexfog_stored_form *form, double parameter,
                            struct hexfog_stored stored, struct hexfog_value value)
{
    (void)parameter;
    return is_level(form, (double)stored.r, value.level) && is_g(form, (double)stored.g, value.g);
}

static bool is_swapped(const struct hexfog_stored_form *form, double parameter,
                       struct hexfog_stored stored, struct hexfog_value value)
{
    struct hexfog_stored exchanged = { stored.g, stored.r };
    return hexfog_stored_is_right(form, parameter, exchanged, value);
}

// `parameter`: what the sum was divided by. What G holds is not asked.
static bool is_summed(const struct hexfog_stored_form *form, double parameter,
                      struct hexfog_stored stored, struct hexfog_value value)
{
    double sum = value.level + value.g;
    return is_near((double)stored.r * parameter, sum,
                   parameter * resolution(form, (double)stored.r));
}

// `parameter`: another level_scale, known by rounding or by estimate.
static bool is_scaled(const struct hexfog_stored_form *form, double parameter,
                      struct hexfog_stored stored, struct hexfog_value value)
{
    enum { MOST_LEVELS = 2 }; // a scale too fine for the form says little
    double r = (double)stored.r;
    double tolerance = fmin(fmax(0.5, parameter * resolution(form, r)), MOST_LEVELS);
    return is_near(r * parameter, value.level, tolerance) && is_g(form, (double)stored.g, value.g);
}

// IEC 61966-2-1, from linear to stored and back; beyond 1 the power goes on.
static double srgb_from_linear(double v)
{
    return v <= 0.0031308 ? 12.92 * v : 1.055 * pow(v, 1 / 2.4) - 0.055;
}

static double linear_from_srgb(double v)
{
    return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4);
}

// The value may have been rounded before the curve, and is after it.
static bool is_on_curve(double stored, double exact, double tolerance, double (*curve)(double))
{
    double low = curve(fmax(exact - tolerance, 0)), high = curve(exact + tolerance);
    return stored >= low - tolerance && stored <= high + tolerance;
}

enum { CURVE_G = 0, CURVE_BOTH = 1, INVERSE = 2 };

static bool is_curved(const struct hexfog_stored_form *form, double parameter,
                      struct hexfog_stored stored, struct hexfog_value value)
{
    int kind = (int)parameter;
    double (*curve)(double) = kind & INVERSE ? linear_from_srgb : srgb_from_linear;
    double r = value.level / form->level_scale;
    bool level_fits = kind & CURVE_BOTH
                          ? is_on_curve((double)stored.r, r, resolution(form, r), curve)
                          : is_level(form, (double)stored.r, value.level);

    return level_fits && is_on_curve((double)stored.g, value.g, g_tolerance(form), curve);
}

// Stored from 0 to two bounds below: rounding to nearest would put half of them above.
static bool is_truncated(const struct hexfog_stored_form *form, double parameter,
                         struct hexfog_stored stored, struct hexfog_value value)
{
    double slack = g_tolerance(form) - (form->g_bound - HEXFOG_VERIFY_SLACK);
    double below = value.g - (double)stored.g;

    (void)parameter;
    return is_level(form, (double)stored.r, value.level) && below >= -slack &&
           below <= 2 * form->g_bound;
}

// Other number forms ------------------------------------------------------

static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static double value_of_bits(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return (double)value;
}

// A half's 16 bits in the low or high half of a binary32, or as a whole number.
static double half_in_low_bits(float v)
{
    uint32_t bits = bits_of(v);
    return bits >> 16 ? (double)NAN : hexfog_double_from_half((uint16_t)bits);
}

static double half_in_high_bits(float v)
{
    uint32_t bits = bits_of(v);
    return bits & 0xFFFF ? (double)NAN : hexfog_double_from_half((uint16_t)(bits >> 16));
}

static double half_as_number(float v)
{
    bool is_bits = v >= 0 && v < 65536 && floorf(v) >= v;
    return is_bits ? hexfog_double_from_half((uint16_t)v) : (double)NAN;
}

// The high or low 16 bits of a binary32, taken for a half.
static double high_bits_as_half(float v)
{
    return value_of_bits((uint32_t)hexfog_half_from_double((double)v) << 16);
}

static const struct {
    double (*decode)(float v);
    double g_bound;              // of what went into the wrong form
    enum hexfog_precision in;    // the file's precision that can hold it
} readings[] = {
    { half_in_low_bits, 0x1p-12, HEXFOG_FLOAT },
    { half_in_high_bits, 0x1p-12, HEXFOG_FLOAT },
    { half_as_number, 0x1p-12, HEXFOG_FLOAT },
    { high_bits_as_half, 0x1p-8, HEXFOG_HALF }, // 8 bits left, cut
};
enum { READINGS = sizeof readings / sizeof readings[0] };

static bool is_misread(const struct hexfog_stored_form *form, double parameter,
                       struct hexfog_stored stored, struct hexfog_value value)
{
    int kind = (int)parameter;
    double r = readings[kind].decode(stored.r), g = readings[kind].decode(stored.g);

    return is_level(form, r, value.level) &&
           is_near(g, value.g, readings[kind].g_bound + HEXFOG_VERIFY_SLACK);
}

static double to_half(double v) { return hexfog_double_from_half(hexfog_half_from_double(v)); }
static double to_byte(double v) { return floor(v * 255 + 0.5) / 255; }
static double to_8_bits(double v)
{
    int exponent;
    double mantissa = frexp(v, &exponent);
    return ldexp(floor(mantissa * 256 + 0.5), exponent - 8);
}

static const struct { double (*round)(double v); double g_bound; } coarse_forms[] = {
    { to_half, 0x1p-12 },
    { to_byte, 1.0 / 255 },      // also where it was cut
    { to_8_bits, 0x1p-8 },
};
enum { COARSE_FORMS = sizeof coarse_forms / sizeof coarse_forms[0] };

// Every G is a number of a coarser form than the file should have, and as near as it allows.
static bool is_coarse(const struct hexfog_stored_form *form, double parameter,
                      struct hexfog_stored stored, struct hexfog_value value)
{
    int kind = (int)parameter;
    double g = (double)stored.g;
    double own = form->precision == HEXFOG_HALF ? 0x1p-12 : 0x1p-24;

    return is_level(form, (double)stored.r, value.level) &&
           is_near(coarse_forms[kind].round(g), g, own) &&
           is_near(g, value.g, coarse_forms[kind].g_bound + own);
}

// The list ----------------------------------------------------------------

struct list { struct hexfog_cause *causes; size_t count; };

static void add(struct list *list, struct hexfog_cause cause)
{
    if (list->count < HEXFOG_MAX_CAUSES)
        list->causes[list->count++] = cause;
}

static void add_shifts(struct list *list)
{
    // Straight ones first: a board that repeats along a diagonal is told by the simpler word.
    static const int32_t shifts[][2] = { { -1, 0 }, { 1, 0 },  { 0, -1 }, { 0, 1 },
                                         { -1, -1 }, { 1, -1 }, { -1, 1 }, { 1, 1 } };

    for (size_t i = 0; i < sizeof shifts / sizeof shifts[0]; i++)
        add(list, (struct hexfog_cause){ .likely = HEXFOG_LIKELY_SHIFTED, .right = shifts[i][0],
                                         .down = shifts[i][1],
                                         .explains = hexfog_stored_is_right });
}

static void add_number_forms(struct list *list, const struct hexfog_stored_form *form)
{
    if (form->format != HEXFOG_EXR && form->format != HEXFOG_KTX2)
        return;
    for (int kind = 0; kind < READINGS; kind++) {
        if (readings[kind].in == form->precision)
            add(list, (struct hexfog_cause){ .likely = HEXFOG_LIKELY_PRECISION,
                                             .explains = is_misread, .parameter = kind });
    }
    for (int kind = 0; kind < COARSE_FORMS; kind++) {
        if (coarse_forms[kind].g_bound > form->g_bound)
            add(list, (struct hexfog_cause){ .likely = HEXFOG_LIKELY_PRECISION,
                                             .explains = is_coarse, .parameter = kind });
    }
}

size_t hexfog_causes(const struct hexfog_stored_form *form, const double *scales,
                     size_t scale_count, struct hexfog_cause causes[HEXFOG_MAX_CAUSES])
{
    struct list list = { causes, 0 };

    add(&list, (struct hexfog_cause){ .likely = HEXFOG_LIKELY_SWAPPED, .explains = is_swapped });
    add(&list, (struct hexfog_cause){ .likely = HEXFOG_LIKELY_FLIPPED_ROWS, .is_mirrored = true,
                                      .explains = hexfog_stored_is_right });
    add_shifts(&list);
    add(&list, (struct hexfog_cause){ .likely = HEXFOG_LIKELY_SUMMED, .explains = is_summed,
                                      .parameter = form->level_scale });
    add(&list, (struct hexfog_cause){ .likely = HEXFOG_LIKELY_SUMMED, .explains = is_summed,
                                      .parameter = 1 });
    for (size_t i = 0; i < scale_count; i++)
        add(&list, (struct hexfog_cause){ .likely = HEXFOG_LIKELY_SCALE, .explains = is_scaled,
                                          .parameter = scales[i] });
    for (int kind = 0; kind < 4; kind++)
        add(&list, (struct hexfog_cause){ .likely = HEXFOG_LIKELY_SRGB, .explains = is_curved,
                                          .parameter = kind });
    if (form->format != HEXFOG_HDR || form->decoder == HEXFOG_DECODER_A)
        add(&list, (struct hexfog_cause){ .likely = HEXFOG_LIKELY_TRUNCATED,
                                          .explains = is_truncated });
    add_number_forms(&list, form);
    return list.count;
}
