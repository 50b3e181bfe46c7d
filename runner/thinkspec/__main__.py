"""The command ``thinkspec``: one place where errors become a line and an exit code."""

from __future__ import annotations

import errno
import io
import os
import re
import signal
import sys
from typing import TextIO

from thinkspec.errors import FAULT, INTERRUPTED, USAGE, ThinkspecError

CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")
# What the machine refuses: no room, too large, read-only, too many open files or processes.
OUTSIDE = {
    errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.EIO, errno.EMFILE, errno.ENFILE, errno.EAGAIN,
    errno.ENOMEM,
}  # fmt: skip


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and exit; the exit codes stand in ``thinkspec.errors``."""
    stand_in()
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
    except OSError as error:
        silence(sys.stdout)
        code = say(outside(error), USAGE)
    sys.exit(code)


def stand_in() -> None:
    """Open what the caller closed (`>&-`): the next file that is opened would get its number."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        try:
            os.fstat(number)
        except OSError:
            os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)
        if getattr(sys, name) is None:
            setattr(sys, name, open(number, "w" if number else "r", encoding="utf-8", closefd=False))  # noqa: SIM115


def has_folder() -> bool:
    """Whether the current folder is still there."""
    try:
        os.getcwd()
    except OSError:
        return False
    return True


def silence(stream: TextIO) -> None:
    """Let what a stream still holds go nowhere: at the end Python would fail on it a second time."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def outside(error: OSError) -> str:
    """The line for what the machine refuses, such as room on a disk."""
    where = error.filename if isinstance(error.filename, str) else "the output"
    return f"{where}: {error.strerror}. Make room or take another place, and run again."


def cut_off() -> int:
    """The reader of our output went away (`| head`): end as any filter does."""
    silence(sys.stdout)
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
        return say(f"{' '.join(error.format_message().split())} Try: {usage_of(error)} --help", USAGE)
    except ThinkspecError as error:
        if debug:
            raise
        return say(str(error), error.exit_code)
    except (KeyboardInterrupt, click.Abort):
        return say("interrupted.", INTERRUPTED)
    except BrokenPipeError:
        raise
    except MemoryError:
        if debug:
            raise
        return say("not enough memory for this. Give it less, or raise the limit.", USAGE)
    except Exception as error:
        if debug:
            raise
        if not has_folder():
            return say("the current folder is gone. Change into another one and run again.", USAGE)
        if isinstance(error, OSError) and error.errno in OUTSIDE:
            silence(sys.stdout)
            return say(outside(error), USAGE)
        return say(
            f"a fault in thinkspec: {type(error).__name__}: {error}. Run again with --debug and report it.", FAULT
        )
    return code if isinstance(code, int) else 0


def usage_of(error: object) -> str:
    """The command that a usage error belongs to."""
    context = getattr(error, "ctx", None)
    return context.command_path if context else "thinkspec"


def say(message: str, code: int) -> int:
    """One line on standard error: a line break or a control character out of an argument is shown as an escape."""
    shown = CONTROL.sub(lambda found: found[0].encode("unicode_escape").decode(), message)
    try:
        print(f"thinkspec: {shown}", file=sys.stderr, flush=True)
    except OSError:
        silence(sys.stderr)
    return code


if __name__ == "__main__":
    main()
