"""Buddies on Discord: what they agree to, and what they hear, held and grouped, and true when it goes."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from scheduler.rounds import run_due
from tests.bot.room_club import Club
from tests.due_work import tools_at
from tests.fakes.clock import HandClock
from tests.fakes.discord.component_types import walk
from tracker.habits.feature import HABIT_ROUNDS
from tracker.rooms.feature import LOOKS
from tracker.store.sqlite import SqliteTable

HOUR, DAY = 3600.0, 86_400.0


@pytest.fixture
async def club(sqlite_table: SqliteTable, clock: HandClock) -> AsyncIterator[Club]:
    async with Club.meeting(sqlite_table, clock) as club:
        yield club


async def pass_time(club: Club, seconds: float) -> None:
    """The service does what is due, and sends what may go."""
    club.clock.advance(seconds)
    tools = tools_at(club.world.context.table, club.clock)
    await run_due(HABIT_ROUNDS, tools)
    await run_due(LOOKS, tools)
    await club.world.context.dispatcher.run(hurry=True)


async def test_a_buddy_agrees_by_a_button_and_hears_in_one_message_what_was_missed(club: Club) -> None:
    for what in ("Run", "Read", "Swim", "Therapy"):
        await club.ada.slash("habit add", habit=what)
    for what in ("Run", "Read", "Swim"):
        await club.ada.slash("room share", room="gym", thing=what)
    await club.bob.slash("room buddy", room="gym", member="ada")
    await pass_time(club, 60)
    request = club.ada.dms[-1]
    assert "has missed a habit that they share with it" in request.text
    agreed = await request.click("Be buddies", by=club.ada)
    assert "You and Bob are buddies" in agreed.text
    assert "has missed a habit" in agreed.text

    await club.bob.slash("settings quiet-hours", hours="10:00-20:00")
    before = len(club.bob.dms)
    await pass_time(club, DAY / 2 + DAY)  # noon of the next day, and his quiet hours
    await pass_time(club, HOUR)
    assert len(club.bob.dms) == before
    await club.ada.slash("habit done", habit="Swim", day="yesterday")
    await pass_time(club, 8 * HOUR)
    [told] = club.bob.dms[before:]
    assert "missed Run" in told.text
    assert "missed Read" in told.text
    assert "Swim" not in told.text
    assert not any("Therapy" in one.text for one in club.bob.dms)


async def test_a_button_of_an_older_version_agrees_to_what_that_one_said(club: Club) -> None:
    await club.bob.slash("room buddy", room="gym", member="ada")
    await pass_time(club, 60)
    request = club.ada.dms[-1]
    for part in walk(request.components):
        button: dict[str, Any] = part
        if "room-buddies" in str(button.get("custom_id")):
            button["custom_id"] = button["custom_id"].replace("room-buddies", "room-buddy")
    agreed = await request.click("Be buddies", by=club.ada)
    assert "each of you is told when the other has not answered." in agreed.text
    assert "until both of you agree" in agreed.text
