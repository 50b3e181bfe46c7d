"""A second opinion on doubtful patterns: does it take a tagged text, and the same text with an unknown name too?

It is a think pattern if it takes the first and not the second.  No answer means confidence ``medium``, never silence.
"""

from __future__ import annotations

from dataclasses import replace

from thinkspec.lint.model import Finding

_UNKNOWN = "qzxv"


def settled(findings: list[Finding]) -> list[Finding]:
    """The findings without patterns that take any tag; the rest of the doubtful ones with what is known of them."""
    doubtful = [each for each in findings if each.site is not None and each.site.doubtful]
    if not doubtful:
        return findings
    from thinkspec.lint.tries import Tries

    dropped: set[int] = set()
    surer: dict[int, Finding] = {}
    for language in ("python", "javascript"):
        mine = [each for each in doubtful if each.site is not None and _language(each.site.language) == language]
        if not mine:
            continue
        with Tries(language) as tries:
            for each in mine:
                opinion = _opinion(tries, each)
                if opinion is False:
                    dropped.add(id(each))
                else:
                    surer[id(each)] = replace(each, confidence="high" if opinion else "medium")
    for each in doubtful:
        surer.setdefault(id(each), replace(each, confidence="medium"))
    return [surer.get(id(each), each) for each in findings if id(each) not in dropped]


def _language(name: str) -> str:
    return {"typescript": "javascript", "tsx": "javascript"}.get(name, name)


def _opinion(tries: object, finding: Finding) -> bool | None:
    """True: a think pattern; False: it takes any name; None: it could not be tried."""
    from thinkspec.lint.tries import Tries

    site = finding.site
    if site is None or not isinstance(tries, Tries):
        return None
    flags = site.call.flags if site.call is not None else "s"
    name = next((name for name in site.names if name.replace(":", "").isalnum()), "think")
    texts = [
        form.replace("NAME", word)
        for word in (name, _UNKNOWN)
        for form in ("<NAME>a\nb</NAME>c", "a</NAME>b", "<NAME>", "<NAME>ab</NAME>c")
    ]
    answer = tries.ask(pattern=site.text, flags=flags, do="search", replacement="", count=0, texts=texts)
    if answer is None:
        return None
    known, unknown = any(answer[:4]), any(answer[4:])
    if not known:
        return None
    return not unknown
