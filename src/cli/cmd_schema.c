// SPDX-License-Identifier: MIT
// Turns the name of a schema into its text.
#include "cli/commands.h"
#include "cli/message.h"
#include "cli/result.h"
#include "desc/suggest.h"

static hexfog_status unknown_schema(const struct hexfog_settings *settings, const char *name)
{
    struct hexfog_suggestion suggestion = { .word = name };
    for (size_t i = 0; hexfog_schema_name(i); i++)
        hexfog_suggest(&suggestion, hexfog_schema_name(i));
    if (hexfog_near_word(&suggestion))
        return hexfog_usage_error(settings, "unknown schema '%s'; did you mean '%s'?", name,
                                  hexfog_near_word(&suggestion));
    return hexfog_usage_error(settings, "unknown schema '%s'; 'hexfog schema' lists them", name);
}

hexfog_status hexfog_command_schema(const struct hexfog_settings *settings)
{
    struct hexfog_text text = { 0 };
    if (settings->operand_count == 0) {
        for (size_t i = 0; hexfog_schema_name(i); i++)
            hexfog_text_print(&text, "%s\n", hexfog_schema_name(i));
    } else {
        const char *schema = hexfog_schema(settings->operands[0]);
        if (!schema)
            return unknown_schema(settings, settings->operands[0]);
        hexfog_text_add(&text, schema);
    }
    hexfog_status status = hexfog_print_text(settings, &text);
    hexfog_text_free(&text);
    return status;
}
