"""Are you sure? Two buttons over the wire: yes does it, no does not, others cannot, a restart is no harm."""

from collections.abc import AsyncIterator

import pytest
from discord import app_commands

from bot.slash.acting import respond, visit
from bot.slash.answers import Interaction
from bot.slash.part import SlashPart
from bot.slash.render import card
from bot.view import View, question
from bot.visit import Visit
from tests.bot.slash.bot_world import BotWorld
from tests.bot.slash.card_text import card_lines
from tests.bot.slash.shown_scenes import OWNER
from tests.bot.visits import reader
from tests.fakes.clock import HandClock
from tests.fakes.discord.users import FakeUser
from tracker.refusals import Refused
from tracker.store.sqlite import SqliteTable

DROP = "drop-treasure"


class Treasure:
    """What was dropped, and by whom."""

    def __init__(self) -> None:
        self.dropped: list[tuple[str, str]] = []

    async def drop(self, here: Visit, about: str) -> View:
        if self.dropped:
            raise Refused("It is dropped already.")
        self.dropped.append((here.person.id, about))
        return View(lead="It is dropped.")


@app_commands.command(name="drop")
async def drop_treasure(interaction: Interaction) -> None:
    """Drop a treasure"""
    here = await visit(interaction)
    asked = question(DROP, "gold", "Drop it?", "It is gone then.", yes="Drop it")
    await respond(interaction, here, asked, share=True)


@pytest.fixture
def treasure() -> Treasure:
    return Treasure()


@pytest.fixture
def dropped(treasure: Treasure) -> list[tuple[str, str]]:
    return treasure.dropped


@pytest.fixture
async def world(sqlite_table: SqliteTable, clock: HandClock, treasure: Treasure) -> AsyncIterator[BotWorld]:
    part = SlashPart(commands=(drop_treasure,), questions={DROP: treasure.drop})
    async with BotWorld.on_discord(sqlite_table, clock, more=[part]) as world:
        yield world


def test_the_card_is_red_and_its_buttons_say_what_they_do() -> None:
    asked = question(DROP, "", "Remove 99 Woodcutting?", "Its history goes with it.")

    assert card_lines(card(reader(), asked, OWNER)) == [
        "┌ #e0433b",
        "│ ### Remove 99 Woodcutting?",
        "│ Its history goes with it.",
        "│ (Yes, remove it) (Keep it)",
    ]


async def test_yes_does_it_and_the_question_becomes_the_answer(
    world: BotWorld, ada: FakeUser, dropped: list[tuple[str, str]]
) -> None:
    asked = await ada.slash("drop")
    assert dropped == []
    done = await asked.click("Drop it")

    assert done.changed_the_message
    assert (done.text, done.buttons) == ("It is dropped.", [])
    assert dropped == [((await world.account_of(ada)).id, "gold")]


async def test_no_leaves_everything_as_it_is(ada: FakeUser, dropped: list[tuple[str, str]]) -> None:
    kept = await (await ada.slash("drop")).click("Keep it")

    assert (kept.text, kept.buttons, dropped) == ("Nothing was changed.", [], [])


async def test_the_buttons_work_after_a_restart(
    world: BotWorld, ada: FakeUser, dropped: list[tuple[str, str]]
) -> None:
    asked = await ada.slash("drop")
    await world.restart()

    assert (await asked.click("Drop it")).text == "It is dropped."
    assert len(dropped) == 1


async def test_nobody_else_can_answer(
    world: BotWorld, ada: FakeUser, bob: FakeUser, dropped: list[tuple[str, str]]
) -> None:
    asked = await ada.slash("drop", in_=world.discord.guild("clan").channel)
    for button in ("Drop it", "Keep it"):
        refused = await asked.click(button, by=bob)
        assert refused.ephemeral
        assert "not yours" in refused.text

    assert dropped == []
    assert asked.buttons == ["Drop it", "Keep it"]


async def test_an_action_that_refuses_says_why_and_the_question_stays(ada: FakeUser) -> None:
    first, second = await ada.slash("drop"), await ada.slash("drop")
    await first.click("Drop it")
    refused = await second.click("Drop it")

    assert refused.ephemeral
    assert refused.text == "It is dropped already."
    assert second.buttons == ["Drop it", "Keep it"]


async def test_an_action_that_is_no_more_says_so(world: BotWorld, ada: FakeUser) -> None:
    asked = await ada.slash("drop")
    del world.client.questions[DROP]

    assert "no longer be done" in (await asked.click("Drop it")).text
