"""`questlog challenge status|standings|history`: how you stand, who is ahead in a week, all your weeks."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import click

from bot.cli.challenge_view import (
    Stand,
    as_data,
    everybody_data,
    find,
    find_or_only,
    stand_of,
    status_data,
    summary_data,
    week_data,
)
from bot.cli.ending import json_option
from bot.cli.invocation import Invocation
from bot.cli.person import Desk, at_desk, person_option
from bot.cli.screen import answer, say, show
from bot.exits import Exit, Refusal
from tracker.accounts.identity import Identity
from tracker.accounts.model import User
from tracker.challenge.model import Challenge, GlobalStats, WeekRecord, WeekSummary, week_board
from tracker.challenge.recording import stats_of
from tracker.challenge.statistics import standing
from tracker.ranking import Rank, rank_of
from tracker.store.entity import from_items
from tracker.store.keys import WeekKey
from tracker.store.segments import Week
from tracker.weeks import parse_week, week_of
from tracker.words import quoted

_MOST = 100
_STREAKS = 3
_YEARS = range(2000, 3000)


class Board(NamedTuple):
    """Who is ahead in a week, and where the person stands."""

    challenge: Challenge
    summary: WeekSummary
    top: Sequence[Rank]
    own: Rank | None
    streaks: Mapping[str, int]
    """Of those who are shown, in weeks."""
    longest: Sequence[Rank]
    """Whose streaks are the longest."""
    everybody: GlobalStats
    is_now: bool

    @property
    def shown(self) -> Sequence[Rank]:
        """The first, and the person wherever they are."""
        outside = self.own is not None and all(one.user != self.own.user for one in self.top)
        return (*self.top, *([self.own] if self.own and outside else []))

    def is_own(self, rank: Rank) -> bool:
        return self.own is not None and rank.user == self.own.user


@click.command()
@click.argument("words", nargs=-1, metavar="[CHALLENGE]")
@person_option
@json_option
@click.pass_obj
def status(invocation: Invocation, wanted: Identity, words: tuple[str, ...], *, as_json: bool) -> None:
    """Show how you stand: this week, your streak, your rank. All challenges, if none is named."""

    async def look(desk: Desk) -> list[Stand]:
        user = await desk.person(wanted)
        named = [await find(desk, user, " ".join(words))] if words else await desk.challenges.mine(user.id)
        return [await stand_of(desk, user, one) for one in named]

    found = at_desk(invocation, look)
    if as_json:
        answer({"challenges": [status_data(one) for one in found]})
    elif found:
        show_stands(found, invocation)
    else:
        say("You are in no challenge yet. Join one: questlog challenge join NAME")


def show_stands(found: Sequence[Stand], invocation: Invocation) -> None:
    from bot.cli.challenge_screen import stand_parts  # noqa: PLC0415 - only people need rich

    for number, one in enumerate(found):
        if number:
            say("")
        show(*stand_parts(one, invocation.clock()))


@click.command()
@click.argument("words", nargs=-1, metavar="[CHALLENGE]")
@click.option("--week", metavar="2026-W46", help="Of this week; of the present one, if none is named.")
@click.option("--limit", type=click.IntRange(1, _MOST), default=10, show_default=True)
@person_option
@json_option
@click.pass_obj
def standings(
    invocation: Invocation,
    wanted: Identity,
    words: tuple[str, ...],
    *,
    week: str | None,
    limit: int,
    as_json: bool,
) -> None:
    """Show who did most in a week, and where you stand."""
    chosen = None if week is None else chosen_week(week)

    async def look(desk: Desk) -> Board:
        user = await desk.person(wanted)
        return await board_of(desk, user, await find_or_only(desk, user, " ".join(words)), chosen, limit)

    found = at_desk(invocation, look)
    if as_json:
        answer(board_data(found))
    else:
        show_board(found)


def chosen_week(text: str) -> Week:
    try:
        week = parse_week(text)
    except ValueError:
        week = None
    if week is None or week.year not in _YEARS:
        raise Refusal(
            f"{quoted(text)} is no week; write one as 2026-W46, by its year and its number in it",
            code="no_such_week",
            exit_code=Exit.USAGE,
        )
    return week


async def board_of(desk: Desk, user: User, challenge: Challenge, week: Week | None, limit: int) -> Board:
    now = week_of(desk.challenges.today(challenge))
    wanted = week or now
    top = await desk.challenges.standings(challenge, wanted, limit)
    own = await own_rank(desk, user, challenge, wanted)
    stats = await stats_of(desk.table, challenge.id, {one.user for one in (*top, *([own] if own else []))})
    return Board(
        challenge=challenge,
        summary=await desk.challenges.summary(challenge, wanted),
        top=top,
        own=own,
        streaks={user_id: standing(one).current for user_id, one in stats.items()},
        longest=[one for one in await desk.challenges.top_streaks(challenge, _STREAKS) if one.points],
        everybody=await desk.challenges.everybody(challenge),
        is_now=wanted == now,
    )


async def own_rank(desk: Desk, user: User, challenge: Challenge, week: Week) -> Rank | None:
    item = await desk.table.get(WeekKey(user.id, week, challenge.id).key)
    record = next(from_items(WeekRecord, [item] if item else []), None)
    if record is None:
        return None
    return await rank_of(desk.table, week_board(challenge.id, week), user.id, record.count, record.name)


def board_data(board: Board) -> dict[str, object]:
    """The answer of `--json`, described in docs/cli.md."""
    return {
        "challenge": as_data(board.challenge),
        "week": summary_data(board.summary),
        "top": [{**rank_data(board, one), "you": board.is_own(one)} for one in board.top],
        "you": board.own and rank_data(board, board.own),
        "longestStreaks": [{"name": one.name, "weeks": one.points} for one in board.longest],
        "everybody": everybody_data(board.everybody),
    }


def rank_data(board: Board, rank: Rank) -> dict[str, object]:
    return {
        "rank": rank.number,
        "name": rank.name,
        "count": rank.points,
        "success": rank.points >= board.challenge.threshold,
        "streak": board.streaks.get(rank.user, 0),
    }


def show_board(board: Board) -> None:
    from bot.cli.challenge_screen import board_parts  # noqa: PLC0415 - only people need rich

    show(*board_parts(board))


@click.command()
@click.argument("words", nargs=-1, metavar="[CHALLENGE]")
@click.option("--limit", type=click.IntRange(1), metavar="N", help="The last so many weeks only.")
@person_option
@json_option
@click.pass_obj
def history(
    invocation: Invocation, wanted: Identity, words: tuple[str, ...], *, limit: int | None, as_json: bool
) -> None:
    """Show your weeks in a challenge, the newest first."""

    async def look(desk: Desk) -> tuple[Challenge, list[WeekRecord]]:
        user = await desk.person(wanted)
        found = await find_or_only(desk, user, " ".join(words))
        return found, await desk.challenges.history(user.id, found)

    found, weeks = at_desk(invocation, look)
    kept = weeks[:limit]
    if as_json:
        answer({"challenge": as_data(found), "weeks": [week_data(one) for one in kept]})
    else:
        show_weeks(found, kept)


def show_weeks(challenge: Challenge, weeks: Sequence[WeekRecord]) -> None:
    from bot.cli.challenge_screen import history_parts  # noqa: PLC0415 - only people need rich

    show(*history_parts(challenge, weeks))
    if not weeks:
        say("No week has been counted yet; the service counts them by itself: questlog run")
