"""The habits of `/today` over the wire: ticked off together, in place, by their owner alone."""

from collections.abc import AsyncIterator

import pytest

from tests.bot.slash.bot_world import BotWorld
from tests.bot.slash.card_text import card_lines
from tests.bot.slash.keepers import A_DAY, begin, log_of, menus, offered, wallet
from tests.bot.slash.players import EVIL, account, aim, break_store, done, follow, press
from tests.fakes.clock import HandClock
from tests.fakes.discord.users import FakeUser
from tests.fakes.faulty_table import FaultyTable
from tracker.store.sqlite import SqliteTable

TICK, UNDO = "Tick off what you did", "Take something back"


@pytest.fixture
async def world(sqlite_table: SqliteTable, clock: HandClock) -> AsyncIterator[BotWorld]:
    """Its table counts what it is asked, and fails when it is told to."""
    async with BotWorld.on_discord(FaultyTable(sqlite_table), clock) as world:
        yield world


async def test_the_habits_of_today_stand_before_the_goals(world: BotWorld, ada: FakeUser) -> None:
    await follow(world, ada)
    await aim(world, ada, "99 wc")
    await begin(world, ada, "gym", "read 20 pages", "swim 3x a week", "no smoking", "chess on sunday")
    await begin(world, ada, "water 8 glasses", "run")
    await ada.slash("habit done", habit="gym")
    await ada.slash("habit skip", habit="run")
    await ada.slash("habit done", habit="read", amount=5)

    answer = await ada.slash("today")

    assert answer.ephemeral
    assert card_lines(answer.components)[1:-1] == [
        "│ ## Today, Friday 1 January",
        "│ ────",
        "│ 🟨 **Read** · 5 of 20 pages",
        "│ ⬜ **Swim** · 0 of 3 this week",
        "│ ⬜ **Water** · 8 glasses",
        "│ ✅ **Gym** · 🔥 1 day in a row",
        "│ ⏭️ **Run** · skipped",
        "│ 🌱 **Smoking** · nothing so far",
        f"│ <{TICK}: Read / Swim / Water>",
        "│ (Read: how many pages?) (Water: how many glasses?)",
        "│ ────",
        "│ ⏳ **99 Woodcutting** · Zezima",
    ]


async def test_several_are_ticked_off_at_once_in_the_same_message(world: BotWorld, ada: FakeUser) -> None:
    _, read, _ = await begin(world, ada, "gym", "read 20 pages", "walk")
    shown = await ada.slash("today")
    assert offered(shown, TICK) == ["Gym", "Read", "Walk"]
    assert menus(shown) == [TICK]

    ticked = await done(await shown.choose(TICK, "Read", "Walk"))

    assert ticked.changed_the_message
    assert ticked.message is shown.message
    assert "Read and Walk are done today. +20 points. Achievement unlocked: First step." in ticked.text
    assert offered(shown, TICK) == ["Gym"]
    assert [one.amount for one in (await log_of(world, read)).values()] == [20]
    last = await done(await shown.choose(TICK, "Gym"))
    assert "-# all done for today" in last.text
    assert "Gym is done today." in last.text
    assert menus(last) == [UNDO]


async def test_what_was_ticked_off_can_be_taken_back_there(world: BotWorld, ada: FakeUser) -> None:
    await begin(world, ada, "gym", "walk")
    shown = await ada.slash("today")
    await done(await shown.choose(TICK, "Gym", "Walk"))
    assert offered(shown, UNDO) == ["Gym", "Walk"]

    back = await done(await shown.choose(UNDO, "Gym", "Walk"))

    assert "Gym today is undone. Walk today is undone. \N{MINUS SIGN}20 points." in back.text
    assert offered(shown, TICK) == ["Gym", "Walk"]
    assert menus(shown) == [TICK]
    assert (await wallet(world, ada)).points == 0


async def test_an_amount_is_asked_for_by_a_button(world: BotWorld, ada: FakeUser) -> None:
    await begin(world, ada, "read 20 pages", "water 8 glasses", "gym")
    shown = await ada.slash("today")
    assert shown.buttons == ["Read: how many pages?", "Water: how many glasses?"]

    opened = await shown.click("Read: how many pages?")
    told = await opened.modal.submit({"How many pages?": "5", "Note": "chapter 1"})

    assert told.changed_the_message
    assert "Read today: 5 of 20 pages." in told.text
    assert "⬜" in told.text
    rest = await (await shown.click("Read: how many pages?")).modal.submit()
    assert "✅ **Read** · done: 20 of 20 pages" in rest.text
    assert rest.buttons == ["Water: how many glasses?"]


async def test_it_is_the_day_that_was_shown_that_is_told_also_after_midnight_and_a_restart(
    world: BotWorld, ada: FakeUser
) -> None:
    [gym] = await begin(world, ada, "gym")
    shown = await ada.slash("today")
    world.clock.advance(A_DAY)
    await world.restart()

    ticked = await done(await shown.choose(TICK, "Gym"))

    assert "Gym was done yesterday." in ticked.text
    assert "Today, Saturday 2 January" in ticked.text
    assert [f"{day}" for day in await log_of(world, gym)] == ["2100-01-01"]
    again = await done(await shown.choose(TICK, "Gym"))
    assert "Gym is done today. 2 days in a row." in again.text


async def test_what_is_gone_or_told_already_does_not_keep_the_others_from_being_told(
    world: BotWorld, ada: FakeUser
) -> None:
    gym, walk, _ = await begin(world, ada, "gym", "walk", "read")
    shown = await ada.slash("today")
    await world.client.services.habits.remove((await account(world, ada)).id, gym.id)
    await ada.slash("habit done", habit="walk")

    ticked = await done(await shown.choose(TICK, "Gym", "Walk", "Read"))

    assert "Read is done today." in ticked.text
    assert "One of them no longer exists." in ticked.text
    assert "What was done already counts once." in ticked.text
    assert len(await log_of(world, walk)) == 1


async def test_others_learn_nothing_and_change_nothing(world: BotWorld, ada: FakeUser, bob: FakeUser) -> None:
    gym, water = await begin(world, ada, "gym", "water 8 glasses")
    shown = await ada.slash("today", share=True, in_=world.discord.guild("clan").channel)
    before = shown.text

    refused = [
        await shown.choose(TICK, "Gym", by=bob),
        await press(shown, "Water: how many glasses?", by=bob),
    ]

    assert all(one.ephemeral and one.text.startswith("This is not yours.") for one in refused)
    assert shown.text == before
    assert await log_of(world, gym) == await log_of(world, water) == {}
    assert await world.account_of(bob) is None


async def test_whoever_has_habits_and_no_characters_has_a_day_too(world: BotWorld, ada: FakeUser) -> None:
    await begin(world, ada, "gym")

    assert "**Gym**" in (await ada.slash("today")).text
    await ada.slash("habit pause", habit="gym")
    assert "Nothing to do today" in (await ada.slash("today")).text


async def test_a_long_day_has_pages_and_each_has_its_own_menu(world: BotWorld, ada: FakeUser) -> None:
    names = [f"Habit {first}{second}" for first in "ab" for second in "abcdefghijkl"]
    await begin(world, ada, *names)
    shown = await ada.slash("today")
    assert "page 1 of 2" in shown.text
    assert offered(shown, TICK) == names[:20]

    second = await press(shown, "Next")
    assert offered(second, TICK) == names[20:]
    ticked = await done(await shown.choose(TICK, *names[20:]))
    assert "page 2 of 2" in ticked.text
    assert offered(shown, UNDO) == names[20:]


async def test_the_most_habits_with_the_longest_names_fit(world: BotWorld, ada: FakeUser) -> None:
    for number in range(22):
        name = f"{EVIL}{'*_' * 8}{number}"[:60]
        await ada.slash("habit add", habit=f"{name} 123456789 {'w' * 20}")
        world.clock.advance(1)

    shown = await ada.slash("today")
    options = offered(shown, TICK)
    ticked = await done(await shown.choose(TICK, *options))

    assert len(options) >= 15
    assert ticked.changed_the_message
    assert world.discord.refusals == []


async def test_a_day_costs_as_few_reads_with_many_habits_as_with_one(world: BotWorld, ada: FakeUser) -> None:
    assert isinstance(world.table, FaultyTable)
    await begin(world, ada, "gym")
    counts: list[int] = []
    for more in ((), tuple(f"habit {number}" for number in "abcdefghij")):
        await begin(world, ada, *more)
        await ada.slash("today")
        before = world.table.calls
        await ada.slash("today")
        counts.append(world.table.calls - before)

    # the account, habits and their days, goals, goals of parts, tasks, metrics, the logbook
    assert counts[0] == counts[1] <= 8


async def test_a_store_that_is_down_is_told_and_the_message_stays(world: BotWorld, ada: FakeUser) -> None:
    [gym] = await begin(world, ada, "gym")
    shown = await ada.slash("today")
    before = shown.text
    break_store(world)

    failed = await done(await shown.choose(TICK, "Gym"))

    assert failed.ephemeral
    assert "cannot reach its records" in failed.text
    assert shown.text == before
    assert await log_of(world, gym) == {}
