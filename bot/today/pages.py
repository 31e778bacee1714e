"""`/`: a person's day, ticked off by one press."""

from typing import Any

from bot.documents import Nothing
from bot.habits.documents import HabitDocument
from bot.sections import ToDo
from bot.today import usecases, view
from bot.today.documents import Today
from bot.today.requests import TickOff
from bot.view import View
from bot.visit import Visit
from bot.web.site.part import Act, MenuEntry, Page, PagesPart
from tracker.frozen import frozen
from tracker.words import some_of

TICK, UNTICK = "/today/tick", "/today/untick"
MOST_NAMES = 5


@frozen
class DayPart:
    """A section of the day as the page shows it."""

    name: str
    noun: str
    things: tuple[ToDo, ...]
    notes: tuple[str, ...]

    @property
    def left(self) -> int:
        return sum(one.done is False for one in self.things)


def heading(here: Visit, found: Today) -> View:
    """The sections are in the template's own form (`day`)."""
    has_something = any(section.items for section in found.sections.values())
    return View(title=view.title(found)) if has_something else view.nothing(here, found)


def day(here: Visit, found: Today) -> dict[str, Any]:
    every = view.entries(here, found)
    parts = tuple(
        DayPart(
            part.name,
            part.noun,
            tuple(one.to_do for one in every if one.part is part),
            found.sections[part.name].notes,
        )
        for part in dict.fromkeys(one.part for one in every)
    )
    return {
        "sections": parts,
        "day": found.day,
        "left": sum(one.left for one in parts),
        "all_done": view.all_done(every),
        "at_risk": _at_risk(found),
    }


def _at_risk(found: Today) -> str:
    """The names of what ends its streak unless it is done today."""
    items = [one for section in found.sections.values() for one in section.items]
    return some_of([one.name for one in items if isinstance(one, HabitDocument) and one.at_risk], MOST_NAMES)


PAGES = PagesPart(
    menu=(MenuEntry("Today", "/", "t", "today", rank=0),),
    pages=(Page("/", Nothing, usecases.today, heading, template="today.html", context=day),),
    acts=(
        Act(TICK, TickOff, usecases.tick_off, view.ticked, "/", waits=True),
        Act(
            UNTICK,
            TickOff,
            usecases.tick_off,
            view.ticked,
            "/",
            fixed={"undo": True},
            presses=("tick:undo",),
            about=("section", "thing", "day"),
        ),
    ),
)
