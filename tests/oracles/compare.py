"""Hold the written expectations of case files against the oracles.

Run as `python tests/oracles/compare.py cases/read/x.yaml …`. Prints every case and dialect where the two differ, with
both values. Ends with 0 if they agree, 1 if they differ, 2 if a file cannot be read as cases.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

if __package__ in {None, ""}:
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from oracles import ORACLES, read, wrap

# A check that shows one of these tells null from an empty string; every other check does not.
NULL_MATTERS = {"nothing-found", "empty-thinking", "null-input"}
COMPARED = ("answer", "thinking", "segments", "only", "unfinished")


def expand(form: Any) -> Any:
    r"""Write a text of a case file out in full.

    >>> expand(["a", {"repeat": ["bc", 2]}, {"json": "\\u0064"}])
    'abcbcd'
    """
    if isinstance(form, list):
        return "".join(expand(part) for part in form)
    if isinstance(form, dict) and set(form) == {"json"}:
        return json.loads(f'"{form["json"]}"')
    if isinstance(form, dict) and set(form) == {"repeat"}:
        part, times = form["repeat"]
        return expand(part) * times
    if form is None or isinstance(form, str):
        return form
    raise ValueError(f"this is no text: {form!r}")


def differences(case: dict[str, Any]) -> Iterator[str]:
    """Give one line for each dialect and each value on which the case and the oracle differ."""
    for dialect in sorted(set(case["expect"]) - set(ORACLES)):
        yield f"{dialect}: no such dialect"
    for dialect in ORACLES:
        expected = case["expect"].get(dialect)
        options = case.get("options", {}).get(dialect)
        if expected is None:
            if "input" in case:
                yield f"{dialect}: missing"
        elif "input" not in case:
            wrapped = wrap(dialect, expand(case.get("thinking")), expand(case.get("answer")), options)
            if (wanted := expand(expected["wrap"])) != wrapped:
                yield f"{dialect}: wrap: written {show(wanted)}, oracle {show(wrapped)}"
        else:
            rules = expected.get("rules", case["rules"])
            got = read(dialect, expand(case["input"]), options)
            yield from (f"{dialect}: {line}" for line in compare(expected, got, NULL_MATTERS.isdisjoint(rules)))


def compare(expected: dict[str, Any], got: dict[str, Any], null_is_empty: bool) -> Iterator[str]:
    """Compare one dialect's expectation with what its oracle read."""
    if bool(expected.get("rejected")) != bool(got.get("rejected")):
        yield f"written {show(expected)}, oracle {show(got)}"
        return
    if got.get("rejected"):
        return
    for key in COMPARED:
        if key not in expected:
            if key in {"answer", "thinking"}:
                yield f"{key}: missing"
            continue
        wanted = written(key, expected[key])
        same = wanted == got[key] and type(wanted) is type(got[key])
        if not same and not (null_is_empty and key != "unfinished" and wanted in (None, "") and got[key] in (None, "")):
            yield f"{key}: written {show(wanted)}, oracle {show(got[key])}"


def written(key: str, value: Any) -> Any:
    """Expand what a case file holds under one key."""
    if key == "unfinished":
        return value
    if key == "segments":
        return [[kind, expand(text), name] for kind, text, name in value]
    return expand(value)


def show(value: Any) -> str:
    """Write a value in ASCII on one line, cut if it is very long."""
    line = json.dumps(value)
    return line if len(line) <= 400 else f"{line[:200]} … {line[-100:]} ({len(line)} characters)"


def main(paths: list[str]) -> int:
    """Compare the named files and print the differences."""
    cases = found = 0
    for path in paths:
        try:
            table = yaml.safe_load(Path(path).read_text(encoding="utf-8"))
            listed = table["cases"]
        except (OSError, yaml.YAMLError, KeyError, TypeError) as error:
            print(f"{path}: cannot be read as cases: {error}", file=sys.stderr)
            return 2
        for case in listed:
            cases += 1
            try:
                lines = list(differences(case))
            except (KeyError, TypeError, ValueError, AttributeError) as error:
                lines = [f"cannot be read as a case: {type(error).__name__}: {error}"]
            found += len(lines)
            for line in lines:
                print(f"{path}: {case.get('id')}: {line}")
    print(f"{cases} cases, {found} differences", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
