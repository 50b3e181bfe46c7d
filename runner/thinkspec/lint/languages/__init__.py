"""Which module reads which file.

Every module here has ``analyse(source, words) -> Analysis``; it is imported when the first such file comes.
"""

from __future__ import annotations

import re
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from thinkspec.lint.model import Analysis
    from thinkspec.lint.source import Source
    from thinkspec.lint.tags import Words

# Language name: module, file name endings.  Languages of `masked` are named as Pygments names their lexers.
_TABLE = {
    "python": ("python", ".py .pyi .pyw .pyx .pxd"),
    "javascript": ("javascript", ".js .cjs .mjs .jsx"),
    "typescript": ("javascript", ".ts .cts .mts"),
    "tsx": ("javascript", ".tsx"),
    "vue": ("markup", ".vue"),
    "svelte": ("markup", ".svelte"),
    "astro": ("markup", ".astro"),
    "html": ("markup", ".html .htm .xhtml"),
    "json": ("data", ".json .json5 .jsonc"),
    "yaml": ("data", ".yaml .yml"),
    "toml": ("data", ".toml"),
    "notebook": ("notebook", ".ipynb"),
    "template": ("template", ".jinja .jinja2 .j2"),
    "php": ("masked", ".php .phtml .inc"),
    "perl": ("masked", ".pl .pm .t .perl"),
    "go": ("masked", ".go"),
    "rust": ("masked", ".rs"),
    "java": ("masked", ".java"),
    "kotlin": ("masked", ".kt .kts"),
    "scala": ("masked", ".scala"),
    "groovy": ("masked", ".groovy .gradle"),
    "c": ("masked", ".c .h"),
    "cpp": ("masked", ".cc .cpp .cxx .hh .hpp .hxx .mm .ipp"),
    "csharp": ("masked", ".cs"),
    "ruby": ("masked", ".rb .rake"),
    "swift": ("masked", ".swift"),
    "lua": ("masked", ".lua"),
    "elixir": ("masked", ".ex .exs"),
    "dart": ("masked", ".dart"),
    "r": ("masked", ".r .R"),
    "nix": ("masked", ".nix"),
    "jq": ("masked", ".jq"),
    "shell": ("masked", ".sh .bash .zsh .ksh .fish .bats"),
    "sed": ("masked", ".sed"),
    "awk": ("masked", ".awk .gawk"),
    "powershell": ("masked", ".ps1 .psm1 .psd1"),
}
_BY_ENDING = {ending: name for name, (_, endings) in _TABLE.items() for ending in endings.split()}
_BY_NAME = {
    "Dockerfile": "shell",
    "Containerfile": "shell",
    "Makefile": "shell",
    "makefile": "shell",
    "GNUmakefile": "shell",
    "Justfile": "shell",
    "justfile": "shell",
    "Rakefile": "ruby",
    "Gemfile": "ruby",
    "Modelfile": "template",
}
_SHEBANG = re.compile(
    rb"#![^\n]*?\b(python|node|deno|bun|perl|ruby|php|bash|zsh|dash|ksh|sh|lua|awk|gawk|sed|jq|pwsh|Rscript|elixir|fish)[\d.]*\b"
)
_PROGRAMS = {
    "node": "javascript",
    "deno": "typescript",
    "bun": "typescript",
    "gawk": "awk",
    "pwsh": "powershell",
    "Rscript": "r",
} | dict.fromkeys(("bash", "zsh", "dash", "ksh", "sh", "fish"), "shell")


def by_name(path: str) -> str | None:
    """The language that a path's name says, or None.

    >>> by_name("web/App.tsx"), by_name("notes.md")
    ('tsx', None)
    """
    name = path.rsplit("/", 1)[-1]
    if name in _BY_NAME:
        return _BY_NAME[name]
    dot = name.rfind(".")
    if dot < 0:
        return "template" if name.startswith("Modelfile") else None
    ending = name[dot:]
    return _BY_ENDING.get(ending) or _BY_ENDING.get(ending.lower())


def by_shebang(data: bytes) -> str | None:
    """The language that a first line names, or None.

    >>> by_shebang(b"#!/usr/bin/env -S python3 -u\\n")
    'python'
    """
    found = _SHEBANG.match(data[:200])
    if not found:
        return None
    program = found[1].decode()
    return _PROGRAMS.get(program, program)


def analyse(source: Source, words: Words) -> Analysis:
    """Read one file with its language's module."""
    module = import_module(f"thinkspec.lint.languages.{_TABLE[source.language][0]}")
    result: Analysis = module.analyse(source, words)
    return result
