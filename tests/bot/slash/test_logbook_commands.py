"""The logbook on Discord over the wire: the form, the evening's two taps, and that nobody else sees it."""

from datetime import date

import pytest

from tests.bot.slash.bot_world import BotWorld
from tests.bot.slash.players import account, done, press
from tests.fakes.discord.impossible import Impossible
from tests.fakes.discord.messages import FakeMessage
from tests.fakes.discord.users import FakeUser
from tests.world import HOURS, MINUTES
from tracker.logbook.model import LogbookPage, LogEntry, Mood
from tracker.logbook.rounds.planning import ID, KIND, Evening
from tracker.notify.channels import Channels
from tracker.store.entity import change, from_items
from tracker.store.keys import DueKey, LogbookKey

DIARY = "I cried on the bus"
SUBCOMMAND = 1
ENERGIES = [f"{number}" for number in range(1, 11)]


async def pages(world: BotWorld, user: FakeUser) -> list[LogbookPage]:
    mine = LogbookKey.prefix(user=(await account(world, user)).id)
    return [*from_items(LogbookPage, (await world.table.query(mine.pk, prefix=mine.prefix)).items)]


async def entries(world: BotWorld, user: FakeUser) -> list[LogEntry]:
    return [entry for page in await pages(world, user) for entry in page.entries]


async def asked(world: BotWorld, ada: FakeUser, at: str = "21:00") -> FakeMessage:
    """The evening question in somebody's direct messages."""
    await ada.slash("logbook prompt", at=at)
    await world.pass_time(21 * HOURS + 5 * MINUTES)
    return (await ada.receives())[-1]


# Writing


async def test_log_alone_opens_a_form_and_writes_what_is_typed(world: BotWorld, ada: FakeUser) -> None:
    opened = await ada.slash("log")
    assert opened.modal.title == "Logbook"
    assert opened.modal.fields == ["What happened?", "Mood", "Energy", "Title of the page"]

    written = await done(
        await opened.modal.submit(
            {"What happened?": DIARY, "Mood": "Low", "Energy": "3", "Title of the page": "Bus"}
        )
    )

    assert written.ephemeral
    assert "Written on today's page. Mood low, energy 3." in written.text
    assert DIARY not in written.text
    [page] = await pages(world, ada)
    assert (page.title, page.mood, page.energy, page.entries[0].text) == ("Bus", Mood.LOW, 3, DIARY)


async def test_the_form_takes_a_mood_alone_and_works_after_a_restart(world: BotWorld, ada: FakeUser) -> None:
    opened = await ada.slash("log")
    await world.restart()
    await done(await opened.modal.submit({"Mood": "High"}))
    assert [(one.mood, one.text) for one in await entries(world, ada)] == [(Mood.HIGH, "")]


async def test_what_is_refused_is_given_back(world: BotWorld, ada: FakeUser) -> None:
    opened = await ada.slash("log")
    refused = await done(await opened.modal.submit({"What happened?": DIARY, "Energy": "lots"}))
    assert refused.ephemeral
    assert "from 1 to 10" in refused.text
    assert DIARY in refused.text
    assert await pages(world, ada) == []


async def test_a_page_shows_the_layout_of_what_was_written_and_calls_nobody(ada: FakeUser) -> None:
    await ada.slash("log", text="Slept **well**, and told @everyone")
    shown = (await ada.slash("logbook show")).text
    assert "Slept **well**, and told" in shown
    assert "@everyone" not in shown


async def test_an_empty_form_writes_nothing(world: BotWorld, ada: FakeUser) -> None:
    refused = await done(await (await ada.slash("log")).modal.submit({}))
    assert "Say what to write" in refused.text
    assert await pages(world, ada) == []


async def test_another_day_is_shown_with_a_button_that_opens_its_form(world: BotWorld, ada: FakeUser) -> None:
    shown = await ada.slash("log", day="yesterday")
    opened = await shown.click("Write")
    await done(await opened.modal.submit({"What happened?": "late"}))
    assert [f"{page.day}" for page in await pages(world, ada)] == ["2099-12-31"]


async def test_an_entry_is_undone_by_its_own_button_and_no_other(world: BotWorld, ada: FakeUser) -> None:
    first = await ada.slash("log", text="one")
    await ada.slash("log", text="two")
    undone = await press(first, "Undo")
    assert "is gone from today's page" in undone.text
    assert [one.text for one in await entries(world, ada)] == ["two"]
    again = await press(await ada.slash("log", text="three"), "Undo")
    assert "is gone" in again.text


async def test_a_long_page_has_pages(world: BotWorld, ada: FakeUser) -> None:
    del world
    for letter in "abc":
        await ada.slash("log", text=letter * 2500)
    shown = await ada.slash("logbook show")
    assert "page 1 of 3" in shown.text
    turned = await press(shown, "Next")
    assert "b" * 50 in turned.text


async def test_a_long_list_stays_a_list_on_each_of_its_pages(world: BotWorld, ada: FakeUser) -> None:
    del world
    opened = await ada.slash("log")
    await done(await opened.modal.submit({"What happened?": "- milk\n" * 500}))
    first = await ada.slash("logbook show")
    assert "- milk\n- milk" in first.text
    second = (await press(first, "Next")).text
    assert "- milk\n- milk" in second
    assert "\\-" not in second


async def test_a_search_goes_on_with_older_pages(world: BotWorld, ada: FakeUser) -> None:
    del world
    for number in range(12):
        await ada.slash("log", text=f"needle {number}", day=f"{number + 1} days ago")
    shown = await ada.slash("logbook search", words="needle")
    assert "needle 9" in shown.text
    assert "needle 10" not in shown.text
    older = await press(shown, "Older")
    assert "needle 11" in older.text


# The evening


async def test_the_evening_is_answered_by_two_taps_also_after_a_restart(
    world: BotWorld, ada: FakeUser
) -> None:
    question = await asked(world, ada)
    assert "How was Friday?" in question.text
    assert question.buttons == ["Low", "Steady", "High"]

    await press(question, "Low")
    assert question.buttons == ENERGIES
    await world.restart()
    await press(question, "7")

    assert question.buttons == ["Undo", "Write a line"]
    assert [(one.mood, one.energy) for one in await entries(world, ada)] == [(Mood.LOW, 7)]


async def test_what_stays_in_the_conversation_says_neither_mood_nor_energy(
    world: BotWorld, ada: FakeUser
) -> None:
    question = await asked(world, ada)
    await press(question, "Low")
    assert "low" not in question.text.casefold()
    await press(question, "7")
    assert not any(word in question.text.casefold() for word in ("low", "7"))


async def test_an_answer_next_morning_goes_to_the_evening_before(world: BotWorld, ada: FakeUser) -> None:
    question = await asked(world, ada)
    await world.pass_time(10 * HOURS)
    await press(question, "High")
    assert [f"{page.day}" for page in await pages(world, ada)] == ["2100-01-01"]


async def test_the_evening_can_be_undone_or_added_to(world: BotWorld, ada: FakeUser) -> None:
    question = await asked(world, ada)
    await press(question, "Low")
    await press(question, "2")
    opened = await question.click("Write a line")
    await done(await opened.modal.submit({"What happened?": DIARY}))
    assert DIARY not in question.text
    await press(question, "Undo")
    assert [one.text for one in await entries(world, ada)] == [DIARY]


async def test_nobody_else_sees_the_question(world: BotWorld, ada: FakeUser, bob: FakeUser) -> None:
    question = await asked(world, ada)
    with pytest.raises(Impossible, match="cannot see"):
        await press(question, "Low", by=bob)
    assert await pages(world, ada) == []


async def given_up(world: BotWorld, ada: FakeUser) -> FakeMessage:
    """The last question, of somebody who gave no answer for two weeks."""
    await ada.slash("logbook prompt", at="21:00")
    silent = {"unanswered": 4, "unanswered_since": date(2099, 12, 16)}
    key = DueKey((await account(world, ada)).id, KIND, ID)
    await world.table.update(change(Evening, key, silent))
    await world.pass_time(21 * HOURS + 5 * MINUTES)
    return (await ada.receives())[-1]


async def test_whether_to_go_on_is_asked_and_can_be_answered(world: BotWorld, ada: FakeUser) -> None:
    question = await given_up(world, ada)
    assert "Shall I keep asking" in question.text
    assert question.buttons == ["Keep asking", "Stop asking"]
    await press(question, "Keep asking")
    assert "Every day at 21:00" in question.text


async def test_stopping_it_ends_it(world: BotWorld, ada: FakeUser) -> None:
    await press(await given_up(world, ada), "Stop asking")
    shown = await ada.slash("logbook prompt")
    assert "To be asked every evening" in shown.text


# Private


@pytest.mark.parametrize(
    ("command", "options"),
    [
        ("log", {"text": "x"}),
        ("logbook show", {}),
        ("logbook week", {}),
        ("logbook month", {}),
        ("logbook search", {"words": "x"}),
        ("logbook undo", {}),
        ("logbook edit", {"title": "x"}),
        ("logbook remove", {"day": "today"}),
        ("logbook prompt", {"at": "21:00"}),
    ],
)
async def test_nothing_can_be_shared_in_a_server_and_every_answer_is_seen_by_one(
    world: BotWorld, ada: FakeUser, command: str, options: dict[str, object]
) -> None:
    hall = world.discord.guild("The Club").channel
    await ada.slash("log", in_=hall, text="x", mood="low", energy=3)
    with pytest.raises(Impossible):
        await ada.slash(command, in_=hall, share=True, **options)
    assert (await ada.slash(command, in_=hall, **options)).ephemeral
    assert hall.messages == []


def shareable(world: BotWorld) -> list[str]:
    """Every command whose answer others can be shown, and that needs nothing to be said."""
    found = list[str]()
    for command in world.discord.commands:
        nested = [one for one in command.get("options", ()) if one["type"] == SUBCOMMAND]
        for one in nested or [command]:
            name = command["name"] if one is command else f"{command['name']} {one['name']}"
            options = one.get("options", ())
            if any(it["name"] == "share" for it in options) and not any(it.get("required") for it in options):
                found.append(name)
    return found


async def test_nothing_that_is_shared_says_what_somebody_wrote_or_felt(
    world: BotWorld, ada: FakeUser, bob: FakeUser
) -> None:
    hall = world.discord.guild("The Club").channel
    await ada.slash("habit add", habit="gym")
    await ada.slash("metric add", name="weight", unit="kg")
    await ada.slash("log", text=DIARY, mood="low", energy=3, title="Zugzwang", habits="gym")
    commands = shareable(world)
    assert {"today", "period", "recap", "metric list", "habit list", "points"} <= {*commands}
    for command in commands:
        await ada.slash(command, in_=hall, share=True)
        await bob.slash(command, in_=hall, share=True)
    seen = " ".join(one.text for one in hall.messages)
    assert "gym" in seen.casefold()
    assert [
        word
        for word in (DIARY, "Zugzwang", "mood", "energy", "Logbook")
        if word.casefold() in seen.casefold()
    ] == []


async def test_today_says_nothing_of_the_logbook_on_a_server(world: BotWorld, ada: FakeUser) -> None:
    hall = world.discord.guild("The Club").channel
    await ada.slash("logbook prompt", at="21:00")
    await ada.slash("task add", what="call the bank today")
    shared = await ada.slash("today", in_=hall, share=True)
    alone = await ada.slash("today")
    assert "Logbook" not in shared.text
    assert "Logbook" in alone.text


async def test_the_question_never_goes_to_a_channel_of_a_server(world: BotWorld, ada: FakeUser) -> None:
    """Somebody who has all messages in a channel is asked in no other way."""
    hall = world.discord.guild("The Club").channel
    await ada.slash("logbook prompt", at="21:00")
    await ada.slash("task add", what="call the bank today 20:00")
    me, channels = await account(world, ada), Channels(world.table, world.clock)
    await channels.add(me.id, "discord", f"channel:{hall.id}")
    await world.pass_time(22 * HOURS)
    assert any("call the bank" in one.text for one in hall.messages)
    assert not any("How was" in one.text for one in hall.messages)
