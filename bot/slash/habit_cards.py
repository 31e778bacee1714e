"""Cards of habits: one with everything about it, a list of them, and what was just told of a day."""

from collections.abc import Iterable, Sequence
from typing import Any

import discord
from discord import ui

from bot.page import Page
from bot.slash.cards import Card, Part, Row, empty_card, heading, picture_of, text
from bot.slash.habit_looks import look_of_habit
from bot.slash.habit_words import facts, footer, list_lines, name_of, plans, state_words, wanted_words
from bot.slash.paging import Place, turn_rows
from bot.slash.texts import counted, dotted, small
from tracker.habits.watched import Watched

HABITS_PER_PAGE = 8
MOST_NAMES = 12


def habit_card(
    watched: Watched,
    skipped: int = 0,
    *,
    goals: Sequence[str] = (),
    lead: str | None = None,
    picture: discord.File | None = None,
    rows: Iterable[Row] = (),
) -> Card:
    """`lead` says what has just happened to it, and `goals` which ones it serves, in safe words.

    `skipped` are days of this month.
    """
    parts: list[Part] = [
        *([text(small(lead))] if lead else []),
        heading(name_of(watched.habit), wanted_words(watched.habit)),
        text(state_words(watched)),
        ui.Separator[Any](),
        text(*facts(watched, skipped)),
        text(*plans(watched, goals)),
        *([picture_of(picture)] if picture else []),
        text(small(footer(watched))),
    ]
    return Card(*parts, colour=look_of_habit(watched).colour, rows=rows)


def habits_card(page: Page[Watched], place: Place, *, archived: bool = False) -> Card:
    """`page` holds at most HABITS_PER_PAGE."""
    if not page.items:
        return no_archived_card() if archived else no_habits_card()
    title = "Habits that you archived" if archived else "Your habits"
    head = heading(title, dotted([counted(page.total, "habit"), str(page)]), large=True)
    shown = [text(*list_lines(one)) for one in page.items]
    return Card(head, ui.Separator[Any](), *shown, rows=turn_rows(place, page))


def no_habits_card() -> Card:
    return empty_card(
        "No habits yet",
        "Begin one in your own words: `/habit add habit:gym 3x a week`",
        small("Or `read 20 pages daily`, `run mon wed fri`, `no smoking`. I remind you, and count streaks."),
    )


def no_archived_card() -> Card:
    return empty_card("Nothing is archived", "`/habit archive` puts a habit away with its history.")


def holiday_card(names: Sequence[str], words: str) -> Card:
    """All of it is safe already."""
    more = len(names) - MOST_NAMES
    shown = ", ".join([*names[:MOST_NAMES], *([f"and {more} more"] if more > 0 else [])])
    return Card(heading(words), text(shown))
