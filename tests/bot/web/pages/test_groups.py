"""A room on pages: what members can do there, and how a long talk is read."""

import re

from tests.bot.web.pages.browsing import Browser, another, browsing
from tests.bot.web.pages.group_tours import bob, is_asked_for_help, knows_a_room
from tests.fakes.clock import HandClock
from tracker.accounts.identity import parse_identity
from tracker.rooms.history import MOST_ON_PAGE
from tracker.rooms.model import Bridge
from tracker.rooms.service import Who
from tracker.servers.model import Guild
from tracker.store.sqlite import SqliteTable

NASTY = "<img src=x onerror=alert(1)>"


async def test_a_member_sees_no_buttons_of_the_owner(ada: Browser) -> None:
    noted = await is_asked_for_help(ada)
    page = (await ada.get(f"/rooms/{noted['tea']}")).page
    assert "/invite" not in page.html
    assert "Take it away" not in page.text
    assert "Take out" not in (await ada.get(f"/rooms/{noted['tea']}/members")).page.text


async def test_who_leaves_is_told_before_what_becomes_of_the_room_and_who_hears_of_it(ada: Browser) -> None:
    rooms, noted = ada.site.services.rooms, await knows_a_room(ada)
    await rooms.join(Who(ada.site.ada, "Ada", None), noted["code"])
    page = (await ada.get(f"/rooms/{noted['tea']}/leave")).page
    assert "What you said stays there. Nobody is told." in page.text
    async with another(ada) as owner:
        await owner.sign_in(await bob(ada))
        page = (await owner.get(f"/rooms/{noted['tea']}/leave")).page
        assert "It passes to Ada, and everybody in it is told." in page.text
        await rooms.leave(ada.site.ada.id, noted["tea"])
        assert "Nobody else is in it" in (await owner.get(f"/rooms/{noted['tea']}/leave")).page.text


async def test_what_members_write_stays_text_and_keeps_its_lines(ada: Browser) -> None:
    noted = await knows_a_room(ada)
    await ada.site.services.rooms.join(Who(ada.site.ada, "Ada", None), noted["code"])
    user = (await bob(ada)).id
    await ada.site.services.saying.say(user, noted["tea"], f"{NASTY}\nand on")
    got = await ada.get(f"/rooms/{noted['tea']}")
    assert "&lt;img src=x onerror=alert(1)&gt;\nand on" in got.page.html


async def test_a_long_talk_is_read_page_by_page_the_newest_first(ada: Browser) -> None:
    noted = await knows_a_room(ada)
    await ada.site.services.rooms.join(Who(ada.site.ada, "Ada", None), noted["code"])
    user = (await bob(ada)).id
    for number in range(40):
        ada.site.clock.advance(20)
        await ada.site.services.saying.say(user, noted["tea"], f"Cup number {number}.")
    first = await ada.get(f"/rooms/{noted['tea']}")
    assert first.page.html.index("Cup number 39.") < first.page.html.index("Cup number 10.")
    assert "Cup number 9." not in first.page.text
    [older] = [link for link in first.page.links if "before=" in link]
    assert "Cup number 9." in (await ada.get(older)).page.text


async def test_what_was_said_long_ago_is_corrected_as_it_reads_and_taken_back(ada: Browser) -> None:
    noted = await knows_a_room(ada)
    await ada.site.services.rooms.join(Who(ada.site.ada, "Ada", None), noted["code"])
    saying, user = ada.site.services.saying, (await bob(ada)).id
    old = (await saying.say(ada.site.ada.id, noted["tea"], "The very first")).message
    for number in range(MOST_ON_PAGE + 1):
        ada.site.clock.advance(600)
        await saying.say(user, noted["tea"], f"Cup number {number}.")
    path = f"/rooms/{noted['tea']}/messages/{old.id}"
    assert "The very first" in (await ada.get(f"{path}/correct")).page.html
    got = await ada.press(f"{path}/correct", "Correct", text="The first")
    assert "it reads now: the first" in got.page.text.casefold()
    await ada.post(f"{path}/take-back")
    item = await ada.site.services.table.get(old.key.key)
    assert item is not None
    assert "text" not in item


async def test_below_a_message_whoever_said_it_is_blocked_and_nobody_who_is_called_so_by_now(
    ada: Browser,
) -> None:
    noted, services = await knows_a_room(ada), ada.site.services
    await services.rooms.join(Who(ada.site.ada, "Ada", None), noted["code"])
    author = (await bob(ada)).id
    await services.saying.say(author, noted["tea"], "You are late")
    await services.rooms.edit(author, noted["tea"], member_name="Robert")
    other = await services.accounts.get_or_register(parse_identity("local:cem"))
    await services.rooms.join(Who(other, "Bob", None), noted["code"])

    [path] = {one for one in (await ada.get(f"/rooms/{noted['tea']}")).page.links if "block" in one}
    await ada.press(path, "Block")

    assert [one.other for one in await services.room_safety.blocked(ada.site.ada.id)] == [author]


async def test_the_owner_takes_a_room_out_of_a_channel_on_discord(ada: Browser) -> None:
    rooms, here = ada.site.services.rooms, Guild(7, is_managed=True)
    made = await rooms.create(Who(ada.site.ada, "Ada", None), "Gym")
    bridge = Bridge(
        channel="5", channel_name="gym", server="7", server_name="Run Club", since=ada.site.clock()
    )
    await ada.site.services.bridges.show(ada.site.ada.id, made.room.id, here, bridge)
    assert "Everybody who can read #gym on Run Club on Discord" in (await ada.get("/rooms/Gym")).page.text
    got = await ada.press("/rooms/Gym", "End it on Discord")
    assert "No longer shown in #gym on Run Club" in got.page.text
    assert "#gym" not in (await ada.get("/rooms/Gym")).page.text


async def test_an_invitation_has_a_link_where_others_reach_the_pages(
    sqlite_table: SqliteTable, clock: HandClock
) -> None:
    async with browsing(sqlite_table, clock, public_url="http://quests.example.org") as browser:
        await browser.sign_in()
        got = await browser.press("/rooms/new", "Make it", name="Gym", my_name="Ada")
        [path] = set(re.findall(r"http://quests\.example\.org(/rooms/join\?code=[\w-]+)", got.page.html))
        code = path.partition("=")[2]
        assert code in got.page.text
        assert (await browser.get(path)).page.form("Join").fields["code"] == code


async def test_no_link_leads_to_a_machine_that_others_do_not_reach(ada: Browser) -> None:
    got = await ada.press("/rooms/new", "Make it", name="Gym", my_name="Ada")
    assert "give its code" in got.page.text.casefold()
    assert re.search(r"//[^\s<>]+/rooms/join", got.page.html) is None
