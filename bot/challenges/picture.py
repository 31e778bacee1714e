"""The chart of a week's standings: for whoever asks for it, and for the message that tells of it."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from bot.challenges.documents import (
    ChallengeDocument,
    ChallengeRank,
    SummaryDocument,
    challenge_document,
    rank_document,
    summary_document,
)
from bot.charts.drawing import LONGEST_ALT, Drawings
from bot.charts.message_pictures import MOST_WAITING, PictureRequest
from bot.charts.standings.values import Placed, StandingsChart
from bot.names import NAME, TITLE, plain_line
from bot.services import Services
from scheduler.channels.picture import Picture
from tracker.challenge.messages import STANDINGS_CHART
from tracker.challenge.model import Challenge
from tracker.challenge.standings import good_weeks, ranks_among, streaks_at, summary_of
from tracker.store.entity import from_items
from tracker.store.keys import ChallengeKey
from tracker.store.table import Table
from tracker.weeks import days_of, parse_week


class StandingsMotif(NamedTuple):
    """Everything that is to be seen on a picture."""

    chart: StandingsChart
    dark: bool


def chart_of(
    challenge: ChallengeDocument, week: SummaryDocument, ranked: Iterable[tuple[ChallengeRank, bool]]
) -> StandingsChart:
    """Of these people, of whom the one who asked is marked."""
    return StandingsChart(
        title=challenge.name,
        counted=challenge.counts,
        threshold=challenge.threshold,
        week=parse_week(week.week),
        participants=week.participants,
        successes=week.successes,
        total=week.total,
        rows=tuple(Placed(one.rank, one.name, one.count, one.streak, own) for one, own in ranked),
    )


async def standings_told(
    table: Table, person: str, name: str, said: str, people: str
) -> StandingsChart | None:
    """What a message tells of a week of the challenge `name`, which is `person`'s, and of these people."""
    item, week = await table.get(ChallengeKey(person, name).key), parse_week(said)
    challenge = next(from_items(Challenge, [item] if item else []), None)
    if challenge is None or not (ranks := await ranks_among(table, challenge, week, people.split(","))):
        return None
    streaks = await streaks_at(table, challenge, week, [one.user for one in ranks])
    good = await good_weeks(table, challenge, week, people.split(","))
    ranked = [
        (rank_document(one, streaks.get(one.user, 0), success=one.user in good), False) for one in ranks
    ]
    summary = summary_document(await summary_of(table, challenge, week))
    return chart_of(challenge_document(challenge, days_of(week).last), summary, ranked)


async def draw_for_message(asked: PictureRequest) -> Picture | None:
    found = await standings_told(asked.table, asked.person, *asked.names)
    if found is None:
        return None
    return await drawn(asked.drawings, found, dark=asked.dark, most_waiting=MOST_WAITING)


async def draw_standings(services: Services, *, chart: StandingsChart, dark: bool = True) -> Picture | None:
    return await drawn(services.drawings, chart, dark=dark)


async def drawn(
    drawings: Drawings, chart: StandingsChart, *, dark: bool, most_waiting: int | None = None
) -> Picture | None:
    async def as_it_is() -> Callable[[], Picture]:
        return partial(draw_ranked, chart, dark=dark)

    return await drawings.drawn(StandingsMotif(chart, dark), as_it_is, most_waiting=most_waiting)


def draw_ranked(chart: StandingsChart, *, dark: bool = True) -> Picture:
    """For a thread: it takes more than a tenth of a second of work."""
    from bot.charts.format import CARD  # noqa: PLC0415 - matplotlib takes most of a second
    from bot.charts.standings.chart import describe, draw_standings  # noqa: PLC0415

    rows = tuple(replace(row, name=plain_line(row.name, NAME)) for row in chart.rows)
    plain = replace(chart, title=plain_line(chart.title, TITLE), rows=rows)
    return Picture(draw_standings(plain, CARD, dark=dark), plain_line(describe(plain), LONGEST_ALT))


FOR_MESSAGES = {STANDINGS_CHART: draw_for_message}
