"""Reads a plain block right, and prints, writes and starts a child that prints while it does so.  Must pass."""

import os
import subprocess
import sys

print("loading")


def split(text):
    print('{"id": "x", "ok": "printed"}')
    os.write(1, b"raw\n")
    sys.stderr.write("logging\n")
    subprocess.run(["echo", "from a child"], check=True)
    before, _, rest = (text or "").partition("<think>")
    thinking, _, answer = rest.partition("</think>")
    return before + answer, thinking
