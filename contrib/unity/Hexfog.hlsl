// SPDX-License-Identifier: MIT
// A fogmap in URP, between the texture and the remap of board.hlsl, which
// `hexfog shader --lang hlsl` prints. For the HLSLPROGRAM of a .shader file; Shader Graph takes
// HexfogGraph.hlsl.
#ifndef HEXFOG_INCLUDED
#define HEXFOG_INCLUDED

#include "board.hlsl"

// Unity's ground is the plane y = 0 with z away from the viewer. A map whose y grows downwards
// has its y along -z. With "y_axis": "up" it is float2(place.x, place.z).
float2 HexfogWorld(float3 place)
{
    return float2(place.x, -place.z);
}

// Unity puts the last row of the file at v = 0.
float2 HexfogUv(float3 place)
{
    float2 uv = hexfog_uv(HexfogWorld(place));
    return float2(uv.x, 1.0 - uv.y);
}

// What is left of the scene: 1 clear, 0 full fog.
float HexfogLeft(float4 texel, float start, float end)
{
#ifdef HEXFOG_NEAREST
    return hexfog_left_linear(hexfog_distance_nearest(texel), start, end);
#else
    return hexfog_left_linear(hexfog_distance_linear(texel), start, end);
#endif
}

#endif
