"""Answers every request but hello twice.  A check must be an error, now or at the next request."""

import json
import sys

HELLO = {"name": "fake", "ops": ["strip"]}

for line in sys.stdin:
    request = json.loads(line)
    answer = {"id": request["id"], "ok": HELLO if request["op"] == "hello" else ""}
    for _ in range(1 if request["op"] == "hello" else 2):
        print(json.dumps(answer), flush=True)
