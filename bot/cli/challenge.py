"""`questlog challenge create|list|leave`, and the group of these and the others."""

from collections.abc import Iterator, Sequence
from datetime import date
from typing import NamedTuple
from zoneinfo import ZoneInfo

import click

from bot.cli.challenge_join import join
from bot.cli.challenge_rebuild import rebuild
from bot.cli.challenge_view import as_data, find, known_to, typed
from bot.cli.challenge_weeks import history, standings, status
from bot.cli.ending import json_option
from bot.cli.invocation import Invocation
from bot.cli.person import Desk, at_desk, person_option
from bot.cli.screen import answer, plain, say, show
from bot.exits import Exit, Refusal
from tracker.accounts.identity import Identity
from tracker.challenge.model import Challenge, Counted, WhoMayJoin
from tracker.challenge.wording import aim_text
from tracker.dates import DateInPast, parse_date, parse_past_day
from tracker.days import first_of_week, local_day
from tracker.refusals import Refused
from tracker.words import in_full
from tracker.zones import UnknownZone, zone_name

MOST = 1_000_000_000_000
"""More in a week is asked of nobody."""


class Shown(NamedTuple):
    """A challenge in a list."""

    challenge: Challenge
    joined: bool
    participants: int
    """This week, as far as they were counted."""
    today: date
    """By the challenge's clocks."""


@click.group()
def challenge() -> None:
    """Agree on something to do every week, and keep the score."""


@challenge.command()
@click.argument("words", nargs=-1, required=True, metavar="NAME")
@click.option(
    "--counts",
    type=click.Choice([one.value for one in Counted]),
    default=Counted.COMMITS.value,
    show_default=True,
    help="Commits on GitHub, xp of a character, or days on which habits were done.",
)
@click.option(
    "--threshold",
    type=click.IntRange(1, MOST),
    default=1,
    show_default=True,
    metavar="N",
    help="So much makes a week a good one.",
)
@click.option(
    "--zone", metavar="ZONE", help="By whose clocks weeks end: Europe/Berlin. Yours, if none is named."
)
@click.option("--starts", metavar="DATE", help="The first day; today, if none is named.")
@click.option("--ends", metavar="DATE", help="The last day; without one it goes on and on.")
@click.option(
    "--who",
    type=click.Choice([one.value for one in WhoMayJoin]),
    default=WhoMayJoin.SERVER.value,
    show_default=True,
    help="Who may join: those at this terminal, or anybody who knows its id.",
)
@person_option
@json_option
@click.pass_obj
def create(
    invocation: Invocation,
    wanted: Identity,
    words: tuple[str, ...],
    *,
    counts: str,
    threshold: int,
    zone: str | None,
    starts: str | None,
    ends: str | None,
    who: str,
    as_json: bool,
) -> None:
    """Begin a challenge: questlog challenge create "Weekly commits".

    Without options it is about commits on GitHub, at least one a week. Weeks are from Monday to Sunday.
    """

    async def begin(desk: Desk) -> tuple[Challenge, date]:
        user = await desk.person(wanted)
        clocks = chosen_zone(zone or user.timezone)
        today = local_day(desk.now, ZoneInfo(clocks))
        made = await desk.challenges.create(
            user,
            " ".join(words),
            counted=Counted(counts),
            threshold=threshold,
            timezone=clocks,
            starts=first_day(starts, today),
            ends=last_day(ends, today),
            who=WhoMayJoin(who),
        )
        return made, today

    made, today = at_desk(invocation, begin)
    if as_json:
        answer({"challenge": as_data(made)})
    else:
        say(*understood(made, today))


def chosen_zone(text: str) -> str:
    try:
        return zone_name(text)
    except UnknownZone as error:
        raise Refusal(str(error), code="invalid_setting", exit_code=Exit.USAGE) from error


def first_day(text: str | None, today: date) -> date:
    """Today or later; earlier in this week, where that is said."""
    if text is None:
        return today
    try:
        return parse_date(text, today)
    except DateInPast as error:
        day = parse_past_day(text, today)
        if day < first_of_week(today):
            raise _no_day(f"{error} A challenge begins this week or later.", error) from error
        return day
    except Refused as error:
        raise _no_day(str(error), error) from error


def last_day(text: str | None, today: date) -> date | None:
    if text is None:
        return None
    try:
        return parse_date(text, today)
    except Refused as error:
        raise _no_day(str(error), error) from error


def _no_day(message: str, error: Refused) -> Refusal:
    return Refusal(message, code=error.code, exit_code=Exit.USAGE)


def understood(made: Challenge, today: date) -> Iterator[str]:
    """What a challenge that was just set up means, in sentences."""
    begins = "today" if made.starts == today else f"on {in_full(made.starts)}"
    ends = f" and ends on {in_full(made.ends)}" if made.ends else ""
    yield f"{plain(made.name)}: {aim_text(made)}, Monday to Sunday by the clocks of {made.timezone}."
    yield f"It {'began' if made.starts < today else 'begins'} {begins}{ends}."
    more = {Counted.COMMITS: " --github YOUR-NAME", Counted.XP: " --character NAME", Counted.HABITS: ""}
    yield f"Join it: questlog challenge join {typed(made)}{more[made.counted]}"
    if made.who is WhoMayJoin.ANYBODY:
        yield f"Whoever knows its id can join it, too: {made.id}"


@challenge.command(name="list")
@person_option
@json_option
@click.pass_obj
def list_(invocation: Invocation, wanted: Identity, *, as_json: bool) -> None:
    """List your challenges, and those that were set up here."""

    async def collect(desk: Desk) -> list[Shown]:
        known = await known_to(desk, await desk.person(wanted))
        return [
            Shown(
                one,
                one.id in known.joined,
                (await desk.challenges.summary(one)).participants,
                desk.challenges.today(one),
            )
            for one in known.challenges
        ]

    found = at_desk(invocation, collect)
    if as_json:
        answer({"challenges": [shown_data(one) for one in found]})
    elif found:
        show_table(found)
    else:
        say('There are no challenges yet. Begin one: questlog challenge create "Weekly commits"')


def shown_data(shown: Shown) -> dict[str, object]:
    return {**as_data(shown.challenge), "joined": shown.joined, "participants": shown.participants}


def show_table(found: Sequence[Shown]) -> None:
    from bot.cli.challenge_screen import challenge_table  # noqa: PLC0415 - only people need rich

    show(challenge_table((one.challenge, one.joined, one.participants, one.today) for one in found))


@challenge.command()
@click.argument("words", nargs=-1, required=True, metavar="CHALLENGE")
@person_option
@json_option
@click.pass_obj
def leave(invocation: Invocation, wanted: Identity, words: tuple[str, ...], *, as_json: bool) -> None:
    """Be in a challenge no longer; weeks that are settled stay."""

    async def go(desk: Desk) -> Challenge:
        user = await desk.person(wanted)
        found = await find(desk, user, " ".join(words))
        await desk.challenges.leave(user, found)
        return found

    left = at_desk(invocation, go)
    if as_json:
        answer({"challenge": as_data(left), "joined": False})
    else:
        say(f"You are out of {plain(left.name)}. Weeks that are settled stay in its statistics.")


for command in (join, status, standings, history, rebuild):
    challenge.add_command(command)
