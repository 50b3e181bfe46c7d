"""A badge that derives from a certificate: dialect, spec version, level.  Never green for ``none``."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from xml.sax.saxutils import escape

# Level -> the name shields knows, and the colour itself.
COLOURS = {
    "exact": ("brightgreen", "#2f8a3a"),
    "full": ("green", "#4b8a1f"),
    "core": ("yellow", "#9a6b00"),
    "none": ("red", "#b3261e"),
}
# Mean advance of a Verdana glyph at 11 px, in pixels; the text is then stretched to exactly this.
_ADVANCE, _PADDING = 6.6, 12


def label_of(own: Mapping[str, Any]) -> str:
    """The left half."""
    return f"thinkspec {own['dialect']}{' effort' if own['kind'] == 'mapping' else ''} {own['spec']}"


def message_of(own: Mapping[str, Any]) -> str:
    """The right half: the level, with the group's names where it is not the same in all.

    >>> message_of({"level": "core", "groups": {"read": "exact", "stream": "core", "message": None}})
    'core (read exact, stream core)'
    """
    groups = {name: level for name, level in own["groups"].items() if level}
    if len(set(groups.values())) < 2:
        return str(own["level"])
    return f"{own['level']} ({', '.join(f'{name} {level}' for name, level in groups.items())})"


def endpoint(own: Mapping[str, Any]) -> str:
    """The JSON that a shields endpoint badge reads."""
    value = {
        "schemaVersion": 1,
        "label": label_of(own),
        "message": message_of(own),
        "color": COLOURS[own["level"]][0],
    }
    return json.dumps(value) + "\n"


def svg(own: Mapping[str, Any]) -> str:
    """The badge as an SVG that needs nothing else."""
    label, message = label_of(own), message_of(own)
    left, right = (round(len(text) * _ADVANCE) + _PADDING for text in (label, message))
    title = escape(f"{label}: {message}", {'"': "&quot;"})
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + right}" height="20" role="img" aria-label="{title}">'
        f"<title>{title}</title>"
        f'<clipPath id="r"><rect width="{left + right}" height="20" rx="3"/></clipPath><g clip-path="url(#r)">'
        f'<rect width="{left}" height="20" fill="#444"/>'
        f'<rect x="{left}" width="{right}" height="20" fill="{COLOURS[own["level"]][1]}"/></g>'
        f'<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">'
        f"{_half(label, 0, left)}{_half(message, left, right)}</g></svg>\n"
    )


def _half(text: str, start: int, width: int) -> str:
    length = width - _PADDING
    return f'<text x="{start + _PADDING // 2}" y="14" textLength="{length}">{escape(text)}</text>'
