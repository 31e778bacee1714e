"""Cards of lists: somebody's goals, character by character, and their characters."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, groupby
from typing import Any

from discord import ui

from bot.names import NAME
from bot.page import Page
from bot.shown import ShownGoal
from bot.slash.cards import Card, Part, Row, empty_card, heading, separated, text
from bot.slash.goal_words import outage_line, remaining_line, state_line, title_of
from bot.slash.paging import Place, turn_rows
from bot.slash.texts import counted, dotted, moment, safe, small
from tracker.goals.characters.names import MAIN
from tracker.goals.games.game import game_of
from tracker.goals.model import Character

GOALS_PER_PAGE = 8
CHARACTERS_PER_PAGE = 12

_BAR = 10


def goals_card(
    page: Page[ShownGoal], place: Place, *, title: str = "Your goals", rows: Iterable[Row] = ()
) -> Card:
    """`page` holds at most GOALS_PER_PAGE, those of one character together."""
    if not page.items:
        return no_goals_card(has_characters=True)
    head = heading(title, dotted([counted(page.total, "goal"), str(page)]), large=True)
    groups = [_of_one([*of_one]) for _, of_one in groupby(page.items, lambda it: it.goal.character)]
    return Card(head, *chain.from_iterable(groups), rows=[*rows, *turn_rows(place, page)])


def no_goals_card(*, has_characters: bool) -> Card:
    if has_characters:
        return empty_card(
            "No goals yet",
            "Set one in your own words: `/goal add goal:99 wc by 1 march`",
            small(
                "Levels, xp, kills, ranks, any number; a date or a pace if you like. I tell you how it goes."
            ),
        )
    return empty_card(
        "No goals yet",
        "First say whom you play: `/character add name:Zezima`",
        small("Then set a goal in your own words: `/goal add goal:99 wc by 1 march`"),
    )


def characters_card(page: Page[Character], place: Place, *, rows: Iterable[Row] = ()) -> Card:
    """`page` holds at most CHARACTERS_PER_PAGE."""
    if not page.total:
        return no_characters_card()
    head = heading("Your characters", dotted([counted(page.total, "character"), str(page)]), large=True)
    lines = [line for one in page.items for line in _character_lines(one)]
    return Card(*separated([head, text(*lines)]), rows=[*rows, *turn_rows(place, page)])


def no_characters_card() -> Card:
    return empty_card(
        "Nobody to follow yet",
        "Say whom you play: `/character add name:Zezima`",
        small("Old School RuneScape or RuneScape 3. I read the public hiscores; no password is needed."),
        small("Any other number that is served as JSON: `/character add-number`"),
    )


def kind_of(character: Character) -> str:
    """Where it is from: `Old School RuneScape, ironman`."""
    mode = f", {character.mode}" if character.mode not in (None, MAIN) else ""
    return safe(f"{game_of(character.game).title}{mode}")


def _of_one(goals: Sequence[ShownGoal]) -> Iterator[Part]:
    """The goals of one character, and what is to be said of it once. Discord leaves a gap between texts."""
    outage = outage_line(goals[0])
    yield ui.Separator[Any]()
    yield text(f"### {safe(goals[0].character, NAME)}", small(outage) if outage else None)
    for shown in goals:
        yield text(*_goal_lines(shown))


def _goal_lines(shown: ShownGoal) -> Iterator[str]:
    yield f"**{title_of(shown.goal)}**"
    yield state_line(shown, _BAR)
    progress = shown.standing.progress
    if progress is not None and shown.is_open:
        yield small(remaining_line(shown, progress))


def _character_lines(character: Character) -> Iterator[str]:
    goals = sum(character.tracked_attributes.values())
    yield f"**{safe(character.name, NAME)}** \N{MIDDLE DOT} {kind_of(character)}"
    yield small(
        dotted(
            [
                counted(goals, "goal") if goals else "no goals yet",
                f"since {moment(character.created_at, 'D')}",
            ]
        )
    )
