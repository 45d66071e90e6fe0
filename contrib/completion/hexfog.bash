# SPDX-License-Identifier: MIT
# Completes hexfog's command line in bash. What stands between BEGIN and END comes from the
# program's tables: `make completion` renews it.

# Offers those of the words in $1 that begin with $cur.
_hexfog_words() {
    mapfile -t COMPREPLY < <(compgen -W "$1" -- "$cur")
}

# Offers folders, and files that end in one of the suffixes; !SUFFIX leaves files out. The
# first that fits decides.
_hexfog_files() {
    local name suffix names
    compopt -o filenames 2>/dev/null
    mapfile -t names < <(compgen -f -- "$cur")
    for name in "${names[@]}"; do
        if [[ -d ${name/#\~\//"$HOME/"} ]]; then
            COMPREPLY+=("$name")
            continue
        fi
        for suffix; do
            [[ $name == *"${suffix#!}" ]] || continue
            [[ $suffix == !* ]] || COMPREPLY+=("$name")
            break
        done
    done
}

# Offers any file behind the character $1, as in @LIST; false when it does not stand there.
# bash may split the word behind an @, but replaces the whole of it, and puts a \ before the @.
_hexfog_behind() {
    local i
    cur=${cur/#"\\$1"/"$1"}
    [[ $behind == "$1" || $cur == "$1"* ]] || return
    cur=${cur#"$1"}
    _hexfog_files ''
    for i in "${!COMPREPLY[@]}"; do
        if [[ -d ${COMPREPLY[i]/#\~\//"$HOME/"} ]]; then
            COMPREPLY[i]+=/
            compopt -o nospace 2>/dev/null
        fi
        COMPREPLY[i]=$1${COMPREPLY[i]}
    done
}

# BEGIN bash
# Sets flags and takes: the command's options without and with an argument.
_hexfog_options() {
    flags='' takes=''
    case $command in
    '') flags='--help -h --version -V' ;;
    bake)
        flags='--mipmaps --dry-run -n --mkdir --fsync --werror --jsonc --json --quiet -q --help -h --version -V'
        takes='--output -o --to --precision --compression --channels --encoder --effort --output-dir --depfile --depfile-target --jobs -j --progress --set --max-memory --layer --shape --source --source-property --blocked-property --blocked-layer --blocked-gid --level-property --metric --texels-per-pixel --report --messages --color'
        ;;
    batch)
        flags='--keep-going -k --if-changed --rehash --verify --print-commands --dry-run -n --fsync --werror --json --mkdir --jsonc --quiet -q --help -h --version -V'
        takes='--from0 --jobs -j --cache --shard --output-dir --effort --progress --report --set --max-memory --messages --color'
        ;;
    report)
        flags='--json --mkdir --quiet -q --help -h --version -V'
        takes='--report --messages --color'
        ;;
    verify)
        flags='--all --json --mkdir --jsonc --quiet -q --help -h --version -V'
        takes='--decoder --gpu --images --scene-color --fog-color --background --output-dir --jobs -j --progress --report --set --max-memory --layer --shape --source --source-property --blocked-property --blocked-layer --blocked-gid --level-property --metric --texels-per-pixel --messages --color'
        ;;
    shader)
        flags='--jsonc --quiet -q --help -h --version -V'
        takes='--lang --set --max-memory --layer --shape --source --source-property --blocked-property --blocked-layer --blocked-gid --level-property --metric --texels-per-pixel --messages --color'
        ;;
    diff)
        flags='--json --mkdir --quiet -q --help -h --version -V'
        takes='--ignore --max-g-error --allow-texels --max-level-errors --level-scale --image --max-memory --jobs -j --progress --report --messages --color'
        ;;
    hash)
        flags='--check -c --json --mkdir --quiet -q --help -h --version -V'
        takes='--level-scale --max-memory --jobs -j --progress --report --messages --color'
        ;;
    info)
        flags='--json --mkdir --jsonc --quiet -q --help -h --version -V'
        takes='--advise --level-scale --progress --report --set --max-memory --layer --shape --source --source-property --blocked-property --blocked-layer --blocked-gid --level-property --metric --texels-per-pixel --messages --color'
        ;;
    preview)
        flags='--grid --mkdir --fsync --jsonc --quiet -q --help -h --version -V'
        takes='--output -o --range --from --to --frames --law --look --size --desc --channel --over --scene-color --fog-color --background --level-scale --jobs -j --progress --set --max-memory --layer --shape --source --source-property --blocked-property --blocked-layer --blocked-gid --level-property --metric --texels-per-pixel --messages --color'
        ;;
    import)
        flags='--mkdir --fsync --quiet -q --help -h --version -V'
        takes='--output -o --max-memory --layer --shape --source --source-property --blocked-property --blocked-layer --blocked-gid --level-property --metric --texels-per-pixel --messages --color'
        ;;
    schema)
        flags='--quiet -q --help -h --version -V'
        takes='--messages --color'
        ;;
    help)
        flags='--quiet -q --help -h --version -V'
        takes='--messages --color'
        ;;
    esac
}

# Offers what may stand at $1, COMMAND:--OPTION for its argument, COMMAND:N for the
# N-th operand.
_hexfog_argument() {
    case $1 in
    :1) _hexfog_words 'bake batch report verify shader diff hash info preview import schema help' ;;
    bake:--output | bake:-o) _hexfog_files '.hdr' '.exr' '.ktx2' '.png' '.fogmap.json' ;;
    bake:--to) _hexfog_words 'hdr exr ktx2 png' ;;
    bake:--precision) _hexfog_words 'half float rgb9e5' ;;
    bake:--compression) _hexfog_words 'none zips zip rle piz' ;;
    bake:--channels) _hexfog_words 'rgb rg' ;;
    bake:--encoder) _hexfog_words 'stream reference' ;;
    bake:--effort) _hexfog_words 'fast default best' ;;
    bake:--output-dir) _hexfog_files ;;
    bake:--depfile) _hexfog_files '' ;;
    bake:--progress) _hexfog_words 'auto always never' ;;
    bake:--shape) _hexfog_words 'all tiles' ;;
    bake:--metric) _hexfog_words 'sweep seamless' ;;
    bake:--report) _hexfog_files '.json' '.xml' ;;
    bake:--messages) _hexfog_words 'text json github' ;;
    bake:--color) _hexfog_words 'auto always never' ;;
    bake:1) _hexfog_files '!.fogmap.json' '.json' '.jsonc' '.tmj' '.tmx' '.hexjson' ;;
    batch:--from0) _hexfog_files '' ;;
    batch:--cache) _hexfog_files ;;
    batch:--verify) _hexfog_words 'gpu' ;;
    batch:--shard) _hexfog_words 'auto' ;;
    batch:--output-dir) _hexfog_files ;;
    batch:--effort) _hexfog_words 'fast default best' ;;
    batch:--progress) _hexfog_words 'auto always never' ;;
    batch:--report) _hexfog_files '.json' '.xml' ;;
    batch:--messages) _hexfog_words 'text json github' ;;
    batch:--color) _hexfog_words 'auto always never' ;;
    batch:[0-9]*) _hexfog_behind @ || _hexfog_files '!.fogmap.json' '.json' '.jsonc' '.tmj' '.tmx' '.hexjson' ;;
    report:--report) _hexfog_files '.json' '.xml' ;;
    report:--messages) _hexfog_words 'text json github' ;;
    report:--color) _hexfog_words 'auto always never' ;;
    report:1) _hexfog_words 'merge' ;;
    report:[0-9]*) _hexfog_files '.json' ;;
    verify:--decoder) _hexfog_words 'a b c' ;;
    verify:--gpu) _hexfog_words 'auto none software device:' ;;
    verify:--images) _hexfog_files ;;
    verify:--output-dir) _hexfog_files ;;
    verify:--progress) _hexfog_words 'auto always never' ;;
    verify:--report) _hexfog_files '.json' '.xml' ;;
    verify:--shape) _hexfog_words 'all tiles' ;;
    verify:--metric) _hexfog_words 'sweep seamless' ;;
    verify:--messages) _hexfog_words 'text json github' ;;
    verify:--color) _hexfog_words 'auto always never' ;;
    verify:1) _hexfog_files '!.fogmap.json' '.json' '.jsonc' '.tmj' '.tmx' '.hexjson' ;;
    verify:[0-9]*) _hexfog_files '.hdr' '.exr' '.ktx2' '.png' ;;
    shader:--lang) _hexfog_words 'glsl glsl-es hlsl gdshader wgsl' ;;
    shader:--shape) _hexfog_words 'all tiles' ;;
    shader:--metric) _hexfog_words 'sweep seamless' ;;
    shader:--messages) _hexfog_words 'text json github' ;;
    shader:--color) _hexfog_words 'auto always never' ;;
    shader:1) _hexfog_files '!.fogmap.json' '.json' '.jsonc' '.tmj' '.tmx' '.hexjson' '.hdr' '.exr' '.ktx2' '.png' ;;
    diff:--image) _hexfog_files '.png' ;;
    diff:--progress) _hexfog_words 'auto always never' ;;
    diff:--report) _hexfog_files '.json' '.xml' ;;
    diff:--messages) _hexfog_words 'text json github' ;;
    diff:--color) _hexfog_words 'auto always never' ;;
    diff:1) _hexfog_files '.hdr' '.exr' '.ktx2' '.png' ;;
    diff:2) _hexfog_files '.hdr' '.exr' '.ktx2' '.png' ;;
    hash:--progress) _hexfog_words 'auto always never' ;;
    hash:--report) _hexfog_files '.json' '.xml' ;;
    hash:--messages) _hexfog_words 'text json github' ;;
    hash:--color) _hexfog_words 'auto always never' ;;
    hash:[0-9]*)
        if [[ $given == *' --check '* || $given == *' -c '* ]]; then
            _hexfog_files ''
        else
            _hexfog_files '.hdr' '.exr' '.ktx2' '.png'
        fi
        ;;
    info:--advise) _hexfog_words 'unity unreal godot three bevy raylib babylon defold' ;;
    info:--progress) _hexfog_words 'auto always never' ;;
    info:--report) _hexfog_files '.json' '.xml' ;;
    info:--shape) _hexfog_words 'all tiles' ;;
    info:--metric) _hexfog_words 'sweep seamless' ;;
    info:--messages) _hexfog_words 'text json github' ;;
    info:--color) _hexfog_words 'auto always never' ;;
    info:1) _hexfog_files '!.fogmap.json' '.json' '.jsonc' '.tmj' '.tmx' '.hexjson' '.hdr' '.exr' '.ktx2' '.png' ;;
    preview:--output | preview:-o) _hexfog_files '.png' '.gif' ;;
    preview:--law) _hexfog_words 'linear exp exp2' ;;
    preview:--look) _hexfog_words 'plain watercolour' ;;
    preview:--desc) _hexfog_files '!.fogmap.json' '.json' '.jsonc' '.tmj' '.tmx' '.hexjson' ;;
    preview:--channel) _hexfog_words 'r g f' ;;
    preview:--over) _hexfog_files '.png' ;;
    preview:--progress) _hexfog_words 'auto always never' ;;
    preview:--shape) _hexfog_words 'all tiles' ;;
    preview:--metric) _hexfog_words 'sweep seamless' ;;
    preview:--messages) _hexfog_words 'text json github' ;;
    preview:--color) _hexfog_words 'auto always never' ;;
    preview:1) _hexfog_files '!.fogmap.json' '.json' '.jsonc' '.tmj' '.tmx' '.hexjson' '.hdr' '.exr' '.ktx2' '.png' ;;
    import:--output | import:-o) _hexfog_files '!.fogmap.json' '.json' '.jsonc' '.tmj' '.tmx' '.hexjson' ;;
    import:--shape) _hexfog_words 'all tiles' ;;
    import:--metric) _hexfog_words 'sweep seamless' ;;
    import:--messages) _hexfog_words 'text json github' ;;
    import:--color) _hexfog_words 'auto always never' ;;
    import:1) _hexfog_files '.tmj' '.tmx' '.hexjson' '!.hexfog.json' '!.fogmap.json' '.json' ;;
    schema:--messages) _hexfog_words 'text json github' ;;
    schema:--color) _hexfog_words 'auto always never' ;;
    schema:1) _hexfog_words 'report-bake report-batch report-diff report-event report-hash report-info report-message report-verify description fogmap' ;;
    help:--messages) _hexfog_words 'text json github' ;;
    help:--color) _hexfog_words 'auto always never' ;;
    help:1) _hexfog_words 'bake batch report verify shader diff hash info preview import schema help' ;;
    esac
}
# END

# True when option $1 takes an argument; so does a group of letters that ends in such a one.
_hexfog_takes() {
    local name=$1
    [[ $name == -[!-]?* ]] && name=-${name: -1}
    [[ " $takes " == *" $name "* ]]
}

_hexfog() {
    local cur=${COMP_WORDS[COMP_CWORD]} command='' option='' given=' ' flags takes
    local operand=1 is_ended='' behind='' word i
    COMPREPLY=()
    _hexfog_options
    for ((i = 1; i < COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        if [[ $word == [=:]* ]]; then
            # bash splits --to=exr, a=b and 1:2 into three words; what follows an option's
            # name is its argument, anything else more of the word before.
            [[ $word == = && -n $option ]] || ((i++))
        elif [[ $word == @ && -z $option ]]; then
            behind=@ # it splits @LIST as well
        elif [[ -n $behind ]]; then
            behind=''
            ((operand++))
        elif [[ -n $option ]]; then
            option=
        elif [[ -z $is_ended && $word == -- ]]; then
            is_ended=1
        elif [[ -z $is_ended && $word == -?* ]]; then
            given+="$word "
            _hexfog_takes "$word" && option=$word
        elif [[ -z $command ]]; then
            command=$word
            _hexfog_options
        else
            ((operand++))
        fi
    done
    [[ $option == -[!-]?* ]] && option=-${option: -1}
    [[ $cur == = && -n $option ]] && cur=
    [[ $i -gt $COMP_CWORD || $cur == [=:]* ]] && return
    if [[ -z $option && -z $is_ended && $cur == -* ]]; then
        _hexfog_words "$flags $takes"
    else
        _hexfog_argument "$command:${option:-$operand}"
    fi
}
complete -F _hexfog hexfog
