"""What all features together bring to the pages: which page shows what, and where each button leads."""

import re
from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from string import Formatter
from typing import NamedTuple, cast
from urllib.parse import quote

from bot.feature import Feature
from bot.view import Action, Usage
from bot.web.site.part import Act, File, MenuEntry, Page, PagesPart
from bot.web.there import GUILD
from tracker.frozen import frozen
from tracker.servers.model import Guild

YES, NO = "yes:", "no:"
"""How the name of an action begins that answers a question."""


class Lead(NamedTuple):
    """Where something leads that is typed elsewhere."""

    path: str
    field: str
    """Into which its words go."""
    label: str


@frozen
class Button:
    """An action as it stands on a page."""

    path: str
    fields: Mapping[str, str]
    asks: bool
    """Whether it leads to a form, and does nothing yet."""
    stays: bool = True
    """Whether the page on which it is pressed is seen again afterwards: a question is not."""


class Tables:
    def __init__(self, features: Sequence[Feature]) -> None:
        found = (feature.part("pages") for feature in features)
        parts = (getattr(module, "PAGES", None) for module in found if module is not None)
        self._parts = [cast("PagesPart", one) for one in parts if one is not None]

    @cached_property
    def menu(self) -> tuple[MenuEntry, ...]:
        every = (entry for part in self._parts for entry in part.menu)
        return tuple(sorted(every, key=lambda entry: entry.rank))

    @cached_property
    def pages(self) -> tuple[Page, ...]:
        return tuple(page for part in self._parts for page in part.pages)

    @cached_property
    def acts(self) -> tuple[Act, ...]:
        return tuple(act for part in self._parts for act in part.acts)

    @cached_property
    def files(self) -> tuple[File, ...]:
        return tuple(file for part in self._parts for file in part.files)

    @cached_property
    def pressed(self) -> Mapping[str, Act]:
        """By the names of actions."""
        return {name: act for act in self.acts for name in act.presses}

    @cached_property
    def opened(self) -> Mapping[str, Page]:
        """The same, where a page only asks or shows."""
        return {name: page for page in self.pages for name in page.presses}

    @cached_property
    def shown(self) -> Mapping[str, Page]:
        """By the nouns of rows."""
        return {noun: page for page in self.pages for noun in page.shows}

    @cached_property
    def usages(self) -> Mapping[Usage, Lead]:
        found: dict[Usage, Lead] = {}
        for page in self.pages:
            for usage in page.usages:
                found[usage] = Lead(page.path, "", _spoken(page.path))
        for act in self.acts:
            first = act.form.first if act.form is not None else ()
            for usage in act.usages:
                label = act.form.title if act.form is not None else ""
                found[usage] = Lead(act.path, first[0] if first else "", label)
        return {usage: lead for usage, lead in found.items() if {*names_in(lead.path)} <= {GUILD}}

    @cached_property
    def _by_path(self) -> Mapping[str, Page]:
        return {page.path: page for page in self.pages}

    @cached_property
    def _pages_at(self) -> tuple[re.Pattern[str], ...]:
        return tuple(_looks(page.path) for page in self.pages)

    @cached_property
    def _on_server(self) -> Sequence[tuple[re.Pattern[str], bool]]:
        """What is on a server as elsewhere: how its address looks elsewhere, and if it is for managers."""
        every = (one for one in (*self.pages, *self.acts) if one.elsewhere)
        ordered = sorted(every, key=lambda one: one.path.count("{"))
        return [(_looks(one.elsewhere), one.for_managers) for one in ordered]

    def there(self, path: str, guild: Guild | None) -> str:
        """Where an address on the page of a server leads: to the same there, if it is for them."""
        if guild is None:
            return path
        bare = path.partition("?")[0]
        for_managers = (managed for looks, managed in self._on_server if looks.fullmatch(bare))
        found = next(for_managers, None)
        return path if found is None or (found and not guild.is_managed) else f"/servers/{guild.id}{path}"

    def above(self, path: str) -> str:
        """The nearest address above that has a page: above `/logbook/{day}/edit/{entry}` it is the day."""
        while (path := parent(path)) != "/" and not any(one.fullmatch(path) for one in self._pages_at):
            pass
        return path

    def about(self, path: str) -> Page | None:
        """The page of the thing that something is done with: of `/habits/{habit}/edit` that of the habit."""
        while names_in(path := parent(path)):
            if (found := self._by_path.get(path)) is not None:
                return found
        return None

    def address_of(self, noun: str, thing: str, said: Mapping[str, str] | None = None) -> str | None:
        """The page of a row; None where rows of the kind have none. `said` is what the address here says."""
        page = self.shown.get(noun)
        if page is None or not thing:
            return None
        *above, _ = names = names_in(page.path)
        known = {name: said[name] for name in above if said and name in said}
        return filled(page.path, {**dict.fromkeys(names, thing), **known})

    def button(self, action: Action) -> Button | None:
        """None where nothing can be pressed for it here."""
        act, page = self.pressed.get(action.name), self.opened.get(action.name)
        if (place := act or page) is None:
            return None
        said = dict(zip(place.about, action.about, strict=False))
        in_path = names_in(place.path)
        fields = {name: value for name, value in said.items() if name not in in_path}
        asks = act is None or act.form is not None
        stays = not action.name.startswith(YES) and (act is None or not act.ends)
        return Button(filled(place.path, said), fields, asks, stays)


def _looks(path: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\{\w+\}", "[^/]+", path))


def _spoken(path: str) -> str:
    """What a page is called in a sentence; of one about a server, without the server."""
    return path.strip("/").rpartition("}/")[2].replace("-", " ").replace("/", ", ")


@cache
def names_in(path: str) -> tuple[str, ...]:
    """Of one of our own paths: they are taken apart once, and not for each row that leads there."""
    return tuple(name for _, name, _, _ in Formatter().parse(path) if name)


def filled(path: str, said: Mapping[str, object]) -> str:
    """An address with what it is about."""
    return path.format_map({name: quote(f"{said[name]}", safe="") for name in names_in(path)})


def parent(path: str) -> str:
    """The address above: of a question about a thing, the thing."""
    return path.rpartition("/")[0] or "/"
