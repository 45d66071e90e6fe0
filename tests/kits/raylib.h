/* SPDX-License-Identifier: MIT */
/* What contrib/raylib/fog.c calls, as raylib's documentation declares it, so that a compiler can
 * read the file where there is no raylib. The fields of Shader are our own. */
#ifndef HEXFOG_TEST_RAYLIB_H
#define HEXFOG_TEST_RAYLIB_H
#include <stdbool.h>

typedef struct Vector2 { float x, y; } Vector2;
typedef struct Rectangle { float x, y, width, height; } Rectangle;
typedef struct Color { unsigned char r, g, b, a; } Color;
typedef struct Texture2D { unsigned int id; int width, height, mipmaps, format; } Texture2D;
typedef struct Shader { unsigned int id; int *locs; } Shader;
#define BLACK ((Color){ 0, 0, 0, 255 })
#define WHITE ((Color){ 255, 255, 255, 255 })
enum { TEXTURE_FILTER_POINT, TEXTURE_FILTER_BILINEAR };
enum { TEXTURE_WRAP_REPEAT, TEXTURE_WRAP_CLAMP };
enum { SHADER_UNIFORM_FLOAT, SHADER_UNIFORM_VEC2, SHADER_UNIFORM_VEC3, SHADER_UNIFORM_VEC4 };

void InitWindow(int width, int height, const char *title);
void CloseWindow(void);
bool WindowShouldClose(void);
void SetTargetFPS(int fps);
float GetFrameTime(void);
void BeginDrawing(void);
void EndDrawing(void);
void ClearBackground(Color color);
char *LoadFileText(const char *name);
void UnloadFileText(char *text);
Texture2D LoadTexture(const char *name);
void UnloadTexture(Texture2D texture);
void SetTextureFilter(Texture2D texture, int filter);
void SetTextureWrap(Texture2D texture, int wrap);
void DrawTexturePro(Texture2D texture, Rectangle source, Rectangle dest, Vector2 origin,
                    float rotation, Color tint);
Shader LoadShaderFromMemory(const char *vertex, const char *fragment);
void UnloadShader(Shader shader);
int GetShaderLocation(Shader shader, const char *name);
void SetShaderValue(Shader shader, int location, const void *value, int type);
void BeginShaderMode(Shader shader);
void EndShaderMode(void);
#endif
