// SPDX-License-Identifier: MIT
// For Shader Graph: a Custom Function node of type File with this file, named HexfogLeft, with the
// inputs and the output below in this order, precision Single.
#include "Hexfog.hlsl"

void HexfogLeft_float(UnityTexture2D FogMap, float3 Place, float Start, float End, out float Left)
{
    float4 texel = SAMPLE_TEXTURE2D(FogMap.tex, FogMap.samplerstate, HexfogUv(Place));
    Left = HexfogLeft(texel, Start, End);
}
