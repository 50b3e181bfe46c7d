"""The command ``thinkspec``: one place where errors become a line and an exit code."""

from __future__ import annotations

import io
import os
import signal
import sys

from thinkspec.errors import FAULT, INTERRUPTED, USAGE, ThinkspecError


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and exit; the exit codes stand in ``thinkspec.errors``."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal of another encoding is shown escapes, not a fault.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        code = run(sys.argv[1:] if arguments is None else arguments)
        sys.stdout.flush()
    except (BrokenPipeError, SystemExit):
        # click meets a broken pipe with an exit of its own, whose code would say "does not conform".
        code = cut_off()
    sys.exit(code)


def cut_off() -> int:
    """The reader of our output went away (`| head`): end as any filter does."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 128 + signal.SIGPIPE


def run(arguments: list[str]) -> int:
    """Run one command; returns its exit code.  Raises BrokenPipeError if nobody reads what it prints."""
    if arguments == ["--version"]:
        from thinkspec import __version__

        print(f"thinkspec {__version__}")
        return 0
    import click

    from thinkspec.cli import group

    debug = "--debug" in arguments
    arguments = [argument for argument in arguments if argument != "--debug"]
    try:
        # click asks the terminal only; people also ask through NO_COLOR (any text but the empty one).
        colours = False if os.environ.get("NO_COLOR") else None
        code = group.main(arguments, prog_name="thinkspec", standalone_mode=False, color=colours)
    except click.exceptions.Exit as ended:
        return ended.exit_code
    except click.ClickException as error:
        if isinstance(error, getattr(click.exceptions, "NoArgsIsHelpError", ())):  # click 8.1 prints the help itself
            print(error.format_message(), file=sys.stderr)
            return USAGE
        return say(f"{error.format_message()} Try: {usage_of(error)} --help", USAGE)
    except ThinkspecError as error:
        if debug:
            raise
        return say(str(error), error.exit_code)
    except (KeyboardInterrupt, click.Abort):
        return say("interrupted.", INTERRUPTED)
    except BrokenPipeError:
        raise
    except Exception as error:
        if debug:
            raise
        return say(
            f"a fault in thinkspec: {type(error).__name__}: {error}. Run again with --debug and report it.", FAULT
        )
    return code if isinstance(code, int) else 0


def usage_of(error: object) -> str:
    """The command that a usage error belongs to."""
    context = getattr(error, "ctx", None)
    return context.command_path if context else "thinkspec"


def say(message: str, code: int) -> int:
    """One line on standard error."""
    print(f"thinkspec: {message}", file=sys.stderr)
    return code


if __name__ == "__main__":
    main()
