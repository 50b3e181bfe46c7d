"""Ask both twins the same about streams, rounds and messages."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable
from functools import cache
from typing import Any

from conftest import ROOT
from thinkspec.casetext import text_of
from thinkspec.corpus import Case, load_cases
from thinkspec.node import find_node
from thinkspec_reference import reader

Question = dict[str, Any]


@cache
def cases(group: str) -> tuple[Case, ...]:
    """The cases of a group."""
    return tuple(load_cases(ROOT, [group]))


def questions(group: str) -> list[tuple[Case, str, Question]]:
    """Every case of a group in every dialect: the case, the dialect and what is asked."""
    found = []
    for case in cases(group):
        for dialect in case.row["expect"]:
            asked = {"dialect": dialect, "options": case.row.get("options", {}).get(dialect, {})}
            if "provider" in case.row:
                asked |= {"ask": "message", "provider": case.row["provider"], "response": case.row["response"]}
            elif "events" in case.row:
                asked |= {"ask": "round", "events": case.row["events"]}
            else:
                asked |= {"ask": "stream", "chunks": [text_of(chunk) for chunk in case.row["chunks"]]}
            found.append((case, dialect, asked))
    return found


def python(question: Question) -> Any:
    """What the Python twin answers, as plain JSON values."""
    think = reader(question["dialect"], **question["options"])
    try:
        if question["ask"] == "round":
            return plain(think.round().run(question["events"]))
        if question["ask"] == "message":
            return plain(think.message(question["provider"], question["response"]))
        return streamed(think.stream(), question["chunks"])
    except (ValueError, TypeError) as error:
        return {"rejected": str(error)}


def streamed(stream: Any, chunks: Iterable[str]) -> dict[str, Any]:
    """The pieces of every chunk and of the finish, and the end."""
    fed = [stream.feed(chunk) for chunk in chunks]
    end = stream.finish()
    return plain({**end, "pieces": [*fed, end["pieces"]]})


def plain(value: Any) -> Any:
    """A value as it comes back from the wire: lists, and surrogates that belong together put together."""
    return json.loads(json.dumps(value))


def javascript(asked: list[Question]) -> list[Any]:
    """What the JavaScript twin answers."""
    done = subprocess.run(
        [find_node(), str(ROOT / "tests" / "streams.mjs")],
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    answers: list[Any] = json.loads(done.stdout)
    return answers
