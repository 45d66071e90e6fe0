// SPDX-License-Identifier: MIT
// A Material2d of Bevy: first its imports, then what `hexfog shader --lang wgsl` prints, which you
// replace by that of your map, then the fragment shader.
#import bevy_sprite::mesh2d_vertex_output::VertexOutput

// SPDX-License-Identifier: 0BSD
// hexfog's remap: from a texel of the fogmap to the fog. Copy it into your shader; it is
// free of any obligation.
// WGSL: WebGPU, Bevy. It takes
//
//   var fogmap: texture_2d<f32>; var linear_clamp: sampler;
//
// with the group and binding of your pipeline. textureSample stands outside of branches.
//
// The texture holds plain numbers: no sRGB, clamp to edge, no mipmaps but those that a
// .ktx2 has itself. F, the fog distance, counts tiles from the nearest source; it is at
// most HEXFOG_MAX_LEVEL + 1.
//
// In a fragment shader, for fog that begins at F = start and is full at F = end:
//
//     let F = hexfog_distance_linear(textureSample(fogmap, linear_clamp, hexfog_uv(world)));
//     let left = hexfog_left_linear(F, start, end);      // 1: clear, 0: full fog
//     colour = hexfog_colour(colour, fog_colour, left);
//
// or in one line,
// hexfog_left_linear(hexfog_distance_linear(textureSample(fogmap, linear_clamp, hexfog_uv(world))), start, end).

// Of this map; but of its .png files always 255.0, as these hold level / 255.
const HEXFOG_LEVEL_SCALE: f32 = 64.0;
const HEXFOG_MAX_LEVEL: f32 = 15.0;

// F of a point-sampled texel (textureLoad, or a sampler with nearest filtering).
fn hexfog_distance_nearest(texel: vec4<f32>) -> f32
{
    return floor(texel.r * HEXFOG_LEVEL_SCALE + 0.5) + texel.g;
}

// F of a linearly filtered texel: F is linear in the channels, so filtering it is right;
// rounding the level after filtering is not.
fn hexfog_distance_linear(texel: vec4<f32>) -> f32
{
    return texel.r * HEXFOG_LEVEL_SCALE + texel.g;
}

// The linear law: the share of the unfogged colour that is left, 1 up to start, 0 from end
// on. With end == start it is a step: 0 where F >= start.
fn hexfog_left_linear(F: f32, start: f32, end: f32) -> f32
{
    let soft = clamp((F - start) / max(end - start, 1e-20), 0.0, 1.0);
    let hard = step(end, start) * step(start, F);
    return 1.0 - max(soft, hard);
}

// The exponential laws. So that 5 % is left at a distance D behind start:
// density = log(20.0) / D for exp, sqrt(log(20.0)) / D for exp2.
fn hexfog_left_exp(F: f32, start: f32, density: f32) -> f32
{
    return exp(-density * max(F - start, 0.0));
}

fn hexfog_left_exp2(F: f32, start: f32, density: f32) -> f32
{
    let x = density * max(F - start, 0.0);
    return exp(-x * x);
}

// `left` of the scene, the rest fog. The background (clear colour, sky) must have the
// fog's colour, or far things stand out against it as silhouettes.
fn hexfog_colour(scene: vec3<f32>, fog: vec3<f32>, left: f32) -> vec3<f32>
{
    return mix(fog, scene, left);
}

// World position, in the description's units, to texture coordinate; v = 0 at the top edge
// of the picture's first row: where a loader has turned the rows round, take 1.0 - v.
const HEXFOG_UV_SCALE: vec2<f32> = vec2<f32>(0.03125, 0.03125);
const HEXFOG_UV_OFFSET: vec2<f32> = vec2<f32>(0.5, 0.5);

fn hexfog_uv(world: vec2<f32>) -> vec2<f32>
{
    return world * HEXFOG_UV_SCALE + HEXFOG_UV_OFFSET;
}

struct Fog {
    scene_colour: vec4<f32>,
    fog_colour: vec4<f32>,
    start: f32,
    end: f32,
    pixels_per_unit: f32,
    unused: f32,
}
@group(2) @binding(0) var<uniform> fog: Fog;
@group(2) @binding(1) var fogmap: texture_2d<f32>;
@group(2) @binding(2) var linear_clamp: sampler;

// Bevy's 2D has y upwards, the map (unless "y_axis" is "up") downwards.
@fragment
fn fragment(in: VertexOutput) -> @location(0) vec4<f32> {
    let place = in.world_position.xy / fog.pixels_per_unit;
    let world = vec2<f32>(place.x, -place.y);
    let F = hexfog_distance_linear(textureSample(fogmap, linear_clamp, hexfog_uv(world)));
    let left = hexfog_left_linear(F, fog.start, fog.end);
    return vec4<f32>(hexfog_colour(fog.scene_colour.rgb, fog.fog_colour.rgb, left), 1.0);
}
