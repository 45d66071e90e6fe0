// SPDX-License-Identifier: MIT
// Turns a description into the figures of its board.
#include "cli/commands.h"

hexfog_status hexfog_command_info(const struct hexfog_settings *settings)
{
    (void)settings;
    return HEXFOG_OK;
}
