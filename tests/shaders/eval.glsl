// SPDX-License-Identifier: MIT
// Every function of the remap, for tests/unit/test_shader_languages.c. Column i is case i:
// texel (i, 0) holds R and G, (i, 1) start, end, density, (i, 2) a world position.
uniform sampler2D fogmap;

out vec4 drawn;

void main()
{
    ivec2 pixel = ivec2(gl_FragCoord.xy);
    vec4 texel = texelFetch(fogmap, ivec2(pixel.x, 0), 0);
    vec4 range = texelFetch(fogmap, ivec2(pixel.x, 1), 0);
    vec4 world = texelFetch(fogmap, ivec2(pixel.x, 2), 0);
    float F = hexfog_distance_linear(texel);
    float left = hexfog_left_linear(F, range.r, range.g);

    if (pixel.y == 0)
        drawn = vec4(hexfog_distance_nearest(texel), F, hexfog_uv(world.rg));
    else if (pixel.y == 1)
        drawn = vec4(left, hexfog_left_exp(F, range.r, range.b),
                     hexfog_left_exp2(F, range.r, range.b), HEXFOG_MAX_LEVEL);
    else
        drawn = vec4(hexfog_colour(vec3(1.0, 0.25, 0.0), vec3(0.0, 0.5, 1.0), left),
                     HEXFOG_LEVEL_SCALE);
}
