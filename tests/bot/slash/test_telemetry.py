"""What is counted about Discord, over the wire: each interaction once, by what it was and how it ended."""

import asyncio
import math
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from discord import app_commands, ui
from prometheus_client import CollectorRegistry

from bot.slash.answers import Interaction, answer
from bot.slash.errors import Problem, guarded, suggesting, verdict
from bot.slash.notice import notice
from bot.slash.part import SlashPart
from bot.slash.telemetry import DiscordMetrics
from scheduler.sources.source import Blocked
from tests.bot.slash.bot_world import BotWorld
from tests.fakes.clock import HandClock
from tests.fakes.discord.interactions import COMMAND, ask
from tests.fakes.discord.users import FakeUser
from tracker.store import errors as store
from tracker.store.sqlite import SqliteTable

INTERACTIONS = "questlog_discord_interactions"
FIRST_ANSWERS = "questlog_discord_first_answer_seconds"
DOCUMENT = (Path(__file__).parents[3] / "docs" / "operations.md").read_text()


class OldButton(ui.DynamicItem[ui.Button[Any]], template="ql:old"):
    """Of a version that is gone: nobody answers it."""

    def __init__(self) -> None:
        super().__init__(ui.Button(label="Old", custom_id="ql:old:7"))


class RudeButton(ui.DynamicItem[ui.Button[Any]], template=r"ql:rude:say:(?P<owner>\d+)"):
    def __init__(self) -> None:
        super().__init__(ui.Button(label="Rude", custom_id="ql:rude:say:180000000000"))

    @classmethod
    async def from_custom_id(cls, *_: Any) -> "RudeButton":  # noqa: ANN401 - the library's
        return cls()

    @guarded
    async def callback(self, interaction: Interaction) -> None:
        del interaction
        raise Problem("There is no tea left. Ask again tomorrow.")


class Odd(app_commands.Group):
    def __init__(self) -> None:
        super().__init__(name="odd", description="Ends in many ways")

    @app_commands.command()
    async def buttons(self, interaction: Interaction) -> None:
        """Shows what can be pressed"""
        await answer(interaction, notice("press", below=ui.ActionRow(OldButton(), RudeButton())))

    @app_commands.command()
    async def slow(self, interaction: Interaction) -> None:
        """Answers after it was promised"""
        while not interaction.response.is_done():  # noqa: ASYNC110 - the library sets no event
            await asyncio.sleep(0.002)
        await answer(interaction, notice("at last"))

    @app_commands.command()
    async def broken(self, interaction: Interaction, name: str) -> None:
        """Fails"""
        raise RuntimeError(f"{interaction.id} {name}")

    @broken.autocomplete("name")
    @suggesting
    async def suggest(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        del interaction
        raise store.StoreUnavailable(current)


@pytest.fixture
async def world(sqlite_table: SqliteTable, clock: HandClock) -> AsyncIterator[BotWorld]:
    odd = SlashPart(commands=(Odd,), items=(RudeButton,))
    async with BotWorld.on_discord(sqlite_table, clock, more=[odd]) as world:
        yield world


async def counted(world: BotWorld) -> dict[tuple[str, str, str], float]:
    """Every interaction so far, by kind, name and outcome."""
    await world.client.finish(5)  # an answer arrives before its command has ended
    return {
        (sample.labels["kind"], sample.labels["name"], sample.labels["outcome"]): sample.value
        for family in world.registry.collect()
        for sample in family.samples
        if sample.name == f"{INTERACTIONS}_total"
    }


def first_answers(world: BotWorld, kind: str, within: str = "+Inf") -> float:
    labels = {"kind": kind, "le": within}
    return world.registry.get_sample_value(f"{FIRST_ANSWERS}_bucket", labels) or 0.0


async def test_a_command_is_counted_by_its_name_and_its_answer_timed(world: BotWorld, ada: FakeUser) -> None:
    for _ in range(3):
        await ada.slash("settings show")

    assert await counted(world) == {("command", "settings show", "answered"): 3}
    assert first_answers(world, "command") == 3
    assert first_answers(world, "command", within="3.0") == 3


async def test_what_a_person_cannot_have_is_refused_and_not_a_fault(world: BotWorld, ada: FakeUser) -> None:
    await ada.slash("settings timezone", zone="Nowhere/Land")

    assert await counted(world) == {("command", "settings timezone", "refused"): 1}
    assert first_answers(world, "command") == 1


async def test_a_bug_is_counted_as_one(world: BotWorld, ada: FakeUser) -> None:
    await ada.slash("odd broken", name="x")

    assert await counted(world) == {("command", "odd broken", "bug"): 1}


async def test_suggestions_are_counted_and_so_is_why_there_were_none(world: BotWorld, ada: FakeUser) -> None:
    await ada.autocomplete("settings timezone", zone="Ber")
    await ada.autocomplete("odd broken", name="x")

    assert await counted(world) == {
        ("autocomplete", "settings timezone", "answered"): 1,
        ("autocomplete", "odd broken", "store-unavailable"): 1,
    }
    assert first_answers(world, "autocomplete") == 2


async def test_a_button_is_counted_without_whose_it_is(world: BotWorld, ada: FakeUser) -> None:
    shown = await ada.slash("odd buttons")
    await shown.click("Rude")

    assert (await counted(world))["button", "ql:rude:say", "refused"] == 1
    assert first_answers(world, "button") == 1


async def test_a_button_of_an_earlier_version_has_no_name_of_its_own(world: BotWorld, ada: FakeUser) -> None:
    shown = await ada.slash("odd buttons")
    await shown.click("Old")

    assert (await counted(world))["button", "", "outdated"] == 1


async def test_a_select_is_told_from_a_button(world: BotWorld, ada: FakeUser) -> None:
    shown = await (await ada.slash("settings show")).until(lambda answer: bool(answer.followups))
    [question] = shown.followups
    await question.choose("Where are you?", "Europe/Berlin", by=ada)

    assert (await counted(world))["select", "ql:zone", "answered"] == 1


async def test_a_command_that_is_no_longer_there_makes_no_name_of_its_own(
    world: BotWorld, ada: FakeUser
) -> None:
    [command] = [one for one in world.discord.commands if one["name"] == "odd"]
    gone = [{"name": "gone", "type": 1, "options": []}]
    data = {"id": command["id"], "name": "odd", "type": 1, "options": gone}

    await ask(world.discord, COMMAND, ada, ada.dm, data, owners={"1": str(ada.id)}, title="a stale command")

    assert await counted(world) == {("command", "", "stale-command"): 1}


async def test_the_promise_of_an_answer_is_the_first_one_and_is_timed_alone(
    world: BotWorld, ada: FakeUser
) -> None:
    world.client.defer_seconds = 0.0

    shown = await ada.slash("odd slow")
    await shown.until(lambda answer: answer.text == "at last")

    assert await counted(world) == {("command", "odd slow", "answered"): 1}
    assert first_answers(world, "command") == 1


async def test_it_says_whether_discord_is_connected(world: BotWorld) -> None:
    assert world.registry.get_sample_value("questlog_discord_connected") == 1
    assert (world.registry.get_sample_value("questlog_discord_latency_seconds") or 0) > 0

    await world.client.close()

    assert world.registry.get_sample_value("questlog_discord_connected") == 0
    assert math.isnan(world.registry.get_sample_value("questlog_discord_latency_seconds") or 0)


@pytest.mark.parametrize(("latency", "connected"), [(0.04, 1), (math.inf, 0), (math.nan, 0)])
def test_a_latency_that_is_not_finite_is_no_connection(latency: float, connected: int) -> None:
    registry = CollectorRegistry()
    DiscordMetrics(registry, lambda: latency)

    assert registry.get_sample_value("questlog_discord_connected") == connected


@pytest.mark.parametrize(
    "error",
    [
        Problem("no"),
        Blocked("blocked"),
        store.StoreUnavailable("down"),
        store.Throttled("busy"),
        app_commands.CommandNotFound("gone", []),
        app_commands.CommandOnCooldown(app_commands.Cooldown(1, 1), 1),
        app_commands.MissingPermissions(["manage_guild"]),
        app_commands.BotMissingPermissions(["manage_guild"]),
        app_commands.CheckFailure(),
        OSError(),
        RuntimeError(),
    ],
    ids=lambda error: type(error).__name__,
)
def test_each_outcome_is_in_the_document(error: Exception) -> None:
    assert f"`{verdict(error).outcome}`" in DOCUMENT
