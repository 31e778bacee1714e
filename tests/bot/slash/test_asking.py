"""Are you sure? Two buttons over the wire: yes does it, no does not, others cannot, a restart is no harm."""

from collections.abc import AsyncIterator

import pytest
from discord import app_commands

from bot.services import Services
from bot.slash.answers import Interaction, answer
from bot.slash.asking import ACTIONS, AnswerButton, Question, question_card
from bot.slash.cards import Card, text
from bot.slash.errors import Problem
from bot.slash.feature import Feature
from bot.slash.person import present
from tests.bot.slash.bot_world import BotWorld
from tests.bot.slash.card_text import card_lines
from tests.bot.slash.shown_scenes import OWNER
from tests.fakes.clock import HandClock
from tests.fakes.discord.users import FakeUser
from tracker.accounts.model import User
from tracker.store.sqlite import SqliteTable

DROP = "drop-treasure"


@app_commands.command(name="drop")
async def drop_treasure(interaction: Interaction) -> None:
    """Drop a treasure"""
    await present(interaction)
    question = Question(DROP, interaction.user.id, "gold")
    await answer(
        interaction, question_card(question, "Drop it?", "It is gone then.", yes="Drop it"), share=True
    )


FEATURE = Feature("treasure", commands=(drop_treasure,), items=(AnswerButton,))


@pytest.fixture
async def dropped() -> AsyncIterator[list[tuple[str, str]]]:
    """Who dropped what."""
    known: list[tuple[str, str]] = []

    async def drop(services: Services, user: User, about: str) -> Card:
        del services
        if known:
            raise Problem("It is dropped already.")
        known.append((user.id, about))
        return Card(text("It is dropped."))

    ACTIONS[DROP] = drop
    yield known
    ACTIONS.pop(DROP, None)


@pytest.fixture
async def world(
    sqlite_table: SqliteTable, clock: HandClock, dropped: list[tuple[str, str]]
) -> AsyncIterator[BotWorld]:
    del dropped
    async with BotWorld.on_discord(sqlite_table, clock, [FEATURE]) as world:
        yield world


def test_the_card_is_red_and_its_buttons_say_what_they_do() -> None:
    card = question_card(Question(DROP, OWNER), "Remove 99 Woodcutting?", "Its history goes with it.")

    assert card_lines(card) == [
        "┌ #e0433b",
        "│ ### Remove 99 Woodcutting?",
        "│ Its history goes with it.",
        "│ (Yes, remove it) (Keep it)",
    ]


def test_what_does_not_fit_into_a_button_is_a_mistake_of_ours() -> None:
    with pytest.raises(ValueError, match="does not fit"):
        question_card(Question(DROP, OWNER, "x" * 100), "Sure?", "Really?")


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


async def test_an_action_that_is_no_more_says_so(ada: FakeUser) -> None:
    asked = await ada.slash("drop")
    del ACTIONS[DROP]

    assert "no longer be done" in (await asked.click("Drop it")).text
