"""The boards of a server as strangers see them: who joined one, by the name that they have there."""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from bot.charts.drawing import LONGEST_ALT
from bot.charts.standings.values import Placed, StandingsChart
from bot.names import NAME, TITLE, plain_line
from bot.services import Services
from bot.shares.public_parts import Owner, PictureLook, PublicFact, PublicRank, PublicView, drawn_as_it_is
from bot.shares.things import leaderboard_title
from scheduler.channels.picture import Picture
from tracker.challenge.errors import NoSuchChallenge
from tracker.challenge.model import Challenge, Phase
from tracker.challenge.wording import aim_text, phase_of
from tracker.ranking import Rank
from tracker.rewards.boards import BoardSpan
from tracker.servers.model import Server
from tracker.store.entity import from_items
from tracker.store.keys import ParticipationKey, ServerKey
from tracker.tones import Tone
from tracker.weeks import days_of, week_of
from tracker.words import count_of, day_text, people, people_count

MOST_RANKS = 50
"""So many people a page shows, of however many."""
MOST_DRAWN = 10
_NOBODY = "Somebody"


async def leaderboard(services: Services, owner: Owner, account: str) -> PublicView | None:
    """Of all time."""
    item = await services.table.get(ServerKey(account).key)
    server = next(from_items(Server, [item] if item else []), None)
    if server is None:
        return None
    board = BoardSpan.ALL.board(account, owner.today)
    ranks = await services.leaderboard.top(board, MOST_RANKS)
    shown = people_count(len(ranks)) if len(ranks) < MOST_RANKS else f"the first {MOST_RANKS}"
    return PublicView(
        title=leaderboard_title(server.name),
        about="Points of all time, of those who joined the board",
        state=shown if ranks else "nobody yet",
        badge=shown if ranks else "nobody yet",
        tone=Tone.TRIUMPH,
        ranks=tuple(
            PublicRank(one.number, one.name or _NOBODY, count_of(one.points, "point")) for one in ranks
        ),
        draw=partial(_draw_points, name=server.name, ranks=tuple(ranks[:MOST_DRAWN])) if ranks else None,
    )


async def challenge(services: Services, _: Owner, challenge_id: str) -> PublicView | None:
    """Its standings of this week; of one that is over, those of its last."""
    book = services.challenges
    try:
        one = await book.by_id(challenge_id)
    except NoSuchChallenge:
        return None
    today = book.today(one)
    week = week_of(today if one.ends is None else min(one.ends, today))
    ranks = await _those_in_it(services, one, await book.standings(one, week, MOST_RANKS))
    users = [rank.user for rank in ranks]
    streaks = await book.streaks_at(one, week, users)
    good = await book.good_weeks(one, week, users)
    phase, span = phase_of(one, today), days_of(week)
    state = f"{people(len(good))} of {people(len(ranks))} had a good week" if ranks else "nobody yet"
    if phase is Phase.COMING:
        state = f"begins {day_text(one.starts, today)}"
    placed = [
        Placed(number, plain_line(rank.name or _NOBODY, NAME), rank.points, streaks.get(rank.user, 0))
        for number, rank in enumerate(ranks, 1)
    ]
    chart = StandingsChart(
        title=plain_line(one.name, TITLE),
        counted=one.counted,
        threshold=one.threshold,
        week=week,
        participants=len(ranks),
        successes=len(good),
        total=sum(rank.points for rank in ranks),
        rows=tuple(placed[:MOST_DRAWN]),
    )
    return PublicView(
        title=one.name,
        about=f"A challenge, {aim_text(one)}",
        state=state,
        badge=state,
        tone=Tone.QUIET if phase is Phase.OVER else Tone.TRIUMPH,
        facts=(PublicFact("Week", f"{day_text(span.first, today)} to {day_text(span.last, today)}"),),
        ranks=tuple(PublicRank(rank.number, rank.name, _week_text(one, rank)) for rank in placed),
        draw=partial(_draw_standings, chart=chart) if placed else None,
    )


async def _those_in_it(services: Services, one: Challenge, ranks: Sequence[Rank]) -> list[Rank]:
    """Whoever left is not among them, also where a week that is settled keeps what they did."""
    keys = {rank.user: ParticipationKey(rank.user, one.id).key for rank in ranks}
    found = await services.table.get_many(keys.values())
    return [rank for rank in ranks if keys[rank.user] in found]


def _week_text(one: Challenge, rank: Placed) -> str:
    count = one.counted.amount(rank.count)
    return f"{count}, {count_of(rank.streak, 'week')} in a row" if rank.streak else count


class WeekMotif(NamedTuple):
    """Everything that is to be seen on a picture."""

    chart: StandingsChart
    look: PictureLook


async def _draw_standings(services: Services, *, chart: StandingsChart, look: PictureLook) -> Picture | None:
    return await drawn_as_it_is(
        services, WeekMotif(chart, look), partial(_standings_picture, chart, look=look)
    )


def _standings_picture(chart: StandingsChart, *, look: PictureLook) -> Picture:
    """For a thread."""
    from bot.charts.standings.chart import describe, draw_standings  # noqa: PLC0415 - matplotlib is slow

    return Picture(
        draw_standings(chart, look.shape, dark=look.dark), plain_line(describe(chart), LONGEST_ALT)
    )


class PointsMotif(NamedTuple):
    """Everything that is to be seen on a picture."""

    name: str
    ranks: tuple[Rank, ...]
    look: PictureLook


async def _draw_points(
    services: Services, *, name: str, ranks: tuple[Rank, ...], look: PictureLook
) -> Picture | None:
    motif = PointsMotif(name, ranks, look)
    return await drawn_as_it_is(services, motif, partial(_points_picture, motif))


def _points_picture(motif: PointsMotif) -> Picture:
    """For a thread."""
    from bot.charts.balance_chart import BalanceChart, describe, draw  # noqa: PLC0415 - matplotlib is slow

    bars = tuple((plain_line(one.name or _NOBODY, NAME), one.points) for one in motif.ranks)
    chart = BalanceChart(plain_line(leaderboard_title(motif.name), TITLE), bars, unit="point")
    return Picture(
        draw(chart, dark=motif.look.dark, least=MOST_DRAWN), plain_line(describe(chart), LONGEST_ALT)
    )
