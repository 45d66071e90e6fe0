#!/bin/sh
# SPDX-License-Identifier: MIT
# Does what README.md promises on a fresh Debian 12: in a new minimal chroot, from a
# clean clone of this repository, scripts/demo.sh and then scripts/test.sh.
#
#   sudo sh tests/chroot.sh [SUITE]      default: bookworm; needs debootstrap, git, 4 GB
#
# Packages come from where this machine's own apt gets them. Not part of the tests,
# because it needs root, a network and some minutes. What is committed is tried.
set -eu
cd "$(dirname "$0")/.."
case "${1-}" in
-*)
    echo "usage: sh tests/chroot.sh [SUITE]" >&2
    exit 2
    ;;
esac
suite=${1:-bookworm}

fail() {
    echo "$0: $*" >&2
    exit 1
}
[ "$(id -u)" -eq 0 ] || fail "needs root"
for tool in debootstrap git; do
    command -v "$tool" >/dev/null || fail "needs $tool"
done

# The first archive that apt here uses for Debian itself, in either form of its lists.
mirror=$(cat /etc/apt/sources.list.d/*.sources /etc/apt/sources.list.d/*.list \
    /etc/apt/sources.list 2>/dev/null | awk '
    /^URIs:/ { print $2; exit }
    /^deb / { for (i = 2; i <= NF; i++) if ($i ~ /^[a-z+]+:\/\//) { print $i; exit } }')
[ -n "$mirror" ] || fail "no archive in this machine's apt sources"

root=$(mktemp -d)
chmod 755 "$root" # the tests run some things as another user
tidy() {
    umount "$root/dev/pts" "$root/proc" 2>/dev/null || true
    # A mount that is still there must not be emptied.
    if awk -v root="$root/" 'index($2, root) == 1 { found = 1 } END { exit !found }' /proc/mounts
    then
        fail "still mounted below $root: unmount it and remove the folder"
    fi
    rm -rf "$root"
}
trap tidy EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

echo "== a minimal $suite"
debootstrap --variant=minbase "$suite" "$root" "$mirror" >"$root.log" 2>&1 || {
    tail -n 20 "$root.log" >&2
    rm -f "$root.log"
    fail "debootstrap failed"
}
rm -f "$root.log"

# How this machine reaches its archives: lists, keys, settings, names.
rm -rf "$root/etc/apt/sources.list"
for path in sources.list sources.list.d apt.conf apt.conf.d preferences preferences.d \
    keyrings trusted.gpg trusted.gpg.d; do
    [ -e "/etc/apt/$path" ] || continue
    rm -rf "$root/etc/apt/$path"
    cp -a "/etc/apt/$path" "$root/etc/apt/"
done
mkdir -p "$root/usr/share/keyrings"
cp -an /usr/share/keyrings/. "$root/usr/share/keyrings/"
cp -L /etc/resolv.conf /etc/hosts "$root/etc/"
mount -t proc proc "$root/proc"
mount -t devpts -o newinstance,ptmxmode=666 devpts "$root/dev/pts"
ln -sf pts/ptmx "$root/dev/ptmx"

git clone -q --no-hardlinks . "$root/hexfog"

# Only what a login would have, and the proxy that this machine needs.
inside() {
    env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root \
        ${http_proxy:+"http_proxy=$http_proxy"} ${https_proxy:+"https_proxy=$https_proxy"} \
        ${no_proxy:+"no_proxy=$no_proxy"} \
        chroot "$root" sh -c "cd /hexfog && $1" </dev/null
}
echo "== sh scripts/demo.sh"
inside "sh scripts/demo.sh"
echo "== sh scripts/test.sh"
inside "sh scripts/test.sh"
