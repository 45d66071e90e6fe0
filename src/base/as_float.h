/* SPDX-License-Identifier: MIT */
/* A number as a 32-bit float holds it. */
#ifndef HEXFOG_BASE_AS_FLOAT_H
#define HEXFOG_BASE_AS_FLOAT_H

/* The float nearest to `value`. Through memory, because gcc 12 was seen to leave out the
 * rounding of a plain (double)(float)value with the build's flags (test_verify_plan). */
static inline double hexfog_as_float(double value)
{
    volatile float rounded = (float)value;

    return (double)rounded;
}

#endif
