"""What templates ask about a page: where it is, whose it is, and where its rows and buttons lead."""

import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from datetime import date
from itertools import count
from typing import NamedTuple
from urllib.parse import urlencode

from aiohttp import web

from bot.view import Action, Column, Paging, Row, Text, View
from bot.visit import Visit
from bot.web.site.assets import own_assets
from bot.web.site.forms import Input, inputs
from bot.web.site.ink import Ink
from bot.web.site.late import mark_of
from bot.web.site.notice import Notice, unpacked
from bot.web.site.part import Link
from bot.web.site.place import SAID, Place
from bot.web.site.tables import NO, Button, Tables, filled, names_in, parent
from tracker.accounts.operating import is_operator
from tracker.frozen import frozen

LONG_WORD = 20
MOST_TABS = 4
"""So many lines of the menu have room at the bottom of a phone."""


class MenuLine(NamedTuple):
    """An entry of the menu as it stands on a page."""

    label: str
    icon: str
    key: str
    href: str
    is_here: bool
    is_tab: bool


class ShownRow(NamedTuple):
    row: Row
    href: str | None


class Logging(NamedTuple):
    path: str
    fields: Mapping[str, str]
    first: Sequence[Input]


@frozen
class Frame:
    """What every page has, also where nobody is signed in."""

    place: Place
    path: str
    """As it was asked for, from our root on."""
    is_part: bool = False
    """Whether a script asks for the inside alone."""
    said: Notice | None = None
    there: Callable[[str], str] = str
    """Where an address leads from here: see `Tables.there`."""

    def href(self, path: str) -> str:
        return self.place.path(self.there(path))

    def asset(self, name: str) -> str:
        return self.place.path(own_assets().path(name))

    def has_asset(self, name: str) -> bool:
        return own_assets().has(name)

    @property
    def at(self) -> str:
        """The path without what is asked of it."""
        return self.path.partition("?")[0]

    @property
    def picture(self) -> str:
        """The address of the chart of this page, but for whether it is `dark` or `light`."""
        return f"{self.href(self.path)}{'&' if '?' in self.path else '?'}_picture="

    @property
    def base(self) -> str:
        return "part.html" if self.is_part else "whole.html"


@frozen
class PageScene:
    """A page of somebody who is signed in."""

    here: Visit
    frame: Frame
    tables: Tables
    values: Mapping[str, str]
    """What its address says."""
    title: str = ""
    """See Page."""
    nonce: str = field(default_factory=lambda: secrets.token_urlsafe(9), repr=False)
    _forms: Iterator[int] = field(default_factory=count, repr=False, compare=False)

    @property
    def ink(self) -> Ink:
        return Ink(self.here, self.frame.href, self.tables.usages)

    @property
    def who(self) -> str:
        return mark_of(self.here.person)

    @property
    def theme(self) -> str:
        """As the person wants it; empty where the device decides."""
        return "" if self.here.person.theme is None else self.here.person.theme.value

    @property
    def menu(self) -> list[MenuLine]:
        all_of_it = is_operator(self.here.person, self.here.services.settings)
        shown = (one for one in self.tables.menu if all_of_it or not one.for_operators)
        return [
            MenuLine(
                one.label,
                one.icon,
                one.key,
                self.frame.place.path(one.path),
                self.is_here(one.path),
                number < MOST_TABS,
            )
            for number, one in enumerate(shown)
        ]

    @property
    def label(self) -> str:
        """What a page is called whose view has no title."""
        at = self.frame.at
        of_menu = (
            entry.label for entry in self.tables.menu if at in (entry.path, self.frame.there(entry.path))
        )
        return self.title or next(of_menu, "Done")

    def is_here(self, path: str) -> bool:
        """Whether a line of the menu leads to this page, or to what is above it."""
        return self.frame.at == path or (path != "/" and self.frame.at.startswith(f"{path}/"))

    def shown(self, view: View, row: Row) -> ShownRow:
        path = self.tables.address_of(row.noun or view.noun, row.id, self.values)
        return ShownRow(row, None if path is None else self.frame.href(path))

    def cells(self, view: View, row: Row) -> list[tuple[Column, list[Text]]]:
        """What stands in each column, with what stands below it."""
        found: list[tuple[Column, list[Text]]] = []
        for column, cell in zip(view.columns, row.cells, strict=False):
            if not column.below or not found:
                found.append((column, []))
            if cell:
                found[-1][1].append(cell)
        return found

    def is_long(self, words: Text) -> bool:
        """Whether a column would be too wide if none of its words was broken."""
        return any(len(one) > LONG_WORD for one in self.ink.plain(words).split())

    def linked(self, link: Link) -> str:
        return self.frame.href(filled(link.path, self.values))

    def button(self, action: Action) -> Button | None:
        if action.name.startswith(NO):
            return Button(parent(self.frame.at), {}, asks=True)
        return self.tables.button(action)

    def logging(self, section: str, thing: str, day: date) -> "Logging | None":
        """The form by which something of the day is logged that is not just done."""
        act = self.tables.pressed.get(f"log:{section}")
        if act is None or act.form is None:
            return None
        said = dict(zip(act.about, (thing, f"{day}"), strict=False))
        first = [
            one for one in inputs(act, act.form, {}) if one.name in act.form.first and one.name not in said
        ]
        fields = {name: value for name, value in said.items() if name not in names_in(act.path)}
        return Logging(filled(act.path, said), fields, first)

    def above(self) -> str:
        return self.tables.above(self.frame.at)

    def undo(self) -> Button | None:
        """What takes back what has just been done."""
        said = self.frame.said
        if said is None or said.undo is None:
            return None
        try:
            return self.tables.button(Action(said.undo[0], said.undo[1], "Undo"))
        except KeyError:  # the cookie was made by somebody else: it does not say what the action is about
            return None

    def is_linked(self, button: Button, links: Sequence[Link]) -> bool:
        """Whether the title has the same beside it already."""
        mains = (self.linked(one).partition("?")[0] for one in links if one.is_main and not one.posts)
        return button.asks and self.frame.href(button.path) in mains

    def picks(self, view: View) -> Mapping[str, Button]:
        """What a menu offers, as a button for each row that it is about: by the ids of the rows."""
        if view.menu is None:
            return {}
        rows, name = {row.id for row in view.rows}, view.menu.name
        every = ((one.value, self.tables.button(Action(name, (one.value,), ""))) for one in view.menu.choices)
        return {value: button for value, button in every if button is not None and value in rows}

    def turned(self, paging: Paging, number: int) -> str:
        """The address of another page of the list that is shown."""
        del paging
        said = {name: value for name, value in self.values.items() if name not in {"page", "_said"}}
        return f"{self.frame.href(self.frame.at)}?{urlencode({**said, 'page': number})}"

    def once(self) -> str:
        """A number for a form, by which it is known when it comes twice."""
        return f"{self.nonce}{next(self._forms)}"


def frame_of(request: web.Request, place: Place, there: Callable[[str], str] = str) -> Frame:
    path = request.path_qs
    if place.root and path.startswith(f"{place.root}/"):
        path = path.removeprefix(place.root)
    is_part = "HX-Request" in request.headers and "HX-History-Restore-Request" not in request.headers
    return Frame(place, path, is_part, unpacked(request.cookies.get(place.cookie(SAID))), there)


def values_of(request: web.Request, path: str) -> dict[str, str]:
    """What stands in the query of a page; what stands in its path wins."""
    return {**request.query, **{name: request.match_info[name] for name in names_in(path)}}
