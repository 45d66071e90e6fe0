HLSL: Unity (an include of an HLSLPROGRAM or a Custom Function node), Unreal (an include
// of a Custom node: such a node's own text can hold no functions), Direct3D. It takes
//
//   Texture2D<float4> fogmap; SamplerState linear_clamp_sampler;
