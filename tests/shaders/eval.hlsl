// SPDX-License-Identifier: MIT
// As eval.glsl.
Texture2D<float4> fogmap;

float4 main(float4 position : SV_Position) : SV_Target
{
    int2 pixel = int2(position.xy);
    float4 texel = fogmap.Load(int3(pixel.x, 0, 0));
    float4 range = fogmap.Load(int3(pixel.x, 1, 0));
    float4 world = fogmap.Load(int3(pixel.x, 2, 0));
    float F = hexfog_distance_linear(texel);
    float left = hexfog_left_linear(F, range.r, range.g);

    if (pixel.y == 0)
        return float4(hexfog_distance_nearest(texel), F, hexfog_uv(world.rg));
    if (pixel.y == 1)
        return float4(left, hexfog_left_exp(F, range.r, range.b),
                      hexfog_left_exp2(F, range.r, range.b), HEXFOG_MAX_LEVEL);
    return float4(hexfog_colour(float3(1.0, 0.25, 0.0), float3(0.0, 0.5, 1.0), left),
                  HEXFOG_LEVEL_SCALE);
}
