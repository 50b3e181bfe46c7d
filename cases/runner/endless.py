"""Writes without a newline, for ever.  Each check must be an error, and memory must not fill."""

import json
import sys

HELLO = {"name": "fake", "ops": ["strip"]}

for line in sys.stdin:
    request = json.loads(line)
    if request["op"] == "hello":
        print(json.dumps({"id": request["id"], "ok": HELLO}), flush=True)
    while request["op"] != "hello":
        sys.stdout.write("x" * 65536)
