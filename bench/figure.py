# SPDX-License-Identifier: MIT
"""Draws time against image size, of hexfog and of the others, as SVG on standard output:

    figure.py RESULT.json
"""
import html
import json
import math
import sys

WIDTH, HEIGHT = 880, 560
LEFT, RIGHT, TOP, BOTTOM = 76, 250, 62, 506   # RIGHT: room for the names
# name in the result, label, colour, width, dashes
LINES = [
    ("numpy, raw", "numpy script", "#b8860b", 1.5, ""),
    ("numpy in bands, raw", "numpy script, in bands", "#6b8e23", 1.5, ""),
    ("oiiotool float zip", "oiiotool, converting to .exr float zip", "#8e5ea2", 1.5, "5 3"),
    ("tinyexr float zip", "tinyexr, only writing .exr float zip", "#c0504d", 1.5, "5 3"),
    ("naive C, tinyexr zip", "C loop + tinyexr .exr float zip", "#c0504d", 1.5, ""),
    ("naive C, stb .hdr", "C loop + stb .hdr", "#d2691e", 1.5, ""),
    ("naive C, raw", "C loop, raw floats", "#808080", 1.5, ""),
    ("cp float-rg", "cp of the raw floats", "#000000", 1.5, "2 3"),
    ("hexfog float-zip", "hexfog .exr float zip", "#1f6fb4", 2.5, ""),
    ("hexfog half-zip", "hexfog .exr half zip", "#2a9df4", 2.5, ""),
    ("hexfog float-rg", "hexfog .exr float", "#0b8a5f", 2.5, ""),
    ("hexfog hdr", "hexfog .hdr", "#4cc38a", 2.5, ""),
]


def points_of(result, name):
    return sorted((run["size"], run["wall_s"]["median"]) for run in result["runs"]
                  if run["name"] == name)


class Axes:
    """Both logarithmic; sizes by powers of two, seconds by powers of ten."""

    def __init__(self, curves):
        sizes = [size for points in curves for size, _ in points]
        times = [time for points in curves for _, time in points]
        self.sizes = sorted(set(sizes))
        self.low, self.high = math.log10(min(times)) - 0.1, math.log10(max(times)) + 0.1
        self.first, self.last = math.log2(min(sizes)), math.log2(max(sizes))

    def x(self, size):
        share = (math.log2(size) - self.first) / ((self.last - self.first) or 1)
        return LEFT + share * (WIDTH - RIGHT - LEFT)

    def y(self, seconds):
        share = (math.log10(seconds) - self.low) / ((self.high - self.low) or 1)
        return BOTTOM - share * (BOTTOM - TOP)


def text(x, y, words, **style):
    attributes = "".join(f' {key.replace("_", "-")}="{value}"' for key, value in style.items())
    return f'<text x="{x:.1f}" y="{y:.1f}"{attributes}>{html.escape(words)}</text>'


def line(x1, y1, x2, y2, colour):
    return (f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" '
            f'stroke="{colour}" stroke-width="1"/>')


def seconds_text(power):
    return {0: "1 s", 1: "10 s", 2: "100 s", 3: "1000 s"}.get(power) or \
        (f"{10 ** (power + 3)} ms" if power >= -3 else f"{10 ** (power + 6)} µs")


def grid(axes):
    for power in range(math.ceil(axes.low), math.floor(axes.high) + 1):
        y = axes.y(10.0 ** power)
        yield line(LEFT, y, WIDTH - RIGHT, y, "#dddddd")
        yield text(LEFT - 8, y + 4, seconds_text(power), text_anchor="end")
    for size in axes.sizes:
        x = axes.x(size)
        yield line(x, TOP, x, BOTTOM, "#dddddd")
        yield text(x, BOTTOM + 20, f"{size}²", text_anchor="middle")
    yield (f'<rect x="{LEFT}" y="{TOP}" width="{WIDTH - RIGHT - LEFT}" height="{BOTTOM - TOP}" '
           'fill="none" stroke="#dddddd"/>')
    yield text((LEFT + WIDTH - RIGHT) / 2, BOTTOM + 42, "texels", text_anchor="middle")


def labels_apart(ends, step=17.0):
    """The heights of the names, in the order of their lines and nowhere on each other."""
    order = sorted(range(len(ends)), key=lambda i: ends[i])
    heights, above = [0.0] * len(ends), -math.inf
    for i in order:
        above = heights[i] = max(ends[i], above + step)
    overflow = max(0.0, above - BOTTOM)
    below = math.inf
    for i in reversed(order):
        below = heights[i] = min(heights[i] - (overflow if i == order[-1] else 0), below - step)
    return heights


def curve(axes, points, style):
    colour, width, dashes = style
    where = " ".join(f"{axes.x(size):.1f},{axes.y(time):.1f}" for size, time in points)
    dash = f' stroke-dasharray="{dashes}"' if dashes else ""
    yield (f'<polyline points="{where}" fill="none" stroke="{colour}" '
           f'stroke-width="{width}"{dash}/>')
    for size, time in points:
        yield (f'<circle cx="{axes.x(size):.1f}" cy="{axes.y(time):.1f}" r="{width + 0.8:.1f}" '
               f'fill="{colour}"/>')


def name(axes, points, label, height, colour):
    """The label at the right, tied to the end of its line."""
    x, y = axes.x(points[-1][0]), axes.y(points[-1][1])
    edge = WIDTH - RIGHT
    yield line(x + 5, y, edge + 12, height, "#cccccc")
    yield text(edge + 16, height + 4, label, fill=colour)


def curves(chosen):
    axes = Axes([points for points, _, _ in chosen])
    heights = labels_apart([axes.y(points[-1][1]) for points, _, _ in chosen])
    yield from grid(axes)
    for (points, label, style), height in zip(chosen, heights):
        yield from name(axes, points, label, height, style[0])
        yield from curve(axes, points, style)


def draw(result):
    chosen = [(points_of(result, key), label, (colour, width, dashes))
              for key, label, colour, width, dashes in LINES]
    chosen = [one for one in chosen if one[0]]
    machine = result["machine"]
    yield (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
           f'width="{WIDTH}" height="{HEIGHT}" font-family="sans-serif" font-size="12" '
           'fill="#222222">')
    yield '<rect width="100%" height="100%" fill="#ffffff"/>'
    yield text(LEFT, 26, "Time to make the fogmap of a board, by image size", font_size=17)
    yield text(LEFT, 46, f"whole process, medians; {machine['cpus']} x {machine['cpu']}, "
               f"{machine['file_system']}; hexfog with 2 threads; dashed: a part of the work only",
               fill="#666666")
    if chosen:
        yield from curves(chosen)
    else: # BENCH_ONLY may leave all of them out
        yield text(LEFT, HEIGHT // 2, "Nothing that is drawn here was measured.")
    yield "</svg>"


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        print("\n".join(draw(json.load(file))))
