"""The command line: one module a command, loaded when it is called."""

from __future__ import annotations

import importlib

import click

from thinkspec import __version__

# Command -> what it does, in the order of the help page. The module of the same name holds `command`.
COMMANDS = {
    "certify": "Check readers against the corpus and say which rules they keep.",
    "read": "Split a reply into answer and thinking.",
    "explain": "Show every tag of a reply and the rule that decided it.",
    "effort": "Print the request fields for a reasoning effort.",
    "lint": "Find stray think readers in a repository.",
    "verify": "Check a certificate, offline.",
    "badge": "Make a badge from a certificate.",
    "generate": "Write the generated tables, or one file for one dialect.",
    "check": "Check the tables and the cases themselves.",
    "case": "Write cases, and ask which there are.",
    "diff": "Show what differs between two spec versions or certificates.",
    "adequacy": "Prove that the corpus is enough: every mutant is killed by a case.",
    "fuzz": "Find replies on which a reader parts from the rules, or from another reader.",
    "serve": "Serve the reference on the wire.",
}


class LazyGroup(click.Group):
    """A group that imports a command only when it is named."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 -- click's signature
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 -- click's signature
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"thinkspec.cli.{cmd_name}")
        command: click.Command = module.command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 -- click's signature
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, message="%(prog)s %(version)s")
def group() -> None:
    """Rules, reference readers and a conformance suite for the thinking in a model's reply.

    \b
    thinkspec certify py:their.module            which rules does this reader keep?
    thinkspec read reply.txt --dialect sapphire  answer and thinking of a reply
    thinkspec explain - < reply.txt              which rule decided what, and why

    Exit codes: 0 conforms or clean, 1 does not conform or findings, 2 usage, 3 nothing to look at,
    4 our own fault or no Node, 5 a baseline that no longer holds, 130 interrupted.
    Add --debug to any command to see a traceback.
    """
