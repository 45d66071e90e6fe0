// SPDX-License-Identifier: MIT
// Turns the import options of a command line into what the importers take.
#include "cli/import.h"

#include <inttypes.h>
#include <string.h>

#include "base/alloc.h"
#include "base/decimal.h"
#include "base/error.h"
#include "cli/message.h"
#include "desc/keys.h"

const char *hexfog_import_option_given(const struct hexfog_settings *s)
{
    const struct { bool is_given; const char *name; } options[] = {
        { s->layer, "--layer" }, { s->shape, "--shape" }, { s->sources.count, "--source" },
        { s->source_property, "--source-property" }, { s->blocked_property, "--blocked-property" },
        { s->blocked_layer, "--blocked-layer" }, { s->blocked_gids.count, "--blocked-gid" },
        { s->level_property, "--level-property" }, { s->metric, "--metric" },
        { s->texels_per_pixel, "--texels-per-pixel" },
    };
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        if (options[i].is_given)
            return options[i].name;
    return NULL;
}

// Levels by a property leave nothing for sources and blocked tiles to say.
static hexfog_status check_levels(const struct hexfog_settings *s, struct hexfog_error *error)
{
    const struct { bool is_given; const char *name; } others[] = {
        { s->sources.count, "source" }, { s->source_property, "source-property" },
        { s->blocked_property, "blocked-property" }, { s->blocked_layer, "blocked-layer" },
        { s->blocked_gids.count, "blocked-gid" },
    };
    for (size_t i = 0; s->level_property && i < sizeof others / sizeof *others; i++)
        if (others[i].is_given)
            return hexfog_fail(error, HEXFOG_USAGE, "--level-property gives every level; it does"
                               " not go with --%s", others[i].name);
    if (s->sources.count > 0 && s->source_property)
        return hexfog_fail(error, HEXFOG_USAGE, "--source and --source-property exclude each"
                           " other");
    return HEXFOG_OK;
}

// A whole number in [least, greatest]; *text moves behind it.
static bool take_integer(const char **text, int64_t least, int64_t greatest, int64_t *value)
{
    bool is_negative = **text == '-';
    const char *digit = *text + is_negative;
    int64_t sum = 0;
    for (*text = digit; *digit >= '0' && *digit <= '9' && sum <= INT32_MAX; digit++)
        sum = sum * 10 + (*digit - '0');
    bool has_digits = digit > *text;
    *text = digit;
    *value = is_negative ? -sum : sum;
    return has_digits && *value >= least && *value <= greatest;
}

static hexfog_status read_sources(const struct hexfog_settings *s,
                                  struct hexfog_import_request *request,
                                  struct hexfog_error *error)
{
    if (s->sources.count == 0)
        return HEXFOG_OK;
    request->sources = hexfog_alloc(s->sources.count, sizeof *request->sources);
    if (!request->sources)
        return hexfog_fail_memory(error, "the command line");
    for (size_t i = 0; i < s->sources.count; i++) {
        const int64_t most = HEXFOG_MAX_COORDINATE;
        const char *at = s->sources.list[i];
        int64_t column, row;
        if (!take_integer(&at, -most, most, &column) || *at++ != ',' ||
            !take_integer(&at, -most, most, &row) || *at != '\0')
            return hexfog_fail(error, HEXFOG_USAGE, "--source: '%s' is not a tile such as 3,5"
                               " (column,row, within +-%d)", s->sources.list[i],
                               HEXFOG_MAX_COORDINATE);
        request->sources[i] = (struct hexfog_written_tile){ (int32_t)column, (int32_t)row };
    }
    request->options.sources = request->sources;
    request->options.source_count = s->sources.count;
    return HEXFOG_OK;
}

static hexfog_status read_gids(const struct hexfog_settings *s,
                               struct hexfog_import_request *request, struct hexfog_error *error)
{
    if (s->blocked_gids.count == 0)
        return HEXFOG_OK;
    request->blocked_gids = hexfog_alloc(s->blocked_gids.count, sizeof *request->blocked_gids);
    if (!request->blocked_gids)
        return hexfog_fail_memory(error, "the command line");
    for (size_t i = 0; i < s->blocked_gids.count; i++) {
        const char *at = s->blocked_gids.list[i];
        int64_t gid;
        if (!take_integer(&at, 1, 0x0FFFFFFF, &gid) || *at != '\0')
            return hexfog_fail(error, HEXFOG_USAGE, "--blocked-gid: '%s' is not a gid (a whole"
                               " number 1..268435455, without its flags)", s->blocked_gids.list[i]);
        request->blocked_gids[i] = (uint32_t)gid;
    }
    request->options.blocked_gids = request->blocked_gids;
    request->options.blocked_gid_count = s->blocked_gids.count;
    return HEXFOG_OK;
}

static hexfog_status read_scale(const struct hexfog_settings *s,
                                struct hexfog_import_request *request, struct hexfog_error *error)
{
    double *scale = &request->options.texels_per_pixel;
    const char *text = s->texels_per_pixel, *end = text;
    if (!text)
        return HEXFOG_OK;
    if (*text >= '0' && *text <= '9')
        *scale = hexfog_parse_decimal(text, &end);
    if (*text == '\0' || *end != '\0' || !(*scale > 0) || *scale > 65536)
        return hexfog_fail(error, HEXFOG_USAGE, "--texels-per-pixel: '%s' is not a number over 0,"
                           " up to 65536", text);
    return HEXFOG_OK;
}

hexfog_status hexfog_import_request_read(const struct hexfog_settings *s, const char *file_name,
                                         struct hexfog_import_request *request,
                                         struct hexfog_error *error)
{
    *request = (struct hexfog_import_request){ .options = {
        .file_name = file_name,
        .layer = s->layer,
        .shape_is_all = s->shape == HEXFOG_IMPORT_ALL,
        .source_property = s->source_property,
        .blocked_property = s->blocked_property,
        .blocked_layer = s->blocked_layer,
        .level_property = s->level_property,
        .metric = s->metric ? (enum hexfog_metric)(s->metric - 1) : HEXFOG_SEAMLESS,
    } };
    hexfog_status status = check_levels(s, error);
    if (status == HEXFOG_OK)
        status = read_sources(s, request, error);
    if (status == HEXFOG_OK)
        status = read_gids(s, request, error);
    if (status == HEXFOG_OK)
        status = read_scale(s, request, error);
    return status;
}

void hexfog_import_request_free(struct hexfog_import_request *request)
{
    hexfog_free(request->sources);
    hexfog_free(request->blocked_gids);
    *request = (struct hexfog_import_request){ 0 };
}

void hexfog_print_import_note(const struct hexfog_settings *settings, const char *file_name,
                              const struct hexfog_import_facts *facts)
{
    if (facts->sources_from == HEXFOG_FROM_MIDDLE)
        hexfog_print_note(settings, "%s: no source is named: level 0 is tile [%" PRId32 ", %" PRId32
                          "], in the middle (--source COL,ROW names another)", file_name,
                          facts->source.a, facts->source.b);
    else if (facts->sources_from == HEXFOG_FROM_POINTS)
        hexfog_print_note(settings, "%s: level 0 are the tiles under the map's points: %zu",
                          file_name, facts->source_count);
}
