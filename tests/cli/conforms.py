# SPDX-License-Identifier: MIT
# conforms.py PROGRAM SCHEMA FILE...: each file, or each line of a file *.lines, obeys the schema
# that the program prints.
import json
import subprocess
import sys

import jsonschema

program, name, files = sys.argv[1], sys.argv[2], sys.argv[3:]
schema = json.loads(subprocess.check_output([program, "schema", name]))
for kind in (jsonschema.Draft7Validator, jsonschema.Draft202012Validator):
    kind.check_schema(schema)
    for file in files:
        text = open(file, encoding="utf-8").read()
        texts = text.splitlines() if file.endswith(".lines") else [text]
        assert texts, file + " is empty"
        for one in texts:
            kind(schema).validate(json.loads(one))
