"""Gains as Discord shows them, and as they are texted."""

from datetime import date

from bot.goals import gains_view
from bot.goals.documents import GainsList
from bot.goals.gains_usecases import gain_of
from bot.slash.render import card
from bot.sms.render import lines
from tests.bot.slash.card_text import card_lines, card_text
from tests.bot.slash.shown_scenes import NOW, OWNER, TODAY, woodcutting
from tests.bot.visits import visit
from tracker.days import Days
from tracker.front_ends import FrontEnd
from tracker.goals.model import Goal
from tracker.goals.pace.gained import Gained
from tracker.goals.pace.gains import Gain, Period
from tracker.goals.words.request import GoalType

ZULRAH = woodcutting(
    id="zul500", target_type=GoalType.SCORE, target_attribute="zulrah", target_value=500, start_value=100
)
RANK = woodcutting(
    target_type=GoalType.RANK, target_attribute="slayer", target_value=1000, start_value=4000, falling=True
)


def gained(goal: Goal, *amounts: int | None) -> tuple[Goal, list[Gained]]:
    gains = [None if amount is None else Gain(amount, NOW, NOW) for amount in amounts]
    return goal, [
        Gained(period, Days(TODAY, TODAY), gain) for period, gain in zip(Period, gains, strict=False)
    ]


def found(*rows: tuple[Goal, list[Gained]], pages: int = 1) -> GainsList:
    names = {"nightowl": "Nightowl", "iron": "Iron Bob"}
    return GainsList(
        gains=tuple(gain_of(goal, names[goal.character], one) for goal, gains in rows for one in gains),
        total=len(rows),
        page=0,
        pages=pages,
        characters=1,
        character_id=None,
        period=None,
        moved_last=None,
    )


ROWS = (
    gained(woodcutting(), 60_000, 180_000, 1_200_000, 1_800_000),
    gained(ZULRAH, 0, 7, 7, None),
    gained(RANK.model_copy(update={"character": "iron"}), -50, 20, 0, 0),
)


def test_gains_stand_under_their_character_for_each_span_of_time() -> None:
    assert card_lines(card(visit(), gains_view.gains(visit(), found(*ROWS)), OWNER)) == [
        "┌ #3b8fd0",
        "│ ## Gains",
        "│ ────",
        "│ ### Nightowl",
        "│ **99 Woodcutting**",
        "│ +60,000 xp today · +180,000 xp this week · +1,200,000 xp this month · +1,800,000 xp in all",
        "│ **500 Zulrah kc**",
        "│ 0 kc today · +7 kc this week · +7 kc this month · \N{EN DASH} in all",
        "│ ────",
        "│ ### Iron Bob",
        "│ **Rank 1,000 Slayer**",
        "│ up 50 ranks today · down 20 ranks this week · no change this month · no change in all",
    ]


def test_by_sms_nothing_is_called_that() -> None:
    here = visit(FrontEnd.SMS)

    assert [*lines(here, gains_view.gains(here, found(*ROWS)))] == [
        (
            "1. 99 Woodcutting (Nightowl): +60,000 xp today, +180,000 xp this week,"
            " +1,200,000 xp this month, +1,800,000 xp in all"
        ),
        "2. 500 Zulrah kc (Nightowl): nothing today, +7 kc this week, +7 kc this month, nothing in all",
        (
            "3. Rank 1,000 Slayer (Iron Bob): up 50 ranks today, down 20 ranks this week,"
            " nothing this month, nothing in all"
        ),
    ]


def test_gains_say_of_which_days_they_are_and_on_which_page() -> None:
    days = Days(date(2027, 1, 18), TODAY)
    rows = [(woodcutting(), [Gained(None, days, Gain(1, NOW.replace(day=18, hour=0), NOW))])]
    shown = card_lines(card(visit(), gains_view.gains(visit(), found(*rows, pages=2)), OWNER))

    assert shown[2] == "│ -# Monday 18 January 2027 to Wednesday 20 January 2027 · page 1 of 2"
    assert shown[-2:] == ["│ +1 xp", "│ (Back, off) (Next)"]


def test_without_goals_there_are_no_gains() -> None:
    nothing = card_text(card(visit(), gains_view.gains(visit(), found()), OWNER))

    assert "`/goal add goal:99 wc by 1 march`" in nothing
