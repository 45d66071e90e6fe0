// SPDX-License-Identifier: MIT
// Turns program, libraries, options and files into one hash that changes when the bytes of a
// bake may.
#include "cli/batch_inputs.h"
#include <link.h>
#include <stdio.h>
#include <string.h>
#include "base/sha256.h"
#include "base/text.h"
#include "cli/words.h"
#include "encode/deflate.h"

// ---- Libraries.

// Those that make bytes of outputs. A program that is linked with all of them finds none here:
// its version stands for them.
static bool makes_bytes(const char *path)
{
    static const char *const names[] = { "libdeflate", "libtinyexr", "libz.", "libhexfog" };
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strncmp(name, names[i], strlen(names[i])) == 0)
            return true;
    return false;
}

static size_t padded(size_t bytes)
{
    return (bytes + 3) & ~(size_t)3;
}

// The linker's own hash of a library, from the note that it leaves in it.
static void add_build_id(struct hexfog_text *text, const char *notes, size_t length)
{
    while (length > sizeof(ElfW(Nhdr))) {
        ElfW(Nhdr) note;
        memcpy(&note, notes, sizeof note);
        size_t size = sizeof note + padded(note.n_namesz) + padded(note.n_descsz);
        if (size > length)
            return;
        const char *name = notes + sizeof note, *id = name + padded(note.n_namesz);
        bool is_id = note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4
                  && memcmp(name, "GNU", 4) == 0;
        for (size_t i = 0; is_id && i < note.n_descsz; i++)
            hexfog_text_print(text, "%02x", (unsigned)(unsigned char)id[i]);
        notes += size;
        length -= size;
    }
}

static int add_library(struct dl_phdr_info *library, size_t size, void *context)
{
    struct hexfog_text *text = context;
    (void)size;
    if (!library->dlpi_name || !makes_bytes(library->dlpi_name))
        return 0;
    hexfog_text_add(text, "library ");
    for (int i = 0; i < library->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &library->dlpi_phdr[i];
        if (part->p_type == PT_NOTE)
            add_build_id(text, (const char *)(library->dlpi_addr + part->p_vaddr),
                         part->p_memsz);
    }
    hexfog_text_add(text, "\n");
    return 0;
}

// ---- Options.

// With its length, so that no two lists of options look the same.
static void add_option(struct hexfog_text *text, const char *name, const char *value)
{
    hexfog_text_print(text, "%s %zu %s\n", name, strlen(value), value);
}

static bool hash_text(const char *bytes, size_t length, char hex[65])
{
    struct hexfog_sha256 *hash = hexfog_sha256_make();
    if (hash) {
        hexfog_sha256_add(hash, bytes, length);
        hexfog_sha256_digest(hash, hex);
    }
    hexfog_sha256_free(hash);
    return hash != NULL;
}

// Every option of `batch` that changes a byte, or whether there are outputs at all, stands here.
bool hexfog_inputs_context(const struct hexfog_settings *settings, char context[65])
{
    struct hexfog_text text = { 0 };
    char word[HEXFOG_WORD_BYTES];
    add_option(&text, "hexfog", hexfog_version());
    add_option(&text, "libdeflate", hexfog_deflate_version());
    (void)dl_iterate_phdr(add_library, &text);
    for (size_t i = 0; i < settings->sets.count; i++)
        add_option(&text, "set", settings->sets.list[i]);
    if (settings->effort)
        add_option(&text, "effort", hexfog_word(HEXFOG_EFFORT_WORDS, settings->effort, word));
    add_option(&text, "jsonc", settings->jsonc ? "1" : "0");
    add_option(&text, "werror", settings->warnings_are_errors ? "1" : "0");
    bool is_made = !text.failed && hash_text(text.bytes, text.length, context);
    hexfog_text_free(&text);
    return is_made;
}

bool hexfog_inputs_digest(const char context[65], const struct hexfog_read_hashes *hashes,
                          char inputs[65])
{
    char all[200];
    int length = snprintf(all, sizeof all, "%s %s %s", context, hashes->own, hashes->base);
    return hash_text(all, (size_t)length, inputs);
}
