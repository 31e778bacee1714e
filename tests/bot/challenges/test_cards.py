"""Every card of challenges: within Discord's limits, and no name becomes layout."""

import io
from datetime import timedelta
from typing import Any

import discord
from hypothesis import HealthCheck, given, settings

from bot.challenges import documents, join_view, view, weeks_view
from bot.challenges.slash import WEEKS_PER_PAGE
from bot.charts.drawing import LONGEST_ALT
from bot.slash.render import card
from bot.view import View
from tests.bot.slash.accepted import layouts
from tests.bot.slash.shown_scenes import NOW, OWNER, TODAY, names
from tests.bot.visits import visit
from tracker.challenge.model import MOST_THRESHOLD, ChallengeStatus, Counted, Phase, WhoMayJoin
from tracker.rewards.board_names import LONGEST_NAME
from tracker.weeks import week_of, week_text

FILE = "standings.png"
MOST_CARDS = settings(max_examples=30, suppress_health_check=[HealthCheck.too_slow], deadline=None)
WEEK = week_text(week_of(TODAY))
ID = "01J9ZK6Q5V3W8X0Y2A4B6C8D0E"
LOGIN = "a" * 39
TAME = "Weekly"


def challenge(name: str, **other: Any) -> documents.ChallengeDocument:  # noqa: ANN401 - any field
    fields = {
        "id": ID, "name": name, "counts": Counted.COMMITS, "only": None,
        "threshold": MOST_THRESHOLD, "zone": "UTC",
        "starts": TODAY, "ends": None, "who": WhoMayJoin.ANYBODY, "status": ChallengeStatus.ACTIVE,
        "phase": Phase.UNDER_WAY, "aim": "at least 1,000,000,000,000 commits a week", "created_at": NOW,
    }  # fmt: skip
    return documents.ChallengeDocument(**{**fields, **other})


def week(**other: Any) -> documents.WeekDocument:  # noqa: ANN401 - any field
    fields = {
        "week": WEEK, "first": TODAY, "last": TODAY, "count": 10**12, "text": "1 of 1,000,000 commits",
        "success": False, "settled": False, "late": 10**9, "private": 10**9, "last_updated": NOW,
    }  # fmt: skip
    return documents.WeekDocument(**{**fields, **other})


def status(name: str, **other: Any) -> documents.StatusDocument:  # noqa: ANN401 - any field
    fields = {
        "challenge": challenge(name), "name": name, "since": WEEK, "week": week(), "days_left": 3,
        "rank": 123_456, "participants": 1_234_567, "total_weeks": 5000, "success_weeks": 4999,
        "streak": documents.ChallengeStreak(current=4000, longest=4999, text="4,000 weeks in a row"),
        "total": 10**15, "average": 1e12, "rate": 99.9, "first_active": WEEK, "last_active": WEEK,
    }  # fmt: skip
    return documents.StatusDocument(**{**fields, **other})


def standings(name: str, *, page: int = 3, pages: int = 100) -> documents.StandingsDocument:
    one = documents.ListedRank(rank=1_000_000, name=name, count=10**12, success=True, streak=4000, you=False)
    own = documents.ChallengeRank(rank=2_000_000, name=name, count=10**12, success=True, streak=4000)
    return documents.StandingsDocument(
        challenge=challenge(name),
        counted_at=NOW,
        week=documents.SummaryDocument(
            week=WEEK, first=TODAY, last=TODAY, participants=10**6, active=10**6, successes=10**6,
            total=10**15, average=1e9, rate=100.0,
        ),
        top=(one,) * 10,
        you=own,
        longest_streaks=(documents.LongestStreak(name=name, weeks=4999),) * 3,
        everybody=documents.EverybodyDocument(
            people=1, active=1, weeks=1, total=1, settled_weeks=1, settled_successes=1, rate=None
        ),
        page=page,
        pages=pages,
    )  # fmt: skip


def overview(
    own: tuple[documents.StatusDocument, ...], others: tuple[documents.ChallengeDocument, ...]
) -> documents.ChallengeOverview:
    return documents.ChallengeOverview(challenges=own, others=others)


def of(shown: View, file: discord.File | None = None) -> list[str]:
    return layouts(card(visit(), shown, OWNER, file), {FILE})


def views(name: str) -> list[View]:
    """Everything that can be said of a challenge and a person who are both called so."""
    here, one, own = visit(), challenge(name), status(name)
    over = status(name, challenge=challenge(name, phase=Phase.OVER, ends=TODAY))
    coming = status(name, challenge=challenge(name, phase=Phase.COMING, ends=TODAY + timedelta(days=9)))
    joined = documents.ChallengeJoined(
        challenge=one, name=name, since=WEEK, github=None, counting=f"What {name} gains counts"
    )
    as_seen = name[:LONGEST_NAME]  # longer ones are refused
    asked = documents.ProofAsked(challenge=one, name=as_seen, github=LOGIN, code="questlog-1", advice="")
    left = documents.ChallengeLeft(challenge=one, name=name, character=None, habit=None)
    weeks = documents.WeekList(
        challenge=one,
        weeks=(week(), week(settled=True)) * (WEEKS_PER_PAGE // 2),
        total=5000,
        page=1,
        pages=500,
    )
    return [
        view.created(here, documents.ChallengeCreated(challenge=one, announced=False)),
        view.shown(here, documents.ChallengeShown(challenge=one, status=None)),
        view.overview(
            here, documents.ChallengeOverview(challenges=(own, over, coming) * 4, others=(one,) * 20)
        ),
        *(
            view.overview(here, documents.ChallengeOverview(challenges=(it,), others=()))
            for it in (own, over)
        ),
        join_view.joining(here, joined),
        join_view.joining(here, asked),
        join_view.joining(here, documents.AccountAsked(challenge=one, name=as_seen)),
        join_view.leaving(here, own),
        join_view.left(here, left),
        weeks_view.standings(here, standings(name)),
        weeks_view.weeks(here, weeks),
        weeks_view.weeks(here, weeks.model_copy(update={"weeks": (), "total": 0})),
    ]


@MOST_CARDS
@given(name=names)
def test_no_name_becomes_layout_and_no_card_is_too_long(name: str) -> None:
    assert [of(one) for one in views(name)] == [of(one) for one in views(TAME)]


def test_the_longest_standings_fit_beside_their_picture() -> None:
    picture = discord.File(io.BytesIO(b"png"), FILE, description="w" * LONGEST_ALT)

    assert of(weeks_view.standings(visit(), standings("\N{RUNNER}" * 60, page=0)), picture)
