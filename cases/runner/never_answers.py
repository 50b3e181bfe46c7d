"""Greets, then reads and never answers.  Each check must end at its deadline."""

import json
import sys

HELLO = {"name": "fake", "ops": ["strip"]}

for line in sys.stdin:
    request = json.loads(line)
    if request["op"] == "hello":
        print(json.dumps({"id": request["id"], "ok": HELLO}), flush=True)
