"""Writes a log line where an answer is due.  Each check must be an error that shows the line."""

import json
import sys

HELLO = {"name": "fake", "ops": ["strip"]}

for line in sys.stdin:
    request = json.loads(line)
    known = request["op"] == "hello"
    print(json.dumps({"id": request["id"], "ok": HELLO}) if known else "\033[31mWARN\033[0m no tag", flush=True)
