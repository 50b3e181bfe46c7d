"""One file for one mapping: it stands alone, says who made it, and passes the corpus of its mapping."""

from __future__ import annotations

import subprocess
import sys

import pytest

from conftest import ROOT
from thinkspec.errors import UsageError
from thinkspec.generate.mapper import mapper_file
from thinkspec.generate.single import intact
from thinkspec.node import find_node
from thinkspec.tables import load_spec
from tool import thinkspec

FILES = [(mapping, lang) for mapping in ("langertha", "providers") for lang in ("py", "js")]


@pytest.mark.parametrize(("mapping", "lang"), FILES)
def test_the_header_tells_of_changes(mapping, lang):
    text = mapper_file(load_spec(ROOT), mapping, lang)
    assert f"thinkspec generate --mapping {mapping} --lang {lang}\n" in text[:300]
    assert (intact(text), intact(text.replace('"low"', '"high"', 1))) == (True, False)


@pytest.mark.parametrize(("mapping", "lang"), FILES)
def test_the_file_needs_nothing_beside_it(mapping, lang, tmp_path):
    path = tmp_path / ("effort.py" if lang == "py" else "effort.mjs")
    path.write_text(mapper_file(load_spec(ROOT), mapping, lang), encoding="utf-8")
    asked = {
        "py": "import effort; print(effort.mapper('ollama', model='gpt-oss', effort='high')['think'])",
        "js": "const { mapper } = await import(process.argv[1]);"
        "console.log(mapper('ollama', { model: 'gpt-oss', effort: 'high' }).think)",
    }[lang]
    program = (
        [sys.executable, "-c", asked] if lang == "py" else [find_node(), "--input-type=module", "-e", asked, str(path)]
    )
    run = subprocess.run(program, capture_output=True, text=True, cwd=tmp_path, check=True, timeout=60, env={})
    assert run.stdout == "high\n"


@pytest.mark.parametrize("mapping", ["langertha", "providers"])
def test_the_files_pass_the_corpus_of_their_mapping(mapping, tmp_path):
    for lang, name in (("py", "effort.py"), ("js", "effort.mjs")):
        (tmp_path / name).write_text(mapper_file(load_spec(ROOT), mapping, lang), encoding="utf-8")
    run = thinkspec(
        "certify", f"py:{tmp_path}/effort.py", f"js:{tmp_path}/effort.mjs", "--effort", "--mapping", mapping
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert "agree on every check that they share" in run.stdout


def test_an_unknown_mapping_is_told():
    with pytest.raises(UsageError, match="no such mapping"):
        mapper_file(load_spec(ROOT), "langertha-deepseek", "py")


@pytest.mark.parametrize(
    "arguments",
    [
        ["--mapping", "providers"],
        ["--mapping", "providers", "--dialect", "sapphire", "--lang", "py"],
        ["--mapping", "providers", "--lang", "py", "-O", "tag=x"],
        ["--mapping", "providers", "--lang", "py", "--check"],
    ],
)
def test_options_that_do_not_go_together(arguments):
    assert thinkspec("generate", *arguments).returncode == 2


def test_the_command_writes_the_file(tmp_path):
    path = tmp_path / "effort.py"
    assert thinkspec("generate", "--mapping", "providers", "--lang", "py", "-o", str(path)).returncode == 0
    assert path.read_text(encoding="utf-8") == mapper_file(load_spec(ROOT), "providers", "py")
