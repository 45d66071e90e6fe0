// SPDX-License-Identifier: MIT
// Draws a texture through the remap, which stands before this text. HEXFOG_POINT_SAMPLED
// is 1 or 0. Row 0 of the target shows row 0 of the texture.
uniform sampler2D fogmap;
uniform ivec2 target_size;
uniform vec3 fog_range;   // start, end, density
uniform int law;          // 0 linear, 1 exp, 2 exp2, -1: F itself
uniform vec3 scene_colour;
uniform vec3 fog_colour;

out vec4 drawn;

float distance_here()
{
#if HEXFOG_POINT_SAMPLED
    ivec2 texel = ivec2(gl_FragCoord.xy) * textureSize(fogmap, 0) / target_size;
    return hexfog_distance_nearest(texelFetch(fogmap, texel, 0));
#else
    return hexfog_distance_linear(texture(fogmap, gl_FragCoord.xy / vec2(target_size)));
#endif
}

void main()
{
    float F = distance_here();
    float left = hexfog_left_linear(F, fog_range.x, fog_range.y);

    // The law is the same for the whole draw: no value of a texel chooses a branch.
    if (law == 1)
        left = hexfog_left_exp(F, fog_range.x, fog_range.z);
    if (law == 2)
        left = hexfog_left_exp2(F, fog_range.x, fog_range.z);
    drawn = vec4(hexfog_colour(scene_colour, fog_colour, left), 1.0);
    if (law < 0)
        drawn.r = F;
}
