// SPDX-License-Identifier: MIT
// Stand-ins for what contrib/unity takes from Unity, so that a compiler can read it.
#define TEXTURE2D(name) Texture2D<float4> name
#define SAMPLER(name) SamplerState name
#define SAMPLE_TEXTURE2D(map, state, uv) map.Sample(state, uv)
#define CBUFFER_START(name) cbuffer name {
#define CBUFFER_END };

struct UnityTexture2D {
    Texture2D<float4> tex;
    SamplerState samplerstate;
};

float3 TransformObjectToWorld(float3 place)
{
    return place;
}

float4 TransformWorldToHClip(float3 place)
{
    return float4(place, 1.0);
}
