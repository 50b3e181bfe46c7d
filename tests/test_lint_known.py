"""Suppressions, baseline and fixes: strays that somebody has answered for."""

from __future__ import annotations

import json

import pytest

from lint_helpers import STRAY, Desk

LINE = 'x = t.split("</think>")'


@pytest.fixture
def desk(tmp_path, capsys, monkeypatch):
    return Desk(tmp_path, capsys, monkeypatch)


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        (f"{LINE}  # thinkspec: ignore[THK201] -- a reason\n", []),
        (f"# thinkspec: ignore[THK201] -- a reason\n{LINE}\n", []),
        (f"# thinkspec: ignore[think-string-op] -- a reason\n{LINE}\n", []),
        (f"# thinkspec: ignore[THK201] -- a reason\n\n# more\n{LINE}\n", []),
        ('x = f(\n    t.split("</think>"),\n)  # thinkspec: ignore[THK201] -- a reason\n', []),
        ('# thinkspec: ignore[THK201] -- a reason\nx = f(\n    t.split("</think>"),\n)\n', []),
        (f"# thinkspec: ignore-file -- a reason\n\n\n{LINE}\n{LINE}\n", []),
        (f"{LINE}  # noqa: E501  # thinkspec: ignore[THK201] -- a reason\n", []),
        (f"{LINE}  # thinkspec: ignore[THK201]\n", ["THK201", "THK902"]),
        (f"{LINE}  # thinkspec: ignore -- a reason\n", ["THK201", "THK903"]),
        (f"{LINE}  # thinkspec: ignore[THK2O1] -- a reason\n", ["THK201", "THK903"]),
        (f"{LINE}  # thinkspec: ignore[THK101] -- a reason\n", ["THK201", "THK901"]),
        (f"{LINE}  # thinkspec: ignore[THK201, THK101] -- a reason\n", ["THK901"]),
        (f"# thinkspec: ignore[THK201] -- a reason\ny = 1\n{LINE}\n", ["THK901", "THK201"]),
        (f"# thinkspec: ignore-file\n{LINE}\n", ["THK902", "THK201"]),
        (f'y = "# thinkspec: ignore[THK201] -- a reason"; {LINE}\n', ["THK201"]),
        (f"# write thinkspec: ignore[THK201] -- reason to silence it\n{LINE}\n", ["THK201"]),
    ],
)
def test_suppression(desk, text, rules):
    assert [rule for _, _, rule in desk.write({"a.py": text}).json().rules] == rules


def test_no_ignores_shows_everything(desk):
    desk.write({"a.py": f"{LINE}  # thinkspec: ignore[THK201] -- a reason\n"})
    assert [rule for _, _, rule in desk.json("--no-ignores").rules] == ["THK201"]


def test_what_is_suppressed_is_told_with_its_reason(desk):
    desk.write({"a.py": f"{LINE}  # thinkspec: ignore[THK201] -- a reason\n"})
    assert [(each["rule"], each["by"], each["reason"]) for each in desk.json().json["suppressed"]] == [
        ("THK201", "comment", "a reason")
    ]


class TestBaseline:
    def test_known_strays_pass_wherever_they_move(self, desk):
        desk.write({"a.py": STRAY}).lint("--write-baseline")
        assert desk.write({"a.py": "\n\n" + STRAY}).lint().code == 0

    def test_a_second_equal_stray_is_new(self, desk):
        desk.write({"a.py": STRAY}).lint("--write-baseline")
        assert [line for _, line, _ in desk.write({"a.py": STRAY + STRAY}).json().rules] == [4]

    def test_a_stale_entry_exits_5_and_is_named(self, desk):
        desk.write({"a.py": STRAY}).lint("--write-baseline")
        ran = desk.write({"a.py": "x = 1\n"}).json()
        assert (ran.code, [each["rule"] for each in ran.json["findings"]]) == (5, ["THK904"])

    def test_a_new_stray_beside_a_stale_entry_exits_1(self, desk):
        desk.write({"a.py": STRAY}).lint("--write-baseline")
        assert desk.write({"a.py": LINE + "\n"}).lint().code == 1

    def test_only_the_given_files_entries_are_judged(self, desk):
        desk.write({"a.py": STRAY, "b.py": STRAY}).lint("--write-baseline")
        desk.write({"a.py": "x = 1\n"})
        assert desk.lint("b.py").code == 0

    def test_an_entry_of_a_deleted_file_is_stale(self, desk):
        desk.write({"a.py": STRAY, "b.py": "x = 1\n"}).lint("--write-baseline")
        (desk.folder / "a.py").unlink()
        assert desk.lint().code == 5

    def test_pruning_takes_stale_entries_out(self, desk):
        desk.write({"a.py": STRAY, "b.py": STRAY}).lint("--write-baseline")
        desk.write({"a.py": "x = 1\n"}).lint("--prune-baseline")
        entries = json.loads((desk.folder / ".thinkspec-baseline.json").read_text())["entries"]
        assert [entry["path"] for entry in entries] == ["b.py"]

    def test_the_baseline_itself_is_never_flagged(self, desk):
        desk.write({"a.py": STRAY}).lint("--write-baseline")
        assert desk.lint(".").code == 0

    def test_the_baseline_is_no_file_that_was_skipped(self, desk):
        desk.write({"a.py": STRAY}).lint("--write-baseline")
        assert desk.json().json["skipped"] == {}

    @pytest.mark.parametrize("text", ["{", "[]", '{"version": 2}', '{"version": 1, "entries": [{"rule": "x"}]}'])
    def test_an_unreadable_baseline_is_fatal(self, desk, text):
        ran = desk.write({"a.py": STRAY, ".thinkspec-baseline.json": text}).lint()
        assert (ran.code, ".thinkspec-baseline.json:1:" in ran.err) == (2, True)


class TestFix:
    CONFIG = '[lint]\ncall = "core.think:strip"\njs-call = "/static/shared/think.js#stripThink"\n'

    @pytest.mark.parametrize(
        ("name", "old", "new"),
        [
            ("a.py", STRAY, "import re\nfrom core import think\nx = think.strip(reply)\n"),
            (
                "a.py",
                'import re\nfrom core import think\nx = re.sub(r"<think>[\\s\\S]*?</think>\\s*", "", f(a, b)).strip()\n',
                "import re\nfrom core import think\nx = think.strip(f(a, b)).strip()\n",
            ),
            (
                "a.py",
                "import os\n\f\n" + STRAY,
                "import os\n\f\nimport re\nfrom core import think\nx = think.strip(reply)\n",
            ),
            (
                "a.js",
                'import a from "a";\nconst x = y.replace(/<think>[\\s\\S]*?<\\/think>/g, "").trim();\n',
                'import a from "a";\nimport { stripThink } from "/static/shared/think.js";\nconst x = stripThink(y).trim();\n',
            ),
        ],
    )
    def test_an_exact_strip_becomes_a_call(self, desk, name, old, new):
        desk.write({"thinkspec.toml": self.CONFIG, name: old}).lint("--fix")
        assert (desk.folder / name).read_text() == new

    def test_a_call_that_names_no_function_is_refused_as_such(self, desk):
        ran = desk.write({"thinkspec.toml": '[lint]\ncall = "core.think.strip"\n', "a.py": STRAY}).lint("--fix")
        assert (ran.code, 'call = "core.think.strip" names no function.' in ran.err) == (2, True)

    @pytest.mark.parametrize(
        "old",
        [
            'import re\nx = re.sub(r"<think>.*?</think>", " ", reply)\n',
            'import re\nx = re.sub(r"<think>.*?</think>", "", reply, count=1)\n',
            'import re\nx = re.sub(r"<think>.*?</think>|#.*", "", reply)\n',
            'import re\nx = re.search(r"<think>.*?</think>", reply)\n',
            'x = reply.split("</think>")[-1]\n',
        ],
    )
    def test_what_is_not_an_exact_strip_stays(self, desk, old):
        assert desk.write({"thinkspec.toml": self.CONFIG, "a.py": old}).lint("--fix").code == 1
        assert (desk.folder / "a.py").read_text() == old

    def test_diff_writes_nothing(self, desk):
        ran = desk.write({"thinkspec.toml": self.CONFIG, "a.py": STRAY}).lint("--diff")
        assert ((desk.folder / "a.py").read_text(), "+x = think.strip(reply)" in ran.out) == (STRAY, True)
