// SPDX-License-Identifier: MIT
// A fogmap file to a material of three.js: the texture with the right settings, and the remap
// that `hexfog shader --lang glsl-es` prints around it.
import * as THREE from 'three';
import { EXRLoader } from 'three/addons/loaders/EXRLoader.js';
import { HDRLoader } from 'three/addons/loaders/HDRLoader.js';
import { KTX2Loader } from 'three/addons/loaders/KTX2Loader.js';

// The suffix of a URL, without what stands after ? or #.
function suffix(url) {
    return url.replace(/[?#].*$/, '').split('.').pop().toLowerCase();
}

function loaderFor(kind, renderer) {
    if (kind === 'ktx2') return new KTX2Loader().detectSupport(renderer);
    // 32-bit files stay so; halves lose nothing by becoming floats.
    if (kind === 'exr') return new EXRLoader().setDataType(THREE.FloatType);
    if (kind === 'hdr') return new HDRLoader();
    throw new Error(`a fogmap is .ktx2, .exr or .hdr, not .${kind}`);
}

// The texture, as plain numbers. `nearest`: for metric "sweep", and for every .hdr.
export async function loadFogmap(url, renderer, nearest) {
    const kind = suffix(url);
    const texture = await loaderFor(kind, renderer).loadAsync(url);
    texture.colorSpace = THREE.NoColorSpace;
    texture.wrapS = texture.wrapT = THREE.ClampToEdgeWrapping;
    texture.minFilter = texture.magFilter = nearest ? THREE.NearestFilter : THREE.LinearFilter;
    texture.generateMipmaps = false;
    texture.flipY = false;
    texture.needsUpdate = true;
    // EXRLoader itself puts the last row first, whatever flipY says.
    texture.userData.lastRowFirst = kind === 'exr';
    texture.userData.nearest = nearest;
    return texture;
}

// The ground is the plane y = 0: hexfog's x runs along x, its y (down) along z.
const vertexShader = `
out vec2 world;
void main() {
    vec4 place = modelMatrix * vec4(position, 1.0);
    world = place.xz;
    gl_Position = projectionMatrix * viewMatrix * place;
}`;

const fragmentMain = `
uniform sampler2D fogmap;
uniform vec2 range;            // F where the fog begins, and where it is full
uniform vec3 sceneColour, fogColour;
in vec2 world;
void main() {
    vec2 uv = hexfog_uv(world);
#ifdef LAST_ROW_FIRST
    uv.y = 1.0 - uv.y;
#endif
#ifdef NEAREST
    float F = hexfog_distance_nearest(texture(fogmap, uv));
#else
    float F = hexfog_distance_linear(texture(fogmap, uv));
#endif
    float left = hexfog_left_linear(F, range.x, range.y);
    gl_FragColor = vec4(hexfog_colour(sceneColour, fogColour, left), 1.0);
}`;

// Colours are [r, g, b] from 0 to 1, written to the canvas as they are. Animate
// material.uniforms.range.value, a Vector2 in tiles.
export function fogMaterial(texture, remap, sceneColour, fogColour) {
    const defines = {};
    if (texture.userData.lastRowFirst) defines.LAST_ROW_FIRST = '';
    if (texture.userData.nearest) defines.NEAREST = '';
    return new THREE.ShaderMaterial({
        defines,
        vertexShader,
        fragmentShader: remap + fragmentMain,
        uniforms: {
            fogmap: { value: texture },
            range: { value: new THREE.Vector2(0, 1) },
            sceneColour: { value: new THREE.Vector3(...sceneColour) },
            fogColour: { value: new THREE.Vector3(...fogColour) },
        },
    });
}
