"""`/today` as a card: a line for each habit, some for each goal, and menus that tick off what was done."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from discord import SelectOption, ui

from bot.names import plain_line, shown_name
from bot.page import ListPage
from bot.slash.cards import Card, Part, Row, heading, row, text
from bot.slash.paging import turn_buttons
from bot.slash.render import card, dotted_symbol, written
from bot.slash.texts import dotted, small
from bot.today import view
from bot.today.documents import Today
from bot.today.view import TodayEntry
from bot.view import Paging, Text
from bot.visit import Visit
from scheduler.channels.colours import COLOURS
from scheduler.channels.discord.text import cut, safe_line
from tracker.tones import Tone
from tracker.words import bar

LIST = "today"
ROOM = 20
"""On a page: so many things of one line, or half as many of three."""
MOST_BUTTONS = 5
"""In one row."""
LONGEST_LABEL, LONGEST_NOTICE = 100, 1000
"""Of what can be chosen, for Discord, and of what is said after several were ticked off."""
BAR_WIDTH = 10
PLACEHOLDERS = {"tick": "Tick off what you did", "undo": "Take something back"}


class Sheet(NamedTuple):
    """Whose day it is, which page of it, and which day."""

    owner: int
    number: int
    day: str

    def __str__(self) -> str:
        return f"{self.owner}:{self.number}:{self.day}"


def today_card(
    here: Visit,
    found: Today,
    owner: int,
    number: int = 0,
    notice: Text | None = None,
    *,
    shared_by: str = "",
) -> Card:
    """After something was ticked off, `notice` says so, and it can be taken back."""
    page = page_of_day(view.entries(here, found), number)
    said = cut(written(here, notice), LONGEST_NOTICE) if notice else None
    if not page.items:
        shown = view.nothing(here, found)
        return card(here, shown, owner) if said is None else Card(heading(str(shown.title)), text(said))
    done = view.all_done(page.items)
    whose = f"shared by {safe_line(shown_name(shared_by))}" if shared_by else None
    below = dotted([whose, "all done for today" if done and page.count == 1 else None, str(page)])
    parts: list[Part] = [heading(view.title(found), below or None, large=True)]
    parts += [text(said)] if said else []
    sheet = Sheet(owner, page.number, f"{found.day}")
    for part in dict.fromkeys(one.part for one in page.items):
        mine = [one for one in page.items if one.part is part]
        lines = [line for one in mine for line in _lines(here, one)]
        parts += [ui.Separator[Any](), text(*lines), *tick_rows(mine, sheet, undo=notice is not None)]
    colour = COLOURS[Tone.GOOD if done else _tone(page.items)]
    return Card(*parts, colour=colour, rows=turn_buttons(Paging(LIST, page.number, page.count), owner))


def page_of_day(every: Sequence[TodayEntry], number: int) -> ListPage[TodayEntry]:
    """On as many pages as it takes."""
    pages: list[list[TodayEntry]] = [[]]
    left = ROOM
    for one in every:
        size = 1 if one.part.brief else 2
        if size > left:
            pages.append([])
            left = ROOM
        pages[-1].append(one)
        left -= size
    at = min(max(number, 0), len(pages) - 1)
    return ListPage(pages[at], at, len(pages), len(every))


def _tone(every: Sequence[TodayEntry]) -> Tone:
    """Of what is worst, and not done."""
    tones = {one.to_do.tone for one in every if one.to_do.done is not True}
    return next((tone for tone in (Tone.BAD, Tone.WARNING) if tone in tones), Tone.PLAIN)


def _lines(here: Visit, entry: TodayEntry) -> Iterator[str]:
    """`⬜ **Gym** · 2 of 3 this week · 🔥 12 weeks in a row`, or the same on several lines."""
    one, percent = entry.to_do.row, entry.to_do.percent
    cells = [(column, cell) for column, cell in zip(entry.part.columns, one.cells, strict=True) if cell]
    brief = [written(here, cell) for column, cell in cells if column.brief]
    named = dotted_symbol(one.symbol, f"**{written(here, one.title)}**")
    if entry.part.brief:
        yield dotted([named, *brief])
        return
    yield dotted([named, written(here, one.subtitle) if one.subtitle else None])
    yield f"{bar(percent, BAR_WIDTH)} {dotted(brief)}" if percent is not None else dotted(brief)
    details = [f"{column.name} {written(here, cell)}" for column, cell in cells if not column.brief]
    if details:
        yield small(dotted(details))


def tick_rows(every: Sequence[TodayEntry], sheet: Sheet, *, undo: bool) -> list[Row]:
    """For what is still to do on a page, and for taking back what was just told."""
    forms = [one for one in every if one.to_do.form][:MOST_BUTTONS]
    buttons = [
        ui.Button[Any](label=one.to_do.form, custom_id=f"ql:today:amount:{sheet}:{_value(one)}")
        for one in forms
    ]
    return [
        *_menu("tick", sheet, [one for one in every if one.to_do.ticks]),
        *([row(*buttons)] if buttons else []),
        *_menu("undo", sheet, [one for one in every if one.to_do.undoes] if undo else []),
    ]


def _menu(act: str, sheet: Sheet, every: Sequence[TodayEntry]) -> list[Row]:
    if not every:
        return []
    options = [
        SelectOption(
            label=plain_line(str(one.to_do.row.title), LONGEST_LABEL) or one.part.noun.capitalize(),
            value=_value(one),
            description=plain_line(one.to_do.about, LONGEST_LABEL) or None,
        )
        for one in every
    ]
    select = ui.Select[Any](
        custom_id=f"ql:today:{act}:{sheet}",
        placeholder=PLACEHOLDERS[act],
        options=options,
        max_values=len(options),
    )
    return [row(select)]


def _value(one: TodayEntry) -> str:
    return f"{one.part.name}/{one.to_do.row.id}"
