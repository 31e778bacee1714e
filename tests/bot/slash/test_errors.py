"""What people read when something goes wrong, over the wire; and that nothing internal is in it."""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Any

import discord
import pytest
import structlog
from discord import app_commands, ui

from bot.slash.answers import Interaction, answer
from bot.slash.errors import Problem, guarded, suggesting
from bot.slash.notice import notice
from bot.slash.part import SlashPart
from scheduler.sources.source import BadSubject, Blocked, NotFound, Unavailable
from tests.bot.slash.bot_world import BotWorld
from tests.fakes.clock import HandClock
from tests.fakes.discord.answers import Answer
from tests.fakes.discord.faults import server_error
from tests.fakes.discord.interactions import COMMAND, ask
from tests.fakes.discord.users import FakeUser
from tests.fakes.faulty_table import FaultyTable
from tests.fakes.loop_time import leap
from tests.patience import PATIENCE
from tracker.accounts.errors import NoSuchUser
from tracker.goals.errors import NoSuchName
from tracker.store import errors as store
from tracker.store.sqlite import SqliteTable
from tracker.store.values import Key

Lines = list[dict[str, Any]]
SECRET = "postgres://ada:hunter2@db.internal/questlog"  # noqa: S105 - nobody's
NUMBER = re.compile(r"Error ([0-9a-z]{6})")


class Failing(app_commands.Group):
    """A command that fails as a test says."""

    does: Callable[[Interaction], Awaitable[None]]

    def __init__(self) -> None:
        super().__init__(name="failing", description="Fails")

    @app_commands.command()
    async def here(self, interaction: Interaction, share: bool = False) -> None:  # noqa: FBT001, FBT002 - an option
        """Fails here"""
        del share
        await Failing.does(interaction)

    @app_commands.command()
    @app_commands.checks.cooldown(1, 60)
    async def often(self, interaction: Interaction) -> None:
        """Fails when used twice"""
        await answer(interaction, notice("once"))

    @app_commands.command()
    @app_commands.checks.has_permissions(manage_guild=True)
    async def managed(self, interaction: Interaction) -> None:
        """For those who manage the server"""
        await answer(interaction, notice("managed"))

    @app_commands.command()
    @app_commands.guild_only()
    async def serverside(self, interaction: Interaction) -> None:
        """For servers"""
        del interaction
        raise app_commands.NoPrivateMessage

    @app_commands.command()
    async def button(self, interaction: Interaction) -> None:
        """Shows a button that fails"""
        await answer(interaction, notice("press", below=ui.ActionRow(FailingButton())))

    @app_commands.command()
    async def suggested(self, interaction: Interaction, name: str) -> None:
        """Fails while one types"""

    @suggested.autocomplete("name")
    @suggesting
    async def suggest(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        raise RuntimeError(f"{SECRET} {current} {interaction.id}")


class FailingButton(ui.DynamicItem[ui.Button[Any]], template="ql:failing"):
    def __init__(self) -> None:
        super().__init__(ui.Button(label="Fail", custom_id="ql:failing"))

    @classmethod
    async def from_custom_id(cls, *_: Any) -> "FailingButton":  # noqa: ANN401 - the library's
        return cls()

    @guarded
    async def callback(self, interaction: Interaction) -> None:
        await Failing.does(interaction)


@pytest.fixture
async def world(sqlite_table: SqliteTable, clock: HandClock) -> AsyncIterator[BotWorld]:
    failing = SlashPart(commands=(Failing,), items=(FailingButton,))
    async with BotWorld.on_discord(FaultyTable(sqlite_table), clock, more=[failing]) as world:
        yield world


@pytest.fixture
def lines() -> Iterator[Lines]:
    with structlog.testing.capture_logs() as captured:
        yield captured


def fail_with(error: Exception) -> None:
    async def fail(interaction: Interaction) -> None:
        del interaction
        raise error

    Failing.does = fail


async def failed(user: FakeUser, error: Exception) -> Answer:
    fail_with(error)
    return await user.slash("failing here")


def noted(lines: Lines, shown: Answer) -> list[str]:
    """What was logged of something that nobody has to look up: the person is shown no number."""
    assert NUMBER.search(shown.text) is None, shown.text
    return [line["event"] for line in lines if line["log_level"] == "info"]


def logged(lines: Lines, shown: Answer) -> dict[str, Any]:
    """The line whose id the person was shown."""
    found = NUMBER.search(shown.text)
    assert found is not None, shown.text
    [line] = [line for line in lines if line.get("error_id") == found[1]]
    return line


@pytest.mark.parametrize(
    "error",
    [
        Problem("There is no tea left. Ask again tomorrow."),
        NoSuchName("There is no skill teamaking. Ask again tomorrow."),
        NoSuchUser("There is no such person. Ask again tomorrow."),
        BadSubject("No character is called that. Ask again tomorrow."),
        NotFound("The hiscores do not know it. Ask again tomorrow."),
    ],
    ids=lambda error: type(error).__name__,
)
async def test_a_refusal_is_told_in_its_own_words_without_a_number(ada: FakeUser, error: Exception) -> None:
    shown = await failed(ada, error)

    assert shown.text == str(error)
    assert shown.ephemeral


@pytest.mark.parametrize(
    "error",
    [Unavailable("The hiscores are down. Please try again later."), Blocked("The hiscores want a break.")],
    ids=lambda error: type(error).__name__,
)
async def test_a_source_that_is_down_is_told_without_a_number(
    ada: FakeUser, lines: Lines, error: Exception
) -> None:
    shown = await failed(ada, error)

    assert shown.text.startswith(str(error))
    assert shown.ephemeral
    assert "source failed" in noted(lines, shown)


async def test_a_store_that_is_down_is_told_without_its_address(
    world: BotWorld, ada: FakeUser, lines: Lines
) -> None:
    await ada.slash("settings show")
    assert isinstance(world.table, FaultyTable)
    world.table.fail(error=store.StoreUnavailable(f"{SECRET} does not answer"))

    shown = await ada.slash("settings show")

    assert "cannot reach its records" in shown.text
    assert "hunter2" not in shown.text
    assert shown.ephemeral
    line = logged(lines, shown)
    assert (line["event"], line["log_level"], line["command"]) == (
        "store unavailable",
        "error",
        "settings show",
    )
    assert isinstance(line["exc_info"], BaseException)


async def test_a_store_that_is_busy_says_so(ada: FakeUser, lines: Lines) -> None:
    shown = await failed(ada, store.Throttled(SECRET))

    assert "try again in a minute" in shown.text
    assert "hunter2" not in shown.text
    assert logged(lines, shown)["event"] == "store busy"


@pytest.mark.parametrize(
    "error",
    [
        ZeroDivisionError(SECRET),
        KeyError(SECRET),
        store.InvalidItem(SECRET),
        store.ConditionFailed([store.FailedCondition(0, Key("USER#secret", SECRET), None)]),
    ],
    ids=lambda error: type(error).__name__,
)
async def test_a_bug_shows_a_number_and_nothing_of_itself(
    ada: FakeUser, lines: Lines, error: Exception
) -> None:
    shown = await failed(ada, error)

    assert "not your fault" in shown.text
    assert not {"hunter2", "Error(", "Traceback", type(error).__name__} & set(
        re.split(r"[\s:/@]+", shown.text)
    )
    assert shown.ephemeral
    line = logged(lines, shown)
    assert (line["event"], line["log_level"]) == ("bug", "error")
    assert error in (line["exc_info"], getattr(line["exc_info"], "original", None))


async def test_a_command_that_discord_remembers_otherwise_asks_to_try_again(
    world: BotWorld, ada: FakeUser, lines: Lines
) -> None:
    """The person's Discord has not learnt yet that a command is gone, or that one needs more options."""
    [command] = [one for one in world.discord.commands if one["name"] == "failing"]
    for options in (
        [{"name": "gone", "type": 1, "options": []}],
        [{"name": "suggested", "type": 1, "options": []}],
    ):
        data = {"id": command["id"], "name": "failing", "type": 1, "options": options}
        asked = await ask(
            world.discord, COMMAND, ada, ada.dm, data, owners={"1": str(ada.id)}, title="a stale command"
        )

        assert "has changed" in Answer(asked).text
        assert Answer(asked).ephemeral
        assert "stale command" in noted(lines, Answer(asked))


async def test_a_cooldown_says_how_long_to_wait(ada: FakeUser, bob: FakeUser, lines: Lines) -> None:
    first = await ada.slash("failing often")
    second = await ada.slash("failing often")

    assert first.text == "once"
    assert re.search(r"Please wait (59|60) seconds\.", second.text)
    assert second.ephemeral
    assert "cooldown" in noted(lines, second)
    assert bob.id != ada.id


async def test_a_missing_permission_is_named_as_discord_names_it(
    world: BotWorld, ada: FakeUser, lines: Lines
) -> None:
    clan = world.discord.guild("clan")

    shown = await ada.slash("failing managed", in_=clan.channel)

    assert "Manage Server" in shown.text
    assert shown.ephemeral
    assert "permission missing" in noted(lines, shown)


async def test_what_our_own_sentences_say_to_type_is_shown_as_code(ada: FakeUser) -> None:
    shown = await failed(ada, Problem("# Write `99 wc`, and not *this*: a` b."))

    assert shown.text == "\\# Write `99 wc`, and not \\*this\\*: a\\` b."


async def test_a_command_for_servers_says_so_elsewhere(world: BotWorld, ada: FakeUser) -> None:
    clan = world.discord.guild("clan")

    shown = await ada.slash("failing serverside", in_=clan.channel)

    assert "works on a server only" in shown.text


async def test_a_button_that_fails_is_explained_like_a_command(ada: FakeUser, lines: Lines) -> None:
    fail_with(ZeroDivisionError(SECRET))
    shown = await (await ada.slash("failing button")).click("Fail")

    assert "not your fault" in shown.text
    assert shown.ephemeral
    assert logged(lines, shown)["command"] == "ql:failing"


async def test_an_autocomplete_that_fails_suggests_nothing(ada: FakeUser, lines: Lines) -> None:
    assert await ada.autocomplete("failing suggested", name="x") == []
    assert "autocomplete failed" in [line["event"] for line in lines]


async def test_what_people_wrote_is_harmless_in_a_refusal(ada: FakeUser) -> None:
    shown = await failed(ada, Problem("There is no [gold](https://evil.example) <@1> @everyone `**x**`."))

    assert r"\[gold\](" in shown.text
    assert "https://" not in shown.text
    assert "@everyone" not in shown.text
    assert r"\<@1>" in shown.text


async def test_a_very_long_refusal_is_cut(ada: FakeUser) -> None:
    shown = await failed(ada, Problem("no " * 3000))

    assert len(shown.text) <= 1500


async def test_an_error_in_a_shared_command_is_private_all_the_same(world: BotWorld, ada: FakeUser) -> None:
    clan = world.discord.guild("clan")
    fail_with(ZeroDivisionError())

    shown = await ada.slash("failing here", share=True, in_=clan.channel)

    assert shown.ephemeral


@pytest.mark.parametrize("code", [10062, 40060])
async def test_an_interaction_that_is_over_is_only_logged(
    world: BotWorld, ada: FakeUser, lines: Lines, code: int
) -> None:
    async def too_late(interaction: Interaction) -> None:
        await answer(interaction, notice("first"))
        response = type("Response", (), {"status": 404, "reason": "Not Found"})()
        raise discord.NotFound(response, {"code": code, "message": "Unknown interaction"})

    Failing.does = too_late
    shown = await ada.slash("failing here")
    await world.client.finish(1)

    assert shown.text == "first"
    assert shown.followups == []
    assert [line["event"] for line in lines if line["event"].startswith("answered")] in (
        ["answered too late"],
        ["answered twice"],
    )


async def test_when_discord_does_not_take_the_explanation_the_log_has_it(
    world: BotWorld, ada: FakeUser, lines: Lines
) -> None:
    fail_with(ZeroDivisionError())
    world.discord.stay_wrong(server_error(400), on="/callback")

    asking = asyncio.create_task(ada.slash("failing here"))
    while "error not told" not in [line["event"] for line in lines]:  # noqa: ASYNC110 - a log sets no event
        await asyncio.sleep(0.001)
    await leap(PATIENCE)
    with pytest.raises(Exception, match="not answered"):
        await asking

    assert [line["event"] for line in lines if line["log_level"] != "info"] == ["bug", "error not told"]
