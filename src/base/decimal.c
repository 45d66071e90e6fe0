// SPDX-License-Identifier: MIT
// Turns doubles into plain decimal text and back. The C library does the rounding, but only
// ever sees or gives digits without a decimal point, which is all that a locale changes.
#include "base/decimal.h"

#include <assert.h>
#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A double, and the middle of two, has at most 767 significant digits: what stands behind
// 800 digits only says whether the number is above the middle.
enum { MOST_DIGITS = 800, MOST_EXPONENT = 100000, SHORTEST_MOST = 17, MOST_EXACT_DIGITS = 15 };

// 0.d1d2d3... * 10^exponent, d1 not 0; count = 0 is zero.
struct decimal {
    char digits[MOST_DIGITS + 1];
    int count;
    int64_t exponent;
};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static void add_digit(struct decimal *decimal, char digit)
{
    if (decimal->count == 0 && digit == '0') {
        decimal->exponent--;
    } else if (decimal->count < MOST_DIGITS) {
        decimal->digits[decimal->count++] = digit;
    } else if (digit != '0') {
        decimal->digits[MOST_DIGITS] = '1';
    }
}

// Whole numbers that a double holds, which most are: lists of tiles have thousands.
static bool is_small_whole(const struct decimal *decimal)
{
    return decimal->count <= MOST_EXACT_DIGITS && decimal->exponent >= decimal->count
        && decimal->exponent <= MOST_EXACT_DIGITS;
}

static double double_from_small(const struct decimal *decimal)
{
    int64_t value = 0;
    for (int i = 0; i < decimal->exponent; i++)
        value = value * 10 + (i < decimal->count ? decimal->digits[i] - '0' : 0);
    return (double)value;
}

static double double_from_decimal(const struct decimal *decimal)
{
    char text[MOST_DIGITS + 32];
    int64_t exponent = decimal->exponent;
    int count = decimal->count;

    if (count == 0)
        return 0.0;
    if (is_small_whole(decimal))
        return double_from_small(decimal);
    memcpy(text, decimal->digits, (size_t)count);
    if (decimal->digits[MOST_DIGITS] == '1')
        text[count++] = '1';
    if (exponent > MOST_EXPONENT)
        exponent = MOST_EXPONENT;
    if (exponent < -MOST_EXPONENT)
        exponent = -MOST_EXPONENT;
    snprintf(text + count, sizeof text - (size_t)count, "e%d", (int)exponent - count);
    int saved = errno;
    double value = strtod(text, NULL);
    errno = saved;
    return value;
}

// Returns the first byte behind "e+12", or `text` when there is no whole exponent.
static const char *read_exponent(const char *text, int64_t *exponent)
{
    const char *p = text;
    if (*p != 'e' && *p != 'E')
        return text;
    p++;
    bool is_negative = *p == '-';
    if (*p == '+' || *p == '-')
        p++;
    if (!is_digit(*p))
        return text;
    int64_t size = 0;
    for (; is_digit(*p); p++)
        if (size < INT64_MAX / 20)
            size = size * 10 + (*p - '0');
    *exponent = is_negative ? -size : size;
    return p;
}

double hexfog_parse_decimal(const char *text, const char **end)
{
    struct decimal decimal = {.count = 0};
    const char *p = text;
    bool is_negative = *p == '-';

    *end = text;
    if (is_negative)
        p++;
    if (!is_digit(*p))
        return 0.0;
    if (*p == '0') {
        p++;
    } else {
        for (; is_digit(*p); p++) {
            add_digit(&decimal, *p);
            decimal.exponent++;
        }
    }
    if (*p == '.' && is_digit(p[1]))
        for (p++; is_digit(*p); p++)
            add_digit(&decimal, *p);
    int64_t exponent = 0;
    *end = read_exponent(p, &exponent);
    decimal.exponent += exponent;
    double size = double_from_decimal(&decimal);
    return is_negative ? -size : size;
}

// The `count` digits nearest to value > 0. Whatever stands for the point is skipped.
static void nearest_digits(double value, int count, struct decimal *decimal)
{
    char text[SHORTEST_MOST + 32];
    char *p = text;
    *decimal = (struct decimal){.count = 0};
    snprintf(text, sizeof text, "%.*e", count - 1, value);
    for (; *p != 'e'; p++)
        if (is_digit(*p))
            decimal->digits[decimal->count++] = *p;
    decimal->exponent = strtol(p + 1, NULL, 10) + 1;
}

// Adds one in the last place.
static void step_up(struct decimal *decimal)
{
    int i = decimal->count - 1;
    while (i >= 0 && decimal->digits[i] == '9')
        decimal->digits[i--] = '0';
    if (i >= 0) {
        decimal->digits[i]++;
    } else {
        decimal->digits[0] = '1';
        decimal->exponent++;
    }
}

// Above a power of two the doubles lie twice as far apart as below it, so the next digits up
// may read back equal where the nearest ones do not.
static bool reads_back(struct decimal *decimal, double value)
{
    if (double_from_decimal(decimal) == value)
        return true;
    step_up(decimal);
    return double_from_decimal(decimal) == value;
}

static void shortest_digits(double value, struct decimal *decimal)
{
    // What has at most DBL_DIG digits comes back with them; not so below DBL_MIN.
    int first = value < DBL_MIN ? 1 : DBL_DIG;
    for (int count = first; count <= SHORTEST_MOST; count++) {
        nearest_digits(value, count, decimal);
        if (reads_back(decimal, value))
            break;
    }
    while (decimal->count > 1 && decimal->digits[decimal->count - 1] == '0')
        decimal->count--;
}

char *hexfog_decimal(char buffer[HEXFOG_DECIMAL_BYTES], double value)
{
    struct decimal decimal;
    char *p = buffer;

    assert(isfinite(value));
    if (value == 0.0)
        return strcpy(buffer, "0");
    shortest_digits(fabs(value), &decimal);
    if (value < 0)
        *p++ = '-';
    int before_point = (int)decimal.exponent;
    if (before_point <= 0)
        *p++ = '0';
    for (int i = 0; i < before_point; i++)
        *p++ = i < decimal.count ? decimal.digits[i] : '0';
    if (before_point < decimal.count)
        *p++ = '.';
    for (int i = before_point; i < decimal.count; i++)
        *p++ = i >= 0 ? decimal.digits[i] : '0';
    *p = '\0';
    return buffer;
}
