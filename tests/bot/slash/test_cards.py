"""Every card, whatever it shows: within Discord's limits, and nothing that others named becomes layout."""

import io
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import count

import discord
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.characters import usecases as characters_usecases
from bot.characters import view as characters_view
from bot.characters.documents import CharacterList, character_document
from bot.charts.drawing import LONGEST_ALT
from bot.goals import gains_view, lists_view, usecases, view
from bot.goals.documents import GainsList, GoalList
from bot.goals.gains_usecases import gain_of
from bot.page import page_of
from bot.slash.cards import Card
from bot.slash.render import card
from bot.view import question
from scheduler.channels.colours import AMBER, BLUE, GREEN, GREY, RED, VIOLET
from tests.bot.slash.accepted import accepted, layouts
from tests.bot.slash.shown_scenes import (
    NOW,
    OWNER,
    ShownGoal,
    character,
    names,
    shown,
    shown_goals,
    woodcutting,
)
from tests.bot.visits import reader, visit
from tracker.days import Days
from tracker.goals.pace.gained import Gained
from tracker.goals.pace.gains import Gain, Period

FARTHEST = 2**64 - 1
FILE_NAME = "goal.png"
LONGEST_NAME = f"{'x' * 30}@web-2"
MOST_CARDS = settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow], deadline=None)


def picture() -> discord.File:
    return discord.File(io.BytesIO(b"png"), FILE_NAME, description="w" * LONGEST_ALT)


def goal_card(one: ShownGoal, *, pictured: bool = False) -> Card:
    here = visit(user=one.user)
    shown = view.card(here, one.document, notice="Goal set.")
    return card(here, shown, FARTHEST, picture() if pictured else None)


def list_card(goals: Sequence[ShownGoal], number: int = 0) -> Card:
    """As far down as anybody can be."""
    page = page_of(goals, number, usecases.PER_PAGE)
    found = GoalList(
        goals=tuple(one.document for one in page.items),
        total=page.total,
        page=page.number + 123_000,
        pages=page.count + 123_000,
        characters=1,
        archived=True,
        of_character=goals[0].character if goals else None,
        character_id=LONGEST_NAME,
    )
    return card(visit(), lists_view.goals(visit(), found), FARTHEST)


def gains_list(goals: Sequence[ShownGoal], amount: int, days: Days | None = None) -> GainsList:
    page = page_of(goals, 0, usecases.PER_PAGE)
    gain, period = Gain(amount, NOW, NOW), Days(NOW.date(), NOW.date())
    gained = [Gained(None, days, gain)] if days else [Gained(one, period, gain) for one in Period]
    return GainsList(
        gains=tuple(
            gain_of(one.goal.model_copy(update={"id": f"goal{n}"}), one.character, it)
            for n, one in enumerate(page.items)
            for it in gained
        ),
        total=page.total,
        page=123_000,
        pages=123_001,
        characters=1,
        character_id=LONGEST_NAME,
        period=None,
        moved_last=None,
    )


def gains_card(found: GainsList, *, pictured: bool = False) -> Card:
    return card(visit(), gains_view.gains(visit(), found), FARTHEST, picture() if pictured else None)


def characters_card(called: Sequence[str], number: int = 0) -> Card:
    mine = [character(name, id=f"{n}", mode=name or None) for n, name in enumerate(called)]
    page = page_of(mine, number, characters_usecases.PER_PAGE)
    found = CharacterList(
        characters=tuple(map(character_document, page.items)),
        total=page.total,
        page=page.number,
        pages=page.count,
    )
    return card(visit(), characters_view.characters(visit(), found), FARTHEST)


def tame(one: ShownGoal) -> ShownGoal:
    """The same goal, where everybody chose an ordinary name."""
    plain = {"target_attribute": _plain(one.goal.target_attribute), "then": one.goal.then and "200m"}
    name = f"Zezima {one.goal.character}"
    label = name if one.goal.label == one.character else one.goal.label and "Weight"
    chosen = {"label": label, "unit": one.goal.unit and "kg"}
    channel = one.goal.notification_channel_type and "sms"
    goal = one.goal.model_copy(update={**plain, **chosen, "notification_channel_type": channel})
    return replace(one, standing=replace(one.standing, goal=goal), character=name)


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
    accepted(goal_card(one, pictured=pictured), {FILE_NAME})


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
    every = of_some_characters(goals, characters)
    changes: tuple[Callable[[ShownGoal], ShownGoal], ...] = (lambda one: one, tame)

    found, plain = (layouts(list_card([change(one) for one in every], number)) for change in changes)
    assert found == plain


@MOST_CARDS
@given(
    goals=st.lists(shown_goals(), max_size=11), amount=st.integers(-(10**30), 10**30), pictured=st.booleans()
)
def test_any_gains_are_ones_that_discord_takes(
    goals: list[ShownGoal], amount: int, *, pictured: bool
) -> None:
    layouts(gains_card(gains_list(of_some_characters(goals, 9), amount), pictured=pictured), {FILE_NAME})


@MOST_CARDS
@given(called=st.lists(names, min_size=1, max_size=30), number=st.integers(0, 3))
def test_any_list_of_characters_is_one_that_discord_takes(called: list[str], number: int) -> None:
    plain = characters_card(["Zezima"] * len(called), number)

    assert layouts(characters_card(called, number)) == layouts(plain)


def worst(attribute: str) -> ShownGoal:
    """The longest that there is: a name of signs that are escaped, and numbers of 24 figures."""
    goal = woodcutting(
        target_attribute=attribute, target_type="value", unit=attribute, target_value=10**17, start_value=0,
        then=attribute, notification_channel_type=attribute, target_date="2027-01-10",
    )  # fmt: skip
    return shown(goal, name=attribute)


@pytest.mark.parametrize("attribute", ["_" * 99, "\\" * 99, "\U0001f600" * 99, "@everyone" * 9, "://" * 33])
def test_a_page_of_the_longest_goals_is_one_that_discord_takes(attribute: str) -> None:
    goals = of_some_characters([worst(attribute)] * 10, 10)
    days = Days(NOW.date(), NOW.date())

    accepted(goal_card(goals[0], pictured=True), {FILE_NAME})
    accepted(list_card(goals))
    accepted(gains_card(gains_list(goals, -(10**17))))
    accepted(gains_card(gains_list(goals, -(10**17), days)))


# The others.


@pytest.mark.parametrize(
    "made",
    [
        card(reader(), question("remove-goal", "abc234", "Remove it?", "It is gone then."), OWNER),
        list_card([]),
        gains_card(gains_list([], 0)),
        characters_card([]),
        card(visit(), lists_view.no_goals(visit(), characters=0), FARTHEST),
    ],
)
def test_what_says_that_there_is_nothing_is_one_that_discord_takes(made: Card) -> None:
    assert layouts(made)


@pytest.mark.parametrize("background", [0xFFFFFF, 0xF2F3F5, 0x2B2D31, 0x1E1F22])
@pytest.mark.parametrize("colour", [GREEN, AMBER, RED, VIOLET, GREY, BLUE])
def test_every_edge_stands_out_in_dark_and_light_mode(colour: int, background: int) -> None:
    low, high = sorted((luminance(colour), luminance(background)))

    assert (high + 0.05) / (low + 0.05) >= 3  # WCAG for what is no text


def luminance(colour: int) -> float:
    shares = [part / 255 for part in colour.to_bytes(3)]
    red, green, blue = (it / 12.92 if it <= 0.04045 else ((it + 0.055) / 1.055) ** 2.4 for it in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
