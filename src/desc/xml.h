/* SPDX-License-Identifier: MIT */
/*
 * XML as a tree of the same nodes that JSON gives. An element is an object: its attributes
 * are members of kind string, its child elements members of kind object under their names
 * (which may repeat), its text, white space in front left out, a string under "" where there
 * is any. Places are those of the tags, for text of its first character.
 *
 * Nothing is ever fetched or expanded: a document type is read over, an entity that it
 * declares, or a reference to one that is not XML's own, is an error.
 */
#ifndef HEXFOG_DESC_XML_H
#define HEXFOG_DESC_XML_H

#include "desc/tree.h"

struct hexfog_xml_block;
struct hexfog_xml {
    struct hexfog_node *root;
    struct hexfog_xml_block *blocks; /* what the tree lies in */
};

/* INPUT, reported with its place: the first thing that is not well-formed XML, or over a
 * limit (HEXFOG_MAX_TEXT_BYTES, HEXFOG_MAX_NESTING). MEMORY is not reported. */
hexfog_status hexfog_xml_read(const char *text, size_t length, uint32_t file,
                              const struct hexfog_reporter *reporter, struct hexfog_xml *xml);
void hexfog_xml_free(struct hexfog_xml *xml);

#endif
