"""How long adequacy, the check and the fuzzing of a reader take.  Run it alone: python tests/benchmarks/adequacy_speed.py

=====================  ============================================================
adequacy               all mutants, both twins: under 60 s on two cores
generator              at least 20,000 replies a second, against a Python and a JavaScript reader
check                  the whole tree: under 2 s
=====================  ============================================================

Seconds of the processor are shown beside the clock: on a machine that others use too they are what counts.
"""

from __future__ import annotations

import json
import os
import resource
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "runner"), str(ROOT / "reference" / "python")]

from tool import thinkspec  # noqa: E402

REPLIES = 100_000
READERS = ("reference:python", "reference:js")


def timed(*arguments: str) -> tuple[str, float, float]:
    """Standard output of a command, seconds by the clock and of the processor."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = thinkspec(*arguments)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return done.stdout, time.perf_counter() - began, used


def main() -> None:
    """Print the figures."""
    os.chdir(ROOT)
    print(f"{'what':<44}{'clock':>9}{'processor':>11}")
    _, clock, used = timed("check")
    print(f"{'check':<44}{clock:>8.2f}s{used:>10.2f}s")
    for reader in READERS:
        for dialect in ("sapphire", "nr-llm"):
            out, clock, used = timed(
                "fuzz", reader, "--dialect", dialect, "-n", str(REPLIES), "--seed", "1", "--format", "json"
            )
            label = f"fuzz {reader} {dialect}: {json.loads(out)['per_second']:,.0f} replies/s"
            print(f"{label:<44}{clock:>8.2f}s{used:>10.2f}s")
    out, clock, used = timed("adequacy", "--format", "json")
    label = f"adequacy, {json.loads(out)['mutants']} mutants"
    print(f"{label:<44}{clock:>8.2f}s{used:>10.2f}s")


if __name__ == "__main__":
    main()
