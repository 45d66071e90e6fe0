// SPDX-License-Identifier: MIT
// node wgsl_to_glsl.mjs PACKAGE IN OUT: has naga, in the folder PACKAGE, check and translate.
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, from, to] = process.argv.slice(2);
const naga = await import(pathToFileURL(`${folder}/web_naga.js`));
naga.initSync({ module: readFileSync(`${folder}/web_naga_bg.wasm`) });

const module = naga.WgslFrontend.new().parse(readFileSync(from, "utf8"));
const options = naga.GlslBackendOptions.new();
options.stage = naga.ShaderStage.Fragment;
options.version = naga.GlslVersion.desktop(330);
writeFileSync(to, module.to_glsl("main", options));
