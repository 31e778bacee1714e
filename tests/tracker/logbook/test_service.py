"""The logbook as it is stored: written, answered, undone, edited, removed; and its numbers, which follow."""

import asyncio
from datetime import timedelta

import pytest

from tests.tracker.logbook.writers import DAY, Writer
from tracker.accounts.belongings import Holder
from tracker.accounts.export import export_person
from tracker.logbook.errors import NoSuchPage, NothingWritten, PageFull
from tracker.logbook.model import LinkKind, Links, Mood
from tracker.logbook.numbers import KIND as NUMBERS
from tracker.logbook.pages import PageEdit
from tracker.refusals import Refused
from tracker.rewards.wallet import newest_entries
from tracker.store.errors import Throttled
from tracker.store.keys import DueKey
from tracker.tasks.service import NewTask, Tasks


async def test_a_second_entry_is_added_to_the_page_of_the_day(everywhere: Writer) -> None:
    await everywhere.write("Slept well", mood=Mood.STEADY, title="A start")
    everywhere.clock.advance(3600)
    await everywhere.write("Ran", energy=7)
    page = await everywhere.page()
    assert page is not None
    assert [(one.text, f"{one.time:%H:%M}") for one in page.entries] == [
        ("Slept well", "00:00"),
        ("Ran", "01:00"),
    ]
    assert (page.title, page.mood, page.energy) == ("A start", Mood.STEADY, 7)


async def test_of_entries_at_once_from_several_devices_all_survive(everywhere: Writer) -> None:
    devices = ("phone", "laptop")
    others = [await Writer(everywhere.table, everywhere.clock, one).settle() for one in devices]
    texts = [f"entry {number}" for number in range(6)]
    await asyncio.gather(*(others[n % 2].write(text, energy=n + 1) for n, text in enumerate(texts)))
    assert sorted(await everywhere.texts()) == texts
    page = await everywhere.page()
    assert page is not None
    assert await everywhere.numbers() == {"mood": {}, "energy": {everywhere.today: page.energy}}


async def test_undo_takes_the_last_entry_away_whichever_day_it_was_for(everywhere: Writer) -> None:
    await everywhere.write("today", mood=Mood.HIGH)
    await everywhere.write("more", mood=Mood.LOW)
    await everywhere.write("yesterday", energy=4, ago=1)
    assert (await everywhere.logbook.undo(everywhere.user)).day == everywhere.today - DAY
    assert await everywhere.page(1) is None
    await everywhere.logbook.undo(everywhere.user)
    assert await everywhere.texts() == ["today"]
    assert await everywhere.numbers() == {"mood": {everywhere.today: 1}, "energy": {}}
    await everywhere.logbook.undo(everywhere.user)
    with pytest.raises(NothingWritten):
        await everywhere.logbook.undo(everywhere.user)
    assert await everywhere.page() is None


async def test_two_undos_at_once_take_two_entries(ada: Writer) -> None:
    for text in ("one", "two", "three"):
        await ada.write(text)
    await asyncio.gather(ada.logbook.undo(ada.user), ada.logbook.undo(ada.user))
    assert await ada.texts() == ["one"]


async def test_mood_and_energy_follow_the_page_one_value_a_day(ada: Writer) -> None:
    await ada.write("morning", mood=Mood.LOW, energy=3)
    await ada.write("evening", mood=Mood.HIGH)
    await ada.write(mood=Mood.STEADY, ago=2)
    assert await ada.numbers() == {
        "mood": {ada.today: 1, ada.today - 2 * DAY: 0},
        "energy": {ada.today: 3},
    }
    await ada.logbook.edit(ada.user, ada.today, PageEdit(mood=Mood.LOW, entry=2))
    await ada.logbook.remove(ada.user, ada.today - 2 * DAY)
    assert await ada.numbers() == {"mood": {ada.today: -1}, "energy": {ada.today: 3}}


async def test_numbers_that_were_not_followed_come_due(ada: Writer, monkeypatch: pytest.MonkeyPatch) -> None:
    async def busy(*_: object) -> None:
        raise Throttled("busy")

    with monkeypatch.context() as patched:
        patched.setattr(ada.metrics, "follow", busy)
        await ada.write("written all the same", mood=Mood.LOW)
    assert await ada.texts() == ["written all the same"]
    assert (await ada.numbers())["mood"] == {}
    await ada.live(1)
    assert (await ada.numbers())["mood"] == {ada.today: -1}
    assert await ada.table.get(DueKey(ada.user.id, NUMBERS, f"{ada.today}").key) is None


async def test_nothing_is_due_once_the_numbers_are_followed(everywhere: Writer) -> None:
    await everywhere.write("x", mood=Mood.LOW)
    await everywhere.write("no number changes")
    due = DueKey(everywhere.user.id, NUMBERS, f"{everywhere.today}").key
    assert await everywhere.table.get(due) is None


async def test_hidden_metrics_are_in_no_list_and_give_nothing(ada: Writer) -> None:
    for day in range(40):
        await ada.write(f"{day}", mood=Mood.HIGH, energy=9, ago=day)
    assert await ada.metrics.list(ada.user.id) == []
    assert await newest_entries(ada.table, ada.user.id, None) == []
    assert await ada.told() == []


async def test_a_page_that_was_removed_is_not_undone_and_can_be_written_anew(everywhere: Writer) -> None:
    await everywhere.write("old", mood=Mood.LOW)
    await everywhere.logbook.remove(everywhere.user, everywhere.today)
    assert await everywhere.page() is None
    with pytest.raises(NothingWritten):
        await everywhere.logbook.undo(everywhere.user)
    with pytest.raises(NoSuchPage):
        await everywhere.logbook.remove(everywhere.user, everywhere.today)
    await everywhere.write("new")
    assert await everywhere.texts() == ["new"]


async def test_writing_while_the_page_is_removed_and_written_anew_loses_nothing(ada: Writer) -> None:
    await ada.write("old")
    before = await ada.page()
    await ada.logbook.remove(ada.user, ada.today)
    await ada.write("new")
    after = await ada.page()
    assert before is not None
    assert after is not None
    assert after.revision > before.revision  # so what was read of the old one holds no more


async def test_what_there_is_no_room_for_leaves_the_page_as_it_is(ada: Writer) -> None:
    for _ in range(5):
        await ada.write("x" * 4000)
    before = await ada.page()
    with pytest.raises(PageFull):
        await ada.write("one more")
    assert await ada.page() == before
    assert len((await ada.state()).written) == 5


async def test_the_evening_is_answered_by_two_taps_and_undone_as_one(everywhere: Writer) -> None:
    day = everywhere.today
    await everywhere.logbook.answer(everywhere.user, day, mood=Mood.LOW)
    everywhere.clock.advance(5)
    await everywhere.logbook.answer(everywhere.user, day, energy=7)
    page = await everywhere.page()
    assert page is not None
    [entry] = page.entries
    assert (entry.mood, entry.energy) == (Mood.LOW, 7)
    await everywhere.logbook.undo(everywhere.user)
    assert await everywhere.page() is None


async def test_links_lead_only_to_things_of_ones_own(ada: Writer) -> None:
    bob = await Writer(ada.table, ada.clock).settle("bob")
    tasks = Tasks(ada.table, ada.clock, iter(["t1", "t2"]).__next__)
    mine = (await tasks.add(ada.user.id, NewTask(title="Call the bank"))).changed.task
    await tasks.add(bob.user.id, NewTask(title="Feed the cat"))
    links = await ada.logbook.find_links(ada.user.id, {LinkKind.TASK: "bank"})
    assert links == Links(task_ids=(mine.id,))
    for stranger in ("cat", "t2"):
        with pytest.raises(Refused):
            await ada.logbook.find_links(ada.user.id, {LinkKind.TASK: stranger})
    assert [one.name for one in await ada.logbook.named(ada.user.id, links)] == ["Call the bank"]
    await tasks.remove(ada.user.id, mine.id)
    assert await ada.logbook.named(ada.user.id, links) == []


@pytest.mark.parametrize("kind", [LinkKind.GOAL, LinkKind.HABIT, LinkKind.PROJECT])
async def test_what_nobody_has_is_refused(ada: Writer, kind: LinkKind) -> None:
    with pytest.raises(Refused):
        await ada.logbook.find_links(ada.user.id, {kind: "nothing"})


async def test_a_page_is_its_persons_alone(ada: Writer) -> None:
    bob = await Writer(ada.table, ada.clock).settle("bob")
    await ada.write("mine", mood=Mood.LOW)
    assert await bob.page() is None
    assert (await bob.logbook.search(bob.user.id, "mine", bob.today)).found == []
    with pytest.raises(NothingWritten):
        await bob.logbook.undo(bob.user)
    with pytest.raises(NoSuchPage):
        await bob.logbook.edit(bob.user, bob.today, PageEdit(text="theirs"))
    assert await ada.texts() == ["mine"]
    assert bob.today - ada.today == timedelta()


async def test_the_export_has_every_page_with_all_that_was_written(ada: Writer) -> None:
    await ada.write("a secret", mood=Mood.LOW, title="A title")
    exported = f"{await export_person(ada.table, Holder(ada.user.id), ada.clock())}"
    for text in ("a secret", "A title", "'mood': 'Low'"):
        assert text in exported
