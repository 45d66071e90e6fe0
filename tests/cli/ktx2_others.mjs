// SPDX-License-Identifier: MIT
// Holds .ktx2 files as ktx-parse and three.js's KTX2Loader read them against golden maps.
//
//   node ktx2_others.mjs KIND READERS [FILE.ktx2 GOLDEN.expected.json]...
//
// KIND is rgb9e5, half or float; READERS are ktx-parse, three or both with a comma. Prints
// what is wrong first, and fails. Imports are found beside the script.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

const [kind, readers, ...files] = process.argv.slice(2);
let golden, bytes; // of the file at hand

// Values of each kind, by their definitions.
function half(bits) {
    const exponent = (bits >> 10) & 31, fraction = bits & 1023;
    return exponent ? (1024 + fraction) * 2 ** (exponent - 25) : fraction * 2 ** -24;
}

const kinds = {
    rgb9e5: {
        words: Uint32Array, formats: [123], bound: rgb9e5Bound,
        texel: (words, i) => [0, 9, 18].map(
            (at) => ((words[i] >>> at) & 511) * 2 ** ((words[i] >>> 27) - 24)),
        texelWords: () => 1,
    },
    half: {
        words: Uint16Array, formats: [83, 90], bound: () => 2 ** -12,
        texel: (words, i, count) => Array.from(
            words.subarray(i * count, (i + 1) * count), half),
        texelWords: (channels) => channels,
    },
    float: {
        words: Float32Array, formats: [103, 106], bound: () => 2 ** -25,
        texel: (words, i, count) => Array.from(words.subarray(i * count, (i + 1) * count)),
        texelWords: (channels) => channels,
    },
};

function rgb9e5Bound() {
    let step = 1;
    while (!(golden.max_level / golden.level_scale < step * (1 - 2 ** -10)))
        step *= 2;
    return 2 ** -10 * step;
}

// Rows of [F, is it a tie] of a mip level: means over what each texel covers of the one before.
function goldenMip(before, width, height) {
    const rows = [], down = before.length / height, across = before[0].length / width;
    const part = (from, to, at) => Math.max(0, Math.min(to, at + 1) - Math.max(from, at));
    for (let y = 0; y < height; y++) {
        rows.push([]);
        for (let x = 0; x < width; x++) {
            let sum = 0, area = 0, tie = false;
            for (let j = Math.floor(y * down); j < before.length && j < (y + 1) * down; j++)
                for (let i = Math.floor(x * across); i < before[0].length && i < (x + 1) * across;
                    i++) {
                    const share = part(x * across, (x + 1) * across, i) *
                        part(y * down, (y + 1) * down, j);
                    sum += share * before[j][i][0];
                    area += share;
                    tie = tie || (share > 1e-9 && before[j][i][1]);
                }
            rows[y].push([sum / area, tie]);
        }
    }
    return rows;
}

// `levels`: typed arrays, the texture first.
function expectTexels(levels, channels) {
    const { texel, texelWords } = kinds[kind];
    const bound = kinds[kind].bound() + golden.g_tolerance + 1e-11, scale = golden.level_scale;
    let f = golden.texels.map((row) => row.map(([level, g, tie]) => [level + g, tie]));
    let width = golden.width, height = golden.height, judged = 0;
    levels.forEach((words, mip) => {
        assert.equal(words.length, width * height * texelWords(channels), `mip level ${mip}`);
        for (let i = 0; i < width * height; i++) {
            const [r, g, b] = texel(words, i, channels);
            const [want, tie] = f[Math.floor(i / width)][i % width];
            const level = Math.floor(r * scale + 0.5);
            const where = `mip level ${mip}, texel (${i % width}, ${Math.floor(i / width)}): `;
            if (tie)
                continue;
            judged++;
            if (mip === 0)
                assert.equal(level, golden.texels[Math.floor(i / width)][i % width][0], where);
            assert.ok(Math.abs(level + g - want) <= bound, `${where}${level} + ${g}, not ${want}`);
            assert.ok(b === undefined || b === 0, `${where}B is ${b}`);
        }
        width = Math.max(1, width >> 1);
        height = Math.max(1, height >> 1);
        f = goldenMip(f, width, height);
    });
    assert.ok(judged > golden.width * golden.height / 2, `only ${judged} texels were judged`);
}

const typed = (data) => new kinds[kind].words(
    data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength));

async function withKtxParse() {
    const { read, write } = await import("ktx-parse");
    const file = read(bytes);
    const channels = kind === "rgb9e5" ? 3 : [83, 103].includes(file.vkFormat) ? 2 : 3;
    assert.ok(kinds[kind].formats.includes(file.vkFormat), `vkFormat ${file.vkFormat}`);
    assert.equal(file.typeSize, kind === "half" ? 2 : 4);
    assert.deepEqual([file.pixelWidth, file.pixelHeight, file.pixelDepth, file.layerCount,
        file.faceCount, file.supercompressionScheme],
    [golden.width, golden.height, 0, 0, 1, 0]);
    assert.deepEqual(Object.keys(file.keyValue), ["KTXorientation", "hexfog"]);
    const text = (value) => typeof value === "string" ? value : Buffer.from(value).toString();
    assert.equal(text(file.keyValue.KTXorientation).replace(/\0$/, ""), "rd");
    assert.match(text(file.keyValue.hexfog), new RegExp(
        `^version=1 level_scale=${golden.level_scale} max_level=\\d+ metric=[a-z]+\0$`));
    const [descriptor] = file.dataFormatDescriptor;
    assert.deepEqual([descriptor.colorModel, descriptor.colorPrimaries,
        descriptor.transferFunction], [1, 0, 1]);
    assert.equal(descriptor.samples.length, kind === "rgb9e5" ? 6 : channels);
    assert.equal(descriptor.bytesPlane[0], file.levels[0].levelData.byteLength /
        golden.width / golden.height);
    // Its own writer sets the same fields to the same places.
    assert.deepEqual(Buffer.from(write(file, { keepWriter: true })), bytes,
        "ktx-parse writes other bytes");
    expectTexels(file.levels.map((level) => typed(level.levelData)), channels);
}

async function withThree() {
    const three = await import("three");
    const { KTX2Loader } = await import("three/addons/loaders/KTX2Loader.js");
    const loader = new KTX2Loader();
    loader.workerConfig = {}; // what detectSupport finds of a GPU; of no use to plain formats
    const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
    const texture = await new Promise((resolve, reject) => loader.parse(buffer, resolve, reject));
    const format = kind === "rgb9e5" ? three.RGBFormat : three.RGFormat;
    const type = { rgb9e5: three.UnsignedInt5999Type, half: three.HalfFloatType,
        float: three.FloatType }[kind];
    assert.deepEqual([texture.format, texture.type], [format, type]);
    assert.equal(texture.colorSpace, three.NoColorSpace);
    assert.equal(texture.flipY, false);
    assert.deepEqual([texture.image.width, texture.image.height], [golden.width, golden.height]);
    const levels = texture.mipmaps?.length ? texture.mipmaps : [texture.image];
    expectTexels(levels.map((level) => typed(level.data)), kind === "rgb9e5" ? 3 : 2);
}

for (; files.length > 0; files.splice(0, 2)) {
    bytes = readFileSync(files[0]);
    golden = JSON.parse(readFileSync(files[1], "utf8"));
    for (const reader of readers.split(","))
        try {
            await (reader === "three" ? withThree() : withKtxParse());
        } catch (error) {
            console.error(`${files[0]} by ${reader}: ${error.message ?? error}`);
            process.exit(1);
        }
}
