"""`questlog poll --once`: real processes that look at a stand-in for the game's servers."""

import asyncio
import json

from bot.exits import Exit
from tests.bot.cli.terminal import Terminal
from tests.bot.service import service
from tests.fakes.json_site import JsonSite
from tests.fakes.web_faults import server_error
from tracker.accounts.identity import parse_identity
from tracker.accounts.service import Accounts
from tracker.clock import system_clock
from tracker.ids import ulids

CHANGED = {"subject": "osrs:main:oak chopper", "outcome": "changed", "goals": 1, "told": 1, "message": None}


async def chop(terminal: Terminal, xp: int) -> None:
    """A goal at its start, and then more xp than that: in another second, as progress is kept by it."""
    terminal.game.osrs("Oak Chopper").train("Woodcutting", 1000)
    await terminal.set_goal("Oak Chopper", "99 wc")
    terminal.game.osrs("Oak Chopper").train("Woodcutting", xp)


async def test_on_an_empty_store_there_is_nothing_to_look_at(terminal: Terminal) -> None:
    assert await terminal.answer("poll", "--once", "--all") == {"polled": [], "changed": 0, "failed": 0}
    assert await terminal.lines("poll", "--once", "--all") == ["There is nothing to look at yet."]
    assert await terminal.lines("poll", "--once") == ["Nothing is due; --all looks at everything."]


async def test_without_once_it_points_to_the_service(terminal: Terminal) -> None:
    code, name, message = await terminal.refusal("poll")
    assert (code, name) == (Exit.USAGE, "usage")
    assert "questlog run" in message


async def test_what_moved_is_recorded_and_told_once(terminal: Terminal) -> None:
    await chop(terminal, 2000)
    first = await terminal.answer("poll", "--once", "--all")
    assert first == {"polled": [CHANGED], "changed": 1, "failed": 0}
    again = await terminal.answer("poll", "--once", "--all")
    assert (again["changed"], again["polled"][0]["outcome"]) == (0, "unchanged")
    assert len((await terminal.answer("outbox", "list"))["messages"]) == 1


async def test_what_moved_counts_as_doing_the_habit_that_it_feeds(terminal: Terminal) -> None:
    """As it does when the service looks: the same gain is not seen a second time."""
    terminal.game.osrs("Oak Chopper").train("Woodcutting", 1000)
    await terminal.set_goal("Oak Chopper", "99 wc")
    await terminal.answer("habit", "add", "chop trees", "--fed", "oak chopper woodcutting")
    terminal.game.osrs("Oak Chopper").train("Woodcutting", 2000)
    await terminal.answer("poll", "--once", "--all")

    [habit] = (await terminal.answer("habit", "list"))["habits"]
    assert (habit["today"]["state"], habit["streak"]["current"]) == ("done", 1)


async def test_one_that_has_just_changed_is_not_due(terminal: Terminal) -> None:
    await chop(terminal, 2000)
    await terminal.answer("poll", "--once", "--all")
    assert (await terminal.answer("poll", "--once"))["polled"] == []


async def test_people_read_a_line_for_each_and_a_summary(terminal: Terminal) -> None:
    await chop(terminal, 2000)
    line, summary = await terminal.lines("poll", "--once", "--all")
    assert "oak chopper" in line.lower()
    assert line.endswith(": changed, 1 goal moved, 1 message")
    assert summary == "1 look: 1 changed, 0 failed, 1 new message."


async def test_a_number_on_the_web_is_called_as_its_person_calls_it(terminal: Terminal) -> None:
    async with JsonSite.running() as site:
        terminal.variables["QUESTLOG_SOURCES__HTTP_JSON__ALLOW_PRIVATE"] = "true"
        mine, theirs = site.serve("/mine", {"n": 5}), site.serve("/theirs", {"n": 7})
        async with terminal.store() as (table, _):
            await Accounts(table, system_clock, ulids()).register(parse_identity("discord:1000001"))
        add = ("character", "add-number", "--path", "n")
        await terminal.answer(*add, "My Stars", mine)
        await terminal.answer(*add, "Theirs", theirs, "--identity", "discord:1000001")
        lines = await terminal.lines("poll", "--once", "--all")
    assert sorted(line.split(":")[0] for line in lines[:2]) == ["My Stars", "a number on the web"]


async def test_when_nothing_can_be_read_it_says_so_and_ends_with_1(terminal: Terminal) -> None:
    await chop(terminal, 2000)
    terminal.game.stay_wrong(server_error(503))
    ended = await terminal.run("poll", "--once", "--all", "--json")
    answer = json.loads(ended.out)
    assert ended.code == Exit.PROBLEM
    assert (answer["failed"], answer["polled"][0]["outcome"]) == (1, "unavailable")
    assert answer["polled"][0]["message"]
    assert ended.err == "questlog: nothing could be read; the goals keep their last numbers\n"


async def test_when_some_cannot_be_read_it_says_how_many_and_ends_with_1(terminal: Terminal) -> None:
    await chop(terminal, 2000)
    terminal.game.osrs("Pine Chopper").train("Woodcutting", 1000)
    await terminal.set_goal("Pine Chopper", "99 wc")
    terminal.game.stay_wrong(server_error(503), player="Pine Chopper")
    ended = await terminal.run("poll", "--once", "--all", "--json")
    answer = json.loads(ended.out)
    assert ended.code == Exit.PROBLEM
    assert (answer["changed"], answer["failed"]) == (1, 1)
    assert ended.err == "questlog: 1 of 2 could not be read; the goals keep their last numbers\n"


async def test_it_works_beside_the_service(terminal: Terminal) -> None:
    await chop(terminal, 2000)
    with service(terminal.folder) as running:
        await asyncio.to_thread(running.ready)
        answer = await terminal.answer("poll", "--once", "--all")
        assert answer["polled"] == [CHANGED]
        assert running.process.poll() is None
