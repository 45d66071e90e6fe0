// SPDX-License-Identifier: MIT
// Turns texels and a golden map into a count of wrong ones.
#include "golden_compare.h"
#include "prove.h"

#include <math.h>

// The tie bit of the golden file says where a neighbour's value is right as well.
static bool is_right(const struct golden *golden, size_t i, int32_t level, double g,
                     const struct reference *reference)
{
    if (level == golden->level[i] && fabs(g - golden->g[i]) <= golden->g_tolerance)
        return true;
    if (!golden->tie[i])
        return false;
    size_t width = (size_t)golden->width;
    struct reference_value value = reference_at(
        reference, reference_texel_centre(reference, (int32_t)(i % width), (int32_t)(i / width)));
    return reference_agrees(reference, &value, level, g);
}

size_t golden_wrong(const struct golden *golden, const struct reference *reference,
                    const int32_t *level, const double *g)
{
    size_t wrong = 0, width = (size_t)golden->width, count = width * (size_t)golden->height;
    double worst = 0;
    for (size_t i = 0; i < count; i++) {
        if (level[i] == golden->level[i])
            worst = fmax(worst, fabs(g[i] - golden->g[i]));
        if (is_right(golden, i, level[i], g[i], reference))
            continue;
        if (wrong++ < 3)
            print_error("texel %zu,%zu: %d + %.17g, not %d + %.17g\n", i % width, i / width,
                        level[i], g[i], golden->level[i], golden->g[i]);
    }
    if (wrong > 0)
        print_error("%zu of %zu texels are wrong, G by at most %.3g\n", wrong, count, worst);
    return wrong;
}
