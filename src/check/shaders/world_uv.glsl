
// World position, in the description's units, to texture coordinate; v = 0 at the top edge
// of the picture's first row: where a loader has turned the rows round, take 1.0 - v.
const vec2 HEXFOG_UV_SCALE = vec2(@UV_SCALE@);
const vec2 HEXFOG_UV_OFFSET = vec2(@UV_OFFSET@);

vec2 hexfog_uv(vec2 world)
{
    return world * HEXFOG_UV_SCALE + HEXFOG_UV_OFFSET;
}
