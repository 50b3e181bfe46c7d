"""``thinkspec serve``: the Python reference on the wire, for suites and tools of other languages."""

from __future__ import annotations

import click


@click.command("serve", short_help="Serve the reference on the wire.")
def command() -> int:
    """Answer the wire on standard input and output with the Python reference.

    \b
    echo '{"id":"1","op":"split","dialect":"sapphire","text":"<think>a</think>b"}' | thinkspec serve
    thinkspec certify 'cmd:thinkspec serve'

    One JSON object a line, one answer a line; the end of the input ends the command.
    """
    import sys

    from thinkspec import pointer
    from thinkspec.hosts.host import Host, serve

    task = pointer.task_of(pointer.parse("reference:python"))
    serve(Host(task), "", sys.stdin.fileno(), sys.stdout.fileno())
    return 0
