# SPDX-License-Identifier: MIT
# sh tool.sh hlsl|wgsl|godot FOLDER: has another's compiler take FOLDER/program.txt, a whole
# fragment shader. hlsl, wgsl: FOLDER/glsl is the same in GLSL 3.30. godot: FOLDER/pixels is
# what it draws from FOLDER/cases. Status 77, with the reason on stdout: no such compiler.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
kind=$1
cd "$2"

need() {
    for tool; do
        command -v "$tool" >/dev/null 2>&1 || { echo "no $tool"; exit 77; }
    done
}

# The package of package.json, kept in the build folder while the list stays the same. Two
# tests may install it at once: each into a folder of its own, which becomes the kept one.
install_naga() {
    need node npm
    packages=${BUILD:?}/npm-shaders-$(sha256sum <"$here/package-lock.json" | cut -c 1-12)
    [ -d "$packages" ] && return
    new=$(mktemp -d "$BUILD/npm-shaders.XXXXXX")
    cp "$here/package.json" "$here/package-lock.json" "$new"
    if ! (cd "$new" && npm ci --ignore-scripts --no-audit --no-fund --cache "$new/cache") \
        >npm.log 2>&1; then
        rm -rf "$new"
        echo "npm installs nothing here: $(grep -m 1 'npm error code' npm.log)"
        exit 77
    fi
    rm -rf "$new/cache"
    mv -T "$new" "$packages" 2>/dev/null || rm -rf "$new"
}

case $kind in
hlsl)
    need glslangValidator spirv-val spirv-cross
    glslangValidator -D -V -S frag -e main program.txt -o spirv >&2
    spirv-val spirv >&2
    spirv-cross spirv --version 330 --no-es >glsl
    ;;
wgsl)
    install_naga
    node "$here/wgsl_to_glsl.mjs" "$packages/node_modules/web-naga" program.txt glsl
    ;;
godot)
    need godot3 xvfb-run
    cp "$here/eval.gd" .
    printf 'config_version=4\n[rendering]\nquality/driver/driver_name="GLES3"\n' >project.godot
    HOME=$(pwd) LIBGL_ALWAYS_SOFTWARE=1 timeout 120 xvfb-run -a godot3 --no-window \
        --audio-driver Dummy --path . -s eval.gd >godot.log 2>&1
    cat godot.log >&2
    ! grep -q 'SHADER ERROR' godot.log
    ;;
esac
