// SPDX-License-Identifier: MIT
// The code of a Custom node, whose Include File Paths has /Project/board.ush. Output Type: CMOT
// Float 1, what is left of the scene: 1 clear, 0 full fog. Inputs, in this order: FogMap (a
// Texture Object), Place (Absolute World Position, its X and Y), UnitSize (centimetres that one
// unit of the map is long), Start, End (tiles).
// Seen from above with X to the right, Unreal's Y grows downwards, as the map's y does.
float2 uv = hexfog_uv(Place.xy / UnitSize);
float4 texel = Texture2DSampleLevel(FogMap, FogMapSampler, uv, 0);
float F = hexfog_distance_linear(texel);      // hexfog_distance_nearest with Filter: Nearest
return hexfog_left_linear(F, Start, End);
