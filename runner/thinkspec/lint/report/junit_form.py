"""JUnit XML: one failed test case a finding; a clean run has one that passed."""

from __future__ import annotations

from xml.sax.saxutils import escape, quoteattr

from thinkspec.lint.late import late
from thinkspec.lint.report.text_form import visible
from thinkspec.lint.result import Result

_OUT_OF_XML = late("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def _attribute(text: str) -> str:
    return quoteattr(_OUT_OF_XML.sub("?", text))


def render(result: Result) -> str:
    """The report; files that were not analysed are skipped cases."""
    cases = []
    for each in result.findings:
        head = (
            f"<testcase classname={_attribute(each.path)} name={_attribute(f'{each.rule} {each.line}:{each.column}')}>"
        )
        text = escape(_OUT_OF_XML.sub("?", visible(f"{each.path}:{each.line}:{each.column}: {each.snippet}")))
        kind = f"type={_attribute(each.rule)} message={_attribute(visible(f'{each.message}. Call instead: {each.instead}'))}"
        cases.append(f"  {head}<failure {kind}>{text}</failure></testcase>")
    for path, reason in result.not_analysed:
        cases.append(
            f'  <testcase classname={_attribute(path)} name="not analysed"><skipped message={_attribute(reason)}/></testcase>'
        )
    if not cases:
        cases.append('  <testcase classname="thinkspec.lint" name="no strays"/>')
    counts = f'tests="{len(cases)}" failures="{len(result.findings)}" errors="0" skipped="{len(result.not_analysed)}"'
    body = "\n".join(cases)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n <testsuite name="thinkspec lint" {counts}>\n{body}\n </testsuite>\n</testsuites>\n'
