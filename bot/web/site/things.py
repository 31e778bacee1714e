"""What a form is about: the thing whose page stands above it, so that nobody ends the wrong one."""

from typing import NamedTuple

from bot.visit import Visit
from bot.web.site.forms import ask_of
from bot.web.site.ink import Ink
from bot.web.site.part import FieldValues
from bot.web.site.tables import Tables, filled, names_in
from tracker.refusals import Refused


class PageThing(NamedTuple):
    name: str
    path: str
    """Of its page."""


async def thing_of(here: Visit, tables: Tables, ink: Ink, path: str, said: FieldValues) -> PageThing | None:
    """Of the path of an act. None where it is about nothing, or about what they cannot see yet."""
    page = tables.about(path)
    if page is None:
        return None
    named = {name: said[name] for name in names_in(page.path)}
    try:
        document = await page.do(here, ask_of(page.ask, {**page.fixed, **named}))
    except Refused:
        return None
    name = ink.plain(page.view(here, document).title)
    return PageThing(name, filled(page.path, named)) if name else None
