// SPDX-License-Identifier: MIT
// Below board.glsl: raylib's default vertex shader gives fragTexCoord, (0, 0) at the top left.
in vec2 fragTexCoord;
uniform sampler2D texture0;    // the fogmap
uniform vec4 bounds;           // of the map: x_min, y_min, x_max, y_max
uniform float start, end;      // tiles
uniform vec3 scene_colour, fog_colour;
out vec4 finalColor;
void main()
{
    vec2 world = mix(bounds.xy, bounds.zw, fragTexCoord);
    float F = hexfog_distance_linear(texture(texture0, hexfog_uv(world)));
    float left = hexfog_left_linear(F, start, end);
    finalColor = vec4(hexfog_colour(scene_colour, fog_colour, left), 1.0);
}
