"""A view as a card: the one place where what people named is made harmless, and times become Discord's own.

A card keeps within Discord's limits, 40 components and 4,000 characters: lists come in pages.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby
from typing import Any

import discord
from discord import ButtonStyle, ui

from bot.names import plain_line
from bot.slash.cards import Card, Part, heading, picture_of, row, text
from bot.slash.paging import turn_buttons
from bot.slash.texts import code, dotted, moment, on_day, small
from bot.view import (
    Action,
    At,
    Bar,
    ChannelLink,
    Fact,
    Menu,
    On,
    Paging,
    Passage,
    Piece,
    Row,
    Strong,
    Symbol,
    Text,
    Toned,
    Typed,
    View,
    WebAddress,
    Weight,
    joined,
)
from bot.visit import Visit
from scheduler.channels.colours import COLOURS
from scheduler.channels.discord.card import MOST_TEXT
from scheduler.channels.discord.text import formatted, formatted_pieces, is_harmless, pieces, safe, safe_line
from tracker.words import bar, people

MOST_BUTTONS = 5
"""In one row, for Discord."""
BAR_WIDTH = 14
LONGEST_LABEL = 100
"""Of what can be chosen, for Discord."""
LONGEST_PAGE = 3000
PAGE_NUMBER = 60
"""So much room is left for the number of a page."""
ANYBODY = 0
"""Who may press the buttons of a card that everybody sees."""

_STYLES = {
    Weight.PLAIN: ButtonStyle.secondary,
    Weight.MAIN: ButtonStyle.success,
    Weight.DANGER: ButtonStyle.danger,
}
_MEDALS = {1: "\N{FIRST PLACE MEDAL}", 2: "\N{SECOND PLACE MEDAL}", 3: "\N{THIRD PLACE MEDAL}"}
_TIMES = {"moment": "f", "day": "D", "time": "t", "ago": "R"}


def card(here: Visit, view: View, owner: int, picture: discord.File | None = None) -> Card:
    """`owner` is the Discord id of whoever may press its buttons, or ANYBODY."""
    if view.passages:
        view, passages = _page(here, view)
    else:
        passages = ""
    parts = body(here, view, picture, passages)
    made = Card(*parts, colour=COLOURS[view.tone], rows=button_rows(view, owner))
    made.file = picture
    return made


def _page(here: Visit, view: View) -> tuple[View, str]:
    """As much of the passages as there is room for beside all else, from the page on that is wanted."""
    used = sum(len(part.content) for part in body(here, view) if isinstance(part, ui.TextDisplay))
    found = pages(view.passages, min(LONGEST_PAGE, MOST_TEXT - PAGE_NUMBER - used)) or [""]
    place = view.paging or Paging("", 0, 1)
    place = replace(place, number=min(place.number, len(found) - 1), count=len(found))
    if view.title:
        paged = replace(view, paging=place, subtitle=joined(view.subtitle, str(place)))
    else:
        paged = replace(view, paging=place, footer=joined(view.footer, str(place)))
    return paged, found[place.number]


def pages(passages: Iterable[Passage], room: int = LONGEST_PAGE) -> list[str]:
    """All of them, safe; what is short shares a page."""
    found: list[str] = []
    for one in passages:
        title = f"### {safe_line(one.title)}\n" if one.title else ""
        shown, cut = (formatted, formatted_pieces) if one.is_markdown else (safe, pieces)
        for piece in cut(f"{title}{shown(one.text)}", room):
            if found and len(found[-1]) + len(piece) < room:
                found[-1] += f"\n{piece}"
            else:
                found.append(piece)
    return found


def body(here: Visit, view: View, picture: discord.File | None = None, passages: str = "") -> Iterator[Part]:
    """What stands in the frame of a card, but for its buttons. `passages` are safe already."""
    if view.notice:
        yield text(small(written(here, view.notice)))
    if view.title:
        title = dotted_symbol(view.symbol, written(here, view.title))
        below = written(here, view.subtitle) if view.subtitle else None
        yield heading(title, below, large=bool(view.rows) and not view.ordered)
    if view.lead:
        yield text(written(here, view.lead))
    if view.facts:
        yield ui.Separator[Any]()
        yield from (text(*_facts(here, group)) for group in view.facts if group)
    yield from _rows(here, view)
    if passages:
        yield text(passages)
    if view.hints:
        yield text(*(written(here, hint) for hint in view.hints))
    if picture is not None:
        yield picture_of(picture)
    if view.footer:
        yield text(small(written(here, view.footer)))


def written(here: Visit, words: Text) -> str:
    """On one line, without markdown, mentions and links of others."""
    if isinstance(words, str):
        return _piece(here, words, first=True)
    made = ""
    for piece in words:
        made += _piece(here, piece, first=not made.strip())
    return made


def _piece(here: Visit, piece: Piece, *, first: bool) -> str:  # noqa: PLR0911 - one line for each kind
    match piece:
        case str() | Toned():
            words = piece if isinstance(piece, str) else piece.words
            return _spaced(words) if first else _inside(words)
        case Strong(words=words):
            return f"**{_inside(words)}**"
        case At(at=at, style=style):
            return moment(at, _TIMES[style])  # pyright: ignore[reportArgumentType] - the library's own letters
        case On(day=day):
            return on_day(day, here.person.zone)
        case Symbol(sign=sign):
            return f"{sign} "
        case Bar(percent=percent):
            return bar(percent, BAR_WIDTH)
        case ChannelLink(id=channel):
            return f"<#{int(channel)}>"
        case WebAddress(url=url):
            return f"<{url}>"
        case Typed(usage=usage, words=words):
            return _typed(usage.slash, usage.cli or usage.sms, words)


def _typed(here: str | None, elsewhere: str | None, words: str) -> str:
    if here is not None:
        return code(here.replace("{}", words))
    return code((elsewhere or "").replace("{}", words))


def _spaced(words: str) -> str:
    """`safe_line` strips the ends, where a space separates one piece from the next: one of them stays."""
    if is_harmless(words):
        return words
    plain = safe_line(words.strip())
    before, after = words[:1].isspace(), words[-1:].isspace() and plain
    return f"{' ' if before else ''}{plain}{' ' if after else ''}"


def _inside(words: str) -> str:
    """What follows something on its line begins no list and no heading, whatever it begins with."""
    return words if is_harmless(words) else _spaced(f"a{words}")[1:]


def dotted_symbol(symbol: str, words: str) -> str:
    return f"{symbol} {words}" if symbol else words


def _facts(here: Visit, facts: Iterable[Fact]) -> Iterator[str]:
    return (f"**{fact.label}** {written(here, fact.text)}" for fact in facts)


def _rows(here: Visit, view: View) -> Iterator[Part]:
    """Discord leaves a gap between texts, so that each row is one, unless its line says all of it."""
    if view.ordered and view.rows:
        lines = (_numbered(here, number, one) for number, one in enumerate(view.rows, 1))
        yield text(*(line for some in lines for line in some))
        return
    for group, rows in groupby(view.rows, lambda one: one.group):
        yield ui.Separator[Any]()
        if view.compact:
            head = f"### {safe_line(group)}" if group else None
            yield text(head, *(_line(here, one) for one in rows))
            continue
        if group:
            yield text(f"### {safe_line(group)}")
        yield from (text(*_row(here, view, one)) for one in rows)


def _numbered(here: Visit, number: int, one: Row) -> Iterator[str]:
    yield f"{number}\\. {written(here, one.title)}"
    if one.subtitle:
        yield small(written(here, one.subtitle))


def _line(here: Visit, one: Row) -> str:
    place = "" if one.rank is None else _MEDALS.get(one.rank, f"{people(one.rank)}\\.")
    title = dotted_symbol(one.symbol or place, written(here, one.title))
    return dotted([title, *(written(here, cell) for cell in one.cells if cell)])


def _row(here: Visit, view: View, one: Row) -> Iterator[str]:
    title, below = written(here, one.title), written(here, one.subtitle) if one.subtitle else None
    cells = [(column, cell) for column, cell in zip(view.columns, one.cells, strict=True) if cell]
    yield dotted([f"**{title}**", below])
    brief = dotted(written(here, cell) for column, cell in cells if column.brief)
    if brief:
        yield dotted_symbol(one.symbol, brief)
    details = [f"{column.name} {_without_bar(here, cell)}" for column, cell in cells if not column.brief]
    if details:
        yield small(dotted(details))


def _without_bar(here: Visit, words: Text) -> str:
    """In small print there is no room for one."""
    if isinstance(words, str):
        return written(here, words).strip()
    return written(here, tuple(one for one in words if not isinstance(one, Bar))).strip()


def button_rows(view: View, owner: int) -> list["ui.ActionRow[Any]"]:
    actions = [action_button(one, owner) for one in view.actions]
    rows = [row(*actions[start : start + MOST_BUTTONS]) for start in range(0, len(actions), MOST_BUTTONS)]
    if view.menu is not None and view.menu.choices:
        rows.append(row(menu_select(view.menu, owner)))
    if view.paging is not None:
        rows += turn_buttons(view.paging, owner)
    return rows


def action_button(action: Action, owner: int) -> ui.Button[Any]:
    return ui.Button(
        label=action.label,
        style=_STYLES[action.weight],
        custom_id=action_id(action.name, ANYBODY if action.for_anybody else owner, *action.about),
    )


def menu_select(menu: Menu, owner: int) -> ui.Select[Any]:
    options = [
        discord.SelectOption(
            label=plain_line(one.label, LONGEST_LABEL) or one.value,
            value=one.value,
            description=plain_line(one.about, LONGEST_LABEL) or None,
        )
        for one in menu.choices
    ]
    return ui.Select(custom_id=action_id(menu.name, owner), placeholder=menu.placeholder, options=options)


def action_id(name: str, owner: int, *about: str) -> str:
    """`ql:habit:done:123:01J…:2027-03-01`: what it does, whose it is, and what it is about."""
    return ":".join(("ql", name, *(() if owner == ANYBODY else (f"{owner}",)), *about))
