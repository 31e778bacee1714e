"""Answers over the wire: private unless shared, promised when they take long, and given once."""

import asyncio
import io
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import discord
import pytest
from discord import app_commands, ui

from bot.slash.answers import Interaction, answer, deferring, update
from bot.slash.errors import Problem, guarded
from bot.slash.gate import MANY
from bot.slash.notice import notice
from bot.slash.ownership import check_owner
from bot.slash.part import SlashPart
from tests.bot.slash.bot_world import BotWorld
from tests.fakes.clock import HandClock
from tests.fakes.discord.faults import Held, reset, server_error
from tests.fakes.discord.tiny_commands import PNG
from tests.fakes.discord.users import FakeUser
from tests.fakes.loop_time import leap
from tracker.store.sqlite import SqliteTable

SOON = 60.0
"""So many seconds pass in no time (`leap`), and never by themselves."""


class Trying(app_commands.Group):
    """A command that does what a test says."""

    does: Callable[[Interaction, bool], Awaitable[None]]
    presses: Callable[[Interaction], Awaitable[None]]

    def __init__(self) -> None:
        super().__init__(name="try", description="Tries")

    @app_commands.command()
    async def it(self, interaction: Interaction, share: bool = False) -> None:  # noqa: FBT001, FBT002 - an option
        """Try it"""
        await Trying.does(interaction, share)

    @app_commands.command()
    async def button(self, interaction: Interaction, share: bool = False) -> None:  # noqa: FBT001, FBT002 - an option
        """Show a button"""
        row = ui.ActionRow(TryButton(interaction.user.id))
        await answer(interaction, notice("press", below=row), share=share)


class TryButton(ui.DynamicItem[ui.Button[Any]], template=r"ql:try:(?P<owner>\d+)"):
    def __init__(self, owner: int) -> None:
        super().__init__(ui.Button(label="Try", custom_id=f"ql:try:{owner}"))
        self.owner = owner

    @classmethod
    async def from_custom_id(cls, _interaction: Any, _item: Any, match: Any) -> "TryButton":  # noqa: ANN401 - the library's
        return cls(int(match["owner"]))

    @guarded
    async def callback(self, interaction: Interaction) -> None:
        check_owner(interaction, self.owner)
        await Trying.presses(interaction)


@pytest.fixture
async def world(sqlite_table: SqliteTable, clock: HandClock) -> AsyncIterator[BotWorld]:
    trying = SlashPart(commands=(Trying,), items=(TryButton,))
    async with BotWorld.on_discord(sqlite_table, clock, more=[trying]) as world:
        world.client.defer_seconds = SOON
        yield world


def picture() -> discord.File:
    return discord.File(io.BytesIO(PNG), "chart.png", description="a chart")


def pictured(text: str) -> ui.LayoutView:
    gallery = ui.MediaGallery[Any](discord.MediaGalleryItem("attachment://chart.png"))
    return notice(text).add_item(gallery)


def doing(text: str, *, seconds: float = 0) -> None:
    """The command answers, after so many seconds."""

    async def does(interaction: Interaction, share: bool) -> None:  # noqa: FBT001 - as it is called
        await leap(seconds)
        await answer(interaction, notice(text), share=share)

    Trying.does = does


async def test_an_answer_is_private(world: BotWorld, ada: FakeUser) -> None:
    doing("hello")
    shown = await ada.slash("try it", in_=world.discord.guild("clan").channel)

    assert (shown.text, shown.ephemeral, shown.deferred) == ("hello", True, False)


async def test_a_shared_one_is_seen_by_all(world: BotWorld, ada: FakeUser) -> None:
    doing("hello")
    shown = await ada.slash("try it", share=True, in_=world.discord.guild("clan").channel)

    assert (shown.text, shown.ephemeral) == ("hello", False)


@pytest.mark.parametrize("share", [False, True])
async def test_an_answer_that_takes_long_is_promised_first(
    world: BotWorld, ada: FakeUser, *, share: bool
) -> None:
    doing("at last", seconds=2 * SOON)
    shown = await ada.slash("try it", share=share, in_=world.discord.guild("clan").channel)

    assert shown.deferred
    assert (shown.text, shown.ephemeral) == ("at last", not share)


async def test_who_comes_when_many_are_there_is_promised_an_answer_before_anything_is_done(
    world: BotWorld, ada: FakeUser
) -> None:
    go, full, came = asyncio.Event(), asyncio.Event(), list[int]()

    async def does(interaction: Interaction, share: bool) -> None:  # noqa: FBT001 - as it is called
        came.append(interaction.user.id)
        if len(came) == MANY:
            full.set()
        await go.wait()
        await answer(interaction, notice("at last"), share=share)

    Trying.does = does
    crowd = [asyncio.create_task(world.discord.user(f"p{one}").slash("try it")) for one in range(MANY)]
    await full.wait()

    asking = asyncio.create_task(ada.slash("try it"))
    await world.discord.until(lambda: bool(world.discord.asked("/callback")))
    assert ada.id not in came
    go.set()
    promised, others = await asking, await asyncio.gather(*crowd)

    assert promised.deferred
    await promised.until(lambda it: it.text == "at last")
    assert not any(one.deferred for one in others)


async def test_a_promised_answer_can_bring_a_picture(ada: FakeUser) -> None:
    async def does(interaction: Interaction, share: bool) -> None:  # noqa: FBT001 - as it is called
        await leap(2 * SOON)
        await answer(interaction, pictured("look"), share=share, file=picture())

    Trying.does = does
    shown = await ada.slash("try it")

    assert [attachment.filename for attachment in shown.attachments] == ["chart.png"]


async def test_a_failure_after_a_shared_promise_is_private(world: BotWorld, ada: FakeUser) -> None:
    clan = world.discord.guild("clan")

    async def does(interaction: Interaction, share: bool) -> None:  # noqa: FBT001 - as it is called
        del interaction, share
        await leap(2 * SOON)
        raise Problem("Not today.")

    Trying.does = does
    shown = await (await ada.slash("try it", share=True, in_=clan.channel)).until(
        lambda it: bool(it.followups)
    )

    assert shown.message.deleted
    assert [(message.text, message.ephemeral) for message in shown.followups] == [("Not today.", True)]


async def test_an_answer_that_meets_its_own_promise_waits_for_it(world: BotWorld, ada: FakeUser) -> None:
    """The promise is on its way to Discord when the answer is ready."""
    held = Held()
    world.discord.go_wrong(held, on="/callback")
    promised = asyncio.Event()

    async def does(interaction: Interaction, share: bool) -> None:  # noqa: FBT001 - as it is called
        await leap(SOON)
        await held.arrived.wait()
        promised.set()
        await answer(interaction, notice("at last"), share=share)

    Trying.does = does
    asking = asyncio.create_task(ada.slash("try it"))
    await promised.wait()
    held.go.set()
    shown = await asking

    assert (shown.text, shown.deferred) == ("at last", True)
    assert world.discord.refusals == []


async def test_no_promise_follows_an_answer(world: BotWorld, ada: FakeUser) -> None:
    doing("hello")
    await ada.slash("try it")
    await leap(3 * SOON)

    assert len(world.discord.asked("/callback")) == 1


@pytest.mark.parametrize("accepted", [True, False], ids=["arrived", "lost"])
async def test_an_answer_whose_connection_breaks_is_given_once(
    world: BotWorld, ada: FakeUser, *, accepted: bool
) -> None:
    async def does(interaction: Interaction, share: bool) -> None:  # noqa: FBT001 - as it is called
        await answer(interaction, pictured("look"), share=share, file=picture())
        await answer(interaction, notice("and this"), share=share)

    Trying.does = does
    world.discord.go_wrong(reset(accepted=accepted), on="/callback")

    shown = await (await ada.slash("try it")).until(lambda it: bool(it.followups))

    assert shown.text == "look"
    assert shown.attachments[0].content == PNG
    assert [message.text for message in shown.followups] == ["and this"]


async def test_a_discord_with_hiccups_gets_the_answer_all_the_same(world: BotWorld, ada: FakeUser) -> None:
    world.discord.go_wrong(server_error(502), on="/callback")
    doing("hello")

    assert (await ada.slash("try it")).text == "hello"


async def test_a_button_changes_its_message(ada: FakeUser) -> None:
    async def presses(interaction: Interaction) -> None:
        async with deferring(interaction):
            await update(interaction, pictured("pressed"), file=picture())

    Trying.presses = presses
    pressed = await (await ada.slash("try button")).click("Try")

    assert pressed.changed_the_message
    assert pressed.text == "pressed"
    assert len(pressed.attachments) == 1


async def test_a_slow_button_says_to_wait_and_then_changes_its_message(ada: FakeUser) -> None:
    async def presses(interaction: Interaction) -> None:
        async with deferring(interaction):
            await leap(2 * SOON)
            await update(interaction, notice("pressed"))

    Trying.presses = presses
    shown = await ada.slash("try button")
    pressed = await shown.click("Try")

    assert pressed.deferred
    await pressed.until(lambda it: it.text == "pressed")


async def test_a_button_of_somebody_else_reveals_nothing(
    world: BotWorld, ada: FakeUser, bob: FakeUser
) -> None:
    async def presses(interaction: Interaction) -> None:
        await update(interaction, notice("her secrets"))

    Trying.presses = presses
    shown = await ada.slash("try button", share=True, in_=world.discord.guild("clan").channel)

    his = await shown.click("Try", by=bob)

    assert his.ephemeral
    assert "This is not yours" in his.text
    assert shown.text == "press"


async def test_a_button_works_after_a_restart(world: BotWorld, ada: FakeUser) -> None:
    async def presses(interaction: Interaction) -> None:
        await update(interaction, notice("pressed"))

    Trying.presses = presses
    shown = await ada.slash("try button")
    await world.restart()

    assert (await shown.click("Try")).text == "pressed"


async def test_nothing_is_remembered_of_what_was_sent(world: BotWorld, ada: FakeUser) -> None:
    """Otherwise each card with buttons would stay in memory for a quarter of an hour."""
    for _ in range(3):
        await ada.slash("try button")

    store = world.client._connection._view_store
    assert (len(store._views), len(store._synced_message_views)) == (0, 0)
