"""Certificates: written, checked as a file, checked against the reader's files, run again, compared, and turned into
badges; and everything that can be wrong with one."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from thinkspec import badge, verify
from thinkspec.certificate import CertificateError, digests, parse, read, text_of
from thinkspec.errors import UsageError
from thinkspec.schema import problems
from thinkspec.sources import check_portable
from tool import ROOT, thinkspec

READER = '''"""A reader of one's own, in two files."""
from their.tags import CLOSE, OPEN


def strip(text):
    if text is None:
        return ""
    head, mark, tail = text.partition(OPEN)
    return (head + tail.partition(CLOSE)[2]).strip() if mark else text.strip()
'''
TAGS = 'OPEN, CLOSE = "<think>", "</think>"\n'


def make_reader(folder: Path) -> Path:
    """A small package that can be certified."""
    (folder / "their").mkdir(parents=True)
    (folder / "their" / "__init__.py").write_text("", encoding="utf-8")
    (folder / "their" / "think.py").write_text(READER, encoding="utf-8")
    (folder / "their" / "tags.py").write_text(TAGS, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A folder with a reader and its certificate."""
    folder = make_reader(tmp_path_factory.mktemp("made") / "here")
    done = thinkspec("certify", "py:their.think", "--dialect", "nr-llm", "--certificate", "c.json", cwd=folder)
    assert (done.returncode, done.stderr) == (1, ""), done
    return folder


@pytest.fixture(scope="module")
def value(made):
    return read(made / "c.json")


@pytest.fixture
def elsewhere(made, tmp_path):
    """The same reader and certificate in another folder."""
    folder = make_reader(tmp_path / "there")
    shutil.copy(made / "c.json", folder / "c.json")
    return folder


def own(value):
    return value["predicate"]["thinkspec"]


def sealed(value):
    """A changed certificate with digests that fit, as someone who knows how would make it."""
    own(value)["digest"], own(value)["result_digest"] = digests(value)
    return value


def changed(value, change):
    """A copy that was changed."""
    copy = json.loads(json.dumps(value))
    change(copy)
    return copy


def test_a_certificate_is_written_for_none_too_and_the_exit_code_is_1(value):
    assert own(value)["level"] == "none"
    assert value["predicate"]["result"] == "FAILED"


def test_it_names_the_readers_files_and_no_path_of_this_machine(made, value):
    assert [item["name"] for item in value["subject"]] == ["their/__init__.py", "their/tags.py", "their/think.py"]
    assert str(made) not in (made / "c.json").read_text(encoding="ascii")
    assert own(value)["reader"]["entry"] == "their/think.py"


def test_every_verdict_is_in_its_list(value):
    lists = {name: value["predicate"][name] for name in ("passedTests", "warnedTests", "failedTests")}
    assert all(lists.values())
    assert sum(map(len, lists.values())) == len(own(value)["verdicts"])


def test_it_fits_its_schema(value):
    assert list(problems(value, "certificate")) == []


def test_it_is_an_in_toto_statement(made):
    from google.protobuf import json_format
    from in_toto_attestation.predicates.test_result.v0 import test_result_pb2
    from in_toto_attestation.v1 import statement_pb2
    from in_toto_attestation.v1.statement import Statement

    proto = json_format.Parse((made / "c.json").read_text(encoding="ascii"), statement_pb2.Statement())
    Statement.copy_from_pb(proto).validate()
    predicate = json_format.MessageToDict(proto.predicate)
    result = json_format.ParseDict(predicate, test_result_pb2.TestResult(), ignore_unknown_fields=True)
    assert result.result == "FAILED"
    assert len(result.configuration) == 3
    assert len(result.failed_tests) > 10


def test_the_same_run_has_the_same_result(made, tmp_path):
    done = thinkspec("certify", "py:their.think", "--dialect", "nr-llm", "--certificate", "d.json", cwd=made)
    assert done.returncode == 1
    told = thinkspec("verify", "c.json", "--against", "d.json", cwd=made)
    assert (told.returncode, "say the same" in told.stdout) == (0, True), told


def test_it_holds_in_another_folder(elsewhere):
    done = thinkspec("verify", "c.json", cwd=elsewhere)
    assert done.returncode == 0, done
    assert "running py:their.think" in done.stdout
    assert "holds (unsigned)" in done.stdout


def test_the_file_alone_can_be_checked(elsewhere):
    shutil.rmtree(elsewhere / "their")
    done = thinkspec("verify", "c.json", "--no-run", cwd=elsewhere)
    assert done.returncode == 0, done
    assert "unsigned" in done.stdout
    assert "was not run" in done.stdout


def test_a_changed_file_is_found_before_it_runs(elsewhere):
    (elsewhere / "their" / "tags.py").write_text("open('ran', 'w')\n" + TAGS, encoding="utf-8")
    done = thinkspec("verify", "c.json", cwd=elsewhere)
    assert done.returncode == 1
    assert "their/tags.py is not the one that was certified" in done.stdout
    assert not (elsewhere / "ran").exists()


def test_a_file_that_is_gone_is_told(elsewhere):
    (elsewhere / "their" / "tags.py").unlink()
    done = thinkspec("verify", "c.json", cwd=elsewhere)
    assert (done.returncode, "their/tags.py is not here" in done.stdout) == (1, True), done


def test_a_reader_that_is_not_here_is_a_matter_of_usage(elsewhere):
    shutil.rmtree(elsewhere / "their")
    done = thinkspec("verify", "c.json", cwd=elsewhere)
    assert (done.returncode, "none of its files is here" in done.stderr) == (2, True), done


def test_a_verdict_that_came_out_otherwise_is_named(elsewhere):
    honest = read(elsewhere / "c.json")
    name = honest["predicate"]["failedTests"][0]

    def lie(value):
        own(value)["verdicts"][name] = "pass"
        value["predicate"]["failedTests"].remove(name)
        value["predicate"]["passedTests"] = sorted([*value["predicate"]["passedTests"], name])

    (elsewhere / "c.json").write_text(text_of(sealed(changed(honest, lie))), encoding="ascii")
    done = thinkspec("verify", "c.json", cwd=elsewhere)
    assert (done.returncode, f"{name}: certified pass, today fail" in done.stdout) == (1, True), done


BYTES = {
    "one byte": (lambda data: data.replace(b'"FAILED"', b'"PASSED"', 1), "its digest is not that of its content"),
    "a space": (lambda data: data.replace(b":", b": ", 1), "not canonical JSON"),
    "no newline": (lambda data: data.rstrip(b"\n"), "not canonical JSON"),
    "a second newline": (lambda data: data + b"\n", "not canonical JSON"),
    "a key twice": (lambda data: data.replace(b'"dialect":', b'"dialect":"x","dialect":', 1), "stands twice"),
    "not JSON": (lambda data: data[:-20], "not a certificate"),
    "not ASCII": (lambda data: data.replace(b"FAILED", "FÄILED".encode(), 1), "not a certificate"),
    "empty": (lambda _: b"", "not a certificate"),
    "a number": (lambda _: b"1\n", "not a certificate"),
    "NaN": (lambda data: data.replace(b'"seed":', b'"seed":NaN,"x":', 1), "NaN is not JSON"),
    "deep": (lambda _: b"[" * 100_000, "nested too deep"),
    "another format": (lambda data: data.replace(b'"format":1', b'"format":2', 1), "format 2 is not known"),
}


@pytest.mark.parametrize("name", BYTES)
def test_other_bytes_are_no_certificate(made, tmp_path, name):
    change, said = BYTES[name]
    path = tmp_path / "c.json"
    path.write_bytes(change((made / "c.json").read_bytes()))
    with pytest.raises(CertificateError, match=said):
        read(path)


def test_200_megabytes_are_refused_without_reading_them(tmp_path):
    path = tmp_path / "c.json"
    with path.open("wb") as file:
        file.truncate(200 << 20)
    with pytest.raises(CertificateError, match="larger than 16 MB"):
        read(path)


def test_no_such_file_is_a_matter_of_usage(tmp_path):
    with pytest.raises(UsageError, match="no such file"):
        read(tmp_path / "c.json")


def without_an_id(value):
    name = value["predicate"]["passedTests"].pop()
    del own(value)["verdicts"][name]


def with_a_strange_id(value):
    own(value)["verdicts"]["read/x/y@nr-llm:strip"] = "pass"
    value["predicate"]["passedTests"].append("read/x/y@nr-llm:strip")


SEALED = {
    "a missing id": (without_an_id, "no verdict for the required"),
    "a strange id": (with_a_strange_id, "which is not required"),
    "a better level": (lambda value: own(value).update(level="exact"), "says exact"),
    "a better group": (lambda value: own(value)["groups"].update(read="full"), "its verdicts give none"),
    "a better result": (lambda value: value["predicate"].update(result="PASSED"), "says PASSED"),
    "a list that lies": (lambda value: value["predicate"]["failedTests"].clear(), "failedTests does not follow"),
    "other tables": (
        lambda value: value["predicate"]["configuration"][0]["digest"].update(sha256="0" * 64),
        "tables: not those of this tool",
    ),
    "other cases": (
        lambda value: value["predicate"]["configuration"][2]["digest"].update(sha256="0" * 64),
        "required cases, dialect nr-llm: not those of this tool",
    ),
    "a table more": (
        lambda value: value["predicate"]["configuration"].append({"name": "x", "digest": {"sha256": "0" * 64}}),
        "x: unknown configuration",
    ),
    "another dialect": (lambda value: own(value).update(dialect="x"), "x is no dialect"),
    "an absolute path": (lambda value: value["subject"][0].update(name="/etc/passwd"), "leads out"),
    "a path upward": (lambda value: own(value)["reader"].update(entry="../x.py"), "leads out"),
}


@pytest.mark.parametrize("name", SEALED)
def test_what_cannot_be_is_told_though_the_digests_fit(tmp_path, value, name):
    change, said = SEALED[name]
    path = tmp_path / "c.json"
    path.write_text(text_of(sealed(changed(value, change))), encoding="ascii")
    complaints = list(verify.file_complaints(verify.open_certificate(path, ROOT)))
    assert any(said in complaint for complaint in complaints), complaints


SHAPES = {
    "no subject": lambda value: value.pop("subject"),
    "no files": lambda value: value.update(subject=[]),
    "a file without a digest": lambda value: value["subject"][0].pop("digest"),
    "a digest of another kind": lambda value: value["subject"][0]["digest"].update(sha256="x"),
    "a key more": lambda value: value.update(more=1),
    "no verdicts": lambda value: own(value).pop("verdicts"),
    "verdicts of another kind": lambda value: own(value).update(verdicts=[]),
    "a verdict that there is not": lambda value: own(value)["verdicts"].update(x="fine"),
    "a kind that there is not": lambda value: own(value).update(kind="x"),
    "a level that there is not": lambda value: own(value).update(level="best"),
    "ids that are no text": lambda value: value["predicate"]["passedTests"].append(1),
    "a seed that is true": lambda value: own(value)["limits"].update(seed=True),
    "an intended difference without a reason": lambda value: own(value)["intended"].append({"id": "x"}),
    "another predicate": lambda value: value.update(predicateType="x"),
}


@pytest.mark.parametrize("name", SHAPES)
def test_another_shape_is_no_certificate_and_the_schema_agrees(value, name):
    copy = changed(value, SHAPES[name])
    with pytest.raises(CertificateError):
        parse(text_of(copy).encode("ascii"), "c.json")
    assert list(problems(copy, "certificate"))


def test_a_newer_spec_is_refused(tmp_path, value):
    path = tmp_path / "c.json"
    path.write_text(text_of(sealed(changed(value, lambda one: own(one).update(spec="9.0")))), encoding="ascii")
    with pytest.raises(CertificateError, match=r"is about spec 9\.0, and this tool has"):
        verify.open_certificate(path, ROOT)


def test_a_strangers_program_is_not_run_unless_it_is_named(tmp_path, value):
    path = tmp_path / "c.json"
    pointer = "cmd:sh -c true"
    path.write_text(text_of(sealed(changed(value, lambda one: own(one)["reader"].update(reader=pointer)))), "ascii")
    held = verify.open_certificate(path, ROOT)
    with pytest.raises(CertificateError, match="To run it, say so"):
        verify.reader_of(held, None)
    with pytest.raises(UsageError, match="the certificate is about"):
        verify.reader_of(held, "cmd:ls")
    assert verify.reader_of(held, pointer).target == "sh -c true"


ASKED_WRONGLY = {
    "no dialect": (["py:their.think"], "Name it with --dialect"),
    "all dialects": (["py:their.think", "--dialect", "all"], "is about one dialect"),
    "a part": (["py:their.think", "--dialect", "nr-llm", "--select", "read/plain"], "Leave --select out"),
    "two readers": (["py:their.think", "reference:python", "--dialect", "nr-llm"], "Name one"),
    "an absolute path": (["py:{here}/their/think.py", "--dialect", "nr-llm"], "an absolute path means nothing"),
    "no mapping": (["py:their.think", "--effort"], "Name it with --mapping"),
}


@pytest.mark.parametrize("name", ASKED_WRONGLY)
def test_what_no_certificate_can_be_about_is_refused(made, name):
    words, said = ASKED_WRONGLY[name]
    filled = [word.replace("{here}", str(made)) for word in words]
    done = thinkspec("certify", *filled, "--certificate", "no.json", cwd=made)
    assert (done.returncode, said in done.stderr) == (2, True), done
    assert not (made / "no.json").exists()


def test_a_program_with_an_absolute_path_is_not_portable():
    with pytest.raises(UsageError, match="an absolute path"):
        check_portable("cmd:python3 /home/me/reader.py")


def test_an_output_that_cannot_be_written_is_found_before_the_run(made):
    done = thinkspec("certify", "py:their.think", "--dialect", "nr-llm", "--certificate", "no/where.json", cwd=made)
    assert (done.returncode, "no folder" in done.stderr, done.stdout) == (2, True, ""), done


def test_the_reference_and_the_twin_differ_in_their_files_only(tmp_path):
    for name in ("python", "js"):
        words = ["certify", f"reference:{name}", "--effort", "--mapping", "langertha", "--certificate", f"{name}.json"]
        done = thinkspec(*words, cwd=tmp_path)
        assert done.returncode == 0, done
    one, other = (verify.open_certificate(tmp_path / f"{name}.json", ROOT) for name in ("python", "js"))
    assert one.own["level"] == other.own["level"] == "exact"
    assert one.own["verdicts"] == other.own["verdicts"]
    done = thinkspec("verify", "python.json", "--against", "js.json", cwd=tmp_path)
    assert (done.returncode, "reader.language" in done.stdout) == (1, True), done


LEVELS = {"exact": "brightgreen", "full": "green", "core": "yellow", "none": "red"}


@pytest.mark.parametrize("level", LEVELS)
def test_a_badge_has_the_colour_of_its_level(level):
    about = {"kind": "dialect", "dialect": "nr-llm", "spec": "1.0", "level": level, "groups": {"read": level}}
    said = json.loads(badge.endpoint(about))
    assert said == {"schemaVersion": 1, "label": "thinkspec nr-llm 1.0", "message": level, "color": LEVELS[level]}
    assert badge.COLOURS[level][1] in badge.svg(about)


def test_a_badge_is_an_svg_that_names_all_three(made, tmp_path):
    from xml.etree import ElementTree as ET

    done = thinkspec("badge", str(made / "c.json"), "-o", str(tmp_path / "b.svg"))
    assert done.returncode == 0, done
    tree = ET.parse(tmp_path / "b.svg")  # noqa: S314 -- written by ourselves a line above
    spec = own(read(made / "c.json"))["spec"]
    assert tree.getroot().get("aria-label") == f"thinkspec nr-llm {spec}: none"


def test_a_badge_is_not_made_from_a_certificate_that_does_not_hold(made, tmp_path):
    path = tmp_path / "c.json"
    path.write_bytes((made / "c.json").read_bytes().replace(b'"FAILED"', b'"PASSED"', 1))
    done = thinkspec("badge", str(path))
    assert (done.returncode, done.stdout) == (1, ""), done
