"""Areas of life on pages."""

from bot.areas import requests, usecases, view
from bot.areas.documents import AreaChanged
from bot.documents import Nothing
from bot.web.site.filling import filled_by
from bot.web.site.part import Act, Form, Link, MenuEntry, Page, PagesPart
from bot.web.site.tables import filled

AREAS, ONE = "/areas", "/areas/{area}"


def page_of(done: AreaChanged) -> str:
    return filled(ONE, {"area": done.area.name})


EDIT = Form(
    "Change an area",
    "Save",
    first=("name", "icon", "description"),
    filled=filled_by(
        usecases.show,
        requests.NameArea,
        lambda found: {name: getattr(found.area, name) for name in ("name", "icon", "description")},
    ),
)

PAGES = PagesPart(
    menu=(MenuEntry("Areas", AREAS, "v", "areas", rank=48),),
    pages=(
        Page(
            AREAS,
            Nothing,
            usecases.list_areas,
            view.areas,
            links=(Link("New area", f"{AREAS}/new", is_main=True),),
        ),
        Page(
            ONE,
            requests.NameArea,
            usecases.show,
            view.area,
            shows=("area",),
            links=(Link("Change", f"{ONE}/edit"), Link("Take it off the list", f"{ONE}/remove")),
        ),
    ),
    acts=(
        Act(
            f"{AREAS}/new",
            requests.AddArea,
            usecases.add,
            view.changed,
            page_of,
            form=Form("A new area", "Save", first=("area", "icon"), labels={"area": "Name"}),
            usages=(view.ADD,),
        ),
        Act(f"{ONE}/edit", requests.EditArea, usecases.edit, view.changed, page_of, form=EDIT),
        Act(
            f"{ONE}/remove",
            requests.NameArea,
            usecases.remove,
            view.changed,
            AREAS,
            form=Form("Take an area off your list", "Take it off"),
        ),
    ),
)
