# SPDX-License-Identifier: MIT
# The forms of errors, warnings and success on standard error.
. "$SRC/tests/lib.sh"

cd "$HEXFOG_TMP"
build_faults faults.so
unset NO_COLOR
cat >bad.json <<'END'
{ "hexfog": 1,
  "grid": { "orientation": "pointy",
            "cell": { "width": 60, "height": 52, "side": 52 }, "shape": { "radius": 2 } },
  "texture": { "width": 0, "height": 20 },
  "outputs": [ { "path": "map.hdr" } ] }
END
cat >good.json <<'END'
{ "hexfog": 1,
  "grid": { "orientation": "pointy", "size": 1, "shape": { "radius": 2 } },
  "texture": { "width": 24, "height": 20 },
  "outputs": [ { "path": "map.hdr" } ] }
END

# as_json FILE EXPRESSION: every line of the file is an object in `lines`.
as_json() {
    /usr/bin/python3 - "$1" "$2" <<'END'
import json, sys
lines = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8")]
assert eval("(" + sys.argv[2] + ")"), lines
END
}

text() {
    status_is 3 "$HEXFOG" bake bad.json
    grep -q '^bad.json:3:58: error: grid.cell.side: .*52' err
    grep -q '^bad.json:4:25: error: texture.width: .*0' err
    is 2 "$(wc -l <err)"
}
in_order() {
    status_is 3 "$HEXFOG" bake bad.json --set field.metric=1 -o a.tga
    is "bad.json bad.json --set -o" "$(sed 's/:.*//' err | tr '\n' ' ' | sed 's/ $//')"
}
json() {
    status_is 3 "$HEXFOG" bake bad.json --messages json
    as_json err 'len(lines) == 2'
    as_json err 'list(lines[0]) == ["severity", "status", "rule", "file", "line", "column",
        "key", "message"]'
    as_json err '(lines[0]["severity"], lines[0]["status"], lines[0]["rule"], lines[0]["file"],
        lines[0]["line"], lines[0]["column"], lines[0]["key"]) ==
        ("error", "input", "D12", "bad.json", 3, 58, "grid.cell.side")'
    status_is 4 "$HEXFOG" bake nosuch.json --messages json
    as_json err '(lines[0]["status"], lines[0]["file"], lines[0]["line"]) ==
        ("io", "nosuch.json", None)'
    status_is 2 "$HEXFOG" bake --frob --messages json
    as_json err 'len(lines) == 1 and lines[0]["status"] == "usage"'
    status_is 0 "$HEXFOG" bake good.json --messages json
    as_json err 'lines[0]["severity"] == "note" and lines[0]["status"] == "ok"'
}
github() {
    status_is 3 "$HEXFOG" bake bad.json --messages github
    grep -q '^::error file=bad.json,line=3,col=58::grid.cell.side: ' err
    cp bad.json 'a,b:c%.json'
    status_is 3 "$HEXFOG" bake 'a,b:c%.json' --messages github
    grep -q '^::error file=a%2Cb%3Ac%25.json,line=3,col=58::grid.cell.side: ' err
    status_is 4 "$HEXFOG" bake 'no%such,x' --messages github
    grep -q '^::error file=no%25such%2Cx::cannot open no%25such,x: ' err
    status_is 4 "$HEXFOG" bake "$(printf 'no\nsuch\r')" --messages github
    is 1 "$(wc -l <err)"
    fails grep -q "$(printf '\r')" err
}
warnings_too() {
    sed 's/"radius": 2/"radius": 80/; s/24/99/; s/20/99/' good.json >warn.json
    status_is 0 "$HEXFOG" bake warn.json --messages github
    grep -q '^::warning file=warn.json,line=4,col=26::outputs\[0\].path: ' err
    status_is 0 "$HEXFOG" bake warn.json --messages json
    as_json err 'lines[0]["severity"] == "warning" and lines[0]["rule"] == "D25"'
}
stdin_name() {
    status_is 3 sh -c '"$HEXFOG" bake - <bad.json'
    grep -q '^<stdin>:3:58: error: ' err
}
visible() {
    name=$(printf 'evil\033[31m\a\302\233\342\200\256\377.json')
    cp bad.json "$name"
    for form in text github; do
        status_is 3 "$HEXFOG" bake "$name" --messages $form
        has 'evil\x1B[31m\x07\u{9B}\u{202E}\xFF.json' err
        LC_ALL=C fails grep -q "$(printf '\033')" err
    done
    status_is 3 "$HEXFOG" bake "$name" --messages json
    LC_ALL=C fails grep -q "$(printf '\033')" err
    as_json err 'lines[0]["file"].startswith("evil\x1b[31m\x07")'
    printf '{ "a\\u001b[2J": 1 }' >key.json
    status_is 3 "$HEXFOG" info key.json
    has '\u001b[2J' err
    LC_ALL=C fails grep -q "$(printf '\033')" err
}
color() {
    status_is 3 "$HEXFOG" bake bad.json --color always
    has "$(printf '\033[1mbad.json:3:58: \033[1;31merror:\033[0m grid.cell.side')" err
    for when in auto never; do
        status_is 3 "$HEXFOG" bake bad.json --color $when
        fails grep -q "$(printf '\033')" err
    done
    for form in json github; do
        status_is 3 "$HEXFOG" bake bad.json --color always --messages $form
        fails grep -q "$(printf '\033')" err
    done
}
# What a terminal gets: script(1) gives the program one.
on_terminal() {
    script -qefc "$* 2>&1" /dev/null </dev/null >screen 2>&1 || true
}
color_on_terminal() {
    TERM=xterm on_terminal "'$HEXFOG' bake bad.json"
    has "$(printf '\033[1;31merror:')" screen
    TERM=dumb on_terminal "'$HEXFOG' bake bad.json"
    fails grep -q "$(printf '\033')" screen
    TERM=xterm NO_COLOR=1 on_terminal "'$HEXFOG' bake bad.json"
    fails grep -q "$(printf '\033')" screen
    TERM=xterm NO_COLOR='' on_terminal "'$HEXFOG' bake bad.json"
    has "$(printf '\033[1;31merror:')" screen
    TERM=xterm NO_COLOR=1 on_terminal "'$HEXFOG' bake bad.json --color always"
    has "$(printf '\033[1;31merror:')" screen
}
# A bake that stands still among its rows for longer than a bar waits before it shows.
slow_on_terminal() {
    HEXFOG_FAULT_PATH="$PWD" HEXFOG_FAULT=pwrite:64:SIGSTOP /usr/bin/python3 - "$@" <<'END' >screen
import os, pty, signal, sys, time
pid, terminal = pty.fork()
if pid == 0:
    os.environ["LD_PRELOAD"] = os.environ["HEXFOG_FAULT_PATH"] + "/faults.so"
    os.execv(os.environ["HEXFOG"], [os.environ["HEXFOG"]] + sys.argv[1:])
if os.WIFSTOPPED(os.waitpid(pid, os.WUNTRACED)[1]):
    time.sleep(0.6)
    os.kill(pid, signal.SIGCONT)
try:
    while True:
        sys.stdout.buffer.write(os.read(terminal, 4096))
        sys.stdout.buffer.flush()
except OSError: # the other end is closed
    pass
assert os.waitpid(pid, 0)[1] == 0
END
}
progress_on_terminal() {
    sed 's/24, "height": 20/2048, "height": 2048/' good.json >big.json
    TERM=xterm slow_on_terminal bake big.json -j1 -o big.exr --compression none
    grep -q 'Mtexel/s  0:0[0-9] left' screen
    # the last thing on the line is its removal, before the word on success
    grep -q "$(printf '\033\\[K')wrote big.exr" screen
    TERM=dumb slow_on_terminal bake big.json -j1 -o big.exr --compression none
    hasnt 'Mtexel/s' screen
    TERM=xterm on_terminal "'$HEXFOG' bake good.json"
    hasnt 'Mtexel/s' screen
}
# A terminal's line is not wrapped: the bar shrinks, goes, and then the figures are cut.
bar_fits() {
    terminal() { TERM=xterm /usr/bin/python3 "$SRC/tests/cli/on_terminal.py" "$@" >screen; }
    for columns in 200 80 60 46 36 30 12 2 1; do
        terminal $columns "$HEXFOG" bake good.json --progress always
        /usr/bin/python3 - $columns <<'END'
import re, sys
columns = int(sys.argv[1])
screen = open("screen", newline="").read()
lines = re.findall("\r([^\r\n\033]*)\033\\[K", screen)
shown = [line for line in lines if line]
assert shown or columns == 1, screen
for line in shown:
    assert len(line) < columns, (columns, line)
    bar = re.match(r"\[([#.]+)\] +\d+ %  ", line)
    assert (bar is not None) == (columns >= 45), (columns, line)
    assert not bar or (len(bar[1]) == 50) == (columns == 200), (columns, line)
    assert columns < 45 or line.endswith(" left"), line
END
    done
}
many() {
    /usr/bin/python3 - <<'END' >many.json
tiles = ",".join("[%d, 9999999]" % i for i in range(300))
print('{"hexfog": 1, "grid": {"orientation": "flat", "size": 1, "shape": {"tiles": [' + tiles
      + ']}}, "texture": {"width": 8, "height": 8}, "outputs": [{"path": "m.hdr"}]}')
END
    status_is 3 "$HEXFOG" bake many.json
    is 201 "$(wc -l <err)"
    is "hexfog: error: 100 more are not shown" "$(tail -n 1 err)"
    /usr/bin/python3 - many.json >201.json <<'END'
import sys
text = open(sys.argv[1]).read()
for i in range(201, 300):
    text = text.replace(",[%d, 9999999]" % i, "")
print(text)
END
    status_is 3 "$HEXFOG" bake 201.json
    is "hexfog: error: 1 more is not shown" "$(tail -n 1 err)"
}

check "text names file, line, column, key and value; one run tells all" text
check "messages come in the order description, --set, -o" in_order
check "json is one object a line, with the keys of the contract" json
check "github is an annotation, escaped as GitHub unescapes" github
check "warnings have every form too" warnings_too
check "standard input is named <stdin>" stdin_name
check "control characters, overrides and broken UTF-8 of names and keys reach no terminal" visible
check "colour is for text on terminals" color
if need script; then
    check "NO_COLOR and TERM=dumb take colour away, --color always brings it back" color_on_terminal
    check "a bar shows on a terminal after half a second and is taken away" progress_on_terminal
else
    skip "colour on a terminal" "no script(1)"
    skip "a bar on a terminal" "no script(1)"
fi
check "a bar is as wide as a terminal has room for" bar_fits
check "beyond 200 errors only their number is told" many
