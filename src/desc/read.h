/* SPDX-License-Identifier: MIT */
/* The parts of hexfog_description_read, in the order in which they run. Each reads what is
 * right, reports what is not, and sets the HEXFOG_BROKEN_ bits that follow. */
#ifndef HEXFOG_DESC_READ_H
#define HEXFOG_DESC_READ_H

#include "desc/keys.h"

void hexfog_read_grid(struct hexfog_reader *reader, const struct hexfog_object *root);
void hexfog_read_field(struct hexfog_reader *reader, const struct hexfog_object *root);
void hexfog_read_texture(struct hexfog_reader *reader, const struct hexfog_object *root);
void hexfog_read_encoding(struct hexfog_reader *reader, const struct hexfog_object *root);
void hexfog_read_outputs(struct hexfog_reader *reader, const struct hexfog_object *root);

/* One tile [a, b] of any list or of `center`, already axial; false when reported. */
bool hexfog_read_tile(const struct hexfog_object *object, const struct hexfog_node *node,
                      const char *path, struct hexfog_axial *tile);
/* The list `name` of an object; nothing is done when it is absent. Entries that are wrong
 * are reported and have no place (the part is broken then); a tile that is listed twice
 * (D16) is reported. So entry i of the list is entry i of the text. */
void hexfog_read_tiles(const struct hexfog_object *object, const char *name, bool has_levels,
                       struct hexfog_tile_list *list);
void hexfog_tile_list_free(struct hexfog_tile_list *list);

#endif
