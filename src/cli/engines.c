// SPDX-License-Identifier: MIT
// The table of engines. docs/formats.md says the same in more words; a test holds it to this.
#include "cli/engines.h"

static const struct hexfog_file_kind_row kinds[] = {
#define KIND(symbol, name, format, precision) { name, format, precision },
    HEXFOG_FILE_KINDS(KIND)
#undef KIND
};

const struct hexfog_file_kind_row *hexfog_file_kind_row(enum hexfog_file_kind kind)
{
    return &kinds[kind];
}

static const struct hexfog_engine_file unity_files[] = {
    { HEXFOG_KIND_EXR_HALF, NULL },
    { HEXFOG_KIND_EXR_FLOAT, NULL },
    { HEXFOG_KIND_PNG, "Format RGB 24 bit, sRGB off" },
    { HEXFOG_KIND_HDR, "which of the .hdr decoders Unity uses is not known to us" },
};
static const struct hexfog_engine_file unreal_files[] = {
    { HEXFOG_KIND_EXR_HALF, NULL },
    { HEXFOG_KIND_EXR_FLOAT, "Compression Settings: HDR F32" },
    { HEXFOG_KIND_PNG, "Compression Settings: VectorDisplacementmap (RGBA8)" },
    { HEXFOG_KIND_HDR, "an .hdr that is twice as wide as high becomes a cube map; decoders"
                       " m/255 (UE4) and (m + 0.5)/256 (UE5)" },
};
static const struct hexfog_engine_file godot_files[] = {
    { HEXFOG_KIND_KTX2_HALF, "Godot 4; Godot 3 takes the .exr" },
    { HEXFOG_KIND_EXR_HALF, NULL },
    { HEXFOG_KIND_KTX2_RGB9E5, "Godot 4" },
    { HEXFOG_KIND_KTX2_FLOAT, "Godot 4" },
    { HEXFOG_KIND_EXR_FLOAT, NULL },
    { HEXFOG_KIND_PNG, "Compress > Mode: Lossless" },
    { HEXFOG_KIND_HDR, "older versions decode m/255" },
};
static const struct hexfog_engine_file three_files[] = {
    { HEXFOG_KIND_KTX2_HALF, NULL },
    { HEXFOG_KIND_EXR_HALF, "EXRLoader turns the rows round: v = 0 is the last row" },
    { HEXFOG_KIND_KTX2_RGB9E5, NULL },
    { HEXFOG_KIND_KTX2_FLOAT, "linear filtering needs OES_texture_float_linear" },
    { HEXFOG_KIND_EXR_FLOAT, "EXRLoader turns the rows round, and keeps halves unless"
                             " setDataType(FloatType)" },
    { HEXFOG_KIND_PNG, "flipY = false" },
    { HEXFOG_KIND_HDR, "flipY = false, which HDRLoader sets to true; decoder m/255, then rounded"
                       " to halves" },
};
static const struct hexfog_engine_file bevy_files[] = {
    { HEXFOG_KIND_KTX2_HALF, NULL },
    { HEXFOG_KIND_KTX2_RGB9E5, NULL },
    { HEXFOG_KIND_EXR_HALF, "loaded as 32-bit floats: linear filtering needs FLOAT32_FILTERABLE" },
    { HEXFOG_KIND_KTX2_FLOAT, "linear filtering needs FLOAT32_FILTERABLE" },
    { HEXFOG_KIND_EXR_FLOAT, "linear filtering needs FLOAT32_FILTERABLE" },
    { HEXFOG_KIND_PNG, NULL },
    { HEXFOG_KIND_HDR, "loaded as 32-bit floats: linear filtering needs FLOAT32_FILTERABLE" },
};
static const struct hexfog_engine_file raylib_files[] = {
    { HEXFOG_KIND_PNG, NULL },
    { HEXFOG_KIND_HDR, "raylib built with SUPPORT_FILEFORMAT_HDR, off in recent versions" },
};
static const struct hexfog_engine_file babylon_files[] = {
    { HEXFOG_KIND_EXR_HALF, NULL },
    { HEXFOG_KIND_EXR_FLOAT, "linear filtering needs OES_texture_float_linear" },
    { HEXFOG_KIND_PNG, NULL },
    { HEXFOG_KIND_HDR, "HDRCubeTexture makes a cube map of it, which is no fogmap" },
};
static const struct hexfog_engine_file defold_files[] = {
    { HEXFOG_KIND_PNG, NULL },
    { HEXFOG_KIND_HDR, "through a reader of your own, such as stb_image; Defold's is for 8 bits" },
};
#define FILES(list) list, sizeof list / sizeof *list

static const struct hexfog_engine engines[] = {
    { "Unity", HEXFOG_SHADER_HLSL, false, FILES(unity_files),
      "v = 0 is the last row: take 1 - v",
      { "Filter Mode: Point", "Filter Mode: Bilinear" },
      { "sRGB (Color Texture): off", "Generate Mipmaps: off", "Non-Power of 2: None",
        "Compression: None; Format: RGBA Half, of .exr float RGBA Float", "Wrap Mode: Clamp" } },
    { "Unreal", HEXFOG_SHADER_HLSL, false, FILES(unreal_files), "v = 0 is the first row",
      { "Filter: Nearest", "Filter: Bi-linear" },
      { "sRGB: off", "Mip Gen Settings: NoMipmaps", "Compression Settings: HDR, never BC6H",
        "Never Stream: on", "X-axis and Y-axis Tiling Method: Clamp" } },
    { "Godot", HEXFOG_SHADER_GDSHADER, false, FILES(godot_files), "v = 0 is the first row",
      { "uniform hints: filter_nearest, repeat_disable",
        "uniform hints: filter_linear, repeat_disable" },
      { "source_color: not on the uniform", "Compress > Mode: VRAM Uncompressed (compress/mode=3)",
        "Mipmaps > Generate: off",
        "Detect 3D > Compress To: Disabled (detect_3d/compress_to=0)" } },
    { "three.js", HEXFOG_SHADER_GLSL_ES, false, FILES(three_files),
      "v = 0 is the first row of .ktx2 and .hdr, the last one of .exr",
      { "minFilter = magFilter = NearestFilter", "minFilter = magFilter = LinearFilter" },
      { "colorSpace = NoColorSpace", "generateMipmaps = false",
        "wrapS = wrapT = ClampToEdgeWrapping" } },
    { "Bevy", HEXFOG_SHADER_WGSL, true, FILES(bevy_files), "v = 0 is the first row",
      { "sampler: Nearest, ClampToEdge", "sampler: Linear, ClampToEdge" },
      { "is_srgb: false", "no mip levels" } },
    { "raylib", HEXFOG_SHADER_GLSL, true, FILES(raylib_files), "v = 0 is the first row",
      { "SetTextureFilter(): TEXTURE_FILTER_POINT", "SetTextureFilter(): TEXTURE_FILTER_BILINEAR" },
      { "GenTextureMipmaps(): not called", "ImageFormat(), ImageResize(): not called",
        "SetTextureWrap(): TEXTURE_WRAP_CLAMP" } },
    { "Babylon.js", HEXFOG_SHADER_GLSL_ES, true, FILES(babylon_files),
      "v = 0 is the first row with invertY = false",
      { "samplingMode = NEAREST_SAMPLINGMODE", "samplingMode = BILINEAR_SAMPLINGMODE" },
      { "noMipmap = true", "invertY = false", "gammaSpace = false",
        "wrapU = wrapV = CLAMP_ADDRESSMODE" } },
    { "Defold", HEXFOG_SHADER_GLSL_ES, true, FILES(defold_files),
      "v = 0 is the last row: take 1 - v",
      { "sampler: Filter Min, Filter Mag nearest", "sampler: Filter Min, Filter Mag linear" },
      { "texture profile: no mipmaps", "texture profile: no compression (RGB)",
        "Wrap U, Wrap V: clamp_to_edge" } },
};
_Static_assert(sizeof engines / sizeof *engines == HEXFOG_ENGINE_COUNT,
               "one row a word of HEXFOG_ENGINE_WORDS");

const struct hexfog_engine *hexfog_engine(int index)
{
    return &engines[index];
}
