"""A form that asks for the name of something offers those that the person has, and nobody else's."""

import re
from html import unescape

from bot.features import FEATURES
from bot.web.site import forms
from bot.web.site.own_names import MOST_NAMES
from bot.web.site.tables import Tables
from tests.bot.web.pages.browsing import Browser, another
from tracker.accounts.identity import parse_identity
from tracker.rooms.service import Who

OWN = {"area", "default_area", "project", "parent", "metric", "zone", "timezone"}
"""Fields that name something that is there, in whatever form; but where a field is the name of a new one."""
NEW = {"/areas/new"}


async def offered(browser: Browser, path: str) -> dict[str, list[str]]:
    html = (await browser.get(path)).page.html
    lists = re.findall(r'<datalist id="offered-(\w+)">(.*?)</datalist>', html)
    assert all(f'list="offered-{name}"' in html for name, _ in lists)
    return {name: [unescape(one) for one in re.findall(r'value="([^"]*)"', inside)] for name, inside in lists}


async def somebody_with_things(browser: Browser, mark: str) -> None:
    await browser.press("/areas/new", "Save", area=f"Health {mark}")
    await browser.press("/projects/new", "Begin", name=f"House {mark}")
    await browser.press("/numbers/new", "Begin", name=f"weight {mark}", unit="kg")
    await browser.press("/habits/new", "Begin", habit=f"gym {mark} 3x a week")
    await browser.press("/tasks/new", "Add", what=f"call {mark}")
    await browser.press("/goals/new", "Set it", title=f"Get fit {mark}")


async def test_what_is_there_is_offered_to_whom_it_belongs(ada: Browser) -> None:
    async with another(ada) as stranger:
        await stranger.sign_in(await ada.site.services.accounts.register(parse_identity("local:bob")))
        await somebody_with_things(stranger, '"&<b>')
    await somebody_with_things(ada, "& co")
    task = await offered(ada, "/tasks/new")
    assert task["area"] == ["Health & co"]
    assert task["project"] == ["House & co"]
    goal = (await ada.get("/goals")).page
    [path] = {one for one in goal.links if re.fullmatch(r"/goals/[0-9A-Z]{26}", one)}
    assert await offered(ada, f"{path}/link") == {
        "task": ["call & co"],
        "metric": ["weight & co"],
        "habit": ["Gym & co"],
    }
    assert (await offered(ada, "/goals/new"))["parent"] == ["Get fit & co"]
    assert "Europe/Berlin" in (await offered(ada, "/settings/edit"))["timezone"]


async def test_a_character_is_offered_the_modes_of_the_games(ada: Browser) -> None:
    assert {"main", "ironman"} <= {*(await offered(ada, "/characters/new"))["mode"]}


async def test_where_there_is_nothing_nothing_is_offered(ada: Browser) -> None:
    assert await offered(ada, "/tasks/new") == {}


async def test_of_many_a_few_are_offered_and_every_one_can_be_named(ada: Browser) -> None:
    names = [f"Project {number:02}" for number in range(MOST_NAMES + 1)]
    for name in names:
        await ada.site.services.projects.add(ada.site.ada.id, name, ada.site.clock().date(), {})
    assert (await offered(ada, "/tasks/new"))["project"] == names[:MOST_NAMES]
    done = await ada.press("/tasks/new", "Add", what="call", project=names[-1])
    assert names[-1] in done.page.text


async def test_a_room_offers_those_who_are_in_it_to_those_who_are(ada: Browser) -> None:
    rooms, accounts = ada.site.services.rooms, ada.site.services.accounts
    made = await rooms.create(Who(ada.site.ada, "Ada", None), "Gym")
    assert made.invitation is not None
    room, his = f"/rooms/{made.room.id}", await accounts.register(parse_identity("local:bob"))
    await rooms.join(Who(his, "Bob", None), made.invitation.code)
    async with another(ada) as bob, another(ada) as stranger:
        await bob.sign_in(his)
        await stranger.sign_in(await accounts.register(parse_identity("local:eve")))
        assert await offered(ada, f"{room}/block") == {"member": ["Bob"]}
        assert await offered(bob, f"{room}/buddy") == {"member": ["Ada"]}
        assert (await stranger.get(f"{room}/block")).status == 404


def test_each_form_that_names_something_offers_it() -> None:
    tables = Tables(FEATURES)
    for one in (*tables.pages, *tables.acts):
        if one.form is not None and one.path not in NEW:
            asked = {it.name for it in forms.inputs(one, one.form, {}) if it.kind == "text"}
            assert set(one.form.suggests) <= asked, one.path
            assert asked & OWN <= set(one.form.suggests), one.path
