"""Points, achievements and leaderboards as people read them: whatever others chose to be called."""

from datetime import timedelta

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.rewards import view
from bot.rewards.documents import (
    AchievementDocument,
    AchievementList,
    BoardDocument,
    BoardMembership,
    LedgerLine,
    PointsDocument,
    RankDocument,
)
from bot.rewards.slash import LEDGER_PER_PAGE, RANKS_PER_PAGE
from bot.rewards.usecases import PER_PAGE
from bot.sms import render as sms
from tests.bot.cards import accepted, card_of, layouts, visit
from tests.bot.slash.card_text import card_lines
from tests.bot.slash.shown_scenes import NOW, TODAY, names
from tracker.front_ends import FrontEnd
from tracker.rewards.achievements import ACHIEVEMENTS
from tracker.rewards.boards import BoardSpan
from tracker.rewards.model import EntryType

MANY = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
HERE = visit()


def points(name: str | None = "Gym", number: int = 10, lines: int = 1) -> PointsDocument:
    line = LedgerLine(
        type=EntryType.EARNED,
        at=NOW,
        name=name,
        reason="",
        habit="h",
        habit_id="h",
        task_id=None,
        metric_id=None,
        reward_id=None,
        day=TODAY,
        points=-number,
        coins=number,
        award="a",
        undone=True,
    )
    return PointsDocument(
        points=number,
        level=1,
        to_next_level=90,
        level_percent=10,
        coins=number,
        completions=1,
        today=number,
        ledger=(line,) * lines,
        page=0,
        pages=2,
    )


def board(name: str = "Ada", number: int = 10, **other: object) -> BoardDocument:
    top = [
        RankDocument(rank=rank, name=name, points=number, you=False) for rank in range(1, RANKS_PER_PAGE + 1)
    ]
    fields = {
        "scope": "global", "board": name, "span": BoardSpan.WEEK, "joined": True, "top": top,
        "you": RankDocument(rank=11, name=name, points=0, you=True), "page": 0, "pages": 100,
    }  # fmt: skip
    return BoardDocument.model_validate({**fields, **other})


def test_the_ledger_names_what_was_undone_and_what_is_gone() -> None:
    assert card_lines(card_of(view.points(HERE, points(name=None))))[-2:] == [
        "│ **-10** a habit that is removed, undone · {20 January 2027 18:00}",
        "│ (Back, off) (Next)",
    ]


def test_on_a_phone_points_are_one_sentence_and_a_board_five_lines() -> None:
    phone = visit(FrontEnd.SMS)
    few = board(top=board().top[:2])

    assert [*sms.lines(phone, view.points(phone, points(lines=0)))] == [
        "10 points, level 1, 90 points to level 2, +10 today"
    ]
    assert [*sms.lines(phone, view.board(phone, few))] == [
        "The leaderboard of Ada, this week:",
        "1. Ada: 10 points",
        "2. Ada: 10 points",
        "11. Ada (you): 0 points",
    ]


@MANY
@given(name=names, number=st.integers(0, 10**12))
def test_any_name_and_number_is_one_that_discord_takes(name: str, number: int) -> None:
    member = BoardMembership(
        board=name, joined=True, was_joined=False, name=name, previous_name=name, overtakes=True,
        you=None, message=f"You are on the leaderboard of {name}.",
    )  # fmt: skip
    shown = [
        view.points(HERE, points(name, number, LEDGER_PER_PAGE)),
        view.board(HERE, board(name, number)),
        view.board(HERE, board(name, number, joined=False, top=(), you=None)),
        view.membership(HERE, member),
        view.membership(HERE, member.model_copy(update={"joined": False})),
    ]

    plain = [
        view.points(HERE, points("Gym", number, LEDGER_PER_PAGE)),
        view.board(HERE, board("Gym", number)),
    ]
    assert [layouts(one) for one in shown[:2]] == [layouts(one) for one in plain]
    for one in shown:
        assert all("@everyone" not in text for text in layouts(one))


def test_every_page_of_achievements_is_one_that_discord_takes() -> None:
    every = [
        AchievementDocument(
            id=one.id, title=one.title, text=one.text, unlocked_at=NOW - number * timedelta(days=1)
        )
        for number, one in enumerate(ACHIEVEMENTS)
    ]
    for first in range(0, len(every), PER_PAGE):
        page = every[first : first + PER_PAGE]
        accepted(
            view.achievements(
                HERE, AchievementList(achievements=tuple(page), unlocked=1, total=22, page=0, pages=2)
            )
        )
