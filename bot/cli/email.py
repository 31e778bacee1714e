"""`questlog email bounce|allow`: what comes back from mail servers, and how an address is allowed again."""

import sys

import click

from bot.cli.acting import with_services
from bot.cli.ending import json_option
from bot.cli.invocation import Invocation
from bot.cli.screen import answer, plain, say
from bot.email.reports import read_report
from bot.email.stopping import Stopping
from bot.exits import Exit, Refusal
from bot.services import Services
from scheduler.channels.email.channel import EMAIL
from scheduler.channels.email.message import RECIPIENT, plain_address
from tracker.notify.stopped import StoppedAddresses, Why
from tracker.notify.titles import masked
from tracker.signing import Signer

LARGEST = 2_000_000
"""Bytes of a report, which holds the message that it is about."""
NO_REPORT = (
    "that is no report: `questlog email bounce` reads a delivery status notification or an abuse report, "
    "as mail servers send them, from stdin"
)
NOT_OURS = "that report is not about a message that this Questlog sent; nothing was changed"


@click.group()
def email() -> None:
    """Read what mail servers send back, and allow addresses."""


@email.command()
@json_option
@click.pass_obj
def bounce(invocation: Invocation, *, as_json: bool) -> None:
    """Read a report about an e-mail from stdin, and stop the address if it is gone or wants no more.

    Put it behind the mailbox that Questlog writes from: `questlog: "|questlog email bounce"` in /etc/aliases.
    """
    report = read_report(sys.stdin.buffer.read(LARGEST))
    if report is None:
        raise Refusal(NO_REPORT, code="no_report")

    async def act(services: Services) -> str:
        signer = await Signer.of(services.table)
        said = [found for mark in report.marks if (found := signer.said(RECIPIENT, mark)) is not None]
        if not said:
            raise Refusal(NOT_OURS, code="not_ours")
        [address] = said[0]
        if report.why is not None:
            await Stopping(services.table, services.clock).stop(address, report.why)
        return address

    shown = masked(EMAIL, with_services(invocation, act))
    if as_json:
        answer({"address": shown, "stopped": report.why.name.lower() if report.why else None})
    elif report.why is None:
        say(f"{plain(shown)} stays on: it was a trouble that passes, or the message itself was refused.")
    else:
        told = "messages to it come back" if report.why is Why.BOUNCED else "it was reported as unwanted"
        say(f"Nothing more is sent to {plain(shown)}: {told}.")


@email.command()
@click.argument("address")
@json_option
@click.pass_obj
def allow(invocation: Invocation, address: str, *, as_json: bool) -> None:
    """Allow an address again that was stopped; its person then adds it anew."""
    try:
        wanted = plain_address(address)
    except ValueError as error:
        raise Refusal(
            f"this cannot be written to: {error}", code="bad_address", exit_code=Exit.USAGE
        ) from error

    async def act(services: Services) -> bool:
        stopped = StoppedAddresses(services.table, services.clock)
        was = await stopped.find(EMAIL, wanted) is not None
        await stopped.allow(EMAIL, wanted)
        return was

    was = with_services(invocation, act)
    if as_json:
        answer({"address": masked(EMAIL, wanted), "wasStopped": was})
    else:
        since = " again" if was else "; nothing had stopped it"
        say(f"{plain(masked(EMAIL, wanted))} can be written to{since}.")
