
// Left out: where the texture lies in the world stands in its description alone. Of that,
// `hexfog shader` also prints a function that turns a world position into uv.
