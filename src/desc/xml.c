// SPDX-License-Identifier: MIT
// Turns XML into a tree of nodes, through expat.
#include "desc/xml.h"

#include <expat.h>
#include <string.h>

#include "base/alloc.h"
#include "base/text.h"
#include "desc/quote.h"

_Static_assert(HEXFOG_MAX_NESTING == 32, "a message says so");

// Nodes and strings lie one behind the other in blocks that only grow in number.
struct hexfog_xml_block {
    struct hexfog_xml_block *next;
    size_t used, size;
    _Alignas(16) char bytes[];
};

enum { BLOCK_BYTES = 1 << 16 };

struct frame {
    struct hexfog_node *element;
    struct hexfog_node **link; // where the next member goes
    struct hexfog_text text;
    struct hexfog_place text_place;
};

struct parser {
    XML_Parser expat;
    struct hexfog_xml *xml;
    const struct hexfog_reporter *reporter;
    uint32_t file;
    struct frame frames[HEXFOG_MAX_NESTING];
    int depth;
    hexfog_status status;
};

// ---- Memory.

static void *take(size_t size)
{
    return hexfog_alloc(1, size);
}

static void *take_again(void *memory, size_t size)
{
    return hexfog_realloc(memory, 1, size);
}

static void give_back(void *memory)
{
    hexfog_free(memory);
}

static void stop(struct parser *p, hexfog_status status)
{
    if (p->status == HEXFOG_OK)
        p->status = status;
    XML_StopParser(p->expat, XML_FALSE);
}

// NULL when memory is out; the parse is stopped then.
static void *keep(struct parser *p, size_t size)
{
    struct hexfog_xml_block *block = p->xml->blocks;
    size_t room = (size + 15) & ~(size_t)15;
    if (!block || block->size - block->used < room) {
        size_t bytes = room > BLOCK_BYTES ? room : BLOCK_BYTES;
        block = hexfog_alloc(1, sizeof *block + bytes);
        if (!block) {
            stop(p, HEXFOG_MEMORY);
            return NULL;
        }
        *block = (struct hexfog_xml_block){ .next = p->xml->blocks, .size = bytes };
        p->xml->blocks = block;
    }
    void *memory = block->bytes + block->used;
    block->used += room;
    return memory;
}

static char *keep_bytes(struct parser *p, const char *bytes, size_t length)
{
    char *copy = keep(p, length + 1);
    if (!copy)
        return NULL;
    memcpy(copy, bytes, length);
    copy[length] = '\0';
    return copy;
}

// ---- Places and errors.

static struct hexfog_place place(const struct parser *p)
{
    return (struct hexfog_place){ p->file, (uint32_t)XML_GetCurrentLineNumber(p->expat),
                                  (uint32_t)XML_GetCurrentColumnNumber(p->expat) + 1 };
}

// "WHAT NAME WHY", the name in quotes.
static void refuse(struct parser *p, const char *what, const char *name, const char *why)
{
    char quoted[HEXFOG_QUOTE_BYTES];
    if (p->status != HEXFOG_OK)
        return;
    hexfog_report(p->reporter, "", place(p), "", "%s \"%s\" %s", what,
                  hexfog_quote(quoted, sizeof quoted, name), why);
    stop(p, HEXFOG_INPUT);
}

// ---- The tree.

static struct hexfog_node *append(struct parser *p, const char *name, struct hexfog_place where)
{
    struct hexfog_node *node = keep(p, sizeof *node);
    struct hexfog_node_key *key = node ? keep(p, sizeof *key) : NULL;
    if (!key)
        return NULL;
    key->place = where;
    key->name = keep_bytes(p, name, strlen(name));
    *node = (struct hexfog_node){ .place = where, .key = key };
    if (!key->name)
        return NULL;
    if (p->depth > 0) {
        struct frame *parent = &p->frames[p->depth - 1];
        *parent->link = node;
        parent->link = &node->next;
    } else {
        p->xml->root = node;
    }
    return node;
}

static void append_string(struct parser *p, const char *name, struct hexfog_place where,
                          const char *bytes, size_t length)
{
    struct hexfog_node *node = append(p, name, where);
    if (!node)
        return;
    node->kind = HEXFOG_NODE_STRING;
    node->value.string = keep_bytes(p, bytes, length);
}

static void XMLCALL start_element(void *context, const XML_Char *name, const XML_Char **attributes)
{
    struct parser *p = context;
    if (p->status != HEXFOG_OK)
        return;
    if (p->depth == HEXFOG_MAX_NESTING) {
        refuse(p, "element", name, "is nested too deeply (allowed: 32 levels)");
        return;
    }
    struct hexfog_place where = place(p);
    struct hexfog_node *element = append(p, name, where);
    if (!element)
        return;
    element->kind = HEXFOG_NODE_OBJECT;
    p->frames[p->depth++] = (struct frame){ .element = element, .link = &element->value.first };
    for (; *attributes && p->status == HEXFOG_OK; attributes += 2)
        append_string(p, attributes[0], where, attributes[1], strlen(attributes[1]));
}

static void XMLCALL end_element(void *context, const XML_Char *name)
{
    struct parser *p = context;
    (void)name;
    if (p->status != HEXFOG_OK)
        return;
    struct frame *frame = &p->frames[p->depth - 1];
    if (frame->text.failed)
        stop(p, HEXFOG_MEMORY);
    else if (frame->text.length > 0)
        append_string(p, "", frame->text_place, frame->text.bytes, frame->text.length);
    hexfog_text_free(&frame->text);
    p->depth--;
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static void XMLCALL characters(void *context, const XML_Char *bytes, int count)
{
    struct parser *p = context;
    if (p->status != HEXFOG_OK || p->depth == 0)
        return;
    struct frame *frame = &p->frames[p->depth - 1];
    struct hexfog_place where = place(p);
    for (; frame->text.length == 0 && count > 0 && is_space(*bytes); bytes++, count--) {
        where.column = *bytes == '\n' ? 1 : where.column + 1;
        where.line += *bytes == '\n';
    }
    if (count == 0)
        return;
    if (frame->text.length == 0)
        frame->text_place = where;
    hexfog_text_add_bytes(&frame->text, bytes, (size_t)count);
}

// ---- What a map has no use for and an attacker has.

static void XMLCALL entity_declared(void *context, const XML_Char *name, int is_parameter,
                                    const XML_Char *value, int value_length, const XML_Char *base,
                                    const XML_Char *system, const XML_Char *public,
                                    const XML_Char *notation)
{
    (void)is_parameter, (void)value, (void)value_length, (void)base, (void)system, (void)public;
    (void)notation;
    refuse(context, "entity", name, "is declared here; entities are never expanded or fetched");
}

static void XMLCALL entity_skipped(void *context, const XML_Char *name, int is_parameter)
{
    (void)is_parameter;
    refuse(context, "entity", name,
           "is not one of XML's own (allowed: amp, lt, gt, apos, quot)");
}

static void set_handlers(struct parser *p)
{
    XML_SetUserData(p->expat, p);
    XML_SetElementHandler(p->expat, start_element, end_element);
    XML_SetCharacterDataHandler(p->expat, characters);
    XML_SetEntityDeclHandler(p->expat, entity_declared);
    XML_SetSkippedEntityHandler(p->expat, entity_skipped);
    XML_SetParamEntityParsing(p->expat, XML_PARAM_ENTITY_PARSING_NEVER);
}

static void parse(struct parser *p, const char *text, size_t length)
{
    if (XML_Parse(p->expat, text, (int)length, 1) == XML_STATUS_OK || p->status != HEXFOG_OK)
        return;
    enum XML_Error code = XML_GetErrorCode(p->expat);
    p->status = code == XML_ERROR_NO_MEMORY ? HEXFOG_MEMORY : HEXFOG_INPUT;
    if (p->status == HEXFOG_INPUT)
        hexfog_report(p->reporter, "", place(p), "", "not XML: %s", XML_ErrorString(code));
}

hexfog_status hexfog_xml_read(const char *text, size_t length, uint32_t file,
                              const struct hexfog_reporter *reporter, struct hexfog_xml *xml)
{
    static const XML_Memory_Handling_Suite memory = { take, take_again, give_back };
    struct parser p = { .xml = xml, .reporter = reporter, .file = file };
    *xml = (struct hexfog_xml){ 0 };
    if (length > HEXFOG_MAX_TEXT_BYTES) {
        hexfog_report(reporter, "", (struct hexfog_place){ .file = file }, "",
                      "the text has %zu bytes (allowed: %zu)", length, HEXFOG_MAX_TEXT_BYTES);
        return HEXFOG_INPUT;
    }
    p.expat = XML_ParserCreate_MM(NULL, &memory, NULL);
    if (!p.expat)
        return HEXFOG_MEMORY;
    set_handlers(&p);
    parse(&p, text, length);
    while (p.depth > 0)
        hexfog_text_free(&p.frames[--p.depth].text);
    XML_ParserFree(p.expat);
    if (p.status != HEXFOG_OK)
        hexfog_xml_free(xml);
    return p.status;
}

void hexfog_xml_free(struct hexfog_xml *xml)
{
    while (xml->blocks) {
        struct hexfog_xml_block *block = xml->blocks;
        xml->blocks = block->next;
        hexfog_free(block);
    }
    *xml = (struct hexfog_xml){ 0 };
}
