"""`questlog dispatch --once`: send what is due now, without waiting for company, and end."""

import asyncio
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack
from typing import TextIO

import click

from bot.charts.drawing import Drawings
from bot.charts.message_pictures import MessagePictures
from bot.cli.ending import json_option
from bot.cli.invocation import Invocation
from bot.cli.screen import answer, plain, say
from bot.command_store import command_table
from bot.exits import Exit, Refusal
from bot.feature import rules_of
from bot.slash.on_demand import discord_on_demand
from scheduler.alarms import Operators
from scheduler.channels.opening import open_channels
from scheduler.context import new_dispatcher
from scheduler.dispatch import Result
from scheduler.work_telemetry import told_as
from tracker.feature import Tools
from tracker.listeners import recorder_of

ENDS = ("delivered", "held", "failed", "dropped")


@click.command()
@click.option("--once", is_flag=True, help="Send once, and end.")
@json_option
@click.pass_obj
def dispatch(invocation: Invocation, *, once: bool, as_json: bool) -> None:
    """Send the messages that are due now.

    It works beside `questlog run`, and instead of it. What you are told at the terminal is printed here; with
    --json it goes to stderr.
    """
    if not once:
        raise Refusal(
            "say `questlog dispatch --once` to send once; `questlog run` sends what is due by itself",
            exit_code=Exit.USAGE,
        )
    out = sys.stderr if as_json else sys.stdout
    results = asyncio.run(sent(invocation, out))
    if as_json:
        answer(as_data(results))
    else:
        say(*portrait(results))


async def sent(invocation: Invocation, out: TextIO) -> list[Result]:
    settings, clock = invocation.settings(), invocation.clock
    async with AsyncExitStack() as stack:
        table = await stack.enter_async_context(command_table(settings.store, clock))
        pictures = MessagePictures(table, clock, stack.enter_context(Drawings()), invocation.features)
        discord = await stack.enter_async_context(discord_on_demand(settings.discord, pictures))
        channels = await stack.enter_async_context(
            open_channels(settings, table, clock, out, *discord, pictures=pictures)
        )
        operators = Operators(table, clock, settings.discord.owner_ids)
        record = recorder_of(table, clock, settings).record
        tools = Tools(table, clock, settings, rules_of(invocation.features), record)
        return await new_dispatcher(tools, channels, operators).run(hurry=True)


def as_data(results: Sequence[Result]) -> dict[str, object]:
    """The answer of `--json`."""
    counts = Counter(told_as(result.status) for result in results)
    return {
        **{end: counts[end] for end in ENDS},
        "messages": [
            {
                "id": result.id,
                "kind": result.kind.name,
                "channel": result.channel,
                "status": told_as(result.status),
                "reason": result.reason,
            }
            for result in results
        ],
    }


def portrait(results: Sequence[Result]) -> Iterator[str]:
    if not results:
        yield "Nothing is due."
        return
    for result in results:
        if result.reason:
            yield f"{told_as(result.status)}: {result.kind.name} ({result.id[:8]}): {plain(result.reason)}"
    counts = Counter(told_as(result.status) for result in results)
    yield ", ".join(f"{counts[end]:,} {end}" for end in ENDS) + "."
