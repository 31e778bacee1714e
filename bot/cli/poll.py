"""`questlog poll --once`: look at what is due, or at everything, record what changed, and end."""

import asyncio
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from bot.cli.ending import json_option
from bot.cli.invocation import Invocation
from bot.cli.screen import answer, plain, say
from bot.command_store import command_table
from bot.exits import Exit, Refusal
from scheduler.definitions import definitions_of
from scheduler.observe import LookResult
from scheduler.poll_once import poll_once
from scheduler.sources.registry import Sources, open_sources
from scheduler.sources.web import http_json
from tracker.accounts.identity import LOCAL_PERSON
from tracker.accounts.service import Accounts
from tracker.frozen import frozen
from tracker.goals.lookup import characters_of
from tracker.ids import ulids
from tracker.listeners import recorder_of
from tracker.store.segments import Subject
from tracker.store.table import Table

if TYPE_CHECKING:
    from tracker.clock import Clock
    from tracker.settings import Settings

READ = {"changed": "changed", "unchanged": "nothing new", "suspicious": "a number fell; looked at again soon"}
"""What people read for each outcome that is a reading. The others are failures, or nobody watches it."""

GONE = "gone"


@frozen
class SubjectLook:
    """A look, and the subject in words."""

    look: LookResult
    subject: str

    @property
    def failed(self) -> bool:
        return self.look.outcome not in READ and self.look.outcome != GONE


@click.command()
@click.option("--once", is_flag=True, help="Look once, and end.")
@click.option("--all", "everything", is_flag=True, help="Look at everything now, whether it is due or not.")
@json_option
@click.pass_obj
def poll(invocation: Invocation, *, once: bool, everything: bool, as_json: bool) -> None:
    """Look at the characters that are due, and record what changed.

    It works beside `questlog run`, and instead of it. Messages wait for `questlog run` or
    `questlog dispatch --once`. Exits with 1 when something could not be read.
    """
    if not once:
        raise Refusal(
            "say `questlog poll --once` to look once; `questlog run` looks again and again by itself",
            exit_code=Exit.USAGE,
        )
    looks = asyncio.run(looked(invocation.settings(), invocation.clock, everything=everything))
    if as_json:
        answer(as_data(looks))
    else:
        say(*portrait(looks, everything=everything))
    if in_vain := failed(looks):
        could = "nothing could" if in_vain == len(looks) else f"{in_vain:,} of {len(looks):,} could not"
        click.echo(f"questlog: {could} be read; the goals keep their last numbers", err=True)
        click.get_current_context().exit(Exit.PROBLEM)


async def looked(settings: "Settings", clock: "Clock", *, everything: bool) -> list[SubjectLook]:
    async with (
        command_table(settings.store, clock) as table,
        open_sources(settings.sources, definitions=definitions_of(table)) as sources,
    ):
        recorder = recorder_of(table, clock, settings)
        names = await names_of_numbers(table, clock)

        def described(look: LookResult) -> str:
            return names.get(look.subject) or in_words(sources, look.subject)

        with progress(described) as on_look:
            looks = await poll_once(
                table, clock, sources, recorder, settings.poll, everything=everything, on_look=on_look
            )
        return [SubjectLook(look, described(look)) for look in looks]


async def names_of_numbers(table: Table, clock: "Clock") -> dict[Subject, str]:
    """What the person at this terminal calls their numbers on the web, which have no names of their own."""
    user = await Accounts(table, clock, ulids(clock)).find(LOCAL_PERSON)
    characters = [] if user is None else await characters_of(table, user.id)
    return {one.subject: one.name for one in characters if one.game == http_json.NAME}


@contextmanager
def progress(described: Callable[[LookResult], str]) -> Generator[Callable[[LookResult], None]]:
    """On a terminal, how many were looked at so far and which was the last."""
    from rich.console import Console  # noqa: PLC0415 - rich loads slowly
    from rich.text import Text  # noqa: PLC0415

    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda _: None
        return
    done = 0
    with console.status("looking …") as status:

        def show(look: LookResult) -> None:
            nonlocal done
            done += 1
            status.update(Text(f"{done:,} looked at; the last one: {plain(described(look))}"))

        yield show


def in_words(sources: Sources, subject: Subject) -> str:
    known = subject.source in sources.by_name
    return sources.describe(subject) if known else f"{subject.source} {subject.key}"


def as_data(looks: Sequence[SubjectLook]) -> dict[str, object]:
    """The answer of `--json`."""
    return {
        "polled": [
            {
                "subject": f"{one.look.subject.source}:{one.look.subject.key}",
                "outcome": one.look.outcome,
                "goals": one.look.goals,
                "told": one.look.told,
                "message": one.look.message,
            }
            for one in looks
        ],
        "changed": changed(looks),
        "failed": failed(looks),
    }


def portrait(looks: Sequence[SubjectLook], *, everything: bool) -> Generator[str]:
    for one in looks:
        yield f"{plain(one.subject)}: {', '.join(news(one.look))}"
    if not looks:
        yield (
            "There is nothing to look at yet." if everything else "Nothing is due; --all looks at everything."
        )
        return
    told = sum(one.look.told for one in looks)
    yield (
        f"{counted(len(looks), 'look')}: {changed(looks)} changed, {failed(looks)} failed, "
        f"{counted(told, 'new message')}."
    )


def news(look: LookResult) -> Generator[str]:
    yield READ.get(look.outcome) or look.message or look.outcome
    if look.goals:
        yield f"{counted(look.goals, 'goal')} moved"
    if look.told:
        yield counted(look.told, "message")


def counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def changed(looks: Sequence[SubjectLook]) -> int:
    return sum(one.look.outcome == "changed" for one in looks)


def failed(looks: Sequence[SubjectLook]) -> int:
    return sum(one.failed for one in looks)
