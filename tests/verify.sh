# SPDX-License-Identifier: MIT
# What tests of verify share besides tests/lib.sh: sourced after it.

gpu=software
[ "${GL:-1}" != 0 ] || gpu=none # a build without GL still verifies on the CPU

# proven REPORT COUNT: so many textures, each with every check made and passed, drawn by a
# GPU unless the build has none.
proven() {
    /usr/bin/python3 - "$1" "$2" "$gpu" <<'END'
import json, sys
it = json.load(open(sys.argv[1]))
assert it["status"] == "ok" and len(it["textures"]) == int(sys.argv[2]), it["status"]
for texture in it["textures"]:
    path, checks = texture["path"], texture["checks"]
    ids = [check["id"] for check in checks]
    assert texture["status"] == "ok" and texture["failed"] == [], path
    assert texture["error"] is None and texture["likely"] == "none", path
    assert all(check["verdict"] == "pass" for check in checks), path
    assert all(check["measured"] <= check["bound"] for check in checks), path
    assert len(ids) == len(set(ids)), path
    for part in "size metadata channels precision header level g finite blue".split():
        assert "cpu." + part in ids, (path, part)
    assert texture["texels"]["wrong_level"] == texture["texels"]["wrong_g"] == 0, path
    width, height = texture["size"]
    assert texture["texels"]["count"] == width * height, path
    if sys.argv[3] == "none":
        assert texture["gpu"] is None and len(ids) == 9, path
        continue
    assert "llvmpipe" in texture["gpu"]["renderer"] and texture["gpu"]["version"], path
    wanted = {"gpu.nearest.float", "gpu.nearest.8bit", "gpu.step", "gpu.linear.f",
              "gpu.linear.float", "gpu.linear.8bit", "field.nearest.float",
              "field.nearest.8bit", "field.step", "field.step.judged", "inversion.linear",
              "inversion.exp", "inversion.exp2"}
    if path.endswith(".hdr"):
        wanted |= {one + ".rgba16f" for one in wanted if not one.startswith("inversion")}
    assert {one for one in ids if not one.startswith("cpu.")} == wanted, (path, wanted ^ set(ids))
END
}

# verify_proves NAME COUNT ARGUMENT...
verify_proves() {
    name=$1
    count=$2
    shift 2
    status_is 0 "$HEXFOG" verify --json --gpu $gpu "$@"
    cp out "$name.report.json"
    is "" "$(cat err)"
    proven "$name.report.json" "$count"
}
