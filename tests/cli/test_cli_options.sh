# SPDX-License-Identifier: MIT
# The command line itself: commands, options, help, and what is said of wrong ones.
. "$SRC/tests/lib.sh"

cd "$HEXFOG_TMP"
cat >map.json <<'END'
{ "hexfog": 1,
  "grid": { "orientation": "pointy", "size": 1, "shape": { "radius": 2 } },
  "texture": { "width": 24, "height": 20 },
  "outputs": [ { "path": "map.hdr" } ] }
END

# usage_error MESSAGE HELP ARGUMENT...: status 2, exactly two lines on standard error.
usage_error() {
    message=$1
    help=$2
    shift 2
    status_is 2 "$HEXFOG" "$@"
    is "hexfog: error: $message
try '$help'" "$(cat err)"
    is "" "$(cat out)"
}

# The commands and, for each, the long options, as the help has them.
commands() { "$HEXFOG" --help | sed -n 's/^  \([a-z]*\)\( .*\)*$/\1/p' | grep .; }
options() { "$HEXFOG" "$1" --help | sed -n 's/^  ....--\([a-z0-9-]*\).*/\1/p'; }

no_command() { usage_error "no command given" "hexfog --help"; }
unknown_command() {
    usage_error "unknown command 'bkae'; did you mean 'bake'?" "hexfog --help" bkae
    usage_error "unknown command 'frobnicate'" "hexfog --help" frobnicate
    usage_error "unknown command 'shcema'; did you mean 'schema'?" "hexfog --help" help shcema
}
unknown_option() {
    usage_error "unknown option '--presicion'; did you mean '--precision'?" \
        "hexfog bake --help" bake --presicion half map.json
    usage_error "unknown option '--frobnicate'" "hexfog bake --help" bake --frobnicate=3 map.json
    usage_error "unknown option '-x'" "hexfog info --help" info -x map.json
    usage_error "unknown option '-\\xC3'" "hexfog info --help" info a "-$(printf '\303\251')" b
    usage_error "unknown option '--set'" "hexfog schema --help" schema --set a=1
    usage_error "unknown option '--quiet'" "hexfog --help" --quiet
}
ambiguous_option() {
    usage_error "option '--p' is ambiguous: --precision or --progress?" "hexfog bake --help" \
        bake --p half map.json
    usage_error "option '--de' is ambiguous: --depfile or --depfile-target?" \
        "hexfog bake --help" bake --de x map.json
}
# Every option of a file or folder, as the help has it. The outputs of bake are held to rule D24,
# preview's to their suffix.
empty_path() {
    for command in $(commands); do
        "$HEXFOG" "$command" --help | sed -n "s/^  ....--\([a-z0-9-]*\) \([A-Z]*\).*/\1 \2/p" |
            grep -E ' (FILE|DIR|DESC|BOARD)$' | sed "s/^/$command /; s/ [A-Z]*\$//"
    done | grep -v '^bake output$' >path_options
    test "$(wc -l <path_options)" -ge 13
    while read -r command option; do
        usage_error "--$option: the path is empty" "hexfog $command --help" \
            "$command" "--$option" ""
    done <path_options
    status_is 3 "$HEXFOG" bake map.json -o ""
    status_is 2 "$HEXFOG" preview map.json -o ""
    "$HEXFOG" bake -q map.json
    for command in 'bake ""' 'verify ""' 'verify map.json --gpu none ""' 'shader ""' 'info ""' \
        'diff "" map.hdr' 'diff map.hdr ""' 'hash ""' 'hash -c ""' 'preview "" -o a.png' \
        'import "" -o a.json' 'batch ""' 'batch @' 'report merge ""'; do
        eval "status_is 4 \"\$HEXFOG\" $command"
        has "the path is empty" err
    done
    for command in 'hash -' 'diff - map.hdr' 'diff map.hdr -'; do
        # shellcheck disable=SC2086 # words
        status_is 4 "$HEXFOG" $command
        has "-: error: cannot be opened: a texture is read from a named file only" err
    done
}
# What is told names a way out.
ways_out() {
    usage_error "--precision fits none of the -o files, as there is no -o (--set changes the\
 description's outputs)" "hexfog bake --help" bake map.json --precision half
    usage_error "--json needs --dry-run: a bake prints nothing (--report FILE.json writes how it\
 went)" "hexfog bake --help" bake map.json --json
    usage_error "--level-scale does not go with a description: it is for a texture" \
        "hexfog info --help" info map.json --level-scale 3
    echo map.json >list.txt
    status_is 3 "$HEXFOG" batch list.txt
    has "list.txt: a list of descriptions is named @list.txt" err
    status_is 0 "$HEXFOG" batch @list.txt
    status_is 3 "$HEXFOG" batch map.json --set grid.size=0
    hasnt "a list of" err
}
missing_value() {
    usage_error "option '--output' needs FILE" "hexfog bake --help" bake map.json --output
    usage_error "option '-j' needs N" "hexfog bake --help" bake map.json -j
    usage_error "option '--dry-run' takes no value" "hexfog bake --help" bake map.json --dry-run=1
}
wrong_value() {
    usage_error "--precision: 'hlaf' is not one of half|float|rgb9e5; did you mean 'half'?" \
        "hexfog bake --help" bake map.json -o a.exr --precision hlaf
    # A language is not a slip of another one; nor is a letter of another letter.
    usage_error "--lang: 'metal' is not one of glsl|glsl-es|hlsl|gdshader|wgsl" \
        "hexfog shader --help" shader map.json --lang metal
    usage_error "--decoder: 'x' is not one of a|b|c" "hexfog verify --help" verify map.json \
        --decoder x
    for n in 0 -1 1025 two 3x ''; do
        usage_error "--jobs: '$n' is not a number from 1 to 1024" "hexfog bake --help" \
            bake map.json "--jobs=$n"
    done
    for size in 0 -1 x 1Q 1.5.5 KiB 1e400; do
        usage_error "--max-memory: '$size' is not a size such as 512M, 1.5GiB or 100000" \
            "hexfog bake --help" bake map.json "--max-memory=$size"
    done
}
drawing_needs_a_gpu() {
    for option in images scene-color fog-color background; do
        usage_error "--$option needs a GPU to draw on, which --gpu none does without" \
            "hexfog verify --help" verify map.json --gpu none "--$option" '#ffffff'
    done
    fails test -e '#ffffff'
}
operands() {
    usage_error "no B given (diff takes A B)" "hexfog diff --help" diff t.exr
    usage_error "no A given" "hexfog diff --help" diff
    usage_error "no DESC given" "hexfog bake --help" bake
    usage_error "no FILE given" "hexfog info --help" info --
    usage_error "one argument too many: 'b'; one description a run" "hexfog bake --help" \
        bake map.json b
    usage_error "one argument too many: 'b.exr'; did you mean '-o b.exr'?" "hexfog bake --help" \
        bake map.json b.exr
    usage_error "one argument too many: 'b'" "hexfog schema --help" schema description b
}
abbreviated() {
    status_is 0 "$HEXFOG" bake --dry --mess text --output a.exr --prec float map.json
    has "exr float" out
    fails test -e a.exr
}
dashes_end_options() {
    cp map.json ./--quiet
    status_is 0 "$HEXFOG" bake -- --quiet
    has "wrote map.hdr" err
}
options_after_operands() {
    status_is 0 "$HEXFOG" bake map.json -q -o after.hdr
    test -s after.hdr
}
last_one_holds() {
    status_is 0 "$HEXFOG" bake map.json -n -o a.exr --precision half --precision float
    has "exr float" out
}
# Of names of files and folders the first would be left out without a word: one that may be
# given twice is used twice, any other is refused.
no_name_is_lost() {
    "$HEXFOG" bake -q map.json
    for command in 'bake map.json' 'verify map.json --gpu none' 'diff map.hdr map.hdr' \
        'hash map.hdr' 'info map.json' 'info map.hdr' 'batch map.json'; do
        rm -f first.json second.xml
        # shellcheck disable=SC2086 # words
        status_is 0 "$HEXFOG" $command --report first.json --report second.xml
        has '{' first.json
        has '<testsuites>' second.xml
        # shellcheck disable=SC2086 # words
        status_is 2 "$HEXFOG" $command --report first.json --report ./first.json
        has "--report: './first.json' is given twice" err
    done
    n=0
    while [ $n -le 16 ]; do n=$((n + 1)); set -- "$@" --report $n.json; done
    usage_error "--report: '17.json' is one too many (allowed: 16)" "hexfog bake --help" \
        bake map.json "$@"
    status_is 2 "$HEXFOG" bake map.json --report first.json --report map.json
    has "'map.json' is a file that the bake reads" err
    status_is 4 "$HEXFOG" bake map.json --report first.json --report nowhere/r.xml
    once=0
    while read -r command option; do
        "$HEXFOG" "$command" --help | grep -qE -- "--$option .*" || wrong "$command: $option"
        "$HEXFOG" "$command" --help | sed -n "/--$option /,/^  ....--/p" |
            tr '\n' ' ' | grep -q "(repeatable" && continue
        case $command-$option in bake-output | preview-output) continue ;; esac
        usage_error "one --$option only: 'a' and 'b' are given" "hexfog $command --help" \
            "$command" map.json "--$option" a "--$option" b
        once=$((once + 1))
    done <path_options
    test "$once" -ge 8
}
short_forms() {
    status_is 0 "$HEXFOG" bake map.json -qj2 -oshort.hdr
    is "" "$(cat err)"
    test -s short.hdr
}

help_lists() {
    is "bake batch report verify shader diff hash info preview import schema help" \
        "$(commands | tr '\n' ' ' | sed 's/ $//')"
    for command in $(commands); do
        "$HEXFOG" "$command" --help >by-option
        "$HEXFOG" help "$command" >by-command
        same_bytes by-option by-command
        "$HEXFOG" "$command" -h >by-letter
        same_bytes by-option by-letter
    done
}
# Every option that the help lists is taken, and the contract's options are all listed.
help_is_whole() {
    for command in $(commands); do
        for option in $(options "$command"); do
            status=0
            "$HEXFOG" "$command" "--$option" >/dev/null 2>err </dev/null || status=$?
            hasnt "unknown option" err
        done
    done
    for option in output to precision compression channels encoder mipmaps output-dir depfile \
        depfile-target dry-run mkdir fsync werror jobs progress set jsonc max-memory json report \
        messages color quiet help version; do
        options bake | grep -qx -- "$option" || { echo "no --$option"; return 1; }
    done
}
help_fits() {
    for command in $(commands); do
        is "" "$("$HEXFOG" "$command" --help | awk 'length > 80')"
    done
}
version_everywhere() {
    want="hexfog $(sed -n 's/^#define HEXFOG_VERSION "\(.*\)"/\1/p' "$SRC/include/hexfog.h")"
    is "$want" "$("$HEXFOG" --version)"
    is "$want" "$("$HEXFOG" -V)"
    for command in $(commands); do
        is "$want" "$("$HEXFOG" "$command" --version)"
        is "$want" "$("$HEXFOG" "$command" -V)"
    done
}
help_beats_operands() {
    status_is 0 "$HEXFOG" bake --help a b c
    has "usage: hexfog bake" out
    is "" "$(cat err)"
}
results_are_checked() {
    for command in --help --version 'help bake' schema 'schema description' 'info map.json' \
        'bake -n map.json' 'bake map.json -o - --to hdr'; do
        status=0
        # shellcheck disable=SC2086 # words
        "$HEXFOG" $command >/dev/full 2>err || status=$?
        is 4 "$status"
        has "No space left on device" err
    done
}
closed_output() {
    status=0
    "$HEXFOG" schema >&- 2>err || status=$?
    is 4 "$status"
    status=0
    "$HEXFOG" bake map.json -o closed.hdr <&- >&- 2>&- || status=$?
    is 0 "$status"
    "$HEXFOG" bake -q map.json
    same_bytes closed.hdr map.hdr
}
broken_pipe() {
    mkfifo pipe
    { sleep 0.3; "$HEXFOG" schema description 2>err || echo $? >status; } >pipe &
    : <pipe # opened and closed again: nobody reads
    wait
    is 4 "$(cat status)"
    has "Broken pipe" err
}

check "no command is a usage error" no_command
check "an unknown command names the nearest one" unknown_command
check "an unknown option names the nearest one" unknown_option
check "an ambiguous abbreviation names what it could be" ambiguous_option
check "an empty path is a usage error" empty_path
check "messages name the way out" ways_out
check "a missing or superfluous value is a usage error" missing_value
check "a wrong value is named with what is allowed" wrong_value
check "operands are counted" operands
check "what is drawn needs a GPU: not with --gpu none" drawing_needs_a_gpu
check "unambiguous abbreviations are taken" abbreviated
check "-- ends options" dashes_end_options
check "options may follow operands" options_after_operands
check "of a repeated option the last one holds" last_one_holds
check "of two files given to an option none is left out in silence" no_name_is_lost
check "short options cluster and take their value" short_forms
check "help lists the commands, by --help, -h and help" help_lists
check "every option listed is taken, and none of the contract is missing" help_is_whole
check "help fits into 80 columns" help_fits
check "--version and -V work everywhere" version_everywhere
check "--help needs nothing else to be right" help_beats_operands
check "a full standard output is status 4 for every result" results_are_checked
check "closed standard descriptors get into no file" closed_output
check "a closed pipe is an IO error with a message" broken_pipe
