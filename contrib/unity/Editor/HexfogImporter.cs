// SPDX-License-Identifier: MIT
// Gives textures whose name holds ".fogmap." (board.fogmap.exr) the import settings of plain
// data. ".nearest.fogmap." samples the nearest texel, ".float.fogmap." keeps 32-bit floats.
// Put it into a folder called Editor.
using System.IO;
using UnityEditor;
using UnityEngine;

public sealed class HexfogImporter : AssetPostprocessor
{
    static readonly string[] Platforms = { "Standalone", "Android", "iPhone", "WebGL" };

    public override uint GetVersion() => 1;

    void OnPreprocessTexture()
    {
        string name = Path.GetFileName(assetPath).ToLowerInvariant();
        if (!name.Contains(".fogmap."))
            return;
        var importer = (TextureImporter)assetImporter;
        importer.textureType = TextureImporterType.Default;
        importer.textureShape = TextureImporterShape.Texture2D;
        importer.sRGBTexture = false;
        importer.mipmapEnabled = false;
        importer.streamingMipmaps = false;
        importer.npotScale = TextureImporterNPOTScale.None;
        importer.alphaSource = TextureImporterAlphaSource.None;
        importer.alphaIsTransparency = false;
        importer.wrapMode = TextureWrapMode.Clamp;
        importer.filterMode = name.Contains(".nearest.") ? FilterMode.Point : FilterMode.Bilinear;
        importer.anisoLevel = 0;
        importer.textureCompression = TextureImporterCompression.Uncompressed;

        Apply(importer, importer.GetDefaultPlatformTextureSettings(), name, false);
        foreach (string platform in Platforms)
            Apply(importer, importer.GetPlatformTextureSettings(platform), name, true);
    }

    static void Apply(TextureImporter importer, TextureImporterPlatformSettings settings,
                      string name, bool overridden)
    {
        settings.overridden = overridden;
        settings.maxTextureSize = 16384;
        settings.textureCompression = TextureImporterCompression.Uncompressed;
        settings.format = FormatOf(name);
        importer.SetPlatformTextureSettings(settings);
    }

    static TextureImporterFormat FormatOf(string name)
    {
        if (name.EndsWith(".png"))
            return TextureImporterFormat.RGB24;
        return name.Contains(".float.") ? TextureImporterFormat.RGBAFloat
                                        : TextureImporterFormat.RGBAHalf;
    }
}
