"""``--fix``: exact single-pattern strips become a call of the configured reader.  The answer changes: that is the point.

Only ``re.sub(PAIR, "", text, …)`` of Python and ``text.replace(/PAIR/g, "")`` of JavaScript, where the pattern is one block
from opener to closer and nothing else.
"""

from __future__ import annotations

import difflib
import re
import sys
from dataclasses import dataclass

from thinkspec.errors import OK, UsageError
from thinkspec.lint.config import Settings
from thinkspec.lint.late import late
from thinkspec.lint.model import Finding, Span
from thinkspec.lint.result import Result

_BLOCK = late(
    r"(?:\\s[*+])?\\?<[^.*>]*?\\?>(?:\((?:\?:)?)?(?:\.|\[\\s\\S\]|\[\\S\\s\]|\[\\w\\W\]|\[\^\]|\(\.\|\\n\)|\(\?:\.\|\\n\))[*+]\??\)?\\?<\\?/[^.*>]*?\\?>(?:\\s[*+]\??|\\n[*+?]?)*"
)
_JS = {"javascript", "typescript", "tsx"}
_JS_HOSTS = (".js", ".cjs", ".mjs", ".jsx", ".ts", ".cts", ".mts", ".tsx")


@dataclass(frozen=True)
class Edit:
    """One replacement in a file's text."""

    span: Span
    text: str


def run(result: Result, settings: Settings, write: bool, code: int) -> int:
    """Fix what can be fixed, or show it; returns the exit code that is left."""
    by_path: dict[str, list[Finding]] = {}
    for finding in result.findings:
        if exact(finding):
            by_path.setdefault(finding.path, []).append(finding)
    left = len(result.findings) - sum(len(found) for found in by_path.values())
    for path, found in sorted(by_path.items()):
        old = result.texts[path]
        new = fixed(old, path, found, settings)
        if write:
            _write(path, old, new)
            print(f"thinkspec: fixed {len(found)} in {path}.", file=sys.stderr)
        else:
            _show(path, old, new)
    if write:
        gone = {id(finding) for found in by_path.values() for finding in found}
        result.findings = [finding for finding in result.findings if id(finding) not in gone]
        return code if left or result.not_analysed else OK
    return code


def exact(finding: Finding) -> bool:
    """Whether a finding is a strip that can be rewritten."""
    site = finding.site
    if (
        site is None
        or finding.rule != "THK101"
        or site.call is None
        or site.call.span is None
        or site.call.subject is None
    ):
        return False
    call = site.call
    if call.replacement != "" or not _BLOCK.fullmatch(site.text):
        return False
    if call.span is None or not call.span.start <= site.span.start < call.span.end:
        return False  # the pattern stands elsewhere, and may be used there too
    if site.language == "python":
        return call.name == "sub" and call.count == 0
    return (
        site.language in _JS
        and call.name in {"replace", "replaceAll"}
        and "g" in call.flags
        and finding.path.endswith(_JS_HOSTS)
    )


def fixed(text: str, path: str, findings: list[Finding], settings: Settings) -> str:
    """A file's text with its strips rewritten and the import added.  Raises UsageError without a configured call."""
    python = not path.endswith(_JS_HOSTS)
    target = settings.call if python else settings.js_call
    sign = ":" if python else "#"
    module, _, name = target.partition(sign)
    if not module or not name:
        key, example = ("call", "core.think:strip") if python else ("js-call", "/static/shared/think.js#stripThink")
        table = "[tool.thinkspec.lint] in pyproject.toml"
        known = f'{key} = "{target}" names no function' if target else "--fix needs to know the reader"
        raise UsageError(f'{path}: {known}. Write {key} = "{example}" under {table}.')
    called, added = _python_import(text, module, name) if python else _js_import(text, module, name)
    edits = []
    for finding in findings:
        if finding.site and finding.site.call and finding.site.call.span and finding.site.call.subject:
            subject = finding.site.call.subject
            edits.append(Edit(finding.site.call.span, f"{called}({text[subject.start : subject.end]})"))
    if added:
        place = _python_place(text) if python else _js_place(text)
        edits.append(Edit(Span(place, place), added + _line_end(text)))
    for edit in sorted(edits, key=lambda each: each.span, reverse=True):
        text = text[: edit.span.start] + edit.text + text[edit.span.end :]
    return text


def _line_end(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


def _python_import(text: str, module: str, name: str) -> tuple[str, str]:
    package, _, last = module.rpartition(".")
    line = f"from {package} import {last}" if package else f"import {last}"
    there = re.search(rf"^{re.escape(line)}\b", text, re.MULTILINE)
    return f"{last}.{name}", "" if there else line


def _python_place(text: str) -> int:
    """Behind the last import at the top, else behind the docstring."""
    import ast

    lines = re.findall(r"[^\r\n]*(?:\r\n?|\n)|[^\r\n]+\Z", text)  # what ends a line for Python; a form feed does not
    last = 0
    for node in ast.parse(text).body:
        docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and last == 0
        if not docstring and not isinstance(node, (ast.Import, ast.ImportFrom)):
            break
        last = node.end_lineno or last
    if last == 0:
        while last < len(lines) and lines[last].startswith("#"):
            last += 1
    return sum(len(line) for line in lines[:last])


def _js_import(text: str, module: str, name: str) -> tuple[str, str]:
    there = re.search(
        rf"^import\s*\{{[^}}]*\b{re.escape(name)}\b[^}}]*\}}\s*from\s*['\"]{re.escape(module)}['\"]", text, re.MULTILINE
    )
    return name, "" if there else f'import {{ {name} }} from "{module}";'


def _js_place(text: str) -> int:
    """Behind the last import, else behind the head line."""
    found = list(re.finditer(r"^import\b[^;\n]*(?:\{[^}]*\}[^;\n]*)?;?[ \t]*\r?\n", text, re.MULTILINE))
    if found:
        return found[-1].end()
    head = re.match(r"#![^\n]*\n", text)
    return head.end() if head else 0


def _write(path: str, old: str, new: str) -> None:
    from pathlib import Path

    from thinkspec.files import replace_file

    try:
        with open(path, "rb") as file:
            data = file.read()
        mark = b"\xef\xbb\xbf" if data.startswith(b"\xef\xbb\xbf") else b""
        if data[len(mark) :].decode("utf-8") != old:
            raise UsageError(f"{path}: changed while it was read, or not UTF-8. Run again.")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path}: cannot be rewritten: {error}.") from None
    replace_file(Path(path), mark + new.encode("utf-8"))


def _show(path: str, old: str, new: str) -> None:
    for line in difflib.unified_diff(old.splitlines(), new.splitlines(), f"a/{path}", f"b/{path}", lineterm=""):
        print(line)
