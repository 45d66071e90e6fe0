#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Holds JSON files against a schema, as draft-07 and as 2020-12.

usage: schema_verdicts.py SCHEMA FILE...     prints FILE, a tab, and yes or no
Comments and trailing commas of a .jsonc are taken out first.
"""
import json
import re
import sys

from jsonschema import Draft7Validator, Draft202012Validator

TOKEN = re.compile(r'("(?:\\.|[^"\\])*")|//[^\n]*|/\*.*?\*/', re.S)
COMMA = re.compile(r'("(?:\\.|[^"\\])*")|,(?=\s*[\]}])')


def read(path):
    with open(path, encoding="utf-8-sig") as file:
        text = file.read()
    if path.endswith(".jsonc"):
        text = TOKEN.sub(lambda match: match.group(1) or " ", text)
        text = COMMA.sub(lambda match: match.group(1) or "", text)
    return json.loads(text)


def main():
    schema = read(sys.argv[1])
    validators = [Draft7Validator, Draft202012Validator]
    for validator in validators:
        validator.check_schema(schema)
    for path in sys.argv[2:]:
        value = read(path)
        verdicts = {validator(schema).is_valid(value) for validator in validators}
        if len(verdicts) != 1:
            sys.exit(f"{path}: draft-07 and 2020-12 do not agree")
        print(f"{path}\t{'yes' if verdicts.pop() else 'no'}")


main()
