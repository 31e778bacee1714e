"""`/export` and `/delete-my-data` over the wire: everything, to the person alone; and nothing left after."""

import asyncio
import gzip
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
from discord import ui

from tests.bot.slash.bot_world import BotWorld
from tests.bot.slash.somebody import account, plays
from tests.fakes.clock import HandClock
from tests.fakes.discord.answers import Answer
from tests.fakes.discord.users import FakeUser
from tests.fakes.faulty_table import FaultyTable
from tests.tracker.goals.holdings import assert_counts_agree, observed
from tests.world import HOURS
from tracker.accounts.errors import TooMuchToExport
from tracker.accounts.export import export_file
from tracker.challenge.model import Counted, WhoMayJoin
from tracker.store.errors import StoreUnavailable
from tracker.store.sqlite import SqliteTable

NOTHING = "Questlog knows nothing about you"
YES = "Delete everything"


@pytest.fixture
async def world(sqlite_table: SqliteTable, clock: HandClock) -> AsyncIterator[BotWorld]:
    async with BotWorld.on_discord(FaultyTable(sqlite_table), clock) as world:
        yield world


def document(answer: Answer) -> dict[str, Any]:
    [file] = answer.attachments
    return json.loads(file.content)


async def traces(world: BotWorld, who: FakeUser, account_id: str) -> list[str]:
    """The keys of all items that name the person in any way."""
    return [
        f"{item['PK']} {item['SK']}"
        async for item in world.table.scan()
        if account_id in str(item) or str(who.id) in str(item)
    ]


# Everything as a file


async def test_an_export_is_a_file_with_everything_about_the_person(world: BotWorld, ada: FakeUser) -> None:
    user = await plays(world, ada, "99 wc")

    shown = await ada.slash("export")

    [file] = shown.attachments
    assert file.filename == "questlog-2100-01-01.json"
    assert shown.ephemeral
    assert file.ephemeral
    found = document(shown)
    assert found["user"]["id"] == user.id
    assert [goal["targetAttribute"] for goal in found["items"]["goal"]] == ["woodcutting"]
    assert [one["identifier"] for one in found["items"]["channel"]] == [f"dm:{ada.id}"]
    assert f"{sum(map(len, found['items'].values())):,} records" in shown.text


async def test_the_file_can_be_seen_in_the_message(world: BotWorld, ada: FakeUser) -> None:
    """Discord shows no attachment of such a message that no component names."""
    await plays(world, ada)

    shown = await ada.slash("export")

    [card] = shown.components
    [part] = [part for part in card["components"] if part["type"] == 13]
    assert part["file"]["url"] == shown.attachments[0].url


async def test_on_a_server_only_the_person_sees_it(world: BotWorld, ada: FakeUser) -> None:
    await plays(world, ada, "99 wc")
    clan = world.discord.guild("clan")

    shown = await ada.slash("export", in_=clan.channel)

    assert shown.ephemeral
    assert clan.channel.messages == []


async def test_nothing_of_another_person_is_in_it(world: BotWorld, ada: FakeUser, bob: FakeUser) -> None:
    await plays(world, ada, "99 wc")
    his = await plays(world, bob, "99 fishing", name="Bobs Iron")

    [file] = (await ada.slash("export")).attachments

    assert his.id not in file.content.decode()
    assert "Bobs Iron" not in file.content.decode()


@pytest.mark.parametrize("command", ["export", "delete-my-data"])
async def test_whoever_is_unknown_stays_so(world: BotWorld, ada: FakeUser, command: str) -> None:
    shown = await ada.slash(command)

    assert shown.ephemeral
    assert NOTHING in shown.text
    assert shown.buttons == []
    assert await world.account_of(ada) is None


def test_what_is_too_large_is_packed_and_what_is_still_too_large_is_refused() -> None:
    whole = {"text": "woodcutting " * 1000}

    assert json.loads(export_file(whole, 100_000)) == whole
    assert json.loads(gzip.decompress(export_file(whole, 10_000))) == whole
    with pytest.raises(TooMuchToExport, match="questlog account export"):
        export_file(whole, 10)


# Nothing left


async def test_deletion_asks_first_and_offers_a_copy(world: BotWorld, ada: FakeUser) -> None:
    user = await plays(world, ada, "99 wc")
    before = await traces(world, ada, user.id)

    asked = await ada.slash("delete-my-data")

    assert asked.ephemeral
    assert "`/export` gives you a copy before." in asked.text
    assert asked.buttons == [YES, "Keep it"]
    assert await traces(world, ada, user.id) == before


async def test_deletion_says_before_what_it_does_to_others(world: BotWorld, ada: FakeUser) -> None:
    challenges, bob = world.client.services.challenges, await plays(world, world.discord.user("bob"))
    kind = {"counted": Counted.HABITS, "who": WhoMayJoin.ANYBODY}
    made = await challenges.create(await plays(world, ada), "Daily *bread*", **kind)
    await challenges.join(bob, made, "Bob")

    asked = await ada.slash("delete-my-data")

    assert "Daily \\*bread\\* goes on: it passes to Bob, who has been in it longest" in asked.text
    await asked.click(YES)
    assert (await challenges.by_id(made.id)).owner == bob.id


async def test_yes_removes_everything_and_says_goodbye(world: BotWorld, ada: FakeUser) -> None:
    user = await plays(world, ada, "99 wc", "99 fishing")
    world.hiscores.osrs("Zezima").train("Woodcutting", 7_000_000)
    await world.pass_time(HOURS)
    asked = await ada.slash("delete-my-data")

    done = await asked.click(YES)

    assert done.changed_the_message
    assert "Goodbye" in done.text
    assert done.buttons == []
    assert await traces(world, ada, user.id) == []
    assert await observed(world.table) is None
    await assert_counts_agree(world.table)


async def test_what_takes_long_is_promised_first_and_comes_to_the_same(
    world: BotWorld, ada: FakeUser
) -> None:
    user = await plays(world, ada, "99 wc")
    world.client.defer_seconds = 0.0

    file = await ada.slash("export")
    done = await (await ada.slash("delete-my-data")).click(YES)
    await done.until(lambda it: "Goodbye" in it.text)

    assert file.deferred
    assert file.ephemeral
    assert document(file)["user"]["id"] == user.id
    assert done.deferred
    assert await traces(world, ada, user.id) == []


async def test_two_presses_at_once_delete_once(world: BotWorld, ada: FakeUser) -> None:
    user = await plays(world, ada, "99 wc", "99 fishing")
    questions = [await ada.slash("delete-my-data") for _ in range(3)]

    answers = await asyncio.gather(*(asked.click(YES) for asked in questions))

    assert all("Goodbye" in one.text or "deleted already" in one.text for one in answers)
    assert await traces(world, ada, user.id) == []
    await assert_counts_agree(world.table)


async def test_what_others_have_stays(world: BotWorld, ada: FakeUser, bob: FakeUser) -> None:
    await plays(world, ada, "99 wc")
    his = await plays(world, bob, "99 wc", "99 fishing")

    await (await ada.slash("delete-my-data")).click(YES)

    assert len(await world.goals.list(his.id)) == 2
    assert await observed(world.table) is not None
    await assert_counts_agree(world.table)


async def test_keep_it_keeps_it(world: BotWorld, ada: FakeUser) -> None:
    user = await plays(world, ada, "99 wc")

    kept = await (await ada.slash("delete-my-data")).click("Keep it")

    assert kept.text == "Nothing was changed."
    assert len(await world.goals.list(user.id)) == 1


async def test_the_button_works_after_a_restart(world: BotWorld, ada: FakeUser) -> None:
    user = await plays(world, ada, "99 wc")
    asked = await ada.slash("delete-my-data")
    await world.restart()

    assert "Goodbye" in (await asked.click(YES)).text
    assert await traces(world, ada, user.id) == []


@pytest.mark.parametrize("button", [YES, "Keep it"])
async def test_another_person_cannot_press_it(
    world: BotWorld, ada: FakeUser, bob: FakeUser, button: str
) -> None:
    """Bob gets at Ada's buttons as nobody does who is honest."""
    user, his = await plays(world, ada, "99 wc"), await plays(world, bob, "99 fishing", name="Bobs Iron")
    asked = await ada.slash("delete-my-data")
    [stolen] = [part["custom_id"] for part in _buttons(asked) if part["label"] == button]

    refused = await _pressed(world, bob, stolen)

    assert refused.ephemeral
    assert refused.text.startswith("This is not yours.")
    assert len(await world.goals.list(user.id)) == 1
    assert len(await world.goals.list(his.id)) == 1


async def test_an_account_of_another_person_is_not_deleted_by_its_id(
    world: BotWorld, ada: FakeUser, bob: FakeUser
) -> None:
    user, his = await plays(world, ada, "99 wc"), await plays(world, bob, "99 fishing", name="Bobs Iron")

    refused = await _pressed(world, bob, f"ql:forget:yes:{bob.id}:{user.id}")

    assert "deleted already" in refused.text
    assert len(await world.goals.list(user.id)) == 1
    assert len(await world.goals.list(his.id)) == 1


async def test_pressed_again_it_says_that_it_is_done_and_registers_nobody(
    world: BotWorld, ada: FakeUser
) -> None:
    await plays(world, ada, "99 wc")
    one, other = await ada.slash("delete-my-data"), await ada.slash("delete-my-data")
    await one.click(YES)

    again = await other.click(YES)

    assert "deleted already" in again.text
    assert await world.account_of(ada) is None


async def test_an_old_button_of_any_kind_makes_nobody_an_account(world: BotWorld, ada: FakeUser) -> None:
    await ada.slash("habit add", habit="gym")
    old = [
        (await ada.slash("habit show", habit="gym"), "Done"),
        (await ada.slash("habit done", habit="gym"), "Undo"),
    ]
    user = await account(world, ada)
    await (await ada.slash("delete-my-data")).click(YES)

    for shown, button in old:
        pressed = await shown.click(button)
        assert pressed.ephemeral
        assert "What this was about is deleted." in pressed.text

    assert await world.account_of(ada) is None
    assert await traces(world, ada, user.id) == []


async def test_whoever_comes_back_begins_anew_and_loses_nothing_by_an_old_button(
    world: BotWorld, ada: FakeUser
) -> None:
    await plays(world, ada, "99 wc")
    one, old = await ada.slash("delete-my-data"), await ada.slash("delete-my-data")
    await one.click(YES)

    back = await (await ada.slash("stats")).until(lambda it: it.followups)
    late = await old.click(YES)

    assert "0 characters" in back.text
    assert "Which clocks do you follow?" in back.followups[0].text
    assert "deleted already" in late.text
    assert await world.account_of(ada) is not None


async def test_nothing_is_told_afterwards(world: BotWorld, ada: FakeUser) -> None:
    await plays(world, ada, "99 wc")
    world.hiscores.osrs("Zezima").train("Woodcutting", 7_000_000)
    await (await ada.slash("delete-my-data")).click(YES)

    await world.pass_time(24 * HOURS, step=HOURS)

    assert ada.dms == []


@pytest.mark.parametrize("call", [4, 9, 14])
async def test_one_that_was_interrupted_is_finished_by_asking_again(
    world: BotWorld, ada: FakeUser, call: int
) -> None:
    user = await plays(world, ada, "99 wc", "99 fishing")
    asked = await ada.slash("delete-my-data")
    world.table.fail(at=call, error=StoreUnavailable("db.internal is down"))
    broken = await asked.click(YES)
    assert "cannot reach its records" in broken.text
    assert (await account(world, ada)).deleting_since is not None

    refused = await ada.slash("settings show")
    left = await ada.slash("export")
    done = await (await ada.slash("delete-my-data")).click(YES)

    assert "/delete-my-data finishes that" in refused.text
    assert document(left)["user"]["id"] == user.id
    assert "Goodbye" in done.text
    assert await traces(world, ada, user.id) == []
    await assert_counts_agree(world.table)


def _buttons(answer: Answer) -> list[dict[str, Any]]:
    [card] = answer.components
    [row] = [part for part in card["components"] if part["type"] == 1]
    return row["components"]


async def _pressed(world: BotWorld, by: FakeUser, custom_id: str) -> Answer:
    """A press of a button with this id, in the presser's own direct messages."""
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.ActionRow(ui.Button(label="Press", custom_id=custom_id)))
    view.stop()
    await world.client.get_partial_messageable(by.dm.id).send(view=view)
    return await by.dms[-1].click("Press")
