"""Answers every request but hello under an id that nobody used.  Each check must be an error."""

import json
import sys

HELLO = {"name": "fake", "ops": ["strip"]}

for line in sys.stdin:
    request = json.loads(line)
    known = request["op"] == "hello"
    answer = {"id": request["id"], "ok": HELLO} if known else {"id": "0", "ok": ""}
    print(json.dumps(answer), flush=True)
