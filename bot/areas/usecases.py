"""What a person can do with areas of their life: words in, documents out."""

from bot.areas.documents import AreaChanged, AreaList, AreaShown, area_document, area_thing
from bot.areas.requests import AddArea, EditArea, NameArea
from bot.documents import Nothing, reading
from bot.visit import Visit
from tracker.life.areas import Area, checked_area
from tracker.life.balance import ELSEWHERE, LifeDesk, balance_of

NONE = frozenset({"none", "-", ""})


async def list_areas(visit: Visit, _: Nothing) -> AreaList:
    life = await _life(visit)
    elsewhere = next(one.done for one in life.shares if one.area == ELSEWHERE)
    return AreaList(
        areas=tuple(area_document(life, one) for one in life.desk.areas),
        elsewhere=elsewhere,
        since=life.since,
        whole=life.desk.whole,
    )


async def show(visit: Visit, ask: NameArea) -> AreaShown:
    life = await _life(visit)
    with reading("area"):
        area = life.desk.find(ask.area)
    everything = sum(one.done for one in life.shares if one.area != ELSEWHERE)
    found = area_document(life, area)
    return AreaShown(
        area=found,
        things=tuple(map(area_thing, life.desk.within(area))),
        share=round(100 * found.done / everything, 1) if everything > 0 else None,
        since=life.since,
        whole=life.desk.whole,
    )


async def add(visit: Visit, ask: AddArea) -> AreaChanged:
    with reading("area"):
        area = checked_area(ask.area, _said(ask.icon), _said(ask.description))
        await visit.services.areas.add(visit.person.id, area, ask.place)
    return await _changed(visit, area, f"{area.name} is on your list.")


async def edit(visit: Visit, ask: EditArea) -> AreaChanged:
    with reading("area"):
        before = (await visit.services.areas.desk(visit.person.id)).find(ask.area)
    with reading("name"):
        after = checked_area(
            before.name if ask.name is None else ask.name,
            before.icon if ask.icon is None else _said(ask.icon),
            before.description if ask.description is None else _said(ask.description),
        )
        await visit.services.areas.edit(visit.person.id, before, after, ask.place)
    return await _changed(visit, after, "Changed.")


async def remove(visit: Visit, ask: NameArea) -> AreaChanged:
    area = await _found(visit, ask)
    with reading("area"):
        await visit.services.areas.remove(visit.person.id, area)
    return await _changed(visit, area, f"{area.name} is off your list. What is in it stays as it is.")


async def _found(visit: Visit, ask: NameArea) -> Area:
    with reading("area"):
        return (await visit.services.areas.desk(visit.person.id)).find(ask.area)


async def _changed(visit: Visit, area: Area, message: str) -> AreaChanged:
    return AreaChanged(area=area_document(await _life(visit), area), message=message)


async def _life(visit: Visit) -> LifeDesk:
    return await visit.services.table.read_in_steps(balance_of(visit.person.id, visit.today, visit.now))


def _said(text: str | None) -> str | None:
    return None if text is None or text.casefold() in NONE else text
