"""THK101 to THK103: regular expressions and built or hidden tags."""

from __future__ import annotations

from thinkspec.lint.rules.base import STRIP, STRIP_JS, Rule

RULES = (
    Rule(
        "THK101",
        "think-regex",
        "error",
        "0.1.0",
        what="Flags a literal regular expression that looks for a think tag, in any supported language.",
        why="Every such pattern reads replies in its own way. Of 49 patterns found in public repositories, none got twelve "
        "basic replies right: they miss an unclosed opener, a closer without opener, upper case, attributes, other names, "
        "or they take a tag that the text only talks about.",
        path="app/reply.py",
        bad='import re\n\nanswer = re.sub(r"<think>.*?</think>", "", reply, flags=re.DOTALL)\n',
        good="from core import think\n\nanswer = think.strip(reply)\n",
        message="a regular expression reads think tags ({names})",
        instead=STRIP,
        instead_js=STRIP_JS,
        fix="`--fix` rewrites exact single-pattern strips of Python and JavaScript. The answer changes; that is the point.",
    ),
    Rule(
        "THK102",
        "built-think-regex",
        "error",
        "0.1.0",
        what="Flags a pattern or tag that is built from names: f-strings, `%`, `.format`, template literals, joined lists, "
        "loops over names, `re.escape`, `\\Q$tag\\E`, parameters such as `reasoning_tag`.",
        why="A built pattern is a home-made reader like any other, only harder to find by searching.",
        path="app/reply.py",
        bad='import re\n\nNAMES = ("think", "reasoning")\nPATTERN = re.compile("<(" + "|".join(NAMES) + r")>.*?</\\1>", re.S)\n',
        good="from core import think\n\nanswer, thinking = think.split(reply)\n",
        message="a pattern for think tags is built from parts ({names})",
        instead=STRIP,
        instead_js=STRIP_JS,
    ),
    Rule(
        "THK103",
        "hidden-think-tag",
        "error",
        "0.1.0",
        what="Flags a think tag that is cut in pieces or written with escapes (`chr(60)`, `\\x3c`, `\\u003c`) and used to read.",
        why="Code hides the tag so that tools and models do not mangle it. It still reads replies, and a search for the tag "
        "does not find it.",
        path="app/reply.py",
        bad='CLOSE = "<" + "/think" + ">"\nanswer = reply.split(CLOSE)[-1]\n',
        good="from core import think\n\nanswer = think.strip(reply)\n",
        message="a think tag is written in pieces or escapes and used to read ({names})",
        instead=STRIP,
        instead_js=STRIP_JS,
    ),
)
