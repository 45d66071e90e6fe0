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
    status_is 4 "$HEXFOG" bake map.json --report nowhere/r.json
    has "cannot write nowhere/r.json" ../err
    is 1 "$(wc -l <../err)"
    old_files_stay
}
# What stands beside is looked at before the work: nothing of its result is told.
before_work() {
    named=$1
    shift
    status_is 4 "$HEXFOG" "$@"
    has "cannot write nowhere/$named" ../err
    is "" "$(cat ../out)"
    is 1 "$(wc -l <../err)"
}
looked_at_first() {
    "$HEXFOG" bake -q map.json --output-dir . -o good.exr -o good.hdr
    before_work r.json verify --gpu none map.json good.exr --report nowhere/r.json
    before_work drawn.png verify map.json good.exr --images nowhere
    before_work r.xml diff good.exr good.hdr --report nowhere/r.xml
    before_work d.png diff good.exr good.hdr --image nowhere/d.png
    before_work r.json hash good.exr --report nowhere/r.json
    before_work r.json info good.exr --report nowhere/r.json
    before_work r.json info map.json --report nowhere/r.json
    before_work p.png preview nosuch.exr -o nowhere/p.png
    before_work d.json import nosuch.tmx -o nowhere/d.json
    before_work r.json batch map.json --dry-run --report nowhere/r.json
    before_work r.json report merge nosuch.json --report nowhere/r.json
    # A report that is not to be had hides nothing else that is wrong.
    status_is 3 "$HEXFOG" bake map.json --set texture.width=0 --report nowhere/r.json
    is 2 "$(wc -l <../err)"
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

check "nothing is renamed before every output, the depfile and the report can be" all_or_nothing
check "reports and pictures that cannot be written are told before the work" looked_at_first
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
