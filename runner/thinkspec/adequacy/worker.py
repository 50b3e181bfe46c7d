"""The process that runs mutants in the Python twin: tables come in as data, answers go out.

    python worker.py FOLDER

FOLDER holds ``thinkspec_reference``.  One JSON object a line in, one a line out:

``load``   ``dialects`` (settings and rules), ``questions``, ``orders`` (name -> numbers of questions), ``mappings``
           (made-up mappings, each a patch of a real one)
``order``  another list of questions under a name
``ask``    the answers to the questions ``numbers``
``try``    the first answer, in the order named from ``start`` on, in which ``mutant`` differs from the true tables

Nothing of the runner is imported, so that a changed copy of the reference runs as it is.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

Answer = list[Any]  # [kind, value]
Question = dict[str, Any]


class Bench:
    """The questions, the true tables, and the answers that the true tables gave."""

    def __init__(self) -> None:
        self.dialects: dict[str, Any] = {}
        self.questions: list[Question] = []
        self.orders: dict[str, list[int]] = {}
        self.truth: dict[int, Answer] = {}
        self.readers: dict[Any, Any] = {}

    def load(self, request: dict[str, Any]) -> Any:
        """Take the tables and the questions."""
        self.dialects, self.questions, self.orders = request["dialects"], request["questions"], request["orders"]
        if request["mappings"]:
            register(request["mappings"])
        return len(self.questions)

    def order(self, request: dict[str, Any]) -> Any:
        """Put another list of questions in the place of one."""
        self.orders[request["name"]] = request["numbers"]

    def ask(self, request: dict[str, Any]) -> Any:
        """The true answers to some questions."""
        return [self.true(number) for number in request["numbers"]]

    def attempt(self, request: dict[str, Any]) -> Any:
        """The first question that a mutant answers otherwise, with its answer; null if there is none."""
        mutant, order = request["mutant"], self.orders.get(request["order"], [])
        for number in order[request["start"] :]:
            self.true(number)
        readers: dict[Any, Any] = {}
        undo = changed(mutant)
        try:
            for place in range(request["start"], len(order)):
                number = order[place]
                answer = self.answer(self.questions[number], mutant, readers)
                if answer != self.truth[number]:
                    return [place, number, answer]
        finally:
            undo()
        return None

    def true(self, number: int) -> Answer:
        """The answer of the true tables, kept."""
        if number not in self.truth:
            self.truth[number] = self.answer(self.questions[number], {}, self.readers)
        return self.truth[number]

    def answer(self, question: Question, mutant: dict[str, Any], readers: dict[Any, Any]) -> Answer:
        """The answer to one question; ``readers`` keeps what was made for it."""
        try:
            if question["op"] == "effort":
                return ["ok", effort(question, mutant)]
            key = (question["dialect"], json.dumps(question.get("options")))
            if key not in readers:
                readers[key] = self.reader(question, mutant)
            return ["ok", OPS[question["op"]](readers[key], question)]
        except (ValueError, TypeError) as error:
            return ["rejected", str(error)]
        except Exception as error:  # noqa: BLE001 -- a change may break the engine in any way
            return ["error", f"{type(error).__name__}: {error}"]

    def reader(self, question: Question, mutant: dict[str, Any]) -> Any:
        """A reader of the dialect's table, with the mutant's row in it."""
        from thinkspec_reference import configured

        entry = self.dialects[question["dialect"]]
        rules = entry["rules"]
        if mutant.get("dialect") == question["dialect"]:
            rules = {**rules, mutant["rule"]: mutant["row"]}
        return configured(question["dialect"], rules, entry["settings"], question.get("options") or {})


def register(mappings: dict[str, Any]) -> None:
    """Put made-up mappings beside the real ones."""
    from thinkspec_reference import effort_families
    from thinkspec_reference.effort_tables import EFFORT

    for name, row in mappings.items():
        EFFORT["mappings"][name] = patched(EFFORT["mappings"][row["of"]], row["patch"])
        effort_families.FOUND[name] = {}


def patched(true: Any, patch: dict[str, Any]) -> Any:
    """A copy with some parts replaced, by path: ``{"entries/3": …}``."""
    whole = true
    for path, value in patch.items():
        whole = replaced(whole, path.split("|"), value)
    return whole


def replaced(whole: Any, path: list[str], value: Any) -> Any:
    """A copy in which one part is another; null takes the part away."""
    key: Any = int(path[0]) if isinstance(whole, list) else path[0]
    copy = whole.copy()
    if len(path) > 1:
        copy[key] = replaced(whole[key], path[1:], value)
    elif value is None:
        copy.pop(key)
    else:
        copy[key] = value
    return copy


def changed(mutant: dict[str, Any]) -> Callable[[], None]:
    """Make a change in the tables that engines look things up in; gives what takes it back."""
    if "module" not in mutant:
        return lambda: None
    place: Any = __import__(f"thinkspec_reference.{mutant['module']}", fromlist=["x"])
    *path, last = mutant["path"]
    place = getattr(place, path[0])
    for key in path[1:]:
        place = place[key]
    before = place[last]
    place[last] = mutant["value"]

    def undo() -> None:
        place[last] = before

    return undo


def effort(question: Question, mutant: dict[str, Any]) -> Any:
    """The fields for one request; a mutant of the mapping stands in for it."""
    from thinkspec_reference import Reasoning

    mapping = question["mapping"]
    if mutant.get("of") == mapping:
        mapping = mutant["mapping"]
    try:
        return Reasoning(**question["args"], mapping=mapping).to(question["wire"])
    except ValueError as error:
        raise ValueError(str(error).replace(mapping, question["mapping"])) from None


def streamed(reader: Any, question: Question) -> Any:
    """A stream as the wire has it."""
    stream = reader.stream()
    fed = [[list(piece) for piece in stream.feed(chunk)] for chunk in question["chunks"]]
    end = stream.finish()
    return {**end, "pieces": [*fed, [list(piece) for piece in end["pieces"]]]}


OPS: dict[str, Callable[[Any, Question], Any]] = {
    "split": lambda reader, q: dict(zip(("answer", "thinking"), reader.split(q["text"]), strict=True)),
    "strip": lambda reader, q: reader.strip(q["text"]),
    "thinking": lambda reader, q: reader.thinking(q["text"]),
    "has": lambda reader, q: reader.has(q["text"]),
    "only": lambda reader, q: reader.only(q["text"]),
    "unfinished": lambda reader, q: reader.unfinished(q["text"]),
    "segments": lambda reader, q: [list(part) for part in reader.segments(q["text"])],
    "wrap": lambda reader, q: reader.wrap(q["thinking"], q["answer"]),
    "stream": streamed,
    "round": lambda reader, q: [
        [event] if value is None else [event, value] for event, value in reader.round().run(q["events"])
    ],
}


def main() -> None:
    """Answer until the input ends."""
    sys.path[0] = sys.argv[1]
    bench = Bench()
    handlers = {"load": bench.load, "order": bench.order, "ask": bench.ask, "try": bench.attempt}
    for line in sys.stdin:
        request = json.loads(line)
        sys.stdout.write(json.dumps(handlers[request["op"]](request)) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
