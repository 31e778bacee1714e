"""The card of a goal: where it stands, what is left, when it will be there, what to do today."""

import io
import re
from dataclasses import replace
from datetime import date, time

import discord
import pytest

from bot.goals import view
from bot.slash.render import card
from scheduler.channels.colours import AMBER, GREEN, GREY, RED, VIOLET
from tests.bot.slash.card_text import card_lines
from tests.bot.slash.shown_scenes import (
    DAY,
    NOW,
    OWNER,
    ShownGoal,
    in_state,
    person,
    shown,
    steady,
    woodcutting,
)
from tests.bot.visits import visit
from tracker.goals.pace.quota import Quota, quota_of
from tracker.goals.pace.state import GoalState
from tracker.goals.words.request import GoalType
from tracker.subjects import Outage, OutageKind

RANK = woodcutting(
    target_type=GoalType.RANK, target_attribute="slayer", target_value=1000, start_value=4000, falling=True
)
REACHED = woodcutting(status="reached", reached_at=NOW - DAY)


def lines(one: ShownGoal, notice: str | None = None, picture: discord.File | None = None) -> list[str]:
    here = visit(user=one.user)
    return card_lines(card(here, view.card(here, one.document, notice=notice), OWNER, picture))


def line(one: ShownGoal, label: str) -> str | None:
    """What stands after a label in bold."""
    marked = f"│ **{label}** "
    return next((it.removeprefix(marked) for it in lines(one) if it.startswith(marked)), None)


def test_it_says_everything_about_a_goal_that_is_under_way() -> None:
    assert lines(shown(), "Goal set.") == [
        "┌ #009e73",
        "│ -# Goal set.",
        "│ ### 99 Woodcutting",
        "│ -# Nightowl · Old School RuneScape",
        "│ ▰▰▰▰▰▰▱▱▱▱▱▱▱▱ **44.6 %** · ✅ on track",
        "│ ────",
        "│ **Now** level 97 (10,800,000 xp), since {20 January 2027 12:00}",
        "│ **To go** 2,234,431 xp",
        "│ **Next** level 98, in 1,005,606 xp",
        "│ **Began** level 95 (9,000,000 xp), on {21 December 2026}",
        "│ **Expected** {26 February 2027}",
        "│ **Pace** 60,000 xp a day",
        "│ **Due** {1 March 2027}, in 40 days: 55,514 xp a day",
        "│ **Today** 60,000 xp, done for today",
        "│ **Messages** every day",
        "│ -# id abc234",
        "│ (Pause it)",
    ]


def test_a_goal_that_is_reached_says_when_and_asks_for_nothing() -> None:
    assert lines(shown(REACHED, steady(13_034_431 - 30 * 60_000))) == [
        "┌ #a06cd5",
        "│ ### 99 Woodcutting",
        "│ -# Nightowl · Old School RuneScape",
        "│ ▰▰▰▰▰▰▰▰▰▰▰▰▰▰ **100 %** · 🏆 reached",
        "│ ────",
        "│ **Now** level 99 (13,034,431 xp), since {20 January 2027 12:00}",
        "│ **Began** level 95 (9,000,000 xp), on {21 December 2026}",
        "│ **Reached** {19 January 2027 18:00}",
        "│ **Due** {1 March 2027}",
        "│ -# id abc234",
    ]


def test_a_goal_whose_number_was_never_seen_says_so_and_shows_no_bar() -> None:
    assert lines(shown(points=())) == [
        "┌ #87898c",
        "│ ### 99 Woodcutting",
        "│ -# Nightowl · Old School RuneScape",
        "│ ❓ no number yet",
        "│ ────",
        "│ **Began** level 95 (9,000,000 xp), on {21 December 2026}",
        "│ **Due** {1 March 2027}, in 40 days",
        "│ **Messages** every day",
        "│ Its number has not been seen yet. The first reading that has it will be the start.",
        "│ -# id abc234",
        "│ (Pause it)",
    ]


@pytest.mark.parametrize(
    ("state", "words", "colour"),
    [
        (GoalState.NO_DATA, "⏳ too early to say", GREY),
        (GoalState.ON_TRACK, "✅ on track", GREEN),
        (GoalState.AT_RISK, "⚠️ at risk", AMBER),
        (GoalState.BEHIND, "🔻 behind", RED),
        (GoalState.REACHED, "🏆 reached", VIOLET),
        (GoalState.PAUSED, "⏸️ paused", GREY),
    ],
)
def test_each_state_has_a_word_a_symbol_and_a_colour(state: GoalState, words: str, colour: int) -> None:
    found = lines(in_state(state, shown()))

    assert found[0] == f"┌ #{colour:06x}"
    assert found[3].endswith(f" · {words}")


def test_what_is_archived_is_called_that_whatever_its_numbers_say() -> None:
    assert lines(shown(woodcutting(status="archived")))[3].endswith("🗄️ archived")


# What is expected.


def test_a_forecast_that_is_wide_names_both_ends() -> None:
    uneven = tuple(replace(point, value=9_000_000 + n // 6 * 400_000) for n, point in enumerate(steady()))
    found = line(shown(points=uneven), "Expected")

    assert re.fullmatch(r"\{.* 2027\}, between \{.* 2027\} and \{.* 2027\}", found or "")


@pytest.mark.parametrize(
    ("per_day", "days", "words"),
    [
        (60_000, 1, "no forecast: it takes three whole days of numbers"),
        (0, 30, "no forecast: nothing came in 29 days"),
        (1, 30, "in more than 5 years at this pace"),
    ],
)
def test_where_there_is_no_date_to_name_it_says_why(per_day: int, days: int, words: str) -> None:
    assert line(shown(points=steady(per_day=per_day, days=days)), "Expected") == words


def test_what_will_be_reached_today_is_not_called_in_so_many_hours() -> None:
    nearly = shown(points=steady(first=13_034_000 - 30 * 60_000))

    assert line(nearly, "Expected") == "today"


# The date.


def test_a_date_ends_with_the_day_of_the_person() -> None:
    """It is the 20th in Berlin, and still the 19th for whoever begins the day at 20:00."""
    early = person(timezone="Europe/Berlin", day_start=time(20))

    assert (line(shown(user=early), "Due") or "").startswith("{1 March 2027}, in 41 days: ")


def test_a_date_that_is_over_was_due() -> None:
    late = shown(woodcutting(target_date=date(2027, 1, 10)))

    assert line(late, "Was due") == "{10 January 2027}, 10 days ago"
    assert line(late, "Today") == "the date is over, 2,234,431 xp to go"


def test_without_a_date_there_is_no_line_for_it() -> None:
    open_end = shown(woodcutting(target_date=None))

    assert line(open_end, "Due") is None
    assert line(open_end, "Pace") == "60,000 xp a day"
    assert line(open_end, "Today") == "+60,000 xp"


# Today.


def test_who_is_days_ahead_is_free_today() -> None:
    assert line(shown(RANK, steady(4000, -50)), "Today") == "up 50 ranks, free: you are 4 days ahead"


def test_what_was_done_is_counted_against_the_share_of_the_day() -> None:
    slow = shown(points=steady(per_day=10_000))

    assert line(slow, "Today") == "10,000 of 91,328 xp"


def test_on_the_last_day_the_share_is_all_that_was_left_this_morning() -> None:
    last = shown(woodcutting(target_date=date(2027, 1, 20)))

    assert quota_of(last.standing) == Quota(60_000, 2_234_431 + 60_000)


def test_where_nobody_could_look_today_nothing_is_said_to_be_done() -> None:
    away = shown(outage=Outage(kind=OutageKind.DOWN, since=NOW - 2 * DAY))

    assert line(away, "Today") == "54,499 xp to do"
    assert "│ 🔌 No reading since {18 January 2027 18:00}: these are the last numbers." in lines(away)


def test_what_fell_back_today_is_nothing_done() -> None:
    fell = shown(points=(*steady()[:-1], replace(steady()[-1], value=10_000_000)))

    assert quota_of(fell.standing) == Quota(0, 55_962)


def test_kills_are_whole() -> None:
    kills = woodcutting(
        target_type=GoalType.SCORE, target_attribute="zulrah", target_value=500, start_value=100
    )

    assert line(shown(kills, steady(100, 3)), "Today") == "3 of 8 kc"


def test_a_pace_alone_is_the_share_of_each_day() -> None:
    paced = shown(woodcutting(target_date=None, per_day="350000/7"))

    assert line(paced, "Today") == "60,000 xp, done for today"


def test_a_paused_goal_asks_for_nothing_today_and_says_that_nothing_comes() -> None:
    paused = shown(woodcutting(status="paused"))

    assert line(paused, "Today") is None
    assert line(paused, "Messages") == "none while paused"


# The rest.


def test_the_next_level_is_left_out_where_it_is_the_goal() -> None:
    assert line(shown(points=steady(first=11_000_000)), "Next") is None


def test_beyond_the_last_level_the_next_one_is_virtual() -> None:
    more = woodcutting(target_type=GoalType.XP, target_value=50_000_000, start_value=14_000_000)

    assert (line(shown(more, steady(first=14_000_000)), "Next") or "").startswith("virtual level 101, in ")


def test_a_rank_goes_up_and_its_title_begins_with_a_capital() -> None:
    found = lines(shown(RANK, steady(4000, -50)))

    assert "│ ### Rank 1,000 Slayer" in found
    assert "│ **To go** 1,500 ranks" in found
    assert "│ **Now** rank 2,500, since {20 January 2027 12:00}" in found


def test_what_comes_then_and_where_messages_go_first_are_named() -> None:
    chained = shown(woodcutting(then="xp 200000000 woodcutting", notification_channel_type="sms"))

    assert line(chained, "Then") == "200m Woodcutting xp"
    assert line(chained, "Messages") == "every day, on sms first"


def test_a_picture_comes_with_words_for_those_who_cannot_see_it() -> None:
    file = discord.File(io.BytesIO(b"png"), "goal.png", description="From 9m to 10.8m.")

    assert "│ [attachment://goal.png: From 9m to 10.8m.]" in lines(shown(), None, file)


def test_the_button_stands_at_the_end_unless_its_id_would_be_too_long() -> None:
    assert lines(shown(woodcutting(status="paused")))[-1] == "│ (Go on with it)"
    assert lines(shown(woodcutting(character="x" * 60)))[-1] == "│ -# id abc234"
