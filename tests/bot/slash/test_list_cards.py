"""Lists on cards: goals by character, characters, and what to do where there is nothing."""

from bot.page import page_of
from bot.slash.list_cards import (
    CHARACTERS_PER_PAGE,
    GOALS_PER_PAGE,
    characters_card,
    goals_card,
    no_characters_card,
    no_goals_card,
)
from bot.slash.paging import Place
from tests.bot.slash.card_text import card_lines, card_text
from tests.bot.slash.shown_scenes import DAY, NOW, OWNER, character, shown, steady, woodcutting
from tracker.goals.model import Outage, OutageKind
from tracker.goals.words.request import GoalType

PLACE = Place("goals", OWNER)
ZULRAH = woodcutting(
    id="zul500", target_type=GoalType.SCORE, target_attribute="zulrah", target_value=500, start_value=100
)
OTHERS = woodcutting(id="iron99", character="iron bob", status="paused")


def test_goals_stand_under_their_character_with_bar_state_and_dates() -> None:
    goals = [shown(), shown(ZULRAH, steady(100, 3)), shown(OTHERS, name="Iron_Bob")]

    assert card_lines(goals_card(page_of(goals, 0, GOALS_PER_PAGE), PLACE)) == [
        "┌ #3b8fd0",
        "│ ## Your goals",
        "│ -# 3 goals",
        "│ ────",
        "│ ### Nightowl",
        "│ **99 Woodcutting**",
        "│ ▰▰▰▰▱▱▱▱▱▱ **44.6 %** · ✅ on track",
        "│ -# 2,234,431 xp to go · expected {26 February 2027} · due {1 March 2027}",
        "│ **500 Zulrah kc**",
        "│ ▰▰▱▱▱▱▱▱▱▱ **22.5 %** · 🔻 behind",
        "│ -# 310 kc to go · expected {4 May 2027} · due {1 March 2027}",
        "│ ────",
        "│ ### Iron_Bob",
        "│ **99 Woodcutting**",
        "│ ▰▰▰▰▱▱▱▱▱▱ **44.6 %** · ⏸️ paused",
        "│ -# 2,234,431 xp to go · expected {26 February 2027} · due {1 March 2027}",
    ]


def test_what_is_reached_or_has_no_number_is_short() -> None:
    reached = shown(woodcutting(status="reached", reached_at=NOW), steady(first=12_000_000))
    found = card_lines(goals_card(page_of([reached, shown(points=())], 0, GOALS_PER_PAGE), PLACE))

    assert found[5:] == [
        "│ **99 Woodcutting**",
        "│ ▰▰▰▰▰▰▰▰▰▰ **100 %** · 🏆 reached",
        "│ **99 Woodcutting**",
        "│ ❓ no number yet",
    ]


def test_a_long_list_has_pages_that_are_numbered_and_can_be_turned() -> None:
    goals = [shown()] * (2 * GOALS_PER_PAGE + 1)
    found = card_lines(goals_card(page_of(goals, 1, GOALS_PER_PAGE), PLACE))

    assert found[2] == "│ -# 17 goals · page 2 of 3"
    assert found[-1] == "│ (Back) (Next)"
    assert found.count("│ **99 Woodcutting**") == GOALS_PER_PAGE


def test_that_a_character_cannot_be_read_is_said_once() -> None:
    outage = Outage(kind=OutageKind.DOWN, since=NOW - DAY)
    goals = [shown(outage=outage), shown(ZULRAH, steady(100, 3), outage=outage)]

    found = card_text(goals_card(page_of(goals, 0, GOALS_PER_PAGE), PLACE))
    assert found.count("No reading since {19 January 2027 18:00}") == 1


def test_characters_are_listed_with_where_they_are_from_and_how_many_goals_they_have() -> None:
    mine = [
        character(tracked_attributes={"woodcutting": 2, "zulrah": 1}),
        character("Iron Bob", mode="ironman"),
        character("Steps", game="http_json", mode=None, tracked_attributes={"value": 1}),
    ]

    assert card_lines(characters_card(page_of(mine, 0, CHARACTERS_PER_PAGE), PLACE)) == [
        "┌ #3b8fd0",
        "│ ## Your characters",
        "│ -# 3 characters",
        "│ ────",
        "│ **Nightowl** · Old School RuneScape",
        "│ -# 3 goals · since {1 November 2026}",
        "│ **Iron Bob** · Old School RuneScape, ironman",
        "│ -# no goals yet · since {1 November 2026}",
        "│ **Steps** · a number on the web",
        "│ -# 1 goal · since {1 November 2026}",
    ]


def test_whoever_has_nothing_yet_is_told_what_to_type() -> None:
    assert "`/character add name:Zezima`" in card_text(no_characters_card())
    assert "`/character add name:Zezima`" in card_text(no_goals_card(has_characters=False))
    assert "`/goal add goal:99 wc by 1 march`" in card_text(no_goals_card(has_characters=True))
    assert card_text(goals_card(page_of([], 0, 8), PLACE)) == card_text(no_goals_card(has_characters=True))
    assert card_text(characters_card(page_of([], 0, 8), PLACE)) == card_text(no_characters_card())
