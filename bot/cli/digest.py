"""`questlog digest --preview`: what the next digest would say. Nothing is sent."""

from collections.abc import Iterator, Sequence

import click

from bot.cli.ending import json_option
from bot.cli.invocation import Invocation
from bot.cli.person import Desk, at_desk, person_option
from bot.cli.screen import answer, plain, say
from bot.exits import Exit, Refusal
from tracker.accounts.identity import Identity
from tracker.accounts.model import DigestFrequency, User
from tracker.goals.rounds import daily as rounds
from tracker.notify.model import Notification


@click.command()
@click.option("--preview", is_flag=True, help="Show the next digest, and send nothing.")
@person_option
@json_option
@click.pass_obj
def digest(invocation: Invocation, wanted: Identity, *, preview: bool, as_json: bool) -> None:
    """Show what your next digest would say if it came now.

    `questlog run` sends digests by itself. When they come is set by `questlog account set --digest daily
    --digest-time 08:00`; weekly ones come on Mondays.
    """
    if not preview:
        raise Refusal(
            "say `questlog digest --preview` to read the next digest; `questlog run` sends it at its time, "
            "and `questlog account set --digest daily --digest-time 08:00` changes that",
            exit_code=Exit.USAGE,
        )

    async def read(desk: Desk) -> tuple[User, list[Notification]]:
        user = await desk.person(wanted)
        return user, await rounds.preview(desk.table, user, desk.now)

    user, messages = at_desk(invocation, read)
    if as_json:
        answer(as_data(messages))
    else:
        say(*page(user, messages))


def as_data(messages: Sequence[Notification]) -> dict[str, object]:
    """The answer of `--json`."""
    return {
        "messages": [
            {
                "title": one.title,
                "text": one.text,
                "channel": one.preferred_channel,
                "facts": dict(one.facts),
            }
            for one in messages
        ]
    }


def page(user: User, messages: Sequence[Notification]) -> Iterator[str]:
    for one in messages:
        yield from (plain(line) for line in (one.title, *one.text.splitlines(), ""))
    if not messages:
        yield "There is nothing to say: no goal is told daily or weekly, or digests are off."
    yield when(user)


def when(user: User) -> str:
    match user.digest:
        case DigestFrequency.OFF:
            return "Digests are off; `questlog account set --digest daily` switches them on."
        case DigestFrequency.WEEKLY:
            return f"It comes on Mondays at {user.digest_time:%H:%M} ({user.timezone})."
        case DigestFrequency.DAILY:
            return f"It comes daily at {user.digest_time:%H:%M} ({user.timezone})."
