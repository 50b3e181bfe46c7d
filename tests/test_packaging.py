"""The package: what a wheel holds, that it runs without the checkout, and where the data is looked for."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from thinkspec import __version__
from thinkspec.data import data_root, find_checkout, js_folder, tables_root
from thinkspec.errors import UsageError
from tool import ROOT

DATA = {
    "spec": "thinkspec/_data/spec",
    "cases": "thinkspec/_data/cases",
    "reference/js": "thinkspec/_data/reference/js",
}
LEFT_OUT = ("__pycache__", "node_modules", ".pyc", ".tgz")


def built(kind, source, target):
    """Build a wheel or a source archive, offline, and give its path."""
    script = f"import sys; from hatchling.build import build_{kind} as build; print(build(sys.argv[1]))"
    done = subprocess.run(
        [sys.executable, "-c", script, str(target)],
        capture_output=True,
        text=True,
        cwd=source,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return target / done.stdout.split()[-1]


@pytest.fixture(scope="module")
def sdist(tmp_path_factory):
    """The source archive, unpacked."""
    folder = tmp_path_factory.mktemp("sdist")
    with tarfile.open(built("sdist", ROOT, folder)) as archive:
        archive.extractall(folder, filter="data")
    return next(path for path in folder.iterdir() if path.is_dir())


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel built from the checkout, unpacked."""
    folder = tmp_path_factory.mktemp("wheel")
    with zipfile.ZipFile(built("wheel", ROOT, folder)) as archive:
        archive.extractall(folder / "installed")  # noqa: S202 -- our own archive
    return folder / "installed"


def tree(folder):
    """The files below a folder, without what a run leaves behind."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in files
        if not any(part in path.as_posix() for part in LEFT_OUT)
    }


@pytest.mark.parametrize(("ours", "packed"), DATA.items())
def test_the_wheels_data_is_the_checkouts(wheel, ours, packed):
    assert tree(wheel / packed) == tree(ROOT / ours)


@pytest.mark.parametrize("package", ["runner/thinkspec", "reference/python/thinkspec_reference"])
def test_the_wheel_holds_every_module(wheel, package):
    packed = {path: text for path, text in tree(wheel / Path(package).name).items() if not path.startswith("_data/")}
    assert packed == tree(ROOT / package)


def test_the_wheel_holds_nothing_else_at_its_top(wheel):
    assert {path.name for path in wheel.iterdir()} == {
        "thinkspec",
        "thinkspec_reference",
        f"thinkspec-{__version__}.dist-info",
    }


def test_a_wheel_from_the_source_archive_is_the_same(wheel, sdist, tmp_path):
    with zipfile.ZipFile(built("wheel", sdist, tmp_path)) as archive:
        archive.extractall(tmp_path / "installed")  # noqa: S202 -- our own archive
    assert tree(tmp_path / "installed") == tree(wheel)


def test_the_source_archive_holds_the_tests(sdist):
    assert tree(sdist / "tests").keys() == tree(ROOT / "tests").keys()


def test_both_packages_say_that_they_are_typed(wheel):
    assert [(wheel / name / "py.typed").is_file() for name in ("thinkspec", "thinkspec_reference")] == [True, True]


def installed(wheel, *arguments, cwd):
    """Run Python with the unpacked wheel and without the checkout."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return subprocess.run(
        [sys.executable, *arguments],
        capture_output=True,
        text=True,
        cwd=cwd,
        timeout=60,
        check=False,
        env={**kept, "PYTHONPATH": str(wheel), "PYTHONDONTWRITEBYTECODE": "1"},
    )


def test_the_wheel_is_what_runs(wheel, tmp_path):
    done = installed(wheel, "-c", "import thinkspec, thinkspec_reference; print(thinkspec.__file__)", cwd=tmp_path)
    assert Path(done.stdout.strip()).is_relative_to(wheel)


@pytest.mark.parametrize("reader", ["reference:python", "reference:js"])
def test_the_installed_tool_certifies(wheel, tmp_path, reader):
    done = installed(wheel, "-m", "thinkspec", "certify", reader, "--select", "read/plain", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("language", ["py", "js"])
def test_the_installed_tool_writes_a_single_file(wheel, tmp_path, language):
    out = tmp_path / f"think.{language}"
    done = installed(
        wheel, "-m", "thinkspec", "generate", "--dialect", "nr-llm", "--lang", language, "-o", str(out), cwd=tmp_path
    )
    assert done.returncode == 0
    assert out.stat().st_size > 1000


def test_the_installed_tool_misses_no_folder_of_a_checkout(wheel, tmp_path):
    done = installed(wheel, "-m", "thinkspec", "generate", "--check", cwd=tmp_path)
    assert "reference/python" not in done.stdout  # the package has its own copy elsewhere


def test_the_installed_tool_does_not_write_into_itself(wheel, tmp_path):
    done = installed(wheel, "-m", "thinkspec", "generate", cwd=tmp_path)
    assert (done.returncode, "--root" in done.stderr) == (2, True)


def test_without_an_install_the_data_is_the_checkouts():
    assert (data_root(), js_folder()) == (ROOT, ROOT / "reference/js")


def test_a_checkout_is_found_from_within():
    assert find_checkout(ROOT / "cases" / "read") == ROOT


def test_elsewhere_there_is_no_checkout(tmp_path):
    assert find_checkout(tmp_path) is None


def test_a_folder_can_be_named(tmp_path):
    (tmp_path / "spec").mkdir()
    (tmp_path / "cases").mkdir()
    assert tables_root(str(tmp_path)) == (tmp_path.resolve(), True)


def test_a_folder_that_is_no_checkout_is_refused(tmp_path):
    with pytest.raises(UsageError, match="no folders spec/ and cases/"):
        tables_root(str(tmp_path))


def test_without_a_checkout_nothing_may_be_written(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert tables_root(None) == (data_root(), False)
