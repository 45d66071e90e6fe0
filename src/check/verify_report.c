// SPDX-License-Identifier: MIT
// Turns the worst pixels of all draws into the report's checks.
#include <ctype.h>
#include <math.h>
#include <stdio.h>

#include "check/verify_compare.h"

struct kind { const char *id, *what, *unit; double units; };

static const struct kind kinds[HEXFOG_GL_CHECK_COUNT] = {
#define KIND(symbol, id, what, unit, units) [HEXFOG_##symbol] = {id, what, unit, units},
    HEXFOG_GL_CHECKS(KIND)
#undef KIND
};

static const char *const laws[] = {
    [HEXFOG_LAW_LINEAR] = "linear", [HEXFOG_LAW_EXP] = "exp", [HEXFOG_LAW_EXP2] = "exp2"};

static bool counts_texels(int i)
{
    return i == HEXFOG_GPU_STEP || i == HEXFOG_FIELD_STEP;
}

static bool is_linear(int i)
{
    return i == HEXFOG_GPU_LINEAR_F || i == HEXFOG_GPU_LINEAR_FLOAT ||
           i == HEXFOG_GPU_LINEAR_8BIT;
}

static bool is_of_colours(int i)
{
    return i == HEXFOG_COLOURS_LINEAR || i == HEXFOG_COLOURS_EXP || i == HEXFOG_COLOURS_EXP2;
}

static void id_of(int i, const char *upload, bool is_second, char *id, size_t room)
{
    int length = snprintf(id, room, "%s%s%s", kinds[i].id, is_second ? "." : "",
                          is_second ? upload : "");

    for (int at = 0; at < length && (size_t)at < room; at++)
        id[at] = (char)tolower((unsigned char)id[at]);
}

static void describe(const struct hexfog_gl_tally *tally, const char *upload,
                     struct hexfog_check *check)
{
    const struct hexfog_sight *sight = &tally->sight;
    int length = snprintf(check->detail, sizeof check->detail,
                          "%s, worst at column %d, row %d: drawn %.7g, expected %.7g", upload,
                          (int)tally->texel.column, (int)tally->texel.row, tally->drawn,
                          tally->expected);
    size_t room = sizeof check->detail - (size_t)length;

    if (length < 0 || (size_t)length >= sizeof check->detail || sight->is_f)
        return;
    if (sight->range.end > sight->range.start)
        snprintf(check->detail + length, room, "; %s, fog from %.6g to %.6g", laws[sight->law],
                 sight->range.start, sight->range.end);
    else
        snprintf(check->detail + length, room, "; step at %.6g", sight->range.start);
}

// The step with the greatest share of texels that could not be judged. Each texel was drawn
// twice: to floats and to bytes.
static double share_not_judged(const struct hexfog_gl_tallies *tallies, double *bound)
{
    double share = 0;

    *bound = hexfog_step_most_near(tallies->step_texels[0] / 2);
    for (int step = 0; step < 4; step++)
        if (tallies->step_texels[step] > 0) {
            double here =
                (double)tallies->step_near[step] / (double)tallies->step_texels[step];
            share = here > share ? here : share;
        }
    return share;
}

static void report_judged(const struct hexfog_gl_tallies *tallies, const char *id,
                          struct hexfog_checks *checks)
{
    const struct kind *kind = &kinds[HEXFOG_FIELD_STEP_JUDGED];
    double bound, share = share_not_judged(tallies, &bound);
    struct hexfog_check *check =
        hexfog_checks_add(checks, id, kind->what, share, bound, kind->unit);

    snprintf(check->detail, sizeof check->detail, "%.3g %% of the texels are nearer to the step "
             "than the file's bound%s", 100 * share,
             check->verdict == HEXFOG_PASS ? "" : ": the check is empty");
}

// What an artist has to look at.
static void name_silhouette(struct hexfog_check *check)
{
    char pixel[sizeof check->detail];

    snprintf(pixel, sizeof pixel, "%s", check->detail);
    snprintf(check->detail, sizeof check->detail,
             "the fog's colour is not the background's: far tiles stand out as silhouettes (%.*s)",
             100, pixel);
}

static void report_tally(const struct hexfog_gl_tally *tally, int i, const char *id,
                         const char *upload, struct hexfog_checks *checks)
{
    const struct kind *kind = &kinds[i];
    double measured = tally->error * kind->units, bound = tally->bound * kind->units;
    struct hexfog_check *check;

    if (counts_texels(i)) {
        measured = (double)tally->wrong_count;
        bound = 0;
    }
    check = hexfog_checks_add(checks, id, kind->what, measured, bound, kind->unit);
    if (!counts_texels(i) || tally->wrong_count > 0)
        describe(tally, upload, check);
    else
        snprintf(check->detail, sizeof check->detail, "%s", upload);
    if (i == HEXFOG_SILHOUETTE && check->verdict == HEXFOG_FAIL)
        name_silhouette(check);
}

void hexfog_tallies_report(const struct hexfog_gl_tallies *tallies, const char *upload,
                           bool is_second, struct hexfog_checks *checks)
{
    for (int i = 0; i < HEXFOG_GL_CHECK_COUNT; i++) {
        char id[sizeof checks->list[0].id];

        id_of(i, upload, is_second, id, sizeof id);
        if (is_linear(i) && tallies->no_linear)
            hexfog_checks_add_unchecked(checks, id, kinds[i].what, tallies->no_linear);
        else if (is_of_colours(i) && tallies->no_colours && !is_second)
            hexfog_checks_add_unchecked(checks, id, kinds[i].what, tallies->no_colours);
        else if (i == HEXFOG_FIELD_STEP_JUDGED)
            report_judged(tallies, id, checks);
        else if (tallies->list[i].is_made)
            report_tally(&tallies->list[i], i, id, upload, checks);
    }
}
