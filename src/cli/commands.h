/* SPDX-License-Identifier: MIT */
/* One function a command. Each prints what is wrong and returns the program's status. */
#ifndef HEXFOG_CLI_COMMANDS_H
#define HEXFOG_CLI_COMMANDS_H

#include "cli/settings.h"

hexfog_status hexfog_command_batch(const struct hexfog_settings *settings);
hexfog_status hexfog_command_bake(const struct hexfog_settings *settings);
hexfog_status hexfog_command_diff(const struct hexfog_settings *settings);
hexfog_status hexfog_command_hash(const struct hexfog_settings *settings);
hexfog_status hexfog_command_info(const struct hexfog_settings *settings);
hexfog_status hexfog_command_import(const struct hexfog_settings *settings);
hexfog_status hexfog_command_preview(const struct hexfog_settings *settings);
hexfog_status hexfog_command_report(const struct hexfog_settings *settings);
hexfog_status hexfog_command_verify(const struct hexfog_settings *settings);
hexfog_status hexfog_command_shader(const struct hexfog_settings *settings);
hexfog_status hexfog_command_schema(const struct hexfog_settings *settings);
hexfog_status hexfog_command_help(const struct hexfog_settings *settings);
hexfog_status hexfog_command_version(const struct hexfog_settings *settings);

#endif
