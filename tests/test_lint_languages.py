"""Reading a language: what texts fold to, where things stand in the file, and that nothing makes it fail."""

from __future__ import annotations

import pytest

from lint_rows import ROWS
from thinkspec.lint import config, languages, walk
from thinkspec.lint.languages import jsfold, jstree, notebook, trees
from thinkspec.lint.languages.comments import comments
from thinkspec.lint.languages.literals import literals
from thinkspec.lint.regextext import HOLE_FIRST
from thinkspec.lint.rules import rule_of
from thinkspec.lint.source import Source
from thinkspec.lint.tagtable import load

SETTINGS = config.Settings()
SELECTED = config.selected(SETTINGS)


def source(path: str, text: str) -> Source:
    return Source(path, text, languages.by_name(path) or "", walk.is_test(path, SETTINGS.tests))


def sites(path: str, text: str) -> list:
    return languages.analyse(source(path, text), load()).sites


def lines(path: str, text: str) -> list[int]:
    file = source(path, text)
    found = languages.analyse(file, load()).sites
    return sorted({file.place(site.span.start)[0] for site in found if rule_of(site, file.test) in SELECTED})


# -- one line each


@pytest.mark.parametrize("path", sorted({path for path, _, _ in ROWS}))
def test_rows_of_a_language(path):
    wrong = [
        f"{text!r}: got {lines(path, text)}, want {wanted}"
        for at, text, wanted in ROWS
        if at == path and lines(path, text) != wanted
    ]
    assert not wrong, "\n".join(wrong)


# -- folding in JavaScript


def folded(code: str) -> str:
    """What the last initialiser of some code folds to; a part that is not known is shown as a star."""
    file = Source("a.ts", code, "typescript")
    root, fault = jstree.parse(file, "typescript")
    assert root is not None
    assert fault is None
    module = jstree.read(file, root)
    value = [node.child_by_field_name("value") for node in module.nodes if node.type == "variable_declarator"][-1]
    text = "".join(piece.text for piece in jsfold.Folder(module).fold(value))
    return "".join("*" if char >= HOLE_FIRST else char for char in text)


@pytest.mark.parametrize(
    ("code", "wanted"),
    [
        ("const x = 'a' + \"b\" + `c`", "abc"),
        ("const a = 'think'; const x = '<' + a + '>'", "<think>"),
        ("const a = 'think'; const x = `</${a}>`", "</think>"),
        ("const x = `<${name}>`", "<*>"),
        ("const x = `${a}${b}${a}`", "***"),
        (r"const x = '\x3cth\u0069nk\u{3e}'", "<think>"),
        (r"const x = String.raw`<\/think>`", r"<\/think>"),
        (r"const x = `<\/think>`", "</think>"),
        ("const x = ['<', 'think', '>'].join('')", "<think>"),
        ("const n = ['think', 'thought']; const x = `<(${n.join('|')})>`", "<(think|thought)>"),
        ("const n = ['think']; const x = n.map((t) => `<${t}>`).join('|')", "<think>"),
        ("const o = /<think>/; const x = o.source + '.*'", "<think>.*"),
        ("const x = String.fromCharCode(60) + 'think' + String.fromCharCode(0x3e)", "<think>"),
        ("const T = { open: '<think>' }; const x = T.open + '!'", "<think>!"),
        ("const x = escapeRegExp('<think>') + '.*'", "<think>.*"),
        ("const x = tag ?? 'think'", "think"),
        ("const x = flag ? '<think>' : ''", "<think>"),
        ("const x = '<think>'.concat('.*', '</think>')", "<think>.*</think>"),
        ("const a = b; const b = a; const x = a + 'c'", "*c"),
        ("const x = (('a' as string)! + 'b') satisfies string", "ab"),
    ],
)
def test_fold(code, wanted):
    assert folded(code) == wanted


def test_the_nearest_declaration_counts():
    code = "const t = 'div'; function f() { const t = 'think'; return s.split(`</${t}>`); }"
    assert [site.how for site in sites("a.js", code)] == ["built"]


def test_a_parameter_hides_the_name_outside():
    code = "const t = 'think'; const f = (t) => s.replace(new RegExp(`<${t}>`), '');"
    assert [site for site in sites("a.js", code) if site.use == "regex"] == []


# -- places


@pytest.mark.parametrize(
    ("path", "text", "place"),
    [
        ("a.js", 'x = s.split("</think>")', (1, 13)),
        ("a.js", '/* 🧠 é */ x = s.split("</think>")', (1, 23)),
        ("a.ts", 'const é = "🧠";\r\nx = s.split("</think>")', (2, 13)),
        ("a.go", 'package a // 🧠\nvar x = strings.Split("é", "</think>")', (2, 28)),
        ("a.vue", '<template>\n<p>🧠</p>\n</template>\n<script>\nx = s.split("</think>")\n</script>', (5, 13)),
        ("a.vue", "<template><p v-if=\"s.includes('</think>')\">🧠</p></template>", (1, 31)),
        ("a.svelte", "<p>🧠 {s.split('</think>')[1]}</p>", (1, 15)),
        ("a.astro", "---\nconst a = s.split('</think>');\n---\n<p>{a}</p>", (2, 19)),
        ("a.html", "<p>é 🧠</p><script>s.split('</think>')</script>", (1, 27)),
        ("a.json", '{"é🧠": 1, "regex": "<think>.*?</think>"}', (1, 20)),
        ("a.toml", 'é = "🧠"\n'.replace("é", '"é"') + "regex = '<think>.*?</think>'", (2, 9)),
        ("a.yaml", "é: 🧠\nregex: '<think>.*?</think>'", (2, 8)),
        ("a.yaml", "run: |\n  🧠\n  s.split('</think>')", (3, 11)),
        ("a.ipynb", '{"cells": [{"cell_type": "code", "source": ["# é\\n", "x = s.split(\'</think>\')"]}]}', (1, 67)),
        ("a.ipynb", '{"cells": [{"cell_type": "code", "source": "\\u00e9 = s.split(\\"</think>\\")"}]}', (1, 62)),
    ],
)
def test_place(path, text, place):
    file = source(path, text)
    (site,) = [site for site in languages.analyse(file, load()).sites if site.use != "writer"]
    assert file.place(site.span.start) == place


def test_a_cell_knows_where_each_character_is_stored():
    assert notebook.decode(r"<\u0074\"", 5) == ('<t"', [5, 6, 12])


def test_a_comment_in_a_frame_stands_where_it_stands_in_the_file():
    text = "<!-- 🧠 one -->\n<script>\n// two\n</script>"
    file = source("a.vue", text)
    found = languages.analyse(Source("a.vue", text + "<!-- think -->", "vue"), load()).comments
    assert [(file.place(each.span.start), each.text) for each in found[:1]] == [((1, 1), "<!-- 🧠 one -->")]


# -- comments and literals of languages without a tree


@pytest.mark.parametrize(
    ("language", "text", "wanted"),
    [
        ("perl", "s#<think>#x#g; # gone", ["# gone"]),
        ("perl", "$x =~ m#a#; y#a#b#;", []),
        ("shell", 'echo "${x##*>}" ${#x} $# # yes', ["# yes"]),
        ("go", 'a := "// no" // yes', ["// yes"]),
        ("c", "#define A 1 /* yes */", ["/* yes */"]),
        ("csharp", '[Regex("//")] /// yes', ["/// yes"]),
        ("php", "<?php # one\n// two\n$a = '#three';", ["# one", "// two"]),
        ("lua", "--[[ one\ntwo ]] x = '--no' -- yes", ["--[[ one\ntwo ]]", "-- yes"]),
        ("ruby", "x = 'a#b' # yes", ["# yes"]),
        ("jq", '"a#b" # yes', ["# yes"]),
        ("powershell", "<#\n.SYNOPSIS\n#>\n'#no' # yes", ["<#\n.SYNOPSIS\n#>", "# yes"]),
    ],
)
def test_comments(language, text, wanted):
    assert [comment.text.strip() for comment in comments(text, language)] == wanted


@pytest.mark.parametrize(
    ("language", "text", "wanted"),
    [
        ("go", '`a\\n` "b\\n"', ["a\\n", "b\n"]),
        ("rust", 'r#"a"b"# br"c" b"d" \'e\' \'life', ['a"b', "c", "d", "e"]),
        ("cpp", 'R"x(a)")x" u8"b"', ['a)"', "b"]),
        ("csharp", '@"a""b" $@"c" """d"e"""', ['a"b', "c", 'd"e']),
        ("perl", "m{a{1,2}} qr!b! s(c)(d)x q(e)", ["a{1,2}", "b", "c", "e"]),
        ("ruby", "%r{a/b}m %w[c d] x = /e/", ["a/b", "c d", "e"]),
        ("swift", '#/a/b/# #"c"d"# """\ne"""', ["a/b", 'c"d', "\ne"]),
        ("lua", "[==[a]]]==] [[b]] 'c'", ["a]]", "b", "c"]),
        ("shell", "cat <<EOF\na\nEOF\n'b' \"c${d}\" ${e##f}", ["a", "b", "c${d}", "e##f"]),
        ("nix", "''a'' \"b\"", ["a", "b"]),
        ("elixir", '~r/a/i ~s(b) """\nc\n"""', ["a", "b", "\nc\n"]),
        ("awk", '/a/ { x = 4 / 2 / 1; y = "b" }', ["a", "b"]),
        ("powershell", "'a''b' \"c`\"d\" @'\ne\n'@", ["a'b", 'c`"d', "e"]),
    ],
)
def test_literals(language, text, wanted):
    assert [literal.text for literal in literals(text, language)] == wanted


# -- bad input

BROKEN = [
    "<think>",
    "'<think>",
    '"</think>',
    "`<think>${",
    "/<think>[",
    "((((<think>",
    "<script>x.split('</think>'",
    "---\n<think>",
    '{"a": "<think>',
    "\\",
    "\x00<think>",
    "<<EOF\n<think>",
    "🧠</think>\ud800",
]


@pytest.mark.parametrize("language", sorted(languages._TABLE))
@pytest.mark.parametrize("text", BROKEN)
def test_broken_text_raises_nothing(language, text):
    result = languages.analyse(Source("a", text, language), load())
    assert all(0 <= site.span.start <= site.span.end <= len(text) for site in result.sites)


@pytest.mark.parametrize("path", ["a.js", "a.ts", "a.tsx", "a.vue", "a.json", "a.toml", "a.yaml", "a.ipynb"])
def test_what_no_parser_takes_is_named(path):
    text = {"a.vue": "<script>\nlet = ( think\n</script>", "a.yaml": "think: [\n"}.get(path, "let think = ( {{{ ' \n")
    assert languages.analyse(source(path, text), load()).failed


HARD = ["go", "perl", "rust", "shell", "lua", "cpp", "ruby", "javascript", "html", "json", "yaml"]
UNITS = ['"', "'", "`", "/", '\\"', 'r#"', 'R"(', "/*", "--[[", "<<E\n", "s{", "${", '"""', "((", "<", "<think> ", "/["]


@pytest.mark.parametrize("language", HARD)
@pytest.mark.parametrize("unit", UNITS)
def test_a_text_of_one_sign_repeated_is_read_to_its_end(language, unit):
    text = "think\n" + unit * (4_000 // len(unit))
    analysis = languages.analyse(Source("a", text, language), load())
    assert all(0 <= site.span.start < site.span.end <= len(text) for site in analysis.sites)


def test_a_text_that_takes_the_parser_too_long_is_named(monkeypatch):
    monkeypatch.setattr(trees, "_SECONDS", 0.05)
    monkeypatch.setattr(trees, "_BYTES_A_SECOND", 10_000_000)
    text = 'a = s.split("</think>")\n' + "/[" * 4_000
    result = languages.analyse(source("a.js", text), load())
    assert result.failed == "the parser took too long"
    assert [site.use for site in result.sites] == ["string-op"]
