"""What certificates, reports and pytest cost beside the run itself.

    python tests/benchmarks/report_speed.py

Goals: certificate, HTML and JUnit add less than 15 % to the CPU of a full certify; ``verify --no-run`` takes less than
0.3 s of CPU; ``pytest -n 2`` takes less than four times as long as ``thinkspec certify`` for 10,000 checks and more, an
empty ``pytest -n 2`` session subtracted.  CPU is that of all processes together, in seconds; each figure is the least
of two.
"""

from __future__ import annotations

import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# A full certify is that of a reader which offers everything.
READER, DIALECT = "reference:python", "sapphire"
REPEATS = 2


def environment() -> dict[str, str]:
    """From the checkout, with bytecode kept, as an installed tool has it."""
    roots = os.pathsep.join(str(ROOT / root) for root in ("runner", "reference/python"))
    changed = {"PYTHONPATH": roots, "PYTHONPYCACHEPREFIX": str(Path(tempfile.gettempdir()) / "report_speed")}
    return {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"} | changed


def spent(command: list[str], folder: Path) -> tuple[float, float, str]:
    """CPU, wall time and output of a command: the least of some runs."""
    runs = []
    output = ""
    for _ in range(REPEATS):
        before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        done = subprocess.run(command, cwd=folder, env=environment(), capture_output=True, text=True, check=False)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        runs.append((cpu, time.perf_counter() - began))
        output = done.stdout
        if done.returncode not in (0, 1, 5):
            sys.exit(f"{command}: exit code {done.returncode}\n{done.stdout}\n{done.stderr}")
    return min(cpu for cpu, _ in runs), min(wall for _, wall in runs), output


def main() -> None:
    """Measure, print a line a goal, and exit 1 if one is missed."""
    tool = [sys.executable, "-m", "thinkspec"]
    certify = [*tool, "certify", READER, "--dialect", DIALECT, "--cuts"]
    pytest = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-p",
        "thinkspec.pytest_plugin",
        "-n",
        "2",
    ]
    missed = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
        (folder / "test_nothing.py").write_text("", encoding="utf-8")
        bare, _, _ = spent(certify, folder)
        whole, _, _ = spent(
            [*certify, "--certificate", "c.json", "--report", "html=r.html", "--report", "junit=r.xml"], folder
        )
        missed += told(
            "certificate, HTML and JUnit add", whole / bare - 1, 0.15, f"{bare:.2f} s to {whole:.2f} s of CPU"
        )
        check, _, _ = spent([*tool, "verify", "c.json", "--no-run"], folder)
        missed += told("verify --no-run takes", check, 0.3, "s of CPU")
        _, alone, said = spent([*tool, "certify", "reference:python", "--dialect", "all"], folder)
        count = sum(int(number) for number in re.findall(r"(?:must|should|may) \d+/(\d+)", said))
        _, empty, _ = spent(pytest, folder)
        _, full, _ = spent([*pytest, "--thinkspec=reference:python", "--thinkspec-dialect", "all"], folder)
        words = f"times certify, {count} checks: {full:.1f} - {empty:.1f} s for {alone:.1f} s"
        missed += told("pytest -n 2 takes", (full - empty) / alone, 4, words)
    sys.exit(1 if missed else 0)


def told(what: str, value: float, goal: float, rest: str) -> bool:
    """Print one figure; whether it misses its goal."""
    print(f"{'MISSED' if value > goal else 'ok':<7} {what} {value:.2f} (goal {goal}) {rest}", flush=True)
    return value > goal


if __name__ == "__main__":
    main()
