"""Expected segments come from the input, in order, and make up the expected answer and thinking."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from thinkspec.casetext import TextError, text_of
from thinkspec.check.readings import sound_rows
from thinkspec.check.workspace import Workspace
from thinkspec.schema import Finding
from thinkspec.tables import Spec


def segments_agree(workspace: Workspace) -> Iterator[Finding]:
    """Every expected text that can be held against another one is."""
    if workspace.spec is None:
        return
    spaces = _spaces(workspace.spec)
    for row in sound_rows(workspace):
        for dialect, expected in row.value["expect"].items():
            try:
                messages = list(_faults(row.value, expected, spaces))
            except TextError as error:
                messages = [f"{error}."]
            for message in messages:
                yield row.finding(f"{dialect}: {message}", "expect", dialect)


def _faults(case: dict[str, Any], expected: dict[str, Any], spaces: dict[int, None]) -> Iterator[str]:
    if "wrap" in expected or "rejected" in expected:
        text_of(expected.get("wrap"))
        return
    halves = {"text": text_of(expected["answer"]) or "", "think": text_of(expected["thinking"]) or ""}
    text_of(expected.get("only"))
    if "segments" not in expected:
        return
    reply = text_of(case["input"]) or ""
    position = 0
    joined = {"text": "", "think": ""}
    for kind, written, _ in expected["segments"]:
        text = text_of(written) or ""
        found = reply.find(text, position)
        if found < 0:
            yield f"segment {text[:40]!a} does not occur in the input, in this order."
            return
        position = found + len(text)
        joined[kind] += text
    # Whatever a dialect trims, joins or collapses is white space: without it, both sides are the same text.
    for kind, half in (("text", "answer"), ("think", "thinking")):
        if joined[kind].translate(spaces) != halves[kind].translate(spaces):
            yield f"the {kind} segments do not make up the expected {half}."


def _spaces(spec: Spec) -> dict[int, None]:
    """Every character of every set of white space, to be left out."""
    return {ord(sign): None for one in spec.rules_file.value["sets"].values() for sign in one["characters"]}
