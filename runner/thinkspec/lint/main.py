"""From the command line's values to a run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from thinkspec.errors import OK, UsageError
from thinkspec.lint import command, config


def main(given: dict[str, Any]) -> int:
    """Do what the options say; ``rules`` and ``explain`` win over folders of that name."""
    paths: tuple[str, ...] = given["paths"]
    if paths[:1] in (("rules",), ("explain",)):
        return _words(paths)
    settings = _settings(given)
    if given["show_settings"]:
        command.out(command.shown_settings(settings))
        return OK
    if "-" in paths and len(paths) > 1:
        raise UsageError("- stands for standard input and goes alone.")
    options = command.Options(
        given["form"], given["output"], given["reports"], given["since"], given["stdin_filename"], given["baseline"],
        given["no_baseline"], given["write_baseline"], given["prune_baseline"], not given["no_ignores"], given["statistics"],
        given["exit_zero"], given["prove"], given["dialect"], given["fixing"], given["diff"], not given["no_cache"],
    )  # fmt: skip
    return command.run(paths, settings, options)


def _words(paths: tuple[str, ...]) -> int:
    from thinkspec.lint import explain

    if paths[0] == "rules" and len(paths) == 1:
        command.out(explain.listing())
    elif paths[0] == "explain" and len(paths) > 1:
        command.out("\n".join(explain.explain(word) for word in paths[1:]))
    else:
        raise UsageError(
            "write `thinkspec lint rules` or `thinkspec lint explain RULE`. For a folder of that name write ./rules or ./explain."
        )
    return OK


def _settings(given: dict[str, Any]) -> config.Settings:
    if given["config_file"]:
        found = config.read(Path(given["config_file"]))
        if found is None:
            raise UsageError(f"{given['config_file']}: no table [tool.thinkspec.lint] in it.")
    else:
        found = config.find()
    return command.merged(
        found,
        select=_list(given["select"]),
        extend_select=(*found.extend_select, *_list(given["extend_select"])),
        ignore=(*found.ignore, *_list(given["ignore"])),
        min_severity=given["min_severity"],
        readers=given["readers"],
        exclude=given["exclude"],
        strict=given["strict"],
    )


def _list(values: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(word.strip() for value in values for word in value.split(",") if word.strip())
