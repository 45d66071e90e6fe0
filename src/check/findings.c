// SPDX-License-Identifier: MIT
// Turns what readers meet in a header into words of a texture's info.
#include <stdio.h>
#include <string.h>

#include "check/reading.h"

void hexfog_add_finding(struct hexfog_texture_info *info, const char *finding)
{
    size_t used = strlen(info->findings);

    snprintf(info->findings + used, sizeof info->findings - used, "%s%s", used > 0 ? "; " : "",
             finding);
    info->finding_count++;
}

void hexfog_hold_windows(struct hexfog_texture_info *info, const int32_t data[4],
                         const int32_t display[4])
{
    char finding[128];

    if (data[0] != 0 || data[1] != 0) {
        snprintf(finding, sizeof finding, "data window at (%d, %d), not at (0, 0)", (int)data[0],
                 (int)data[1]);
        hexfog_add_finding(info, finding);
    }
    if (memcmp(data, display, 4 * sizeof *data) == 0)
        return;
    snprintf(finding, sizeof finding,
             "display window (%d, %d) to (%d, %d), data window (%d, %d) to (%d, %d)",
             (int)display[0], (int)display[1], (int)display[2], (int)display[3], (int)data[0],
             (int)data[1], (int)data[2], (int)data[3]);
    hexfog_add_finding(info, finding);
}

void hexfog_add_channel_name(struct hexfog_texture_info *info, const char *name)
{
    size_t used = strlen(info->channel_names);

    if (used + 2 >= sizeof info->channel_names)
        return;
    if (used > 0)
        info->channel_names[used++] = ',';
    hexfog_plain_text(info->channel_names + used, sizeof info->channel_names - used, name,
                      strlen(name));
}

void hexfog_name_compression(struct hexfog_texture_info *info, unsigned compression)
{
    static const struct kind { const char *name; enum hexfog_compression ours; } kinds[] = {
        { "none", HEXFOG_COMPRESSION_NONE }, { "rle", HEXFOG_RLE }, { "zips", HEXFOG_ZIPS },
        { "zip", HEXFOG_ZIP }, { "piz", HEXFOG_PIZ }, { "pxr24", HEXFOG_COMPRESSION_DEFAULT },
        { "b44", HEXFOG_COMPRESSION_DEFAULT }, { "b44a", HEXFOG_COMPRESSION_DEFAULT },
        { "dwaa", HEXFOG_COMPRESSION_DEFAULT }, { "dwab", HEXFOG_COMPRESSION_DEFAULT } };
    static const struct kind unknown = { "unknown", HEXFOG_COMPRESSION_DEFAULT };
    bool is_known = compression < sizeof kinds / sizeof kinds[0];
    const struct kind *kind = is_known ? &kinds[compression] : &unknown;

    info->compression = kind->ours;
    snprintf(info->compression_name, sizeof info->compression_name, "%s", kind->name);
}
