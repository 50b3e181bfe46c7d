"""Efforts, mapped slowly: read the rows of a mapping as they stand in the YAML and follow their sentences.

The sentences are those of ``vocabulary.yaml`` (policies, controls, what may follow a prefix), ``switches.yaml`` and the
heads of the family files.  Nothing of the compiler or the engines is used, and nothing is kept: every question reads
the rows from the top.
"""

from __future__ import annotations

import re
from typing import Any

EFFORTS = ("none", "minimal", "low", "medium", "high", "xhigh", "max")
REFUSED = "refused"
# What may stand behind a prefix; the first that fits is the class.
CLASSES = (
    ("end", r"\Z"),
    ("digit", r"[0-9]"),
    (".number", r"\.[0-9][0-9]"),
    (".digit", r"\.[0-9]"),
    (".", r"\."),
    ("-date", r"-[0-9][0-9][0-9]"),
    ("-version", r"-[0-9][0-9]?(?![0-9A-Za-z])"),
    ("-", r"-"),
    ("other", r""),
)


def class_of(rest: str) -> str:
    """The class of what stands behind a prefix."""
    return next(name for name, pattern in CLASSES if re.match(pattern, rest))


def row_of(value: dict[str, Any], vocabulary: dict[str, Any], model: str | None) -> dict[str, Any]:
    """The family's row of a model's id: a text that counts anywhere, else the longest prefix, else the rest."""
    ids = value["ids"]
    own = model or ""
    if ids["parts"] == "last":
        own = own.split("/")[-1]
    stripped = True
    while stripped:
        stripped = next((text for text in ids["strip"] if own.startswith(text)), "")
        own = own[len(stripped) :]
    best: tuple[int, dict[str, Any]] | None = None
    for row in value["families"]:
        ignoring = row.get("case", ids["case"]) == "ignored"
        places = own.split("/") if row.get("at") == "part" else [own]
        texts = ["/".join(places[number:]) for number in range(len(places))]
        for prefix in row.get("prefixes", ()):
            wanted = prefix.lower() if ignoring else prefix
            if row.get("match") == "contains":
                if wanted in (own.lower() if ignoring else own):
                    return dict(row)
                continue
            allowed = (
                ["end"] if row.get("match") == "exact" else vocabulary["follow"]["sets"][row["follows"]]["classes"]
            )
            for text in texts:
                cased = text.lower() if ignoring else text
                fits = cased.startswith(wanted) and class_of(text[len(wanted) :]) in allowed
                if fits and (best is None or len(wanted) > best[0]):
                    best = (len(wanted), row)
    return best[1] if best else next(row for row in value["families"] if row.get("match") == "rest")


def entry_of(value: dict[str, Any], row: dict[str, Any], wire: str, toggle: bool) -> dict[str, Any]:
    """What the row sends on a wire; an endpoint that opted in to the toggle has its own entry where there is one."""
    unlisted = next(one for one in value["families"] if one.get("match") == "rest")
    for family in (row, unlisted):
        own = [entry for entry in family["sends"] if wire in entry["wires"]]
        opted = [entry for entry in own if entry.get("when") == "toggle"]
        plain = [entry for entry in own if entry.get("when") != "toggle"]
        if toggle and opted:
            return dict(opted[0])
        if plain:
            return dict(plain[0])
    raise ValueError(f"the mapping has no wire {wire}")


def level_of(entry: dict[str, Any], policy: str, effort: str) -> str | None:
    """The level that goes out for an effort; None for none, ``refused`` where the policy says so."""
    ladder = entry.get("ladder", [])
    if effort in entry.get("steps", {}):
        return str(entry["steps"][effort])
    if effort in ladder or policy == "pass":
        return effort
    if policy == "reject":
        return REFUSED
    if policy == "drop" or not ladder:
        return None
    thinking = [level for level in ladder if level != "none"] if policy == "snap" else ladder
    accepted = sorted(thinking or ladder, key=EFFORTS.index)
    below = [level for level in accepted if EFFORTS.index(level) < EFFORTS.index(effort)]
    return below[-1] if below else accepted[0]


def word(value: Any) -> dict[str, Any]:
    """An on- or off-type as a role: a number is a budget, true and false a switch, a word a type."""
    if isinstance(value, bool):
        return {"switch": value}
    return {"budget": value} if isinstance(value, int) else {"type": value}


def said(entry: dict[str, Any], policy: str, effort: str | None, switch: bool | None) -> Any:
    """What is said for an effort or for the switch alone, by role; ``refused`` for a refusal."""
    on = word(entry["on-type"]) if "on-type" in entry else {}
    off = word(entry["off-type"]) if "off-type" in entry else {}
    toggles = entry["control"] == "toggle"
    if effort is None:
        if switch is None:
            return {}
        return off if not switch else on if toggles or entry.get("switch-alone") else {}
    if toggles:
        return off if effort == "none" else on
    named = effort in entry.get("steps", {}) or effort in entry.get("ladder", ())
    if effort == "none" and "off-type" in entry and not named:
        return off
    level = level_of(entry, entry.get("policy", policy), effort)
    if level is None or level == REFUSED:
        return level or {}
    return {"effort": level, **(on if level != "none" and entry.get("with-level", True) else {})}


def fields(value: dict[str, Any], words: dict[str, Any], wires: dict[str, Any], wire: str, args: dict[str, Any]) -> Any:
    """The fields of one request, or ``refused``."""
    row = row_of(value, words, args.get("model"))
    effort, switch = args.get("effort"), args.get("thinking_enabled")
    budget, display = args.get("thinking_budget"), args.get("thinking_display")
    if switch is False and effort is None and "effort" not in row["refuses"]:
        effort, switch = "none", None
    if switch is not None and effort is not None and switch != (effort != "none"):
        return REFUSED
    if effort is not None and (budget is not None or "effort" in row["refuses"]):
        return REFUSED
    if budget is not None and "budget" in row["refuses"]:
        return REFUSED
    entry = entry_of(value, row, wire, bool(args.get("thinking_toggle")))
    found = said(entry, value["policy"], effort, switch)
    if found == REFUSED:
        return REFUSED
    if budget is not None and "budget" in entry:
        found = {
            **(word(entry["budget"]["with"]) if "with" in entry["budget"] else {}),
            "budget": kept(entry["budget"], budget),
        }
    off = effort == "none" or (effort is None and switch is False)
    silent = off and ("off-type" in entry or entry["control"] == "toggle")
    paths = dict(next(one for one in wires["wires"] if one["id"] == wire)["fields"])
    if display is not None and "display" in entry and "display" in paths and not silent:
        if entry["display"] != "beside":
            found = {"type": entry["display"], **found}
        if "type" in found:
            found = {**found, "display": display}
    out: dict[str, Any] = {}
    for role, what in found.items():
        *above, last = paths[entry.get("fields", {}).get(role, role)]
        place = out
        for key in above:
            place = place.setdefault(key, {})
        place[last] = what
    return out


def kept(bounds: dict[str, Any], budget: int) -> int:
    """A budget inside its bounds, where the policy is to clamp."""
    if bounds["policy"] == "pass" or budget in bounds.get("also", ()):
        return budget
    if "max" in bounds and budget > bounds["max"]:
        return int(bounds["max"])
    return int(bounds["min"]) if "min" in bounds and budget < bounds["min"] else budget
