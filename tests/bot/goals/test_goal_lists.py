"""Goals and characters in lists, as Discord shows them, and what to do where there is nothing."""

from collections.abc import Sequence

from bot.characters import view as characters_view
from bot.characters.documents import CharacterList, character_document
from bot.goals import lists_view
from bot.goals.documents import GoalList
from bot.goals.usecases import PER_PAGE
from bot.page import page_of
from bot.slash.render import card
from bot.view import View
from tests.bot.slash.card_text import card_lines, card_text
from tests.bot.slash.shown_scenes import DAY, NOW, OWNER, ShownGoal, character, shown, steady, woodcutting
from tests.bot.visits import visit
from tracker.goals.model import Character
from tracker.goals.words.request import GoalType
from tracker.subjects import Outage, OutageKind

ZULRAH = woodcutting(
    id="zul500", target_type=GoalType.SCORE, target_attribute="zulrah", target_value=500, start_value=100
)
OTHERS = woodcutting(id="iron99", character="iron bob", status="paused")


def goal_list(goals: Sequence[ShownGoal], number: int = 0, *, characters: int = 1) -> GoalList:
    page = page_of(goals, number, PER_PAGE)
    return GoalList(
        goals=tuple(one.document for one in page.items),
        total=page.total,
        page=page.number,
        pages=page.count,
        characters=characters,
        archived=False,
        of_character=None,
        character_id=None,
    )


def listed(goals: Sequence[ShownGoal], number: int = 0) -> list[str]:
    return card_lines(card(visit(), lists_view.goals(visit(), goal_list(goals, number)), OWNER))


def written(shown: View) -> str:
    return card_text(card(visit(), shown, OWNER))


def test_goals_stand_under_their_character_with_bar_state_and_dates() -> None:
    assert listed([shown(), shown(ZULRAH, steady(100, 3)), shown(OTHERS, name="Iron_Bob")]) == [
        "┌ #3b8fd0",
        "│ ## Your goals",
        "│ -# 3 goals",
        "│ ────",
        "│ ### Nightowl",
        "│ **99 Woodcutting** · by {1 March 2027}",
        "│ ▰▰▰▰▰▰▱▱▱▱▱▱▱▱ **44.6 %** · ✅ on track",
        "│ -# to go 2,234,431 xp · needed 55,514 a day · expected {26 February 2027}",
        "│ **500 Zulrah kc** · by {1 March 2027}",
        "│ ▰▰▰▱▱▱▱▱▱▱▱▱▱▱ **22.5 %** · 🔻 behind",
        "│ -# to go 310 kc · needed 8 a day · expected {4 May 2027}",
        "│ ────",
        "│ ### Iron_Bob",
        "│ **99 Woodcutting** · by {1 March 2027}",
        "│ ▰▰▰▰▰▰▱▱▱▱▱▱▱▱ **44.6 %** · ⏸️ paused",
        "│ -# to go 2,234,431 xp · needed 55,514 a day · expected {26 February 2027}",
    ]


def test_what_is_reached_or_has_no_number_is_short() -> None:
    reached = shown(woodcutting(status="reached", reached_at=NOW), steady(first=12_000_000))

    assert listed([reached, shown(points=())])[5:] == [
        "│ **99 Woodcutting**",
        "│ ▰▰▰▰▰▰▰▰▰▰▰▰▰▰ **100 %** · 🏆 reached",
        "│ **99 Woodcutting** · by {1 March 2027}",
        "│ ❓ no number yet",
    ]


def test_a_long_list_has_pages_that_are_numbered_and_can_be_turned() -> None:
    found = listed([shown()] * (2 * PER_PAGE + 1), 1)

    assert found[2] == "│ -# 17 goals · page 2 of 3"
    assert found[-1] == "│ (Back) (Next)"
    assert found.count("│ **99 Woodcutting** · by {1 March 2027}") == PER_PAGE


def test_that_a_character_cannot_be_read_is_said_once() -> None:
    outage = Outage(kind=OutageKind.DOWN, since=NOW - DAY)
    found = listed([shown(outage=outage), shown(ZULRAH, steady(100, 3), outage=outage)])

    assert found[-1] == "│ Nightowl: no reading since {19 January 2027 18:00}; these are the last numbers."
    assert "\n".join(found).count("no reading since") == 1


def test_characters_are_listed_with_where_they_are_from_and_how_many_goals_they_have() -> None:
    mine = [
        character(tracked_attributes={"woodcutting": 2, "zulrah": 1}),
        character("Iron Bob", mode="ironman"),
        character("Steps", game="http_json", mode=None, tracked_attributes={"value": 1}),
    ]

    assert card_lines(card(visit(), characters_view.characters(visit(), character_list(mine)), OWNER)) == [
        "┌ #3b8fd0",
        "│ ## Your characters",
        "│ -# 3 characters",
        "│ ────",
        "│ **Nightowl**",
        "│ Old School RuneScape · 3 goals",
        "│ -# since {1 November 2026}",
        "│ **Iron Bob**",
        "│ Old School RuneScape, ironman · no goals yet",
        "│ -# since {1 November 2026}",
        "│ **Steps**",
        "│ a number on the web · 1 goal",
        "│ -# since {1 November 2026}",
    ]


def character_list(mine: Sequence[Character]) -> CharacterList:
    return CharacterList(characters=tuple(map(character_document, mine)), total=len(mine), page=0, pages=1)


def test_whoever_has_nothing_yet_is_told_what_to_type() -> None:
    nobody = characters_view.characters(visit(), character_list([]))
    assert "`/character add name:Zezima`" in written(nobody)
    assert "`/character add name:Zezima`" in written(lists_view.goals(visit(), goal_list([], characters=0)))
    assert "`/goal add goal:99 wc by 1 march`" in written(lists_view.goals(visit(), goal_list([])))
