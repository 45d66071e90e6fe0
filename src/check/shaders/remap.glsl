// SPDX-License-Identifier: 0BSD
// hexfog's remap: from a texel of the fogmap to the fog. Copy it into your shader; it is
// free of any obligation.
// @ABOUT@
//
// The texture holds plain numbers: no sRGB, clamp to edge, no mipmaps but those that a
// .ktx2 has itself. F, the fog distance, counts tiles from the nearest source; it is at
// most HEXFOG_MAX_LEVEL + 1.
//
// In a fragment shader, for fog that begins at F = start and is full at F = end:
//
//     float F = hexfog_distance_linear(@SAMPLE@);
//     float left = hexfog_left_linear(F, start, end);      // 1: clear, 0: full fog
//     colour = hexfog_colour(colour, fog_colour, left);
//
// or in one line,
// hexfog_left_linear(hexfog_distance_linear(@SAMPLE@), start, end).
@PRECISION@
// Of this map; but of its .png files always 255.0, as these hold level / 255.
const float HEXFOG_LEVEL_SCALE = @LEVEL_SCALE@;
const float HEXFOG_MAX_LEVEL = @MAX_LEVEL@;

// F of a point-sampled texel (@FETCH@, or a sampler with nearest filtering).
float hexfog_distance_nearest(vec4 texel)
{
    return floor(texel.r * HEXFOG_LEVEL_SCALE + 0.5) + texel.g;
}

// F of a linearly filtered texel: F is linear in the channels, so filtering it is right;
// rounding the level after filtering is not.
float hexfog_distance_linear(vec4 texel)
{
    return texel.r * HEXFOG_LEVEL_SCALE + texel.g;
}

// The linear law: the share of the unfogged colour that is left, 1 up to start, 0 from end
// on. With end == start it is a step: 0 where F >= start.
float hexfog_left_linear(float F, float start, float end)
{
    float soft = clamp((F - start) / max(end - start, 1e-20), 0.0, 1.0);
    float hard = step(end, start) * step(start, F);
    return 1.0 - max(soft, hard);
}

// The exponential laws. So that 5 % is left at a distance D behind start:
// density = log(20.0) / D for exp, sqrt(log(20.0)) / D for exp2.
float hexfog_left_exp(float F, float start, float density)
{
    return exp(-density * max(F - start, 0.0));
}

float hexfog_left_exp2(float F, float start, float density)
{
    float x = density * max(F - start, 0.0);
    return exp(-x * x);
}

// `left` of the scene, the rest fog. The background (clear colour, sky) must have the
// fog's colour, or far things stand out against it as silhouettes.
vec3 hexfog_colour(vec3 scene, vec3 fog, float left)
{
    return mix(fog, scene, left);
}
