"""What may be asked for: the arguments of a reasoning request, checked in a fixed order, and the words for a refusal.

Order: types, vocabulary, switch agreement, normalisation, then (in ``effort.py``) effort and budget together, a budget
on the wrong family, an effort on the wrong family.  The texts are those of the JavaScript twin, letter by letter; a
value stands in them as JSON.
"""

from __future__ import annotations

import json
from typing import Any

from .effort_tables import EFFORT

EFFORTS: tuple[str, ...] = tuple(EFFORT["vocabulary"]["efforts"])
DISPLAYS: tuple[str, ...] = tuple(EFFORT["vocabulary"]["displays"])
MAPPINGS: tuple[str, ...] = tuple(name for name, row in EFFORT["mappings"].items() if not row["internal"])
LEAST_BUDGET, MOST_BUDGET = EFFORT["vocabulary"]["budget"]

SWITCH_NAMES = {True: "true", False: "false"}


class RejectedEffort(ValueError):  # noqa: N818 -- the name is the same in both languages
    """A combination that no request may have; the text names the values and the model."""


def rejected(sentence: str, model: Any) -> RejectedEffort:
    """The refusal with that sentence."""
    return RejectedEffort(f"{sentence} (model {as_json(model)})")


def as_json(value: Any) -> str:
    """A value as JSON, in the letters that JavaScript would print; lists and objects are only named.

    >>> as_json("\\u00e9"), as_json(None), as_json(2.50), as_json(1e-7), as_json([1])
    ('"\\\\u00e9"', 'null', '2.5', '1e-7', 'a list')
    """
    if value is None:
        return "null"
    if isinstance(value, bool):
        return SWITCH_NAMES[value]
    if isinstance(value, str):
        return json.dumps(value)
    if isinstance(value, (int, float)):
        return number_text(value)
    return "a list" if isinstance(value, (list, tuple)) else "an object"


def number_text(value: float) -> str:
    """A number as JavaScript prints it: the shortest digits of its double.

    >>> number_text(2048.0), number_text(2**60), number_text(1e21), number_text(0.000001)
    ('2048', '1152921504606847000', '1e+21', '0.000001')
    """
    try:
        text = repr(abs(float(value)))
    except OverflowError:
        text = "inf"
    if text in ("inf", "nan"):
        return "NaN" if text == "nan" else "Infinity" if value > 0 else "-Infinity"
    sign = "-" if value < 0 else ""
    mantissa, _, exponent = text.partition("e")
    whole, _, fraction = mantissa.partition(".")
    point = len(whole) + int(exponent or 0)
    digits = (whole + fraction).rstrip("0")
    point -= len(digits) - len(digits.lstrip("0"))
    digits = digits.lstrip("0")
    if not digits:
        return "0"
    if len(digits) <= point <= 21:
        return sign + digits + "0" * (point - len(digits))
    if 0 < point <= 21:
        return f"{sign}{digits[:point]}.{digits[point:]}"
    if -6 < point <= 0:
        return f"{sign}0.{'0' * -point}{digits}"
    rest = f".{digits[1:]}" if len(digits) > 1 else ""
    return f"{sign}{digits[0]}{rest}e{'+' if point > 0 else '-'}{abs(point - 1)}"


def checked_text(name: str, value: Any, model: Any) -> str | None:
    """A text, or None for none."""
    if value is None or isinstance(value, str):
        return value
    raise rejected(f"{name} must be text or null, got {as_json(value)}", model)


def checked_switch(name: str, value: Any, model: Any) -> bool | None:
    """True or False, or None where it is not set; the numbers 0 and 1 count."""
    if value is None or value is True or value is False:
        return value
    if isinstance(value, (int, float)) and value in (0, 1):
        return value == 1
    raise rejected(f"{name} must be true, false or null, got {as_json(value)}", model)


def checked_budget(value: Any, model: Any) -> int | None:
    """A whole number that every language can carry, or None."""
    if value is None:
        return None
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if number and LEAST_BUDGET <= value <= MOST_BUDGET and value == int(value):
        return int(value)
    raise rejected(
        f"thinking_budget must be a whole number from {LEAST_BUDGET} to {MOST_BUDGET}, got {as_json(value)}", model
    )


def checked_word(name: str, value: str | None, words: tuple[str, ...], model: Any) -> None:
    """Refuse a text that is none of the words; None passes."""
    if value is not None and value not in words:
        raise rejected(f"{name} must be one of {', '.join(words)}, got {as_json(value)}", model)


def switch_reading(enabled: bool, effort: str | None) -> str:
    """What a switch beside an effort is read as: ``none``, ``effort``, ``switch`` or ``refused``."""
    kind = "unset" if effort is None else "none" if effort == "none" else "other"
    reading: str = EFFORT["switches"][SWITCH_NAMES[enabled]][kind]
    return reading


def assert_switch_agrees(enabled: Any, effort: str | None, model: Any = None) -> None:
    """Refuse a switch and an effort that contradict each other; either one None passes.

    Source: Langertha::Reasoning 0.505, assert_switch_agrees.  Raises RejectedEffort.

    >>> assert_switch_agrees(True, "high")
    >>> assert_switch_agrees(False, "high")
    Traceback (most recent call last):
    thinkspec_reference.effort_values.RejectedEffort: thinking_enabled false contradicts effort "high" (model null)
    """
    switch = checked_switch("thinking_enabled", enabled, model)
    if switch is not None and switch_reading(switch, effort) == "refused":
        raise rejected(f"thinking_enabled {SWITCH_NAMES[switch]} contradicts effort {as_json(effort)}", model)
