/* SPDX-License-Identifier: MIT */
/* Enums of the contract as the words that descriptions and options use. */
#ifndef HEXFOG_CLI_WORDS_H
#define HEXFOG_CLI_WORDS_H

#include "hexfog.h"

/* The n-th word is the n-th value of its enum, counted from 1; 0 is "not given". */
#define HEXFOG_FORMAT_WORDS "hdr|exr|ktx2|png"
#define HEXFOG_PRECISION_WORDS "half|float|rgb9e5"
#define HEXFOG_COMPRESSION_WORDS "none|zips|zip|rle|piz"
#define HEXFOG_CHANNELS_WORDS "rgb|rg"
#define HEXFOG_ENCODER_WORDS "stream|reference" /* from 1, its enum from 0 */
#define HEXFOG_EFFORT_WORDS "fast|default|best"
#define HEXFOG_MESSAGES_WORDS "text|json|github"
#define HEXFOG_DECODER_WORDS "a|b|c"             /* likewise */
#define HEXFOG_LANGUAGE_WORDS "glsl|glsl-es|hlsl|gdshader|wgsl" /* likewise */
#define HEXFOG_METRIC_WORDS "sweep|seamless"     /* likewise */

_Static_assert(HEXFOG_SWEEP == 0 && HEXFOG_SEAMLESS == 1, "order of HEXFOG_METRIC_WORDS");
_Static_assert(HEXFOG_HDR == 1 && HEXFOG_PNG == 4, "order of HEXFOG_FORMAT_WORDS");
_Static_assert(HEXFOG_HALF == 1 && HEXFOG_RGB9E5 == 3, "order of HEXFOG_PRECISION_WORDS");
_Static_assert(HEXFOG_COMPRESSION_NONE == 1 && HEXFOG_ZIP == 3 && HEXFOG_PIZ == 5,
               "order of HEXFOG_COMPRESSION_WORDS");
_Static_assert(HEXFOG_RGB == 1 && HEXFOG_RG == 2, "order of HEXFOG_CHANNELS_WORDS");
_Static_assert(HEXFOG_EFFORT_FAST == 1 && HEXFOG_EFFORT_BEST == 3, "order of HEXFOG_EFFORT_WORDS");
_Static_assert(HEXFOG_STREAM == 0 && HEXFOG_REFERENCE == 1, "order of HEXFOG_ENCODER_WORDS");

#define HEXFOG_WORD_BYTES 16
/* The n-th of "a|b|c", counted from 1; NULL past the last, and for 0. */
const char *hexfog_word(const char *words, int place, char word[HEXFOG_WORD_BYTES]);

#endif
