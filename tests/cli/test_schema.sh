# SPDX-License-Identifier: MIT
# The published JSON Schemas and the program's own checks come to one verdict on the same
# good and bad files, wherever a schema can express the rule. The last column of
# tests/refuse/expected.tsv says for each bad file: `yes`, a schema refuses it too; `no`,
# no schema can; `-`, it is no JSON, so that no validator gets to see it (D1, D2, D3, D27).
#
# What a schema cannot express, and so accepts:
#   D4  a repeated key (a parser keeps one of the two)
#   D7  a number that overflows (infinite, and so still a number)
#   D12 D15 D17 D18 D19  one value against another
#   D16 in levels, where the tiles are equal and the levels are not
#   D8  a negative level: its bound would have to differ from its neighbours' in the list
#   D8 D9 D10  what stands, or does not, in the base
#   D21 D23 D24 D25  what another file, another entry or the file's own name decides
#   D26 whether there is a -o
#   D29 D30  sums over several lists, the area of the search
#   D31 a side that follows from texels_per_unit
. "$SRC/tests/lib.sh"

python=/usr/bin/python3
if ! $python -c 'import jsonschema' 2>/dev/null; then
    skip "schemas and checks have one verdict" "no python3-jsonschema"
    exit
fi

schema() { "$HEXFOG" schema "$1" >"$HEXFOG_TMP/$1.schema.json"; }
verdicts() { # NAME FILE...
    schema_file=$HEXFOG_TMP/$1.schema.json
    shift
    $python tests/schema_verdicts.py "$schema_file" "$@" >"$HEXFOG_TMP/verdicts"
}

schemas_are_valid() {
    "$HEXFOG" schema >"$HEXFOG_TMP/names"
    has description "$HEXFOG_TMP/names"
    has fogmap "$HEXFOG_TMP/names"
    while read -r name; do
        schema "$name"
        verdicts "$name"
    done <"$HEXFOG_TMP/names"
}
check "every schema is one, as draft-07 and as 2020-12" schemas_are_valid

good_files=$(ls tests/accept/* tests/golden/*.hexfog.json samples/*.hexfog.jsonc)

program_accepts() {
    for file in $good_files; do
        "$HEXFOG" bake --dry-run -o "$HEXFOG_TMP/a.exr" "$file"
    done
}
check "the program accepts every good description" program_accepts

schema_accepts() {
    # shellcheck disable=SC2086 # a list of names
    verdicts description $good_files
    fails grep "${tab}no$" "$HEXFOG_TMP/verdicts"
    is "$(echo "$good_files" | wc -l)" "$(wc -l <"$HEXFOG_TMP/verdicts")"
}
tab=$(printf '\t')
check "the schema accepts every good description" schema_accepts

# Bad files whose column is $1, each once.
bad_files() {
    awk -F '\t' -v column="$1" '$6 == column && $1 ~ /json$/ && !seen[$1]++ {
        print "tests/refuse/" $1
    }' tests/refuse/expected.tsv
}

has_verdict() { # COLUMN VERDICT
    bad_files "$1" >"$HEXFOG_TMP/files"
    [ "$(wc -l <"$HEXFOG_TMP/files")" -gt 20 ]
    # shellcheck disable=SC2046 # a list of names
    verdicts description $(cat "$HEXFOG_TMP/files")
    sed "s/\$/$tab$2/" "$HEXFOG_TMP/files" | diff - "$HEXFOG_TMP/verdicts"
}
check "the schema refuses what the program refuses" has_verdict yes no
check "the schema accepts what no schema can refuse" has_verdict no yes

only_listed_rules() {
    bad_files no | sed 's|.*/||; s|-.*||' | sort -u >"$HEXFOG_TMP/rules"
    printf '%s\n' D4 D7 D8 D9 D10 D12 D15 D16 D17 D18 D19 D21 D23 D24 D25 D26 D30 D31 |
        sort | diff - "$HEXFOG_TMP/rules"
}
check "the rules that a schema cannot express are those listed" only_listed_rules

constants_are_valid() {
    "$HEXFOG" bake -q --output-dir "$HEXFOG_TMP" -o "$HEXFOG_TMP/a.fogmap.json" \
        -o "$HEXFOG_TMP/a.hdr" samples/reveal-schedule.hexfog.jsonc
    verdicts fogmap "$HEXFOG_TMP/a.fogmap.json"
    has "a.fogmap.json${tab}yes" "$HEXFOG_TMP/verdicts"
    sed 's/"max_level"/"greatest_level"/' "$HEXFOG_TMP/a.fogmap.json" >"$HEXFOG_TMP/b.json"
    verdicts fogmap "$HEXFOG_TMP/b.json"
    has "b.json${tab}no" "$HEXFOG_TMP/verdicts"
}
check "a constants file is valid by its schema, and a damaged one is not" constants_are_valid
