// SPDX-License-Identifier: MIT
// Turns a command line into the status of its command.
#include "cli/interrupt.h"
#include "cli/settings.h"

int main(int argc, char **argv)
{
    hexfog_start_process();
    struct hexfog_settings settings;
    hexfog_status status = hexfog_settings_read(argc, argv, &settings);
    if (status == HEXFOG_OK)
        status = settings.command->run(&settings);
    hexfog_settings_free(&settings);
    return (int)status;
}
