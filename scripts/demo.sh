#!/bin/sh
# SPDX-License-Identifier: MIT
# From a fresh Debian 12 to fogmaps: installs what building and drawing need, builds, bakes
# every sample into build/samples, proves what it wrote on the CPU and on a GPU (Mesa's in
# software where there is no other), and lists it.
#
#   sh scripts/demo.sh [-y]     -y: install without asking
set -eu
cd "$(dirname "$0")/.."
. scripts/packages.sh

case "${1-}" in
"") yes= ;;
-y) yes=1 ;;
*)
    echo "usage: sh scripts/demo.sh [-y]" >&2
    exit 2
    ;;
esac

# Shows the line that installs what is missing and asks, unless nobody is there to answer.
install_missing() {
    missing=$*
    sudo=
    [ "$(id -u)" -eq 0 ] || sudo="sudo "
    echo "Building and drawing need packages that are not here yet:"
    echo "  ${sudo}apt-get install --no-install-recommends $missing"
    if [ -z "$yes" ] && [ -z "${CI-}" ] && [ -t 0 ] && [ -t 1 ]; then
        printf 'Install them now? [Y/n] '
        read -r answer || answer=n
        case $answer in
        "" | [Yy]*) ;;
        *)
            echo "Nothing was installed. Run the line above, then this script again."
            exit 1
            ;;
        esac
    fi
    # shellcheck disable=SC2086 # a list of names
    install_packages $missing >/dev/null
}

# shellcheck disable=SC2086
if command -v dpkg-query >/dev/null 2>&1; then
    missing=$(missing_packages $build_packages $gl_packages)
else
    missing="$build_packages $gl_packages"
fi
if [ -n "$missing" ]; then
    need_apt "$missing"
    # shellcheck disable=SC2086
    install_missing $missing
fi

make -s -j"$(nproc)"
echo

out=build/samples
rm -rf "$out"
mkdir -p "$out"
for sample in samples/*.hexfog.jsonc; do
    echo "build/hexfog bake --output-dir $out $sample"
    build/hexfog bake -q --output-dir "$out" "$sample"
done

for sample in samples/*.hexfog.jsonc; do
    echo
    echo "build/hexfog verify --output-dir $out $sample"
    build/hexfog verify --output-dir "$out" "$sample"
done

echo
echo "Every texture is proven. Wrote, in bytes:"
for file in "$out"/*; do
    printf '%12d  %s\n' "$(wc -c <"$file")" "$file"
done
echo
echo "Next: look into samples/*.hexfog.jsonc, and try build/hexfog --help"
