# SPDX-License-Identifier: MIT
# Completion in bash and zsh: the scripts are those that the command table makes, and they
# offer what hexfog takes. Both shells run them for real.
. "$SRC/tests/lib.sh"

cd "$SRC"
folder=$HEXFOG_TMP/folder
mkdir -p "$folder/maps" "$folder/with space"
(cd "$folder" && touch board.hexfog.json plain.json notes.jsonc map.tmj board.fogmap.json \
    fog.exr fog.hdr fog.png fog.gif fog.sums notes.txt 'maps/far away.jsonc' maps/far.txt)

renewed() {
    make -s BUILD="$BUILD" "$BUILD/renew" >/dev/null
    for script in hexfog.bash _hexfog; do
        "$BUILD/renew" contrib/completion/$script >"$HEXFOG_TMP/new"
        same_bytes contrib/completion/$script "$HEXFOG_TMP/new"
    done
}
# The tool itself: it renews a table that was spoilt, and knows no other shells.
tool_works() {
    for script in hexfog.bash _hexfog; do
        sed 's/--werror/--warn/; /tiles/d' contrib/completion/$script >"$HEXFOG_TMP/spoilt"
        fails cmp -s contrib/completion/$script "$HEXFOG_TMP/spoilt"
        "$BUILD/renew" "$HEXFOG_TMP/spoilt" >"$HEXFOG_TMP/new"
        same_bytes contrib/completion/$script "$HEXFOG_TMP/new"
    done
    printf '# BEGIN fish\n# END\n' >"$HEXFOG_TMP/unknown"
    status_is 1 "$BUILD/renew" "$HEXFOG_TMP/unknown"
    status_is 2 "$BUILD/renew"
}

cat >"$HEXFOG_TMP/complete.bash" <<'END'
# Prints what the function offers for the last of the words.
cd "$1" && source "$SRC/contrib/completion/hexfog.bash" && shift || exit
[[ $(complete -p hexfog) == 'complete -F _hexfog hexfog' ]] || exit
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
_hexfog hexfog "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
[[ ${#COMPREPLY[@]} -eq 0 ]] || printf '%s\n' "${COMPREPLY[@]}"
END
# What the last word of `hexfog WORD...` may be, sorted, in $HEXFOG_TMP/offered.
bash_offers() {
    SRC=$SRC bash --norc "$HEXFOG_TMP/complete.bash" "$folder" hexfog "$@" >"$HEXFOG_TMP/unsorted" \
        2>"$HEXFOG_TMP/err"
    is "" "$(cat "$HEXFOG_TMP/err")"
    sort "$HEXFOG_TMP/unsorted" >"$HEXFOG_TMP/offered"
}

# zsh completes a line of its editor when it starts, and puts all that fits into it.
cat >"$HEXFOG_TMP/.zshrc" <<'END'
PS1= PS2= RPS1=
fpath=($SRC/contrib/completion $fpath)
autoload -Uz compinit && compinit -D -u
zstyle ':completion:*' completer _complete
insert_all() { compstate[insert]=all compstate[list]= }
zle-line-init() {
    comppostfuncs=(insert_all)
    BUFFER=$LINE CURSOR=$#LINE
    zle complete-word
    print -r -- "$BUFFER" >$HEXFOG_TMP/completed
    exit
}
zle -N zle-line-init
cd $folder
END
cat >"$HEXFOG_TMP/terminal.zsh" <<'END'
zmodload zsh/zpty
zpty shell zsh -d -i
while zpty -r shell output; do :; done
END
# What stands for the last word of `hexfog WORD...` when zsh has completed it.
zsh_offers() {
    LINE=hexfog
    for word; do
        case $word in "=" | "") LINE="$LINE $word" ;; *) LINE="${LINE%=} $word" ;; esac
    done
    rm -f "$HEXFOG_TMP/completed"
    export LINE SRC HEXFOG_TMP folder
    ZDOTDIR=$HEXFOG_TMP timeout 60 zsh -f "$HEXFOG_TMP/terminal.zsh" >"$HEXFOG_TMP/screen" 2>&1 ||
        wrong "zsh: $(cat "$HEXFOG_TMP/screen")"
    kept=${LINE% *}
    sed "s|^$kept *||; s/ *\$//" "$HEXFOG_TMP/completed" | sed 's/\([^\\]\) /\1\n/g' | sort \
        >"$HEXFOG_TMP/offered"
}

# SHELL_offers WORD..., then in one line what it must be. (zsh marks folders.)
offered() {
    is "$1" "$(sed 's|/$||' "$HEXFOG_TMP/offered" | tr '\n' ' ' | sed 's/ $//')"
}
all_lines_in() {
    [ -s "$1" ]
    while read -r line; do grep -qxF -- "$line" "$2" || wrong "no $line"; done <"$1"
}

commands() {
    "$HEXFOG" --help | sed -n 's/^  \([a-z][a-z]*\) .*/\1/p' | sort >"$HEXFOG_TMP/commands"
    $1_offers ""
    all_lines_in "$HEXFOG_TMP/commands" "$HEXFOG_TMP/offered"
    is "$(wc -l <"$HEXFOG_TMP/commands")" "$(wc -l <"$HEXFOG_TMP/offered")"
    $1_offers ve
    offered verify
    $1_offers help pre
    offered preview
}
options() {
    while read -r command; do
        "$HEXFOG" "$command" --help | sed -n 's/^  ....\(--[a-z0-9-]*\).*/\1/p' | sort \
            >"$HEXFOG_TMP/options"
        $1_offers "$command" --
        sed -i 's/=$//' "$HEXFOG_TMP/offered"
        diff "$HEXFOG_TMP/options" "$HEXFOG_TMP/offered"
    done <"$HEXFOG_TMP/commands"
}
words_of_options() {
    $1_offers bake --messages ""
    offered "github json text"
    $1_offers bake board.hexfog.json -q --precision f
    offered float
    $1_offers diff --progress al
    offered always
    $1_offers verify --gpu ""
    offered "auto device: none software"
    $1_offers preview --law exp
    offered "exp exp2"
}
nothing_for_others() {
    $1_offers bake --set ""
    offered ""
    $1_offers bake --max-memory ""
    offered ""
    $1_offers preview board.hexfog.json b
    offered "$([ "$1" = bash ] || echo b)"
}
files() {
    $1_offers bake b
    offered board.hexfog.json
    $1_offers bake --output-dir maps/ n
    offered notes.jsonc
    $1_offers import m
    offered "map.tmj maps"
    $1_offers verify board.hexfog.json f
    offered "fog.exr fog.hdr fog.png"
    $1_offers bake -q board.hexfog.json -o fog.
    offered "fog.exr fog.hdr fog.png"
    $1_offers preview fog.exr -o fog.
    offered "fog.gif fog.png"
    $1_offers preview fog.exr --over fog.
    offered fog.png
    $1_offers verify --report p
    offered plain.json
    $1_offers hash fog.exr f
    offered "fog.exr fog.hdr fog.png"
    $1_offers batch n
    offered notes.jsonc
    $1_offers hash --check fog.s
    offered fog.sums
    $1_offers diff fog.exr fog.e
    offered fog.exr
}
lists() { # @LIST: any file, also behind other operands
    $1_offers batch @notes.t
    offered @notes.txt
    $1_offers batch -k board.hexfog.json @maps/far.
    offered @maps/far.txt
    $1_offers batch @map
    offered "@map.tmj @maps"
    $1_offers bake @notes.t
    offered "$([ "$1" = bash ] || echo @notes.t)"
}
schemas() {
    "$HEXFOG" schema | sort >"$HEXFOG_TMP/schemas"
    $1_offers schema ""
    diff "$HEXFOG_TMP/schemas" "$HEXFOG_TMP/offered"
    $1_offers schema fo
    offered fogmap
}

# What bash alone does: it hands over words that are split at = and :.
bash_splits_words() {
    bash_offers bake --precision = h
    offered half
    bash_offers bake --precision =
    offered "float half rgb9e5"
    bash_offers verify --set texture.width = 4 board.hexfog.json fog.e
    offered fog.exr
    bash_offers preview --range 1 : 2 b
    offered board.hexfog.json
    bash_offers bake --set = texture.width = 512 n
    offered notes.jsonc
    bash_offers bake --set a = b
    offered ""
    bash_offers verify --gpu device :
    offered ""
}
bash_splits_lists() {
    bash_offers batch @ notes.t
    offered @notes.txt
    bash_offers batch @ with
    is "@with space/" "$(cat "$HEXFOG_TMP/offered")"
    bash_offers batch @
    is "$(find "$folder" -mindepth 1 -maxdepth 1 | wc -l)" "$(grep -c ^@ "$HEXFOG_TMP/offered")"
    bash_offers batch @ notes.txt n
    offered notes.jsonc
    bash_offers batch @ notes.txt --shard a
    offered auto
}
bash_places() {
    bash_offers bake -- --
    offered ""
    bash_offers bake -qj 2 board.h
    offered board.hexfog.json
    bash_offers bake -qo fog.h
    offered fog.hdr
    bash_offers bake maps/
    offered "maps/far away.jsonc"
    bash_offers bake --output-dir ""
    offered "maps with space"
    bash_offers -
    offered "--help --version -V -h"
    bash_offers nonsense ""
    offered ""
}
# The shell itself, at a terminal, as people use it.
bash_interactive() {
    cat >"$HEXFOG_TMP/type.py" <<'END'
import os, pty, sys, time
shell, terminal = pty.fork()
if shell == 0:
    os.chdir(os.environ["folder"])
    os.execvp("bash", ["bash", "--norc", "--noprofile"])
def type_keys(keys):
    os.write(terminal, keys.encode())
    time.sleep(0.3)
type_keys("source $SRC/contrib/completion/hexfog.bash; bind 'set bell-style none'\n")
type_keys("hexfog() { printf '<%s>' \"$@\" >$HEXFOG_TMP/typed; }\n")
type_keys("hexfog batch @notes.t\t@maps\tfar.t\t--shard au\t\n")
type_keys("cat $HEXFOG_TMP/typed >$HEXFOG_TMP/typed.list\n")
type_keys("shopt -u hostcomplete; COMP_WORDBREAKS=${COMP_WORDBREAKS//@}\n")
type_keys("hexfog batch @notes.t\t@maps\tfar.t\t--shard au\t\n")
type_keys("cat $HEXFOG_TMP/typed >$HEXFOG_TMP/typed.whole\n")
type_keys("hexfog bak\tmaps/\t--prec\tfl\t--comp\tzips --to=e\t\n")
type_keys("exit\n")
try:
    while os.read(terminal, 4096):
        pass
except OSError:
    pass
END
    export SRC HEXFOG_TMP folder
    /usr/bin/python3 "$HEXFOG_TMP/type.py"
    is "<bake><maps/far away.jsonc><--precision><float><--compression><zips><--to=exr>" \
        "$(cat "$HEXFOG_TMP/typed")"
    for kind in list whole; do
        is "<batch><@notes.txt><@maps/far.txt><--shard><auto>" "$(cat "$HEXFOG_TMP/typed.$kind")"
    done
}

check "hexfog.bash and _hexfog are what make completion writes" renewed
check "make completion renews a table that differs" tool_works
for shell in bash zsh; do
    if need $shell; then
        check "$shell completes every command" commands $shell
        check "$shell completes every option of every command" options $shell
        check "$shell completes the words that an option takes" words_of_options $shell
        check "$shell offers nothing for a key, a number or a second operand" \
            nothing_for_others $shell
        check "$shell completes files by the suffixes that stand there" files $shell
        check "$shell completes the names of schemas" schemas $shell
        check "$shell completes any file behind @" lists $shell
    else
        skip "$shell completes the command line" "no $shell"
    fi
done
if need bash; then
    check "bash completes words that it splits at = and :" bash_splits_words
    check "bash completes a list whose @ it splits off" bash_splits_lists
    check "bash completes after --, grouped letters, in folders and before a command" bash_places
    check "bash completes a line that is typed at a terminal" bash_interactive
fi
