"""Tasks on Discord over the wire: buttons, the menu of a list, what is suggested, and today."""

from tests.bot.slash.bot_world import BotWorld
from tests.bot.slash.keepers import menus, offered, wallet
from tests.bot.slash.players import done, press
from tests.fakes.clock import HandClock
from tests.fakes.discord.users import FakeUser
from tests.fakes.faulty_table import FaultyTable
from tests.world import HOURS, MINUTES
from tracker.store.sqlite import SqliteTable

TICK, UNDO = "Tick off what you did", "Take something back"


async def test_a_card_is_done_in_place_and_taken_back(world: BotWorld, ada: FakeUser) -> None:
    shown = await ada.slash("task add", what="call the bank tomorrow p1 30m")
    assert shown.buttons == ["Done", "Start", "Move", "Drop"]

    await press(shown, "Done")
    assert "Done, 90 points." in shown.text
    assert shown.buttons == ["Undo"]
    assert (await wallet(world, ada)).points == 90

    await press(shown, "Undo")
    assert "90 points taken back" in shown.text
    assert (await wallet(world, ada)).points == 0


async def test_one_of_a_series_that_is_done_by_a_press_brings_the_next_one_once(
    world: BotWorld, ada: FakeUser
) -> None:
    cards = [await ada.slash("task add", what="water plants every 3 days")]
    cards.append(await ada.slash("task show", task="water plants"))
    await press(cards[0], "Done")
    assert "Done, 15 points. The next one is due Monday." in cards[0].text
    refused = await press(cards[1], "Done")
    assert "water plants is done already" in refused.text
    listed = await ada.slash("task list")
    assert "1 open" in listed.text
    assert (await wallet(world, ada)).points == 15


async def test_move_asks_for_the_day(world: BotWorld, ada: FakeUser) -> None:
    del world
    shown = await ada.slash("task add", what="call the bank tomorrow")

    opened = await shown.click("Move")
    assert opened.modal.title == "call the bank"
    await done(await opened.modal.submit({"When is it due then?": "in 3 days"}))

    assert "Due Monday now." in shown.text


async def test_a_list_has_a_menu_and_pages(world: BotWorld, ada: FakeUser) -> None:
    del world
    for number in range(12):
        await ada.slash("task add", what=f"task number {number} in {number + 1} days")
    shown = await ada.slash("task list")
    assert "12 open" in shown.text
    assert "task number 9" in shown.text
    assert "task number 10" not in shown.text

    ticked = await done(await shown.choose("Done with …", "task number 3"))
    assert "Done, 15 points." in ticked.text
    assert "11 open" in ticked.text


async def test_what_was_understood_is_shown_while_it_is_typed(world: BotWorld, ada: FakeUser) -> None:
    [first] = await ada.autocomplete("task add", what="call the bank tomorrow 5pm p1 30m #house every month")
    assert first.name == "call the bank, due tomorrow at 17:00, P1, 30 min, in house, every month"
    [unclear] = await ada.autocomplete("task add", what="dentist tomorrow by 1 march")
    assert "two dates" in unclear.name
    [channel] = await ada.autocomplete("task add", what="paint <#123456789012345678>")
    assert "Discord turned your #… into a channel" in channel.name
    assert await world.account_of(ada) is None


async def test_open_tasks_and_dates_are_suggested(world: BotWorld, ada: FakeUser) -> None:
    del world
    await ada.slash("task add", what="call the bank tomorrow")
    await ada.slash("task add", what="find the letter")
    assert [one.name for one in await ada.autocomplete("task done", task="")] == [
        "call the bank · tomorrow",
        "find the letter",
    ]
    [letter] = await ada.autocomplete("task done", task="let")
    assert letter.name == "find the letter"
    [day] = await ada.autocomplete("task move", task=letter.value, to="fri 5pm", focus="to")
    assert day.name == "Friday 8 January 2100, 17:00"


async def test_the_tasks_of_a_day_are_ticked_off_with_its_habits(world: BotWorld, ada: FakeUser) -> None:
    await ada.slash("task add", what="call the bank today")
    await ada.slash("task add", what="taxes tomorrow")
    shown = await ada.slash("today")
    assert offered(shown, TICK) == ["call the bank"]
    assert "taxes" not in shown.text

    ticked = await done(await shown.choose(TICK, "call the bank"))
    assert "Done, 15 points." in ticked.text
    assert (await wallet(world, ada)).points == 15


async def test_a_task_is_removed_only_after_a_question(world: BotWorld, ada: FakeUser) -> None:
    del world
    await ada.slash("task add", what="call the bank")
    asked = await ada.slash("task remove", task="call the bank")
    assert "Remove call the bank?" in asked.text
    gone = await done(await asked.click("Yes, remove it"))
    assert "Removed" in gone.text
    assert "no open tasks" in (await ada.slash("task list")).text


async def test_one_page_of_a_list_is_one_round_trip(sqlite_table: SqliteTable, clock: HandClock) -> None:
    async with BotWorld.on_discord(FaultyTable(sqlite_table), clock) as world:
        ada = world.discord.user("ada")
        for number in range(12):
            await ada.slash("task add", what=f"task number {number} #house")
        assert isinstance(world.table, FaultyTable)
        before = world.table.calls
        await ada.slash("task list")
        assert world.table.calls - before == 1


async def test_a_reminder_has_buttons_and_what_has_no_room_a_menu(world: BotWorld, ada: FakeUser) -> None:
    for number in range(8):
        await ada.slash("task add", what=f"task number {number} tomorrow")
    await world.pass_time(32 * HOURS + 10 * MINUTES)
    told = next(one for one in await ada.receives() if "is due" in one.text)
    assert told.buttons[:4] == ["Done", "Move", "Snooze", "Drop"]
    assert "more" in told.text

    others = next(one for one in menus(told) if one.startswith("Done"))
    ticked = await done(await told.choose(others, offered(told, others)[0]))
    assert "Done, 15 points." in ticked.text
    assert (await wallet(world, ada)).points == 15


async def test_a_reminder_is_answered_by_a_press(world: BotWorld, ada: FakeUser) -> None:
    await ada.slash("task add", what="call the bank tomorrow")
    await world.pass_time(32 * HOURS + 10 * MINUTES)
    told = next(one for one in await ada.receives() if "call the bank is due" in one.text)
    await press(told, "Snooze")
    assert "No reminder until today at 09:10." in told.text
    assert told.buttons == ["Done", "Start", "Move", "Drop"]
    await press(told, "Done")
    assert "Done, 15 points." in told.text
