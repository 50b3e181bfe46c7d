"""One record, every format: read back by what reads it, and inert whatever a reader answers."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser

import pytest

from thinkspec.report import FORMATS, render
from thinkspec.report.github import _command
from thinkspec.schema import problems
from tool import thinkspec

# What a page, a log, a table or a shell could trip over.
NASTY = "</script><img src=x onerror=alert(1)>]]>\x1b[31m\x00\u2028\u202e\r\n::error::x %0A | `a` *b* \ud800 &amp; #"
READER = f"NASTY = {NASTY!r}\n\n\ndef strip(text):\n    if text and 'boom' in text:\n        raise KeyError(NASTY)\n    return NASTY\n"
FILES = {"junit": "r.xml", "tap": "r.tap", "markdown": "r.md", "github": "r.txt", "html": "r.html", "json": "r.json"}


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A folder with every report of a run of a reader that answers nastily, in two dialects."""
    folder = tmp_path_factory.mktemp("reports")
    (folder / "bad.py").write_text(READER, encoding="utf-8")
    words = [word for form, file in FILES.items() for word in ("--report", f"{form}={file}")]
    done = thinkspec("certify", "py:bad.py", "--dialect", "all", "--select", "read/plain", *words, cwd=folder)
    assert (done.returncode, done.stderr) == (1, ""), done
    return folder


@pytest.fixture(scope="module")
def record(made):
    return json.loads((made / "r.json").read_text(encoding="utf-8"))


def counts(record):
    """Verdicts that count, that do not, and the rest, over all dialects."""
    reader = record["readers"][0]
    failures = [one for dialect in reader["dialects"] for one in dialect["failures"]]
    verdicts = [kind for dialect in reader["dialects"] for kind in dialect["verdicts"].values()]
    counted = sum(one["level"] == "must" for one in failures)
    return {
        "all": len(verdicts),
        "bad": counted,
        "quiet": len(failures) - counted,
        "unsupported": verdicts.count("unsupported"),
    }


def test_json_fits_its_schema(record):
    assert list(problems(record, "certify-report")) == []


def test_junit_is_read_by_a_reader_of_junit(made, record):
    from junitparser import JUnitXml

    xml = JUnitXml.fromfile(str(made / "r.xml"))
    due = counts(record)
    assert (xml.tests, xml.failures + xml.errors) == (due["all"], due["bad"])
    assert xml.skipped == due["quiet"] + due["unsupported"]
    assert [suite.name for suite in xml] == [f"py:bad.py {one['dialect']}" for one in record["readers"][0]["dialects"]]


def test_a_junit_failure_carries_all_that_helps(made):
    text = (made / "r.xml").read_text(encoding="utf-8")
    body = re.search(r"<failure [^>]*>([^<]*)</failure>", text)[1]
    for word in ("why ", "text ", "expected ", "got ", "rule ", "again "):
        assert f"\n{word}" in f"\n{body}"


def test_tap_is_read_by_a_reader_of_tap(made, record):
    from tap.parser import Parser

    lines = list(Parser().parse_file(str(made / "r.tap")))
    tests = [line for line in lines if line.category == "test"]
    due = counts(record)
    assert len(tests) == due["all"]
    assert sum(not line.ok and not line.todo for line in tests) == due["bad"]
    assert sum(bool(line.todo) for line in tests) == due["quiet"]
    assert sum(bool(line.skip) for line in tests) == due["unsupported"]
    assert {line.category for line in lines} <= {"test", "plan", "version", "diagnostic"}


def test_a_tap_failure_has_details(made):
    from tap.parser import Parser

    failed = next(line for line in Parser().parse_file(str(made / "r.tap")) if line.category == "test" and not line.ok)
    assert {"verdict", "level", "why", "text", "expected", "got", "rule", "again"} <= failed.yaml_block.keys()


def test_github_points_at_the_readers_file(made):
    lines = (made / "r.txt").read_text(encoding="utf-8").splitlines()
    assert lines
    assert all(re.match(r"::(error|warning) file=bad\.py,line=1,title=[^:]*::", line) for line in lines), lines[0]


def test_a_github_command_is_escaped():
    line = _command("error", {"title": "a:b,c%"}, "50%\r\nx")
    assert line == "::error title=a%3Ab%2Cc%25::50%25␍%0Ax"


def test_markdown_cannot_be_broken_out_of(made):
    text = (made / "r.md").read_text(encoding="utf-8")
    outside = re.sub(r"^(`{3,})text\n.*?^\1$", "", text, flags=re.DOTALL | re.MULTILINE)
    assert "<img" not in outside
    assert set(re.findall(r"</?(\w+)", outside)) == {"details", "summary"}


class Page(HTMLParser):
    """The elements of a page, and the text of its scripts."""

    def __init__(self):
        super().__init__()
        self.tags, self.attributes, self.scripts, self.inside = [], [], [], False

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += [(tag, name, value) for name, value in attrs]
        self.inside = tag == "script"

    def handle_endtag(self, tag):
        self.inside = False

    def handle_data(self, data):
        if self.inside:
            self.scripts.append(data)


@pytest.fixture(scope="module")
def page(made):
    found = Page()
    found.feed((made / "r.html").read_text(encoding="utf-8"))
    return found


def test_the_page_has_one_script_of_its_own(page):
    assert page.tags.count("script") == 1
    assert "alert" not in "".join(page.scripts)


def test_the_page_asks_for_nothing(page):
    names = {name for _, name, _ in page.attributes}
    assert names.isdisjoint({"src", "href", "action", "onerror", "onclick", "style"})
    policy = next(value for _, name, value in page.attributes if name == "content" and "default-src" in value)
    assert policy.startswith("default-src 'none'; style-src 'sha256-")


def test_the_page_has_no_element_of_an_answer(page):
    assert "img" not in page.tags


def test_the_page_lists_every_failure_with_rule_and_dialect(page, record):
    rules = [value for tag, name, value in page.attributes if (tag, name) == ("details", "data-rule")]
    failures = [one for dialect in record["readers"][0]["dialects"] for one in dialect["failures"]]
    assert sorted(rules) == sorted(" ".join(rule["rule"] for rule in one["rules"]) for one in failures)


@pytest.mark.parametrize("form", sorted(FORMATS))
def test_no_report_holds_what_acts_on_a_terminal_or_a_parser(record, form):
    text = render(form, record)
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\ud800-\udfff]", text)


@pytest.mark.parametrize("form", sorted(FORMATS))
def test_every_format_can_be_printed(tmp_path, form):
    words = ["reference:python", "--dialect", "sapphire", "--select", "read/plain", "--format", form]
    done = thinkspec("certify", *words, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout or form == "github"


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("junit", "write FORMAT=FILE"),
        ("xml=r.xml", "no format xml"),
        ("junit=no/r.xml", "no folder"),
        ("tap=.", "is a folder"),
    ],
)
def test_a_report_that_cannot_be_written_is_told_before_the_run(tmp_path, value, said):
    done = thinkspec("certify", "reference:python", "--report", value, cwd=tmp_path)
    assert (done.returncode, done.stdout, said in done.stderr) == (2, "", True), done


def test_mappers_have_reports_too(tmp_path):
    (tmp_path / "m.py").write_text("def mapper(wire, *, model, effort):\n    return {}\n", encoding="utf-8")
    words = [
        "py:m.py:mapper",
        "--effort",
        "--select",
        "effort/gpt-5",
        "--report",
        "html=r.html",
        "--report",
        "junit=r.xml",
    ]
    done = thinkspec("certify", *words, cwd=tmp_path)
    assert done.stderr == "", done
    assert "--effort --mapping providers" in (tmp_path / "r.html").read_text(encoding="utf-8")
