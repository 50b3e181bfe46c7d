"""A run that is ended in the middle: no half a file, no exit code 0, no reader left running."""

from __future__ import annotations

import os
import signal
import subprocess
import time

import pytest

from tool import argv, environment

# It says who it is, and then it is busy for ever: it does not look at its pipe any more.
BUSY = """import os
from pathlib import Path


def strip(text):
    if text and "long" in text or Path("busy").exists():
        Path("busy").write_text(str(os.getpid()))
        while True:
            pass
    return text
"""
FILES = {"--certificate": "c.json", "--report": "html=r.html", "--write-baseline": "known.yaml"}


def alive(pid: int) -> bool:
    """Whether a process still runs."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    state = open(f"/proc/{pid}/stat", encoding="ascii").read().rpartition(")")[2].split()[0]  # noqa: SIM115
    return state != "Z"


def until(condition, seconds=30.0):
    """Wait for something to become true."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not come to that"
        time.sleep(0.02)


@pytest.mark.skipif(not os.path.isdir("/proc"), reason="looks at processes as Linux shows them")
@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 130), (signal.SIGKILL, -signal.SIGKILL)]
)
def test_nothing_half_done_is_left(tmp_path, number, code):
    (tmp_path / "r.py").write_text(BUSY, encoding="utf-8")
    (tmp_path / "known.yaml").write_text("format: 1\nchecks: []\n", encoding="utf-8")
    words = [word for pair in FILES.items() for word in pair]
    command = argv("certify", "py:r.py", "--dialect", "sapphire", "--timeout", "600", *words)
    process = subprocess.Popen(
        command, cwd=tmp_path, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    )
    busy = tmp_path / "busy"
    try:
        until(lambda: busy.exists() and busy.read_text(encoding="ascii"))
        reader = int(busy.read_text(encoding="ascii"))
        os.kill(process.pid, number)
        out, _ = process.communicate(timeout=30)
    finally:
        process.kill()
        process.wait()
    assert (process.returncode, out) == (code, b"")
    until(lambda: not alive(reader))
    assert sorted(path.name for path in tmp_path.iterdir() if path.suffix != "") == ["known.yaml", "r.py"]
    assert (tmp_path / "known.yaml").read_text(encoding="utf-8") == "format: 1\nchecks: []\n"
