// SPDX-License-Identifier: MIT
// Turns an encoding into the encoder that writes it.
#include "encode/encoder.h"

#include "base/alloc.h"
#include "base/error.h"
#include "encode/format.h"
#include "encode/recover.h"

hexfog_status hexfog_encoder_make(const struct hexfog_encoding *encoding, int threads,
                                  struct hexfog_byte_sink bytes, struct hexfog_encoder **encoder,
                                  struct hexfog_error *error)
{
    *encoder = NULL;
    const struct hexfog_writer *writer = hexfog_writer_of(encoding);
    if (!writer)
        return hexfog_fail(error, HEXFOG_INPUT, "this file kind has no encoder in this version");
    if (threads < 1)
        return hexfog_fail(error, HEXFOG_INPUT, "%d threads (allowed: at least 1)", threads);
    // Held again for callers that made the encoding with check_levels = false: nothing is
    // ever clamped in silence.
    int32_t failing;
    if (!hexfog_levels_hold(encoding, &failing))
        return hexfog_fail(error, HEXFOG_INPUT, "this encoding cannot hold level %d",
                           (int)failing);
    struct hexfog_encoder head = { .encoding = *encoding, .bytes = bytes, .threads = threads };
    return writer->make(&head, encoder, error);
}

struct hexfog_sink hexfog_encoder_sink(struct hexfog_encoder *encoder)
{
    return (struct hexfog_sink){ encoder, encoder->prepare, encoder->commit, encoder->take_row };
}

hexfog_status hexfog_encoder_finish(struct hexfog_encoder *encoder, struct hexfog_error *error)
{
    return encoder->finish(encoder, error);
}

void hexfog_encoder_free(struct hexfog_encoder *encoder)
{
    if (!encoder)
        return;
    encoder->release(encoder);
    hexfog_free(encoder);
}
