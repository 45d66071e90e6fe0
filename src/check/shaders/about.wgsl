WGSL: WebGPU, Bevy. It takes
//
//   var fogmap: texture_2d<f32>; var linear_clamp: sampler;
//
// with the group and binding of your pipeline. textureSample stands outside of branches.
