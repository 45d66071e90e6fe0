// SPDX-License-Identifier: MIT
// The table of commands and options: what a user can ask for, in words and in fields.
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include "cli/commands.h"
#include "cli/engines.h"
#include "cli/settings.h"
#include "cli/words.h"

_Static_assert(HEXFOG_MESSAGES_TEXT == 1 && HEXFOG_MESSAGES_GITHUB == 3,
               "order of HEXFOG_MESSAGES_WORDS");

#define FIELD(field) offsetof(struct hexfog_settings, field)
#define FLAG(name, letter, field, purpose) \
    { name, letter, HEXFOG_OPTION_FLAG, NULL, FIELD(field), purpose }
#define TAKES(kind, name, letter, argument, field, purpose) \
    { name, letter, HEXFOG_OPTION_##kind, argument, FIELD(field), purpose }
#define END { NULL, 0, HEXFOG_OPTION_FLAG, NULL, 0, NULL }

#define HELP FLAG("help", 'h', help, "print this help")
#define VERSION FLAG("version", 'V', version, "print the version")

const struct hexfog_option hexfog_program_options[] = { HELP, VERSION, END };

static const struct hexfog_option common_options[] = {
    TAKES(WORD, "messages", 0, HEXFOG_MESSAGES_WORDS, messages,
          "form of errors and warnings: for people, one JSON object a line, or annotations"
          " of a GitHub workflow (default: text)"),
    TAKES(WORD, "color", 0, "auto|always|never", color,
          "colour in messages (default: auto, on a terminal unless NO_COLOR is set)"),
    FLAG("quiet", 'q', quiet, "no progress and no word on success; errors are still printed"),
    HELP,
    VERSION,
    END
};

static const struct hexfog_option reading_options[] = {
    TAKES(LIST, "set", 0, "KEY=JSON", sets,
          "override a key of the description, such as texture.width=512 or"
          " field.metric='\"seamless\"' (repeatable)"),
    FLAG("jsonc", 0, jsonc,
         "accept comments and trailing commas whatever the description's suffix"),
    TAKES(SIZE, "max-memory", 0, "SIZE", max_memory_bytes,
          "refuse what would need more memory; K, M, G, T are powers of 1024,"
          " KB, MB, GB, TB powers of 1000"),
    END
};

// For commands that read textures and no description.
#define MAX_MEMORY \
    TAKES(SIZE, "max-memory", 0, "SIZE", max_memory_bytes, \
          "refuse what would need more memory; K, M, G, T are powers of 1024," \
          " KB, MB, GB, TB powers of 1000")
#define LEVEL_SCALE \
    TAKES(TEXT, "level-scale", 0, "N", level_scale, \
          "scale of the levels in files whose metadata does not tell it: level = R * N")

static const struct hexfog_option diff_options[] = {
    TAKES(LIST, "ignore", 0, "NAME,...", ignored,
          "leave out of the verdict: channels, metadata, metadata.KEY, levels, g, nonfinite"
          " (repeatable)"),
    TAKES(TEXT, "max-g-error", 0, "TILES", max_g_error,
          "greatest difference of G that counts as none (default: 0 for one encoding, for two"
          " the sum of what both round)"),
    TAKES(TEXT, "allow-texels", 0, "N", allow_texels,
          "so many texels may differ by more than that (default: 0)"),
    TAKES(TEXT, "max-level-errors", 0, "N", max_level_errors,
          "so many texels may have another level (default: 0)"),
    LEVEL_SCALE,
    TAKES(PATH, "image", 0, "FILE.png", image,
          "when two textures differ, draw where: levels in red, G in blue, both in black, what"
          " is not finite in yellow; when they do not, FILE.png stays as it is"),
    MAX_MEMORY,
    TAKES(COUNT, "jobs", 'j', "N", jobs,
          "files at once, or threads (default: the CPUs that this process may use)"),
    TAKES(WORD, "progress", 0, "auto|always|never", progress,
          "progress bar (default: auto, on a terminal after half a second)"),
    END
};

static const struct hexfog_option hash_options[] = {
    FLAG("check", 'c', check, "FILE is a list of hashes: tell which files have another one,"
         " are missing or cannot be read"),
    LEVEL_SCALE,
    MAX_MEMORY,
    TAKES(COUNT, "jobs", 'j', "N", jobs,
          "files at once (default: the CPUs that this process may use)"),
    TAKES(WORD, "progress", 0, "auto|always|never", progress,
          "progress bar (default: auto, on a terminal after half a second)"),
    END
};

// Reports are kept and shown: both forms of one run.
static const struct hexfog_option result_options[] = {
    FLAG("json", 0, json, "print the result as JSON"),
    TAKES(PATHS, "report", 0, "FILE", reports,
          "write the result to FILE as well, as JSON (.json) or JUnit XML (.xml) (repeatable)"),
    FLAG("mkdir", 0, make_folders, "make the folders of what is written where they are missing"),
    END
};

// A bake prints nothing but its plan.
static const struct hexfog_option plan_options[] = {
    FLAG("json", 0, json, "print what --dry-run tells as JSON"),
    TAKES(PATHS, "report", 0, "FILE", reports,
          "write the result to FILE, as JSON (.json) or JUnit XML (.xml) (repeatable)"),
    END
};

#define EFFORT \
    TAKES(WORD, "effort", 0, HEXFOG_EFFORT_WORDS, effort, \
          "how long zip and zips of all .exr outputs search: fast, for drafts, or best, twenty" \
          " times as long for the smallest files; nothing to the reference encoder")

static const struct hexfog_option bake_options[] = {
    TAKES(LIST, "output", 'o', "FILE", outputs,
          "write FILE instead of the description's outputs; the suffix chooses the format"
          " (repeatable; - is standard output)"),
    TAKES(WORD, "to", 0, HEXFOG_FORMAT_WORDS, to, "the format of -o -"),
    TAKES(WORD, "precision", 0, HEXFOG_PRECISION_WORDS, precision,
          "precision of the -o files that have the choice"),
    TAKES(WORD, "compression", 0, HEXFOG_COMPRESSION_WORDS, compression,
          "compression of the -o files that have the choice"),
    TAKES(WORD, "channels", 0, HEXFOG_CHANNELS_WORDS, channels,
          "channels of the -o files that have the choice"),
    TAKES(WORD, "encoder", 0, HEXFOG_ENCODER_WORDS, encoder,
          "encoder of the -o files that have the choice"),
    FLAG("mipmaps", 0, mipmaps, "mipmaps in the -o files that can hold them"),
    EFFORT,
    TAKES(PATH, "output-dir", 0, "DIR", output_dir,
          "put the description's relative outputs into DIR, not beside the description"),
    TAKES(PATH, "depfile", 0, "FILE", depfile,
          "write FILE, a make rule that names every file read, and an empty one for each"),
    TAKES(TEXT, "depfile-target", 0, "NAME", depfile_target,
          "the target of that rule (default: all outputs)"),
    FLAG("dry-run", 'n', dry_run,
         "check everything, the outputs' folders too, and print sizes, memory and levels; write"
         " no texture"),
    FLAG("mkdir", 0, make_folders, "make the outputs' folders where they are missing"),
    FLAG("fsync", 0, sync, "have the disk confirm every file before it replaces the old one"),
    FLAG("werror", 0, warnings_are_errors, "treat warnings as errors"),
    TAKES(COUNT, "jobs", 'j', "N", jobs,
          "threads (default: the CPUs that this process may use)"),
    TAKES(WORD, "progress", 0, "auto|always|never", progress,
          "progress bar (default: auto, on a terminal after half a second)"),
    END
};

static const struct hexfog_option batch_options[] = {
    TAKES(PATH, "from0", 0, "FILE", from0,
          "read more names from FILE, each ended by a NUL, as find -print0 writes them (- is"
          " standard input)"),
    TAKES(COUNT, "jobs", 'j', "N", jobs,
          "maps at once (default: the CPUs that this process may use, which they share)"),
    FLAG("keep-going", 'k', keep_going,
         "a map that fails does not end the batch; the status is 1 then"),
    FLAG("if-changed", 0, if_changed,
         "only maps whose description, base or options changed since, or whose outputs are not as"
         " they were left; .hexfog-state beside the outputs remembers"),
    TAKES(PATH, "cache", 0, "DIR", cache, "with --if-changed: remember in DIR instead"),
    FLAG("rehash", 0, rehash,
         "with --if-changed: read outputs that have the recorded size, date and inode, too"),
    TAKES(MAYBE, "verify", 0, "gpu", verify,
          "check every texture that was baked as 'hexfog verify' does on the CPU; with =gpu, drawn"
          " as well"),
    TAKES(TEXT, "shard", 0, "K/N|auto", shard,
          "only the maps whose rank in the sorted list is K modulo N; auto: as Slurm, GNU"
          " parallel or a CI service says (auto/N: of N)"),
    FLAG("print-commands", 0, print_commands,
         "bake nothing: print a 'hexfog bake' command a line; with --if-changed a 'hexfog"
         " batch' of one map, which remembers"),
    TAKES(PATH, "output-dir", 0, "DIR", output_dir,
          "put the descriptions' relative outputs into DIR, in folders as theirs"),
    EFFORT,
    FLAG("dry-run", 'n', dry_run, "bake nothing: check everything, and print what would be done"),
    FLAG("fsync", 0, sync, "have the disk confirm every file before it replaces the old one"),
    FLAG("werror", 0, warnings_are_errors, "treat warnings as errors"),
    TAKES(WORD, "progress", 0, "auto|always|never", progress,
          "progress (default: auto, a line that changes on a terminal, else a line a map)"),
    END
};

static const struct hexfog_option verify_options[] = {
    TAKES(WORD, "decoder", 0, HEXFOG_DECODER_WORDS, decoder,
          "how an .hdr's mantissa m is read: a m/256, b m/255, c (m + 0.5)/256 (default: a)"),
    TAKES(TEXT, "gpu", 0, "auto|none|software|device:N", gpu,
          "where to draw (default: auto; none checks on the CPU only)"),
    FLAG("all", 0, all, "draw every texel, also of a texture beyond 2048 x 2048"),
    TAKES(PATH, "images", 0, "DIR", images,
          "write what was drawn, what was expected and the difference into DIR"),
    TAKES(TEXT, "scene-color", 0, "COLOR", scene_color,
          "unfogged colour to recover the laws from as well: #rrggbb, or R,G,B of 0 to 1"),
    TAKES(TEXT, "fog-color", 0, "COLOR", fog_color, "fog colour of the same"),
    TAKES(TEXT, "background", 0, "COLOR", background,
          "background that full fog is held against: a difference shows as a silhouette"),
    TAKES(PATH, "output-dir", 0, "DIR", output_dir,
          "find the description's relative outputs in DIR"),
    TAKES(COUNT, "jobs", 'j', "N", jobs,
          "threads (default: the CPUs that this process may use)"),
    TAKES(WORD, "progress", 0, "auto|always|never", progress,
          "progress bar (default: auto, on a terminal after half a second)"),
    END
};

static const struct hexfog_option import_options[] = {
    TAKES(TEXT, "layer", 0, "NAME", layer,
          "of a map: the tile layer whose tiles are the shape (default: the first one)"),
    TAKES(WORD, "shape", 0, "all|tiles", shape,
          "of a map: the shape is every cell, or those that have a tile (default: tiles)"),
    TAKES(LIST, "source", 0, "COL,ROW", sources,
          "of a map: a tile of level 0 (repeatable; default: the tiles under the first point"
          " objects, else the middle one)"),
    TAKES(TEXT, "source-property", 0, "NAME", source_property,
          "of a map: the sources are where tiles or objects have this property"),
    TAKES(TEXT, "blocked-property", 0, "NAME", blocked_property,
          "of a map: where tiles or objects have this property is blocked"),
    TAKES(TEXT, "blocked-layer", 0, "NAME", blocked_layer,
          "of a map: where this tile layer has a tile is blocked"),
    TAKES(LIST, "blocked-gid", 0, "GID", blocked_gids,
          "of a map: where any layer has this gid is blocked (repeatable)"),
    TAKES(TEXT, "level-property", 0, "NAME", level_property,
          "of a map: the levels are the values of this property of tiles or objects"),
    TAKES(WORD, "metric", 0, HEXFOG_METRIC_WORDS, metric,
          "of a map: the metric of G (default: seamless)"),
    TAKES(TEXT, "texels-per-pixel", 0, "N", texels_per_pixel,
          "of a map: resolution (default: 1, the map's pixels one to one)"),
    END
};

static const struct hexfog_option import_output_options[] = {
    TAKES(PATH, "output", 'o', "DESC", description_output,
          "the description to write, as NAME.hexfog.json (- is standard output)"),
    MAX_MEMORY,
    FLAG("mkdir", 0, make_folders, "make the description's folder where it is missing"),
    FLAG("fsync", 0, sync, "have the disk confirm the file before it replaces the old one"),
    END
};

static const struct hexfog_option shader_options[] = {
    TAKES(WORD, "lang", 0, HEXFOG_LANGUAGE_WORDS, language,
          "the shader's language (default: glsl)"),
    END
};

static const struct hexfog_option preview_options[] = {
    TAKES(LIST, "output", 'o', "OUT", outputs,
          "the picture: .png for one frame, .gif for the fog moving (- is standard output)"),
    TAKES(TEXT, "range", 0, "START:END", range,
          "where the fog begins and where it is full, in tiles of F; of a .gif only its width"
          " (default: one tile at the middle level)"),
    TAKES(TEXT, "from", 0, "F", from, "where the fog begins in a .gif's first frame (default: 0)"),
    TAKES(TEXT, "to", 0, "F", until,
          "where it begins in the last one (default: beyond the greatest level)"),
    TAKES(COUNT, "frames", 0, "N", frames, "frames of a .gif (default: 24)"),
    TAKES(WORD, "law", 0, "linear|exp|exp2", law,
          "how the fog thickens; under exp and exp2, 5 % of the scene is left at END"
          " (default: linear)"),
    TAKES(WORD, "look", 0, "plain|watercolour", look,
          "watercolour: a pixel is in the fog or out of it, along an uneven border with an"
          " outline (default: plain)"),
    TAKES(TEXT, "size", 0, "N|WxH", size,
          "pixels of the longer side, or of both, each 1 to 16384 (default: a pixel a texel, or"
          " one of --over's, and where that is more, 4096 of a .png, 512 of a .gif)"),
    FLAG("grid", 0, grid,
         "outlines of the tiles, their levels, and the axes of q and r, as far as there is room"),
    TAKES(PATH, "desc", 0, "DESC", description,
          "the description that tells --grid where a texture's tiles are"),
    TAKES(WORD, "channel", 0, "r|g|f", channel,
          "false colours of the level, of G, or of F = level + G, with a legend below"),
    TAKES(PATH, "over", 0, "BOARD.png", over,
          "draw the fog over this picture of the map, scaled onto the texture's rectangle"),
    TAKES(TEXT, "scene-color", 0, "COLOR", scene_color,
          "colour without fog: #rrggbb, or R,G,B of 0 to 1"),
    TAKES(TEXT, "fog-color", 0, "COLOR", fog_color, "colour of full fog"),
    TAKES(TEXT, "background", 0, "COLOR", background,
          "colour under the legend, and where --over's picture is transparent (default: white)"),
    LEVEL_SCALE,
    FLAG("mkdir", 0, make_folders, "make the picture's folder where it is missing"),
    FLAG("fsync", 0, sync, "have the disk confirm the file before it replaces the old one"),
    TAKES(COUNT, "jobs", 'j', "N", jobs,
          "threads (default: the CPUs that this process may use)"),
    TAKES(WORD, "progress", 0, "auto|always|never", progress,
          "progress bar (default: auto, on a terminal after half a second)"),
    END
};

static const struct hexfog_option *const bake_groups[] = {
    bake_options, reading_options, import_options, plan_options, common_options, NULL
};
static const struct hexfog_option *const batch_groups[] = {
    batch_options, result_options, reading_options, common_options, NULL
};
static const struct hexfog_option *const diff_groups[] = {
    diff_options, result_options, common_options, NULL
};
static const struct hexfog_option *const hash_groups[] = {
    hash_options, result_options, common_options, NULL
};
static const struct hexfog_option info_options[] = {
    TAKES(WORD, "advise", 0, HEXFOG_ENGINE_WORDS, engine,
          "tell which file, sampling, size and import settings suit an engine"),
    LEVEL_SCALE,
    TAKES(WORD, "progress", 0, "auto|always|never", progress,
          "progress bar (default: auto, on a terminal after half a second)"),
    END
};

static const struct hexfog_option *const info_groups[] = {
    info_options, result_options, reading_options, import_options, common_options, NULL
};
static const struct hexfog_option *const verify_groups[] = {
    verify_options, result_options, reading_options, import_options, common_options, NULL
};
static const struct hexfog_option *const preview_groups[] = {
    preview_options, reading_options, import_options, common_options, NULL
};
static const struct hexfog_option *const shader_groups[] = {
    shader_options, reading_options, import_options, common_options, NULL
};
static const struct hexfog_option *const import_groups[] = {
    import_output_options, import_options, common_options, NULL
};
static const struct hexfog_option *const report_groups[] = {
    result_options, common_options, NULL
};
static const struct hexfog_option *const common_groups[] = { common_options, NULL };

const struct hexfog_command hexfog_commands[] = {
    { "bake", hexfog_command_bake, "write the fogmaps of a description",
      "DESC", 1, 1, bake_groups },
    { "batch", hexfog_command_batch, "bake many descriptions: files, folders, @list",
      "LIST...", 0, INT_MAX, batch_groups },
    { "report", hexfog_command_report,
      "merge the reports of a batch's shards; a map that none of them has is status 1",
      "merge FILE...", 0, INT_MAX, report_groups },
    { "verify", hexfog_command_verify,
      "prove textures against the description, on the CPU and on the GPU", "DESC [TEXTURE]...", 1,
      INT_MAX, verify_groups },
    { "shader", hexfog_command_shader, "print the remap function with this map's constants",
      "FILE", 1, 1, shader_groups },
    { "diff", hexfog_command_diff,
      "compare two textures, or all textures of two folders, by what they decode to", "A B", 2, 2,
      diff_groups },
    { "hash", hexfog_command_hash,
      "print a hash of the texels of each file, or check the files of a list", "FILE...", 1,
      INT_MAX, hash_groups },
    { "info", hexfog_command_info,
      "print what a texture holds, or a description's geometry, levels, memory and file sizes",
      "FILE", 1, 1, info_groups },
    { "preview", hexfog_command_preview,
      "draw the fog of a description or texture: one frame, or the fog moving", "FILE", 1, 1,
      preview_groups },
    { "import", hexfog_command_import,
      "turn a map of Tiled (.tmj, .tmx) or HexJSON into a description", "MAP", 1, 1,
      import_groups },
    { "schema", hexfog_command_schema,
      "print a JSON Schema, or without NAME the list of their names", "[NAME]", 0, 1,
      common_groups },
    { "help", hexfog_command_help, "print the options of a command", "[COMMAND]", 0, 2,
      common_groups },
    { NULL, NULL, NULL, NULL, 0, 0, NULL }
};

const struct hexfog_command *hexfog_command_named(const char *name)
{
    for (const struct hexfog_command *command = hexfog_commands; command->name; command++)
        if (strcmp(command->name, name) == 0)
            return command;
    return NULL;
}

const struct hexfog_option *hexfog_command_option(const struct hexfog_command *command,
                                                  size_t index)
{
    for (size_t group = 0; command->groups[group]; group++)
        for (const struct hexfog_option *option = command->groups[group]; option->name; option++)
            if (index-- == 0)
                return option;
    return NULL;
}

bool hexfog_command_has_option(const struct hexfog_command *command, const char *name)
{
    const struct hexfog_option *option;
    for (size_t i = 0; (option = hexfog_command_option(command, i)); i++)
        if (strcmp(option->name, name) == 0)
            return true;
    return false;
}

int hexfog_option_as_text(const struct hexfog_option *option, char *text, size_t size)
{
    if (!option->argument)
        return snprintf(text, size, "--%s", option->name);
    if (option->kind == HEXFOG_OPTION_MAYBE)
        return snprintf(text, size, "--%s[=%s]", option->name, option->argument);
    return snprintf(text, size, "--%s %s", option->name, option->argument);
}
