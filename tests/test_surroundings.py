"""What the machine does to a command: closed streams, full disks, devices and odd names.  Real processes throughout."""

from __future__ import annotations

import os
import shlex
import subprocess
from pathlib import Path

import pytest

from thinkspec.errors import UsageError
from thinkspec.files import ensure_writable, replace_file
from tool import argv, environment, thinkspec

READ = "read --text '<think>a</think>b' --half answer"
GENERATE = "generate --dialect sapphire --lang js"

SHELL = [
    # arguments and redirections, exit code, what standard error says
    (f"{READ} >&-", 0, ""),
    ("--version >&-", 0, ""),
    ("read - <&-", 0, ""),
    ("serve <&-", 0, ""),
    ("read nowhere.txt 2>&-", 2, ""),
    ("read nowhere.txt 2>/dev/full", 2, ""),
    (f"{READ} >/dev/full", 2, "thinkspec: the output: No space left on device. Make room"),
    (f"{GENERATE} -o /dev/full", 2, "thinkspec: /dev/full: cannot be written: No space left"),
    (f"ulimit -f 1; {GENERATE} -o big.js", 2, "thinkspec: big.js: cannot be written: File too large."),
    ("read $'a\\nb\\x1b'", 2, "thinkspec: a\\nb\\x1b: cannot be read"),
    ("read ''", 2, "thinkspec: '' names no file."),
    ("read /dev/zero", 2, "thinkspec: /dev/zero: more than 512 MiB"),
    ("certify reference:python --timeout nan", 2, "nan is no number of seconds"),
    ("fuzz reference:python --seconds nan", 2, "nan is no number of seconds"),
    (f"certify reference:python --report text={'n' * 300}", 2, "File name too long"),
    ("case list --rule nobody-knows", 3, "thinkspec: no case fits."),
    ("mkdir gone; cd gone; rmdir ../gone; lint", 2, "thinkspec: the current folder is gone."),
    ("adequacy --only nobody-knows", 3, "nobody-knows"),
]


@pytest.mark.parametrize(("line", "code", "said"), SHELL)
def test_each_misfortune_is_a_line_and_its_exit_code(tmp_path, line, code, said):
    before, _, rest = line.rpartition("; ")
    script = f"trap '' XFSZ; {before or ':'}; {shlex.join(argv())} {rest}"
    done = subprocess.run(
        ["bash", "-c", script], check=False, cwd=tmp_path, env=environment(), capture_output=True, text=True
    )
    assert done.returncode == code, done.stderr
    assert said in done.stderr
    assert done.stderr.count("\n") == bool(said)
    assert not list(tmp_path.iterdir())


def test_a_device_is_written_through_and_never_replaced(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE) as reader:
        ensure_writable(pipe)
        replace_file(pipe, "content")
        assert reader.communicate()[0] == b"content"
    assert pipe.is_fifo()


def test_a_link_stays_a_link(tmp_path):
    real, link = tmp_path / "real", tmp_path / "link"
    real.write_text("old")
    link.symlink_to("real")
    replace_file(link, "new")
    assert (link.is_symlink(), real.read_text()) == (True, "new")


def test_a_file_that_cannot_be_made_is_told_before_the_run(tmp_path):
    with pytest.raises(UsageError, match="File name too long"):
        ensure_writable(Path(tmp_path / ("n" * 300)))
    ensure_writable(tmp_path / "fine")
    assert not list(tmp_path.iterdir())


def test_a_baseline_of_strays_goes_through_a_link(tmp_path):
    (tmp_path / "a.py").write_text('import re\nre.sub(r"<think>.*?</think>", "", text)\n')
    (tmp_path / "real.json").write_text("")
    (tmp_path / ".thinkspec-baseline.json").symlink_to("real.json")
    thinkspec("lint", "--write-baseline", cwd=tmp_path)
    assert (tmp_path / ".thinkspec-baseline.json").is_symlink()
    assert '"THK101"' in (tmp_path / "real.json").read_text()
