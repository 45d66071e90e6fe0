// SPDX-License-Identifier: MIT
// Moves the fog of a material: from clear of its sources to beyond the farthest tile.
using UnityEngine;

public sealed class HexfogRange : MonoBehaviour
{
    static readonly int FogStart = Shader.PropertyToID("_FogStart");
    static readonly int FogEnd = Shader.PropertyToID("_FogEnd");

    [SerializeField] Material material;
    [SerializeField] float width = 6;           // tiles from the beginning to full fog
    [SerializeField] float tilesPerSecond = 1;
    [SerializeField] float farthest = 16;       // HEXFOG_MAX_LEVEL + 1

    float start;

    void OnEnable() => start = -width;

    void Update()
    {
        start = Mathf.Min(start + tilesPerSecond * Time.deltaTime, farthest);
        material.SetFloat(FogStart, start);
        material.SetFloat(FogEnd, start + width);
    }
}
