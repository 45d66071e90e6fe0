# SPDX-License-Identifier: MIT
# What happens to files when a bake fails: the old one stays whole, nothing is left over.
. "$SRC/tests/lib.sh"

cd "$HEXFOG_TMP"
mkdir site
cat >site/map.json <<'END'
{ "hexfog": 1,
  "grid": { "orientation": "pointy", "size": 1, "shape": { "radius": 3 } },
  "texture": { "width": 64, "height": 64 },
  "outputs": [ { "path": "one.hdr" }, { "path": "two.exr" } ] }
END
cd site

old_files() {
    echo old-one >one.hdr
    echo old-two >two.exr
}
old_files_stay() {
    is old-one "$(cat one.hdr)"
    is old-two "$(cat two.exr)"
    nothing_left .
}
nothing_left() { is "" "$(find "$1" -name '.*.tmp')"; }

# The second output fails: the first must not be renamed either.
all_or_nothing() {
    old_files
    mkdir -p two
    status_is 4 "$HEXFOG" bake map.json -o one.hdr -o nowhere/two.exr
    old_files_stay
    status_is 4 "$HEXFOG" bake map.json --depfile nowhere/d
    old_files_stay
}
size_limit() {
    old_files
    status=0
    (ulimit -f 4 && exec "$HEXFOG" bake map.json --set texture.width=900 \
        2>../err) || status=$?
    is 4 "$status"
    has "File too large" ../err
    old_files_stay
}
full_disk() {
    mkdir -p small
    mount -t tmpfs -o size=64k none small
    echo old >small/one.hdr
    status=0
    "$HEXFOG" bake map.json --set texture.width=900 --output-dir small 2>../err || status=$?
    old=$(cat small/one.hdr)
    left=$(ls -A small)
    umount small
    is 4 "$status"
    has "No space left on device" ../err
    is old "$old"
    is one.hdr "$left"
}
full_stdout() {
    status_is 4 sh -c '"$HEXFOG" bake map.json -o - --to exr >/dev/full'
    has "No space left on device" ../err
}
read_only() {
    mkdir -p closed
    echo old >closed/one.hdr
    chmod 555 closed
    chmod 777 .
    status=0
    setpriv --reuid=65534 --regid=65534 --clear-groups "$HEXFOG" bake map.json \
        -o closed/one.hdr 2>../err || status=$?
    is 4 "$status"
    has "Permission denied" ../err
    is old "$(cat closed/one.hdr)"
}
two_runs() {
    "$HEXFOG" bake -q map.json -o want.hdr
    for name in race.hdr ./race.hdr ../site/race.hdr race.hdr race.hdr; do
        "$HEXFOG" bake -q map.json -o "$name" &
    done
    wait
    same_bytes want.hdr race.hdr
    nothing_left .
}

check "nothing is renamed before every output and the depfile can be" all_or_nothing
check "a write that fails leaves the old files whole" size_limit
if [ "$(id -u)" -eq 0 ] && mkdir -p try && mount -t tmpfs none try 2>/dev/null; then
    umount try
    check "a full disk is an IO error and leaves the old file whole" full_disk
else
    skip "a full disk is an IO error and leaves the old file whole" "cannot mount a tmpfs"
fi
check "a full standard output is an IO error" full_stdout
if [ "$(id -u)" -eq 0 ] && need setpriv; then
    check "a folder that cannot be written is an IO error" read_only
else
    skip "a folder that cannot be written is an IO error" "not root, or no setpriv"
fi
check "runs at once on one target end in one whole file" two_runs
