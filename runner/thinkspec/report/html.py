"""One page that opens without a network: what a reader keeps and breaks, filterable by rule and dialect.

Every text of a reply is drawn and escaped, and a content security policy with the digests of the page's own style and
script keeps anything else from running.  Without the script the page shows everything.
"""

from __future__ import annotations

import base64
import hashlib
from html import escape
from pathlib import Path
from typing import Any

from thinkspec.checks import LEVELS
from thinkspec.draw import clip, first_difference, show
from thinkspec.report.rows import headline, inert, lines
from thinkspec.report.text import one_a_rule, passed, total

_HERE = Path(__file__).resolve().parent
_WIDTH = 400


def report(record: dict[str, Any]) -> str:
    """The whole run as a page."""
    style = (_HERE / "page.css").read_text(encoding="utf-8")
    script = (_HERE / "page.js").read_text(encoding="utf-8")
    policy = f"default-src 'none'; style-src '{_digest(style)}'; script-src '{_digest(script)}'; base-uri 'none'"
    many = len(record["readers"]) > 1
    failures = [item for reader in record["readers"] for item in _failures(reader, many)]
    return "".join(
        [
            '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">\n',
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n',
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n',
            f"<title>{_text(_title(record))}</title>\n<style>{style}</style></head>\n<body>\n",
            f"<header><h1>{_text(_title(record))}</h1>",
            f"<p>spec {_text(record['spec'])}, {_text(record['tool'])}</p></header>\n<main>\n",
            *map(_reader, record["readers"]),
            _disagreements(record),
            _intended(record),
            _filters(record) if failures else "<p>No failures.</p>\n",
            *failures,
            f"</main>\n<script>{script}</script>\n</body></html>\n",
        ]
    )


def _digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode("utf-8")).digest()).decode("ascii")


def _text(text: str) -> str:
    return escape(inert(text), quote=True)


def _title(record: dict[str, Any]) -> str:
    return ", ".join(reader["reader"] for reader in record["readers"]) + ": thinkspec"


def _reader(reader: dict[str, Any]) -> str:
    about = ", ".join(part for part in (reader["name"], reader["version"], reader["language"]) if part)
    rows = "".join(map(_dialect_row, reader["dialects"]))
    out = [
        f"<section><h2>{_text(reader['reader'])}</h2><p>{_text(about)}</p>\n",
        f"<p>offers {_text(', '.join(reader['ops']))}</p>\n",
        f"<p class=note>{_text(reader['note'])}</p>\n" if reader["note"] else "",
        "<div class=wide><table><thead><tr><th scope=col>dialect<th scope=col>result<th scope=col>level",
        f"<th scope=col>must<th scope=col>should<th scope=col>may</thead><tbody>{rows}</tbody></table></div>\n",
        _baseline(reader),
    ]
    shown = [one for one in reader["dialects"] if reader["all_needed"] or one["dialect"] == reader["nearest"]]
    out += [_rules(dialect) for dialect in shown if dialect["failures"]]
    return "".join([*out, "</section>\n"])


def _dialect_row(dialect: dict[str, Any]) -> str:
    word, kind = ("conforms", "good") if dialect["conforms"] else ("does not conform", "bad")
    if not dialect["judged"]:
        word, kind = "nothing to judge", "none"
    counts = "".join(f"<td>{passed(dialect, level) if total(dialect, level) else ''}" for level in LEVELS)
    level = dialect.get("level") or ""
    return f"<tr><th scope=row>{_text(dialect['dialect'])}<td class={kind}>{word}<td>{level}{counts}"


def _baseline(reader: dict[str, Any]) -> str:
    known = reader.get("baseline")
    if not known:
        return ""
    broken = "".join(f"<li>{_text(line)}" for line in known["broken"])
    return f"<p>Baseline: {known['held']} known failures, {len(known['new'])} new.</p><ul>{broken}</ul>\n"


def _rules(dialect: dict[str, Any]) -> str:
    out = [f"<details open class=rules><summary>Rules of {_text(dialect['dialect'])}</summary>\n"]
    diagnosis = dialect["diagnosis"]
    if diagnosis:
        changes = " and ".join(diagnosis["changes"])
        explained = f"explains {diagnosis['explained']} of {diagnosis['failures']} failures that were compared"
        out.append(f"<p>Behaves as if {_text(changes)}; that {explained}.</p>\n")
    out.append("<ul>")
    for rule in dialect["rules"]:
        kind, word = ("bad", "broken") if rule["failed"] else ("good", "kept")
        name = _text(rule["rule"])
        button = f'<button type=button data-rule="{name}" data-dialect="{_text(dialect["dialect"])}">{name}</button>'
        shown = button if rule["failed"] else name
        out.append(f"<li><span class={kind}>{word}</span> {shown} {rule['checks'] - rule['failed']}/{rule['checks']}")
    return "".join([*out, "</ul></details>\n"])


def _filters(record: dict[str, Any]) -> str:
    dialects = [one for reader in record["readers"] for one in reader["dialects"] if one["failures"]]
    rules = {rule["rule"]: None for one in dialects for rule in one["rules"] if rule["failed"]}
    verdicts = {failure["verdict"]: None for one in dialects for failure in one["failures"]}
    boxes = [
        _select("dialect", {one["dialect"]: None for one in dialects}),
        _select("rule", rules),
        _select("level", dict.fromkeys(LEVELS)),
        _select("verdict", verdicts),
        "<label>text <input type=search id=text></label>",
    ]
    return f"<h2>Failures</h2>\n<form id=filters hidden>{''.join(boxes)}<output id=count></output></form>\n"


def _select(name: str, values: dict[str, Any]) -> str:
    options = "".join(f'<option value="{_text(value)}">{_text(value)}' for value in values)
    return f'<label>{name} <select id={name}><option value="">all{options}</select></label>'


def _failures(reader: dict[str, Any], many: bool) -> list[str]:
    return [
        _failure(reader["reader"], dialect["dialect"], failure, many)
        for dialect in reader["dialects"]
        for failure in one_a_rule(dialect["failures"])
    ]


def _failure(reader: str, dialect: str, failure: dict[str, Any], many: bool) -> str:
    rules = " ".join(rule["rule"] for rule in failure["rules"])
    data = f'data-dialect="{_text(dialect)}" data-rule="{_text(rules)}" data-level={failure["level"]}'
    marks = [failure["level"], failure["verdict"]]
    marks += ["white space only"] if failure["white_space_only"] else []
    marks += ["intended"] if failure.get("intended") else []
    marks += ["known"] if failure.get("known") else []
    tags = "".join(f"<span class=tag>{mark}</span>" for mark in marks)
    who = f"{_text(reader)} " if many else ""
    summary = f"<summary>{who}<b>{_text(failure['id'])}</b>{tags}<small>{_text(headline(failure))}</small></summary>"
    body = "".join(_lines(reader, dialect, failure))
    return f"<details class=failure {data} data-verdict={failure['verdict']}>{summary}<dl>{body}</dl></details>\n"


def _lines(reader: str, dialect: str, failure: dict[str, Any]) -> list[str]:
    out = []
    for name, text in lines(reader, dialect, failure):
        if not text.strip("^ "):
            continue
        if name in ("expected", "got") and not failure["message"]:
            out.append(f"<dt>{name}<dd><code>{_marked(failure, name)}</code>")
        elif name in ("why", "rule", "intended", "known"):
            out.append(f"<dt>{name}<dd>{_text(text)}")
        else:
            out.append(f"<dt>{_text(name)}<dd><code>{_text(text)}</code>")
    return out


def _marked(failure: dict[str, Any], name: str) -> str:
    """A value with everything from the first difference on marked."""
    expected, got = show(failure["expected"]), show(failure["got"])
    at = first_difference(expected, got)
    text, focus = clip(expected if name == "expected" else got, at, _WIDTH)
    return f"{_text(text[:focus])}<mark>{_text(text[focus:])}</mark>"


def _disagreements(record: dict[str, Any]) -> str:
    rows = record["disagreements"]
    if not rows:
        return ""
    out = [f"<details class=rules><summary>The readers disagree on {len(rows)} checks</summary><ul>"]
    for row in rows[:200]:
        values = "".join(
            f"<li>{_text(who)}: <code>{_text(clip(show(said))[0])}</code>" for who, said in row["values"].items()
        )
        out.append(f"<li>{_text(row['id'])}<ul>{values}</ul>")
    return "".join([*out, "</ul></details>\n"])


def _intended(record: dict[str, Any]) -> str:
    rows = "".join(f"<li><b>{_text(row['id'])}</b>: {_text(row['reason'])}" for row in record.get("intended", ()))
    return f"<section><h2>Intended differences</h2><ul>{rows}</ul></section>\n" if rows else ""
