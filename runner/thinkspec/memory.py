"""How much memory a reader and its children hold, in MiB."""

from __future__ import annotations

import os
import subprocess

_PAGE = os.sysconf("SC_PAGE_SIZE")
_MIB = 1 << 20
HAS_PROC = os.path.isdir("/proc/self/task")
LOOK_EVERY = 0.05 if HAS_PROC else 1.0  # seconds between two looks that cost next to nothing


def resident_mib(pid: int) -> float:
    """Resident memory of a process and its descendants; 0 if it is gone.

    Pages that they share are counted once a process.  Without /proc, ``ps`` is asked for the process group,
    which takes some milliseconds: call it seldom.
    """
    return _from_proc(pid) if HAS_PROC else _from_ps(pid)


def _from_proc(pid: int) -> float:
    total = 0
    waiting = [pid]
    while waiting:
        one = waiting.pop()
        try:
            with open(f"/proc/{one}/statm", "rb") as file:
                total += int(file.read().split()[1])
            for thread in os.listdir(f"/proc/{one}/task"):
                with open(f"/proc/{one}/task/{thread}/children", "rb") as file:
                    waiting.extend(int(child) for child in file.read().split())
        except (OSError, IndexError, ValueError):
            continue  # gone in the meantime, or a kernel that lists no children
    return total * _PAGE / _MIB


def _from_ps(group: int) -> float:
    listed = subprocess.run(["ps", "-A", "-o", "pgid=,rss="], capture_output=True, text=True, check=False).stdout
    rows = (line.split() for line in listed.splitlines())
    return sum(int(row[1]) for row in rows if len(row) == 2 and row[0] == str(group)) / 1024
