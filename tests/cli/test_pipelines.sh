# SPDX-License-Identifier: MIT
# A build bakes a map again when what it was baked from has changed, and only then: Make,
# Ninja and CMake, with maps that share a base and one that does not; GNU parallel repeats
# what failed.
. "$SRC/tests/lib.sh"

cd "$HEXFOG_TMP"
unset MAKEFLAGS MFLAGS MAKELEVEL
export HEXFOG
example=$SRC/contrib/cmake/example

# A folder with the example's maps: coast and hills over island, and ridge alone.
project() {
    mkdir "$1"
    cp "$example"/*.json "$example"/*.jsonc "$1"
    touch -d '1 hour ago' "$1"/*.json*
}
# Age only what is named: a second's resolution would hide a change.
newer() { touch -d '+1 hour' "$@"; }

# All is new, and the base has another name: nothing but a depfile knows the old one.
rename_base() {
    mv "$1/island.hexfog.json" "$1/isle.hexfog.json"
    sed -i 's/island.hexfog.json/isle.hexfog.json/' "$1/coast.hexfog.json" "$1/hills.hexfog.json"
    touch "$1"/*.json*
}

# baked NAMES LOG: the maps whose bake the log names, sorted, are these.
baked() {
    is "$1" "$(sed -n 's/.*[Bb]aking \(fog-\)\{0,1\}\([a-z]*\).*/\2/p' "$2" | sort | xargs)"
}

make_project() {
    project make
    cat >make/Makefile <<'END'
maps := coast.exr hills.hdr ridge.ktx2
all: $(maps)
%.exr: %.hexfog.json; @echo baking $* && "$$HEXFOG" bake -q $< -o $@ --depfile $@.d
%.hdr: %.hexfog.json; @echo baking $* && "$$HEXFOG" bake -q $< -o $@ --depfile $@.d
%.ktx2: %.hexfog.jsonc; @echo baking $* && "$$HEXFOG" bake -q $< -o $@ --depfile $@.d
-include $(maps:=.d)
END
    make -C make all >log
    baked "coast hills ridge" log
    make -C make all >log
    baked "" log
    newer make/island.hexfog.json
    make -C make all -n >log
    baked "coast hills" log
    newer make/ridge.hexfog.jsonc
    make -C make all -n >log
    baked "coast hills ridge" log
    rename_base make
    make -C make all >log
    baked "coast hills ridge" log
    make -C make all >log
    baked "" log
}

ninja_project() {
    project ninja
    cat >ninja/build.ninja <<'END'
rule bake
  command = "$$HEXFOG" bake -q --output-dir . $in --set outputs='$outputs' --depfile $out.d
  depfile = $out.d
  deps = gcc
  description = baking $name
build coast.exr: bake coast.hexfog.json
  outputs = [{"path":"coast.exr"}]
  name = coast
build hills.hdr: bake hills.hexfog.json
  outputs = [{"path":"hills.hdr"}]
  name = hills
build ridge.ktx2: bake ridge.hexfog.jsonc
  outputs = [{"path":"ridge.ktx2"}]
  name = ridge
END
    ninja -C ninja >log
    baked "coast hills ridge" log
    ninja -C ninja >log
    has "no work to do" log
    newer ninja/island.hexfog.json
    ninja -C ninja -n >log
    baked "coast hills" log
    newer ninja/ridge.hexfog.jsonc
    ninja -C ninja -n >log
    baked "coast hills ridge" log
    rename_base ninja
    ninja -C ninja >log
    baked "coast hills ridge" log
    ninja -C ninja >log
    has "no work to do" log
}
# Read at every build, without deps = gcc; and names that a makefile has to escape.
ninja_reads_depfiles() {
    for name in 'a b' 'a#b' 'a$b' 'a:b'; do
        rm -rf plain
        project plain
        mv plain/island.hexfog.json "plain/$name"
        sed "s/island.hexfog.json/$name/" plain/coast.hexfog.json >plain/new
        mv plain/new plain/coast.hexfog.json
        cat >plain/build.ninja <<'END'
rule bake
  command = "$$HEXFOG" bake -q $in -o $out --depfile $out.d
  depfile = $out.d
  description = baking coast
build coast.hdr: bake coast.hexfog.json
END
        ninja -C plain >log
        baked coast log
        ninja -C plain >log
        has "no work to do" log
        newer "plain/$name"
        ninja -C plain -n >log
        baked coast log
    done
}

install_hexfog() {
    make -s -C "$SRC" BUILD="$BUILD" PREFIX="$HEXFOG_TMP/usr" install >/dev/null
}
configure() { # GENERATOR SOURCE BINARY
    cmake -G "$1" -S "$2" -B "$3" -DCMAKE_PREFIX_PATH="$HEXFOG_TMP/usr" >log 2>&1
}
rebuild() { cmake --build "$1" >log 2>&1; }
cmake_project() { # GENERATOR FOLDER
    project "$2"
    cp "$example/CMakeLists.txt" "$2"
    configure "$1" "$2" "$2-b"
    rebuild "$2-b"
    baked "coast hills ridge" log
    for file in coast.exr coast.fogmap.json hills.hdr ridge.ktx2 ridge.fogmap.json; do
        test -s "$2-b/fog/$file"
    done
    rebuild "$2-b"
    baked "" log
    sleep 1.1
    touch "$2/island.hexfog.json"
    rebuild "$2-b"
    baked "coast hills" log
    rebuild "$2-b"
    baked "" log
    rm "$2-b/fog/ridge.ktx2"
    rebuild "$2-b"
    baked "ridge" log
    sleep 1.1
    rename_base "$2"
    rebuild "$2-b"
    baked "coast hills ridge" log
    rebuild "$2-b"
    baked "" log
}
with_ninja() { cmake_project Ninja cn; }
with_make() { cmake_project "Unix Makefiles" cm; }

# The list of outputs is asked again when the base that has it changes.
outputs_follow() {
    project follow
    cp "$example/CMakeLists.txt" follow
    configure Ninja follow follow-b
    rebuild follow-b
    sleep 1.1
    sed -i 's/hills.hdr/knolls.png/' follow/hills.hexfog.json
    rebuild follow-b
    baked hills log
    test -s follow-b/fog/knolls.png
}
bad_map_stops() {
    project bad
    cp "$example/CMakeLists.txt" bad
    configure Ninja bad bad-b
    rebuild bad-b
    sleep 1.1
    echo '{ "hexfog": 1, "grid": 3 }' >bad/island.hexfog.json
    fails rebuild bad-b
    has "island.hexfog.json:1:24: error: grid: 3 has the wrong type" log
}
versions() {
    project v
    echo 'cmake_minimum_required(VERSION 3.20)
project(v NONE)
find_package(hexfog 99)
if(hexfog_FOUND)
  message(FATAL_ERROR "took 99")
endif()
find_package(hexfog 0.0.1 REQUIRED)' >v/CMakeLists.txt
    configure Ninja v v-b
}

# The second run repeats the map that failed, and leaves the other as it is.
parallel_resumes() {
    mkdir -p "farm/a  b"
    for map in good "a  b/it's"; do
        echo '{ "hexfog": 1, "grid": { "orientation": "flat", "size": 1, "shape": { "radius": 2 } },
  "texture": { "width": 9, "height": 9 }, "outputs": [ { "path": "x.hdr" } ] }' \
            >"farm/$map.hexfog.json"
    done
    sed -i 's/"radius": 2/"radius": -2/' "farm/a  b/it's.hexfog.json"
    # Each command is written once: jobs are known to parallel by their place in the list.
    "$HEXFOG" batch --print-commands farm >commands
    is 2 "$(wc -l <commands)"
    fails parallel --joblog jobs <commands
    test -s farm/x.hdr
    touch -d '1 hour ago' farm/x.hdr
    first=$(stat -c %Y.%i farm/x.hdr)
    sed -i 's/"radius": -2/"radius": 2/' "farm/a  b/it's.hexfog.json"
    parallel --joblog jobs --resume-failed <commands
    test -s "farm/a  b/x.hdr"
    is "$first" "$(stat -c %Y.%i farm/x.hdr)"
}

check "make bakes again what uses a touched base, and nothing else" make_project
if need ninja; then
    check "ninja bakes again what uses a touched base, and nothing else" ninja_project
    check "ninja reads the names of a depfile, at every build" ninja_reads_depfiles
else
    skip "ninja bakes again what uses a touched base, and nothing else" "no ninja"
fi
if need cmake ninja; then
    install_hexfog
    check "CMake's example is built and kept up to date by Ninja" with_ninja
    check "CMake's example is built and kept up to date by Make" with_make
    check "CMake asks again for the outputs of a description that changed" outputs_follow
    check "a wrong map stops CMake with its message" bad_map_stops
    check "find_package minds the version" versions
else
    skip "CMake projects" "no cmake or no ninja"
fi
if need parallel; then
    check "GNU parallel repeats the printed commands that failed" parallel_resumes
else
    skip "GNU parallel repeats the printed commands that failed" "no parallel"
fi
