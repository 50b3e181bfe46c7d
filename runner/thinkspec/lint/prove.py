"""What a pattern gets wrong: it is run on the basic replies, and its result is held against a dialect's reading.

Patterns of Python run in Python, those of JavaScript in Node, in a child process with a time limit; with the pattern's own
flags, replacement and count.  Both sides are trimmed before they are compared.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from thinkspec.errors import UsageError
from thinkspec.lint.model import Finding
from thinkspec.lint.report import json_form, text_form
from thinkspec.lint.result import Result
from thinkspec.lint.tries import Tries

_DO = {
    "sub": "sub", "subn": "sub", "compile": "sub", "replace": "sub", "replaceAll": "sub", "split": "split",
    "match": "match", "fullmatch": "fullmatch", "search": "first", "findall": "find", "finditer": "find", "matchAll": "find",
    "exec": "first", "test": "find",
}  # fmt: skip
_JS = frozenset({"javascript", "typescript", "tsx", "jsx", "vue", "svelte", "astro", "html"})


@dataclass(frozen=True)
class Reply:
    """One basic reply and what the dialect makes of it."""

    name: str
    text: str
    answer: str
    thinking: str


@dataclass(frozen=True)
class Proof:
    """What a pattern made of the basic replies."""

    finding: Finding
    side: str  # which half the pattern gives: answer or thinking
    kept: int
    wrong: tuple[tuple[Reply, str], ...]  # the replies it gets wrong, and what it gives
    leaks: tuple[str, ...]  # names of the replies whose thinking it shows as answer
    untried: str = ""

    @property
    def total(self) -> int:
        """How many replies were tried."""
        return self.kept + len(self.wrong)


def basic(dialect: str) -> list[Reply]:
    """The twelve basic replies as a dialect reads them.  Raises UsageError for an unknown dialect."""
    from thinkspec.data import data_root
    from thinkspec.strictyaml import load
    from thinkspec_reference import reader

    try:
        think = reader(dialect)
    except (KeyError, ValueError) as error:
        raise UsageError(f"--dialect {dialect}: {error}") from None
    cases = load(data_root() / "cases" / "lint" / "basic.yaml").value["cases"]
    replies = []
    for case in cases:
        answer, thinking = think.split(case["input"])
        replies.append(
            Reply(case.get("name", case["id"].replace("-", " ")), case["input"], answer or "", thinking or "")
        )
    return replies


def proofs(result: Result, dialect: str) -> list[Proof]:
    """A proof for every pattern finding of Python or JavaScript."""
    replies = basic(dialect)
    made = []
    for language, belongs in (("python", lambda name: name == "python"), ("javascript", lambda name: name in _JS)):
        mine = [
            each
            for each in result.findings
            if each.rule in {"THK101", "THK102", "THK103"}
            and each.site
            and each.site.use == "regex"
            and belongs(each.site.language)
        ]
        if mine:
            with Tries(language) as tries:
                made += [proof(tries, each, replies) for each in mine]
    return made


def proof(tries: Tries, finding: Finding, replies: list[Reply]) -> Proof:
    """Try one pattern on the replies."""
    site = finding.site
    assert site is not None  # noqa: S101 -- proofs() chose findings with a site
    call = site.call
    do = _DO.get(call.name if call else "compile", "sub")
    side = "answer" if do in {"sub", "split"} else "thinking"
    flags = "".join(
        letter
        for letter in (call.flags if call else "")
        if letter in ("imsxa" if tries.language == "python" else "imsuyg")
    )
    if any("\ue000" <= char <= "\uf8ff" for char in site.text):
        return Proof(finding, side, 0, (), (), "a part of it is only known when the program runs")
    replacement = call.replacement if call and call.replacement is not None else ""
    results = [
        tries.ask(
            pattern=site.text, flags=flags, do="find" if do == "first" else do, replacement=replacement,
            count=call.count if call else 0, texts=[reply.text],
        )
        for reply in replies
    ]  # fmt: skip
    if all(each is None for each in results):
        return Proof(finding, side, 0, (), (), _why(tries))
    kept = 0
    wrong: list[tuple[Reply, str]] = []
    leaks: list[str] = []
    for reply, each in zip(replies, results, strict=False):
        got = _text(do, each[0] if each else None)
        want = reply.answer if side == "answer" else reply.thinking
        if got is not None and got.strip() == want.strip():
            kept += 1
            continue
        wrong.append((reply, "no result within the time limit" if got is None else got))
        if side == "answer" and got is not None and _leaks(reply, got):
            leaks.append(reply.name)
    return Proof(finding, side, kept, tuple(wrong), tuple(leaks))


def _why(tries: Tries) -> str:
    if tries.language == "javascript" and tries.command() is None:
        return "there is no Node to run it"
    return "it does not compile, or ran into the time limit"


def _text(do: str, answer: Any) -> str | None:
    """The half that a call gives: the text left, the last part, or the groups found."""
    if answer is None or isinstance(answer, str):
        return answer
    parts = [part if isinstance(part, str) else "" for part in answer]
    if do == "split":
        return parts[-1] if parts else ""
    return "".join(parts[:1]) if do in {"first", "match", "fullmatch"} else "\n\n".join(parts)


def _leaks(reply: Reply, got: str) -> bool:
    """Whether text of the thinking, or a tag, stands in what is shown as answer."""
    if not reply.thinking:
        return False
    return any(
        line.strip() and line.strip() in got and line.strip() not in reply.answer
        for line in reply.thinking.splitlines()
    )


def sentence(each: Proof) -> str:
    """One line: how many it keeps, and where it fails.

    >>> from thinkspec.lint.model import Finding
    >>> finding = Finding("THK101", "", "error", "high", "a.py", 1, 1, 1, 2, "", "", "", "")
    >>> sentence(Proof(finding, "answer", 11, ((Reply("upper case", "x", "y", "z"), "x"),), ("upper case",)))
    'keeps 11 of 12 basic cases; shows thinking as answer on: upper case'
    """
    if each.untried:
        return f"could not be tried: {each.untried}"
    parts = [f"keeps {each.kept} of {each.total} basic cases"]
    if each.leaks:
        parts.append(f"shows thinking as answer on: {', '.join(each.leaks)}")
    other = [reply.name for reply, _ in each.wrong if reply.name not in each.leaks]
    if other:
        parts.append(f"wrong on: {', '.join(other)}")
    return "; ".join(parts)


def render(result: Result, dialect: str, form: str) -> str | None:
    """The report with proofs, as text or JSON; None for the other formats, which stay as they are."""
    if form == "text":
        return _as_text(result, proofs(result, dialect))
    if form == "json":
        return _as_json(result, proofs(result, dialect), dialect)
    return None


def _as_text(result: Result, made: list[Proof]) -> str:
    by_finding = {id(each.finding): each for each in made}
    lines: list[str] = []
    for finding in result.findings:
        block = text_form.block(finding, result.texts.get(finding.path))
        each = by_finding.get(id(finding))
        if each is not None:
            block = [*block[:-1], f"    proof: {sentence(each)}", *_shown(each), ""]
        lines += block
    lines += [
        f"{text_form.visible(path)}: not analysed: {text_form.visible(reason)}" for path, reason in result.not_analysed
    ]
    return "\n".join([*lines, text_form.summary(result)]) + "\n"


def _shown(each: Proof) -> list[str]:
    lines = []
    for reply, got in each.wrong:
        want = reply.answer if each.side == "answer" else reply.thinking
        lines.append(f"        {reply.name}: {json.dumps(reply.text)}")
        lines.append(f"            want {json.dumps(want.strip())}, got {json.dumps(got.strip())}")
    return lines


def _as_json(result: Result, made: list[Proof], dialect: str) -> str:
    value = json_form.value(result)
    value["dialect"] = dialect
    value["proofs"] = [
        {
            "fingerprint": each.finding.fingerprint,
            "path": each.finding.path,
            "line": each.finding.line,
            "half": each.side,
            "kept": each.kept,
            "total": each.total,
            "leaks": list(each.leaks),
            "wrong": [
                {
                    "case": reply.name,
                    "reply": reply.text,
                    "want": (reply.answer if each.side == "answer" else reply.thinking).strip(),
                    "got": got.strip(),
                }
                for reply, got in each.wrong
            ],
            "untried": each.untried,
        }
        for each in made
    ]
    return json.dumps(value, indent=1, ensure_ascii=True) + "\n"
