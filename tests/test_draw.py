"""Texts drawn for a person: nothing invisible is lost, and the first difference is marked where it is."""

from __future__ import annotations

import pytest

from thinkspec.draw import WIDTH, clip, compared, drawn, first_difference, show

# text, drawn
DRAWN = [
    ("", ""),
    ("plain text", "plain text"),
    (" a", "·a"),
    ("a ", "a·"),
    ("a  b", "a··b"),
    ("a \n b", "a·⏎·b"),
    (" ", "·"),
    ("a\nb", "a⏎b"),
    ("a\r\nb", "a␍⏎b"),
    ("a\tb", "a⇥b"),
    ("a\0b", "a␀b"),
    ("a\u00a0b", "a⍽b"),
    ("a\u200bb", "a‹U+200B›b"),
    ("a\u2028b", "a‹U+2028›b"),
    ("a\u3000b", "a‹U+3000›b"),
    ("a\ufeffb", "a‹U+FEFF›b"),
    ("a\u0085b", "a‹U+0085›b"),
    ("a\u001cb", "a‹U+001C›b"),
    ("\u202eab", "‹U+202E›ab"),  # would turn the line around
    ("\x1b[31m", "‹U+001B›[31m"),  # would colour the terminal
    ("\ud800", "‹U+D800›"),  # could not be written at all
    ("naïve 🧠 思考", "naïve 🧠 思考"),
]


@pytest.mark.parametrize(("text", "expected"), DRAWN)
def test_what_cannot_be_seen_is_drawn(text, expected):
    assert drawn(text) == expected


@pytest.mark.parametrize("number", [*range(0x20), 0x7F, 0x85, 0xA0, 0x2028, 0x2029, 0xFEFF, 0xD800, 0xDFFF])
def test_every_drawing_is_one_printable_line(number):
    assert drawn(f"a{chr(number)}b").isprintable()


# value, shown
SHOWN = [
    ("a", '"a"'),
    (None, "null"),
    (True, "true"),
    (3, "3"),
    ({"answer": "a", "thinking": None}, 'answer "a", thinking null'),
    ([["text", "a", ""]], '[["text", "a", ""]]'),
    ([], "[]"),
]


@pytest.mark.parametrize(("value", "expected"), SHOWN)
def test_a_value_is_shown_as_a_person_reads_it(value, expected):
    assert show(value) == expected


# one, other, where they part
PARTED = [("abc", "abd", 2), ("", "a", 0), ("ab", "abc", 2), ("ab", "ab", 2), ("", "", 0)]


@pytest.mark.parametrize(("one", "other", "place"), PARTED)
def test_the_first_difference(one, other, place):
    assert first_difference(one, other) == first_difference(other, one) == place


@pytest.mark.parametrize("focus", [0, 1, 50, 500, 950, 999])
def test_a_window_shows_its_focus(focus):
    text = "".join(chr(0x4E00 + number) for number in range(1000))
    window, at = clip(text, focus)
    assert window[at] == text[focus]


@pytest.mark.parametrize("focus", [0, 500, 999])
def test_a_window_is_never_much_wider_than_its_width(focus):
    assert len(clip("x" * 1000, focus)[0]) <= WIDTH + 2


def test_a_short_text_is_shown_whole():
    assert clip("abc", 2) == ("abc", 2)


LONG = "x" * 300
# expected, got: the mark must stand under the first difference of both
PAIRS = [
    ("a", "b"),
    ("abc", "abd"),
    ("", "a"),
    ("a", None),
    (LONG + "a", LONG + "b"),
    ("a" + LONG, "b" + LONG),
    (LONG + "a" + LONG, LONG + "b" + LONG),
    (LONG + "a" + LONG, LONG),  # one ends where the other goes on
    ("short", LONG),
    ({"answer": LONG, "thinking": "t"}, {"answer": LONG + " ", "thinking": "t"}),
]


@pytest.mark.parametrize(("expected", "got"), PAIRS)
def test_the_mark_stands_under_the_first_difference(expected, got):
    above, below, mark = compared(expected, got)
    assert first_difference(above, below) == mark.index("^")


@pytest.mark.parametrize(("expected", "got"), PAIRS)
def test_the_mark_stands_at_the_difference_of_the_values(expected, got):
    above, _, mark = compared(expected, got)
    place = first_difference(show(expected), show(got))
    assert above[mark.index("^") : mark.index("^") + 1] == show(expected)[place : place + 1]
