// SPDX-License-Identifier: MIT
// An unlit ground under fog, for the Universal Render Pipeline.
Shader "Hexfog/Ground"
{
    Properties
    {
        [NoScaleOffset] _FogMap("Fogmap", 2D) = "black" {}
        _SceneColour("Ground", Color) = (0.93, 0.89, 0.8, 1)
        _FogColour("Fog", Color) = (0.2, 0.27, 0.4, 1)
        _FogStart("Fog begins (tiles)", Float) = 2
        _FogEnd("Fog is full (tiles)", Float) = 8
    }
    SubShader
    {
        Tags { "RenderType" = "Opaque" "RenderPipeline" = "UniversalPipeline" }
        Pass
        {
            HLSLPROGRAM
            #pragma vertex Vertex
            #pragma fragment Fragment
            #include "Packages/com.unity.render-pipelines.universal/ShaderLibrary/Core.hlsl"
            #include "Hexfog.hlsl"

            TEXTURE2D(_FogMap);
            SAMPLER(sampler_FogMap);
            CBUFFER_START(UnityPerMaterial)
                float4 _SceneColour;
                float4 _FogColour;
                float _FogStart;
                float _FogEnd;
            CBUFFER_END

            struct Attributes
            {
                float4 positionOS : POSITION;
            };

            struct Varyings
            {
                float4 positionCS : SV_POSITION;
                float3 positionWS : TEXCOORD0;
            };

            Varyings Vertex(Attributes input)
            {
                Varyings output;
                output.positionWS = TransformObjectToWorld(input.positionOS.xyz);
                output.positionCS = TransformWorldToHClip(output.positionWS);
                return output;
            }

            float4 Fragment(Varyings input) : SV_Target
            {
                float4 texel = SAMPLE_TEXTURE2D(_FogMap, sampler_FogMap,
                                                HexfogUv(input.positionWS));
                float left = HexfogLeft(texel, _FogStart, _FogEnd);
                return float4(hexfog_colour(_SceneColour.rgb, _FogColour.rgb, left), 1.0);
            }
            ENDHLSL
        }
    }
}
