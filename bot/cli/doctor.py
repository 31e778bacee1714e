"""`questlog doctor`: what the checks found, as a table for people or JSON for programs."""

import asyncio
import json
import sys
from contextlib import nullcontext

import click

from bot.cli.ending import json_option
from bot.cli.invocation import Invocation
from bot.doctor import Finding, State, examine
from bot.exits import Exit
from bot.network import without_warnings

STYLES: dict[State, str] = {"ok": "green", "off": "dim", "broken": "bold red"}


@click.command()
@json_option
@click.pass_obj
def doctor(invocation: Invocation, *, as_json: bool) -> None:
    """Check everything that must be right, and say what to do.

    Exits with 0 when nothing is broken, and with 1 otherwise.
    """
    with nullcontext() if invocation.debug else without_warnings():
        findings = asyncio.run(examine(invocation.load, invocation.clock))
    broken = [finding for finding in findings if finding.state == "broken"]
    if as_json:
        print(json.dumps({"ok": not broken, "checks": [as_data(finding) for finding in findings]}))
    else:
        show(findings)
        print(f"{len(broken)} broken." if broken else "Nothing is broken.")
    if broken:
        sys.exit(Exit.PROBLEM)


def as_data(finding: Finding) -> dict[str, str]:
    return {
        "name": finding.name,
        "state": finding.state,
        "found": finding.found,
        "advice": finding.advice,
    }


def show(findings: list[Finding]) -> None:
    from rich.console import Console  # noqa: PLC0415 - only people need it
    from rich.table import Table  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    table = Table(box=None, pad_edge=False)
    for heading in ("check", "state", "found", "what to do"):
        table.add_column(heading, overflow="fold")
    for finding in findings:
        state = Text(finding.state, STYLES[finding.state])
        table.add_row(finding.name, state, Text(finding.found), Text(finding.advice))
    Console().print(table)
