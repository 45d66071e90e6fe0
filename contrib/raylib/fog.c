// SPDX-License-Identifier: MIT
// The board under moving fog: board.png drawn through board.glsl and fog_main.glsl.
//
//   cc fog.c -o fog $(pkg-config --cflags --libs raylib)
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "raylib.h"

enum { PIXELS = 512 };
static const float bounds[4] = { -16, -16, 16, 16 };  // texture.bounds of the description
static const float scene_colour[3] = { 0.93f, 0.89f, 0.8f };
static const float fog_colour[3] = { 0.2f, 0.27f, 0.4f };
static const float width = 6;       // tiles from the beginning of the fog to full fog
static const float farthest = 16;   // HEXFOG_MAX_LEVEL + 1

// The remap that `hexfog shader` printed, and what draws with it, as one fragment shader.
static Shader load_fog_shader(void)
{
    static const char version[] = "#version 330\n";
    Shader shader = { 0 };
    char *remap = LoadFileText("board.glsl"), *rest = LoadFileText("fog_main.glsl");
    if (remap && rest) {
        size_t size = strlen(version) + strlen(remap) + strlen(rest) + 1;
        char *text = malloc(size);
        if (text) {
            snprintf(text, size, "%s%s%s", version, remap, rest);
            shader = LoadShaderFromMemory(NULL, text);
        }
        free(text);
    }
    UnloadFileText(remap);
    UnloadFileText(rest);
    return shader;
}

static void set(Shader shader, const char *name, const float *value, int type)
{
    SetShaderValue(shader, GetShaderLocation(shader, name), value, type);
}

int main(void)
{
    InitWindow(PIXELS, PIXELS, "hexfog in raylib");
    SetTargetFPS(60);
    Texture2D fogmap = LoadTexture("board.png");
    SetTextureFilter(fogmap, TEXTURE_FILTER_BILINEAR);
    SetTextureWrap(fogmap, TEXTURE_WRAP_CLAMP);
    Shader shader = load_fog_shader();
    set(shader, "bounds", bounds, SHADER_UNIFORM_VEC4);
    set(shader, "scene_colour", scene_colour, SHADER_UNIFORM_VEC3);
    set(shader, "fog_colour", fog_colour, SHADER_UNIFORM_VEC3);

    Rectangle whole = { 0, 0, (float)fogmap.width, (float)fogmap.height };
    Rectangle window = { 0, 0, PIXELS, PIXELS };
    float start = -width;
    while (!WindowShouldClose()) {
        start = start < farthest ? start + GetFrameTime() : farthest;  // one tile a second
        float end = start + width;
        set(shader, "start", &start, SHADER_UNIFORM_FLOAT);
        set(shader, "end", &end, SHADER_UNIFORM_FLOAT);
        BeginDrawing();
        ClearBackground(BLACK);
        BeginShaderMode(shader);
        DrawTexturePro(fogmap, whole, window, (Vector2){ 0, 0 }, 0, WHITE);
        EndShaderMode();
        EndDrawing();
    }
    UnloadShader(shader);
    UnloadTexture(fogmap);
    CloseWindow();
    return 0;
}
