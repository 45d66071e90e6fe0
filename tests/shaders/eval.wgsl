// SPDX-License-Identifier: MIT
// As eval.glsl.
@group(0) @binding(0) var fogmap: texture_2d<f32>;

@fragment fn main(@builtin(position) position: vec4<f32>) -> @location(0) vec4<f32>
{
    let pixel = vec2<i32>(position.xy);
    let texel = textureLoad(fogmap, vec2<i32>(pixel.x, 0), 0);
    let range = textureLoad(fogmap, vec2<i32>(pixel.x, 1), 0);
    let world = textureLoad(fogmap, vec2<i32>(pixel.x, 2), 0);
    let F = hexfog_distance_linear(texel);
    let left = hexfog_left_linear(F, range.r, range.g);

    if pixel.y == 0 {
        return vec4<f32>(hexfog_distance_nearest(texel), F, hexfog_uv(world.rg));
    }
    if pixel.y == 1 {
        return vec4<f32>(left, hexfog_left_exp(F, range.r, range.b),
                         hexfog_left_exp2(F, range.r, range.b), HEXFOG_MAX_LEVEL);
    }
    return vec4<f32>(hexfog_colour(vec3<f32>(1.0, 0.25, 0.0), vec3<f32>(0.0, 0.5, 1.0), left),
                     HEXFOG_LEVEL_SCALE);
}
