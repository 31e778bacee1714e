"""Every card, whatever it shows: within Discord's limits, and nothing that others named becomes layout."""

import io
from collections.abc import Iterable
from dataclasses import replace
from itertools import count

import discord
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.page import page_of
from bot.pictures import LONGEST_ALT
from bot.shown import ShownGoal
from bot.slash.account_cards import settings_card
from bot.slash.asking import Question, question_card
from bot.slash.attached import FILE_NAME
from bot.slash.cards import Card
from bot.slash.day_cards import GAINS_PER_PAGE, PERIODS, TODAY_PER_PAGE, GoalGains, gains_card, today_card
from bot.slash.goal_cards import goal_card
from bot.slash.list_cards import (
    CHARACTERS_PER_PAGE,
    GOALS_PER_PAGE,
    characters_card,
    goals_card,
    no_characters_card,
    no_goals_card,
)
from bot.slash.looks import AMBER, BLUE, GREEN, GREY, RED, VIOLET
from bot.slash.paging import Place
from tests.bot.slash.markdown import layout
from tests.bot.slash.shown_scenes import NOW, OWNER, character, names, person, shown, shown_goals, woodcutting
from tests.fakes.discord.check_components import check_layout
from tests.fakes.discord.component_types import walk
from tests.fakes.discord.forms import Form, Json
from tracker.goals.pace.gains import Gain

FARTHEST = Place("goals", 2**64 - 1, 123_456, "x" * 40)
MOST_CARDS = settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow], deadline=None)


def picture() -> discord.File:
    return discord.File(io.BytesIO(b"png"), FILE_NAME, description="w" * LONGEST_ALT)


def accepted(card: Card) -> list[Json]:
    """The components, which Discord takes; text is counted as its client does, where an emoji is two."""
    components = card.to_components()
    form = Form()
    check_layout(form, components, {FILE_NAME})
    form.accept()
    texts = [one["content"] for one in walk(components) if one["type"] == 10]
    assert sum(len(text.encode("utf-16-le")) // 2 for text in texts) <= 4000
    assert all(text.strip() for text in texts)
    return components


def layouts(card: Card) -> list[str]:
    return [layout(one["content"]) for one in walk(accepted(card)) if one["type"] == 10]


def tame(one: ShownGoal) -> ShownGoal:
    """The same goal, where everybody chose an ordinary name."""
    plain = {"target_attribute": _plain(one.goal.target_attribute), "then": one.goal.then and "200m"}
    label = "Zezima" if one.goal.label == one.character else one.goal.label and "Weight"
    chosen = {"label": label, "unit": one.goal.unit and "kg"}
    channel = one.goal.notification_channel_type and "sms"
    goal = one.goal.model_copy(update={**plain, **chosen, "notification_channel_type": channel})
    return replace(one, standing=replace(one.standing, goal=goal), character="Zezima")


def _plain(attribute: str) -> str:
    known = ("woodcutting", "overall", "all skills", "zulrah")
    return attribute if attribute in known else "sailing"


def of_some_characters(goals: Iterable[ShownGoal], characters: int) -> list[ShownGoal]:
    """Side by side where they are of the same one, with ids of their own."""
    numbers = count()
    found = [
        replace(one, standing=replace(one.standing, goal=one.goal.model_copy(update={"character": f"c{n}"})))
        for one in goals
        for n in [next(numbers) % characters]
    ]
    return sorted(found, key=lambda one: one.goal.character)


# One goal.


@MOST_CARDS
@given(one=shown_goals(), pictured=st.booleans())
def test_the_card_of_any_goal_is_one_that_discord_takes(one: ShownGoal, *, pictured: bool) -> None:
    accepted(goal_card(one, lead="Goal set", picture=picture() if pictured else None))


@MOST_CARDS
@given(one=shown_goals())
def test_no_name_changes_the_layout_of_a_goals_card(one: ShownGoal) -> None:
    assert layouts(goal_card(one)) == layouts(goal_card(tame(one)))


# Lists.


@MOST_CARDS
@given(goals=st.lists(shown_goals(), max_size=11), number=st.integers(0, 5), characters=st.integers(1, 9))
def test_any_list_of_goals_is_one_that_discord_takes(
    goals: list[ShownGoal], number: int, characters: int
) -> None:
    page = page_of(of_some_characters(goals, characters), number, GOALS_PER_PAGE)

    found, plain = (
        layouts(goals_card(page.showing([change(one) for one in page.items]), FARTHEST))
        for change in (lambda one: one, tame)
    )
    assert found == plain


@MOST_CARDS
@given(goals=st.lists(shown_goals(), max_size=11), number=st.integers(0, 5))
def test_any_today_is_one_that_discord_takes(goals: list[ShownGoal], number: int) -> None:
    page = page_of(goals, number, TODAY_PER_PAGE)

    found, plain = (
        layouts(today_card(page.showing([change(one) for one in page.items]), FARTHEST))
        for change in (lambda one: one, tame)
    )
    assert found == plain


@MOST_CARDS
@given(
    goals=st.lists(shown_goals(), max_size=11), amount=st.integers(-(10**30), 10**30), pictured=st.booleans()
)
def test_any_gains_are_ones_that_discord_takes(
    goals: list[ShownGoal], amount: int, *, pictured: bool
) -> None:
    gains = {label: Gain(amount, NOW, NOW) for label in PERIODS.values()}
    rows = [GoalGains(one.goal, one.character, gains) for one in of_some_characters(goals, 9)]
    file = picture() if pictured else None

    layouts(gains_card(page_of(rows, 0, GAINS_PER_PAGE), FARTHEST, below="March", picture=file))


@MOST_CARDS
@given(called=st.lists(names, min_size=1, max_size=30), number=st.integers(0, 3))
def test_any_list_of_characters_is_one_that_discord_takes(called: list[str], number: int) -> None:
    def card(names: list[str]) -> Card:
        mine = [character(name, id=f"{n}", mode=name or None) for n, name in enumerate(names)]
        return characters_card(page_of(mine, number, CHARACTERS_PER_PAGE), FARTHEST)

    assert layouts(card(called)) == layouts(card(["Zezima"] * len(called)))


def worst(attribute: str) -> ShownGoal:
    """The longest that there is: a name of signs that are escaped, and numbers of 24 figures."""
    goal = woodcutting(
        target_attribute=attribute, target_type="value", unit=attribute, target_value=10**17, start_value=0,
        then=attribute, notification_channel_type=attribute, target_date="2027-01-10",
    )  # fmt: skip
    return shown(goal, name=attribute)


@pytest.mark.parametrize("attribute", ["_" * 99, "\\" * 99, "\U0001f600" * 99, "@everyone" * 9, "://" * 33])
def test_a_page_of_the_longest_goals_is_one_that_discord_takes(attribute: str) -> None:
    goals = of_some_characters([worst(attribute)] * TODAY_PER_PAGE, TODAY_PER_PAGE)

    accepted(goal_card(goals[0], lead="Goal set", picture=picture()))
    accepted(goals_card(page_of(goals, 0, GOALS_PER_PAGE), FARTHEST))
    accepted(today_card(page_of(goals, 0, TODAY_PER_PAGE), FARTHEST))
    gains = dict.fromkeys(PERIODS.values(), Gain(-(10**17), NOW, NOW))
    rows = [GoalGains(one.goal, one.character, gains) for one in goals]
    below = "Wednesday 30 September 2026 to Wednesday 30 September 2026"
    accepted(gains_card(page_of(rows, 0, GAINS_PER_PAGE), FARTHEST, below=below))


# The others.


@pytest.mark.parametrize(
    "card",
    [
        no_goals_card(has_characters=True),
        no_goals_card(has_characters=False),
        no_characters_card(),
        settings_card(person(), NOW, lead="Changed."),
        question_card(Question("remove-goal", OWNER, "abc234"), "Remove it?", "It is gone then."),
        goals_card(page_of([], 0, 8), FARTHEST),
        today_card(page_of([], 0, 8), FARTHEST),
        gains_card(page_of([], 0, 8), FARTHEST),
        characters_card(page_of([], 0, 8), FARTHEST),
    ],
)
def test_what_says_that_there_is_nothing_is_one_that_discord_takes(card: Card) -> None:
    assert layouts(card)


def test_nothing_of_a_card_is_kept_in_memory_once_it_is_sent() -> None:
    card = goals_card(page_of([shown()] * 20, 1, GOALS_PER_PAGE), FARTHEST)

    pressed = [item for item in card.walk_children() if item.is_dispatchable()]
    assert len(pressed) == 2
    assert all(isinstance(item, discord.ui.DynamicItem) for item in pressed)
    assert card.timeout is None


@pytest.mark.parametrize("background", [0xFFFFFF, 0xF2F3F5, 0x2B2D31, 0x1E1F22])
@pytest.mark.parametrize("colour", [GREEN, AMBER, RED, VIOLET, GREY, BLUE])
def test_every_edge_stands_out_in_dark_and_light_mode(colour: int, background: int) -> None:
    low, high = sorted((luminance(colour), luminance(background)))

    assert (high + 0.05) / (low + 0.05) >= 3  # WCAG for what is no text


def luminance(colour: int) -> float:
    shares = [part / 255 for part in colour.to_bytes(3)]
    red, green, blue = (it / 12.92 if it <= 0.04045 else ((it + 0.055) / 1.055) ** 2.4 for it in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
