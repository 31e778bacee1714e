"""Areas of life by SMS: `areas`, `area health`, `area add health`, `area rename health to body`."""

import re

from bot.areas import usecases, view
from bot.areas.requests import AddArea, EditArea, NameArea
from bot.documents import Nothing
from bot.sms.part import Answer, Command, Phrase, SmsPart, nothing_said
from bot.sms.render import answer
from bot.visit import Visit

AREAS = Phrase("areas", ("my areas",), "areas", "areas of your life, and what you did in each")
AREA = Phrase("area", (), "area health", "everything in an area")
ADD = Phrase("area add", ("add area", "new area"), "area add health", "put an area on your list")
RENAME = Phrase("area rename", (), "area rename health to body", "call an area otherwise")
PLACE = Phrase("area place", (), "area place health 1", "move an area on your list")
REMOVE = Phrase("area remove", ("remove area",), "area remove health", "take an area off your list")
_RENAMED = re.compile(r"(?P<area>.+?)\s+to\s+(?P<name>.+)", re.IGNORECASE)
_PLACED = re.compile(r"(?P<area>.+?)\s+(?P<place>\d{1,2})")


async def list_areas(here: Visit, rest: str) -> Answer:
    del rest
    return answer(here, view.areas(here, await usecases.list_areas(here, Nothing())))


async def show(here: Visit, rest: str) -> Answer:
    if not rest:
        return await list_areas(here, "")
    return answer(here, view.area(here, await usecases.show(here, NameArea(area=rest))))


async def add(here: Visit, rest: str) -> Answer:
    if not rest:
        raise nothing_said(ADD)
    done = await usecases.add(here, AddArea(area=rest))
    return answer(here, view.changed(here, done), undo=f"{REMOVE.name} {done.area.name}")


async def rename(here: Visit, rest: str) -> Answer:
    if (said := _RENAMED.fullmatch(rest)) is None:
        raise nothing_said(RENAME)
    done = await usecases.edit(here, EditArea(area=said["area"], name=said["name"]))
    return answer(here, view.changed(here, done), undo=f"{RENAME.name} {done.area.name} to {said['area']}")


async def place(here: Visit, rest: str) -> Answer:
    if (said := _PLACED.fullmatch(rest)) is None or int(said["place"]) < 1:
        raise nothing_said(PLACE)
    done = await usecases.edit(here, EditArea(area=said["area"], place=int(said["place"])))
    return answer(here, view.changed(here, done), undo="")


async def remove(here: Visit, rest: str) -> Answer:
    if not rest:
        raise nothing_said(REMOVE)
    done = await usecases.remove(here, NameArea(area=rest))
    return answer(here, view.changed(here, done), undo=f"{ADD.name} {done.area.name}")


SMS = SmsPart(
    commands=(
        Command(AREAS, list_areas),
        Command(AREA, show),
        Command(ADD, add),
        Command(RENAME, rename),
        Command(PLACE, place),
        Command(REMOVE, remove),
    )
)
