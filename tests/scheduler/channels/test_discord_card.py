"""A message as Discord shows it, within Discord's limits whatever is told."""

from collections.abc import Iterator
from typing import Any

import discord
import pytest

from scheduler.channels.channel import Message, Part
from scheduler.channels.discord.buttons import (
    GOAL_BUTTON,
    HABIT_BUTTON,
    LONGEST_ID,
    MESSAGE_BUTTON,
    TICK_MENU,
)
from scheduler.channels.discord.card import MOST_CARDS, MOST_TEXT, MOST_TICKS, card, fair_length
from scheduler.channels.discord.text import ELLIPSIS
from tests.scheduler.channels.messages import message, part

ANNA = 80351110224678912


def parts_of(view: discord.ui.LayoutView, kind: type[discord.ui.Item[Any]]) -> Iterator[Any]:
    return (item for item in view.walk_children() if isinstance(item, kind))


def texts(view: discord.ui.LayoutView) -> list[str]:
    return [item.content for item in parts_of(view, discord.ui.TextDisplay)]


def buttons(view: discord.ui.LayoutView) -> list[str]:
    return [item.custom_id for item in parts_of(view, discord.ui.Button)]


def shown(told: Message, owner: int | None = ANNA) -> discord.ui.LayoutView:
    """The card, which keeps within the limits in any case."""
    view = card(told, owner)
    assert view.total_children_count <= 40
    assert view.content_length() <= MOST_TEXT
    assert all(text for text in texts(view))
    assert len(set(buttons(view))) == len(buttons(view))
    assert all(len(name) <= LONGEST_ID for name in buttons(view))
    return view


def goal_part(name: str = "h2k7wd", **other: Any) -> Part:  # noqa: ANN401 - any field
    facts = {"goal": name, "character": "Zezima", "percent": "43.2"}
    return part(name, **{"kind": "goal-milestone", "group": "zezima", "facts": facts, **other})


async def test_a_notification_is_a_card_with_title_text_bar_and_lateness() -> None:
    told = goal_part(title="50 % of 99 Woodcutting", text="Zezima passed 50 %.", late="was meant for 08:00")
    [text] = texts(shown(message(told)))
    assert text.splitlines() == [
        "### \N{CHEQUERED FLAG} 50 % of 99 Woodcutting",
        "Zezima passed 50 %.",
        "▰▰▰▰▱▱▱▱▱▱ **43.2 %**",
        "-# was meant for 08:00, <t:4102444800:R>",
    ]


async def test_each_notification_has_a_frame_of_its_own() -> None:
    view = shown(message(goal_part("a"), goal_part("b", kind="goal-reached"), part("c", urgent=True)))
    frames = list(parts_of(view, discord.ui.Container))
    assert len(frames) == 3
    assert len({frame.accent_colour for frame in frames}) == 3


@pytest.mark.parametrize("state", ["on-track", "at-risk", "behind", "of-a-newer-version"])
async def test_a_state_has_a_symbol_beside_its_colour(state: str) -> None:
    told = goal_part(kind="goal-state", title="is so", facts={"goal": "g", "state": state})
    [text] = texts(shown(message(told)))
    assert text.splitlines()[0].split()[1] != "is"


async def test_a_message_about_a_goal_has_buttons_that_name_whose_it_is() -> None:
    assert buttons(shown(message(goal_part()))) == [
        f"ql:goal:show:{ANNA}:zezima:h2k7wd",
        f"ql:goal:pause:{ANNA}:zezima:h2k7wd",
    ]


async def test_a_goal_of_which_several_things_are_told_has_its_buttons_once() -> None:
    told = message(goal_part(), goal_part(kind="goal-state"), goal_part("other"))
    assert len(buttons(shown(told))) == 4


async def test_a_goal_that_is_reached_cannot_be_paused() -> None:
    assert buttons(shown(message(goal_part(kind="goal-reached")))) == [f"ql:goal:show:{ANNA}:zezima:h2k7wd"]


def habit_part(name: str = "gym", **other: Any) -> Part:  # noqa: ANN401 - any field
    facts = {"habit": f"id-{name}", "day": "2100-01-01", "amount": 0, **other.pop("facts", {})}
    told = {"kind": "habit-reminder", "group": "habits", "title": f"Time for {name}", "facts": facts}
    return part(name, **{**told, **other})


def options(view: discord.ui.LayoutView) -> list[tuple[str, str]]:
    return [(one.label, one.value) for menu in parts_of(view, discord.ui.Select) for one in menu.options]


async def test_what_is_to_be_done_has_buttons_that_name_whose_it_is_and_which_day() -> None:
    ids = buttons(shown(message(habit_part())))
    assert ids == [f"ql:habit:{act}:{ANNA}:id-gym:2100-01-01" for act in ("done", "skip", "snooze")]
    assert all(HABIT_BUTTON.fullmatch(one) for one in ids)


async def test_where_an_amount_is_wanted_the_button_asks_for_it() -> None:
    first, *_ = buttons(shown(message(habit_part(facts={"amount": 1}))))
    assert first == f"ql:habit:amount:{ANNA}:id-gym:2100-01-01"


async def test_the_question_about_yesterday_cannot_wait() -> None:
    assert [one.split(":")[2] for one in buttons(shown(message(habit_part(kind="habit-yesterday"))))] == [
        "done",
        "skip",
    ]


async def test_a_habit_of_which_two_things_are_told_of_one_day_has_its_buttons_once() -> None:
    today, risk = habit_part(), habit_part(kind="habit-at-risk")
    yesterday = habit_part(kind="habit-yesterday", facts={"day": "2099-12-31"})
    assert len(buttons(shown(message(today, risk, yesterday)))) == 5


@pytest.mark.parametrize("kind", ["habit-ended", "habit-frozen", "achievement", "overtaken"])
async def test_what_cannot_be_answered_has_a_look_and_no_buttons(kind: str) -> None:
    view = shown(message(habit_part(kind=kind)))
    assert buttons(view) == []
    assert not texts(view)[0].startswith("### \N{BELL}")


async def test_habits_that_have_no_room_for_buttons_can_be_chosen_from_a_menu() -> None:
    view = shown(message(*(habit_part(f"habit{number}") for number in range(40))))
    assert len(buttons(view)) == 5 * 3 + 1
    assert len(options(view)) == MOST_TICKS
    assert options(view)[0] == ("Time for habit5", "id-habit5/2100-01-01")
    [menu] = parts_of(view, discord.ui.Select)
    assert TICK_MENU.fullmatch(menu.custom_id)
    assert menu.max_values == MOST_TICKS


async def test_a_habit_that_has_buttons_is_not_in_the_menu_as_well() -> None:
    others = [habit_part(f"habit{number}") for number in range(4)]
    view = shown(message(habit_part(), *others, habit_part("b"), habit_part(kind="habit-at-risk")))
    assert options(view) == [("Time for b", "id-b/2100-01-01")]


async def test_in_a_channel_there_is_no_menu() -> None:
    view = shown(message(*(habit_part(f"habit{number}") for number in range(9))), owner=None)
    assert options(view) == buttons(view) == []


async def test_goals_and_habits_share_the_room() -> None:
    parts = [one for number in range(5) for one in (habit_part(f"h{number}"), goal_part(f"g{number}"))]
    view = shown(message(*parts))
    assert len(buttons(view)) > 10
    shown(message(*reversed(parts)))


@pytest.mark.parametrize("title", ["", "\u200b", "\ud800", "x" * 500, "two\nlines"])
async def test_the_words_of_a_menu_are_ones_that_discord_takes(title: str) -> None:
    view = shown(message(*(habit_part(f"h{number}", title=title) for number in range(9))))
    assert all(0 < len(label) <= 100 and label.isprintable() for label, _ in options(view))


async def test_what_is_about_no_goal_has_no_buttons() -> None:
    assert buttons(shown(message(part("digest", kind="digest"), part("off", kind="channel-off")))) == []


async def test_in_a_channel_there_are_no_buttons_for_nobody_owns_them() -> None:
    assert buttons(shown(message(goal_part(), part("long", text="word " * 3000)), owner=None)) == []


async def test_a_character_whose_name_is_too_long_for_a_button_has_none() -> None:
    assert buttons(shown(message(goal_part(group="x" * 80)))) == []


@pytest.mark.parametrize(
    "character", ["zezima", "b0aty@ironman", "iron bob@rs3-hardcore", "größe@web", "a:b"]
)
async def test_an_id_says_again_what_went_into_it(character: str) -> None:
    for name in buttons(shown(message(goal_part("h2k7wd-2", group=character)))):
        found = GOAL_BUTTON.fullmatch(name)
        assert found
        assert (int(found["owner"]), found["character"], found["goal"]) == (ANNA, character, "h2k7wd-2")


async def test_a_long_text_is_cut_and_all_of_it_is_one_press_away() -> None:
    view = shown(message(part("digest", kind="digest", text="99 Woodcutting: 43 %\n\n" * 400)))
    [text] = texts(view)
    assert text.endswith(ELLIPSIS)
    assert len(text) > MOST_TEXT - 100
    [button] = buttons(view)
    found = MESSAGE_BUTTON.fullmatch(button)
    assert found
    assert (int(found["owner"]), found["message"]) == (ANNA, "id-of-digest")


async def test_a_long_text_leaves_short_ones_whole() -> None:
    view = shown(message(part("long", text="word " * 3000), part("short", text="all of this")))
    assert "all of this" in texts(view)[1]
    assert ELLIPSIS not in texts(view)[1]


async def test_what_has_no_room_for_a_card_is_named_and_one_press_away() -> None:
    view = shown(message(*(goal_part(f"goal{number}") for number in range(100))))
    *_, last = texts(view)
    assert len(texts(view)) == MOST_CARDS + 1
    assert last.startswith(f"**And {100 - MOST_CARDS} more**\n\N{CHEQUERED FLAG} Reached goal{MOST_CARDS}\n")
    assert buttons(view)[-1] == f"ql:message:{ANNA}:id-of-goal0"


async def test_why_it_comes_here_is_small_print_and_harmless() -> None:
    view = shown(message(part("a"), note="Your phone could not be reached, so this comes on **Discord**."))
    assert texts(view)[-1] == "-# Your phone could not be reached, so this comes on \\*\\*Discord\\*\\*."


async def test_the_most_that_can_be_told_at_its_longest_fits() -> None:
    longest = [
        goal_part(f"g{number}", title="*" * 5000, text="<@1> " * 5000, late="_" * 500)
        for number in range(100)
    ]
    shown(message(*longest))


@pytest.mark.parametrize("nothing", ["", " ", "\u200b", "\x00"])
async def test_a_notification_without_words_is_still_one(nothing: str) -> None:
    assert texts(shown(message(part(title=nothing, text=nothing)))) == ["### \N{BELL} Questlog\n"]


async def test_no_word_of_others_mentions_links_or_formats() -> None:
    evil = "@everyone <@1> **x** [y](https://evil.example)\n# big"
    [text] = texts(shown(message(part(title=evil, text=evil, late=evil))))
    assert "@everyone" not in text
    assert "https://" not in text
    assert "\n# " not in text
    assert text.count("<@") == text.count("\\<@") == 3
    assert text.count("**") == 0
    assert text.count("[") == text.count("\\[") == 3


async def test_the_client_remembers_nothing_of_what_was_sent() -> None:
    assert shown(message(goal_part())).is_finished()


@pytest.mark.parametrize(
    ("lengths", "most", "each"),
    [([10, 20], 100, 20), ([10, 200], 100, 90), ([300, 200, 10], 100, 45), ([50, 50], 100, 50), ([0], 5, 0)],
)
def test_what_is_short_stays_whole_and_the_rest_is_shared(lengths: list[int], most: int, each: int) -> None:
    assert fair_length(lengths, most) == each
