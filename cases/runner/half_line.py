"""Writes half an answer and ends.  Each check must be an error that shows the half."""

import json
import sys

HELLO = {"name": "fake", "ops": ["strip"]}

for line in sys.stdin:
    request = json.loads(line)
    if request["op"] != "hello":
        print('{"id": "' + request["id"], end="")
        break
    print(json.dumps({"id": request["id"], "ok": HELLO}), flush=True)
