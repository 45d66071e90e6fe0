/* SPDX-License-Identifier: MIT */
/*
 * The command line: one table row a command, one row an option. Look-up, parsing,
 * --help and the manual's option lists all come from these rows.
 */
#ifndef HEXFOG_CLI_SETTINGS_H
#define HEXFOG_CLI_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>
#include "hexfog.h"

/* Strings of the command line, in the order given. The strings are not owned. */
struct hexfog_words {
    const char **list;
    size_t count;
};

/* The same in place, so that the memory which a bake needs is the same with reports. */
#define HEXFOG_MOST_PATHS 16
struct hexfog_paths {
    const char *list[HEXFOG_MOST_PATHS];
    size_t count;
};

/* Values of WORD options; 0 = not given. */
enum hexfog_when { HEXFOG_WHEN_DEFAULT, HEXFOG_AUTO, HEXFOG_ALWAYS, HEXFOG_NEVER };
enum hexfog_message_form { HEXFOG_MESSAGES_DEFAULT, HEXFOG_MESSAGES_TEXT, HEXFOG_MESSAGES_JSON,
                           HEXFOG_MESSAGES_GITHUB };

enum hexfog_import_shape { HEXFOG_IMPORT_DEFAULT, HEXFOG_IMPORT_ALL, HEXFOG_IMPORT_TILES };

/* What a command line asks for. Zeroed = nothing asked. */
struct hexfog_settings {
    const struct hexfog_command *command;
    char *const *operands;
    int operand_count;

    bool help, version, quiet;
    int color, progress, messages;   /* enum hexfog_when, hexfog_message_form */

    struct hexfog_words sets;
    bool jsonc;
    size_t max_memory_bytes;         /* 0 = no limit */

    bool json;
    struct hexfog_paths reports;

    struct hexfog_words outputs;
    int to;                          /* enum hexfog_format */
    int precision, compression, channels; /* their enums, 0 = DEFAULT = not given */
    int encoder;                     /* 1 + enum hexfog_encoder_kind, 0 = not given */
    int effort;                      /* its enum, 0 = not given */
    bool mipmaps;
    const char *output_dir, *depfile, *depfile_target;
    bool dry_run, make_folders, sync, warnings_are_errors;
    int jobs;                        /* 0 = not given */

    int decoder;                     /* 1 + enum hexfog_rgbe_decoder, 0 = not given */
    const char *gpu, *images, *scene_color, *fog_color, *background;
    bool all;
    int engine;                      /* 1 + row of the engines, 0 = not given */
    int language;                    /* 1 + enum hexfog_shader_language, 0 = not given */

    const char *range, *from, *until, *size, *over; /* until: --to */
    const char *description;         /* --desc */
    int frames, law, look, channel;  /* 0 = not given; law: 1 + enum hexfog_law; channel: r, g, f */
    bool grid;

    struct hexfog_words ignored;     /* --ignore */
    const char *layer, *source_property, *blocked_property, *blocked_layer, *level_property;
    const char *texels_per_pixel;
    struct hexfog_words sources, blocked_gids; /* of a map */
    int shape;                       /* enum hexfog_import_shape */
    int metric;                      /* 1 + enum hexfog_metric, 0 = not given */
    const char *description_output;  /* import -o */

    const char *from0, *shard, *cache;
    bool keep_going, if_changed, rehash, print_commands;
    int verify;                      /* 1: the CPU's checks, 2: the GPU's too, 0: not given */

    const char *max_g_error, *allow_texels, *max_level_errors, *level_scale, *image;
    bool check;
};

enum hexfog_option_kind {
    HEXFOG_OPTION_FLAG,  /* bool */
    HEXFOG_OPTION_TEXT,  /* const char *; the last one given holds */
    HEXFOG_OPTION_PATH,  /* the same, given once, not empty: "" would be a name in / once joined */
    HEXFOG_OPTION_PATHS, /* struct hexfog_paths; not empty either */
    HEXFOG_OPTION_LIST,  /* struct hexfog_words; every one given is kept */
    HEXFOG_OPTION_WORD,  /* int: 1 for the first of the words in `argument`, a|b|c, ... */
    HEXFOG_OPTION_MAYBE, /* int: 1 alone, 2 for =a of a|b|c, ...; its word stands behind an = */
    HEXFOG_OPTION_COUNT, /* int, 1..HEXFOG_MAX_JOBS */
    HEXFOG_OPTION_SIZE   /* size_t, bytes */
};
#define HEXFOG_MAX_JOBS 1024

struct hexfog_option {
    const char *name;
    char letter;            /* short form, 0 = none */
    enum hexfog_option_kind kind;
    const char *argument;   /* its placeholder, or the words allowed; NULL for a flag */
    size_t offset;          /* of its field in struct hexfog_settings */
    const char *purpose;    /* a phrase, without a full stop */
};

/* "--verify[=gpu]", "--jobs N", "--json". Returns the length that it has, as snprintf. */
int hexfog_option_as_text(const struct hexfog_option *option, char *text, size_t size);

struct hexfog_command {
    const char *name;
    hexfog_status (*run)(const struct hexfog_settings *settings);
    const char *purpose;    /* a phrase, without a full stop */
    const char *operands;   /* "DESC", "[NAME]" */
    int least_operands, most_operands;
    const struct hexfog_option *const *groups; /* tables that end with name NULL; NULL-ended */
};

/* All commands, in the order of the help; ends with name NULL. */
extern const struct hexfog_command hexfog_commands[];
/* What `hexfog` itself takes where a command would stand. */
extern const struct hexfog_option hexfog_program_options[];

const struct hexfog_command *hexfog_command_named(const char *name);
/* What a misspelt word was meant to be; NULL when none of the known ones is near. */
struct hexfog_suggestion;
const char *hexfog_near_word(const struct hexfog_suggestion *suggestion);
/* The usage error of a name that is in no row, with the nearest one that is. */
hexfog_status hexfog_unknown_command(const struct hexfog_settings *settings, const char *name);

/* The i-th option of a command over all its groups; NULL past the last. */
const struct hexfog_option *hexfog_command_option(const struct hexfog_command *command,
                                                  size_t index);
/* Whether one of them has that name, without the dashes. */
bool hexfog_command_has_option(const struct hexfog_command *command, const char *name);

/*
 * Reads a command line; what is wrong with it is printed, and USAGE returned. Free
 * *settings either way.
 */
hexfog_status hexfog_settings_read(int argc, char **argv, struct hexfog_settings *settings);
void hexfog_settings_free(struct hexfog_settings *settings);

#endif
