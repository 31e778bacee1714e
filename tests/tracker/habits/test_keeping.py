"""Habits found, edited by words, left for a while and removed."""

import pytest

from tests.tracker.habits.homes import A_DAY, DAY, Home
from tracker.accounts.export import export_person
from tracker.accounts.identity import parse_identity
from tracker.days import Days
from tracker.front_ends import FrontEnd
from tracker.habits.changing import DayReport
from tracker.habits.day_context import read_logs
from tracker.habits.errors import AmbiguousHabit, BadHabit, HabitUnchanged, NoSuchHabit
from tracker.habits.model import Away, HabitPlan, HabitStatus
from tracker.habits.schedule import Daily, PerWeek
from tracker.store.keys import StreakKey
from tracker.words import BadNote


async def test_a_habit_is_found_by_its_name_or_a_part_of_it(home: Home) -> None:
    gym = await home.habits.add(home.user, "Gym")
    morning = await home.habits.add(home.user, "Gym in the morning")
    read = await home.habits.add(home.user, "Read a book")

    for text, meant in (("gym", gym), ("GYM in", morning), ("re", read), ("book", read), (read.id, read)):
        assert await home.habits.find(home.user.id, text) == meant
    with pytest.raises(AmbiguousHabit, match="Gym, Gym in the morning"):
        await home.habits.find(home.user.id, "gy")
    with pytest.raises(NoSuchHabit, match="You have Gym, Gym in the morning, Read a book"):
        await home.habits.find(home.user.id, "swim")
    with pytest.raises(NoSuchHabit):
        await home.habits.find(home.user.id, "  ")


async def test_words_and_options_change_what_they_say_and_nothing_else(home: Home) -> None:
    gym = await home.habits.add_written(
        home.user, "gym 3x a week", {"trigger": "after work", "area": "Health", "skips": "2"}
    )
    assert (gym.schedule, gym.plan, gym.area) == (PerWeek(times=3), HabitPlan(trigger="after work"), "Health")
    edited = await home.habits.edit_written(
        home.user, gym, options={"action": "take the bag", "area": "none"}
    )

    assert edited.plan == HabitPlan(trigger="after work", action="take the bag")
    assert (edited.area, edited.skips_per_month, edited.schedule) == (None, 2, PerWeek(times=3))
    renamed = await home.habits.edit_written(home.user, edited, "lift 5 times daily")
    assert (renamed.name, renamed.schedule, renamed.amount) == ("Lift", Daily(), 5)
    assert await home.habits.get(home.user.id, gym.id) == renamed


async def test_an_edit_of_nothing_or_to_a_name_that_is_taken_is_refused(home: Home) -> None:
    gym = await home.habits.add(home.user, "Gym")
    await home.habits.add(home.user, "Read")

    with pytest.raises(HabitUnchanged):
        await home.habits.edit_written(home.user, gym)
    with pytest.raises(BadHabit, match="already"):
        await home.habits.edit_written(home.user, gym, "read daily")
    assert (await home.habits.edit_written(home.user, gym, "gym weekly")).name == "Gym"


async def test_a_pause_is_time_away_until_it_ends(home: Home) -> None:
    gym = await home.habits.add(home.user, "Gym")
    began = home.today
    await home.go_on_to(13, days=1)  # yesterday is over
    paused = await home.habits.pause(home.user.id, gym.id)
    assert (paused.status, paused.away) == (HabitStatus.PAUSED, (Away(first=began + DAY),))
    with pytest.raises(HabitUnchanged, match="paused already"):
        await home.habits.pause(home.user.id, gym.id)
    home.clock.advance(3 * A_DAY)
    resumed = await home.habits.resume(home.user.id, gym.id)
    assert resumed.away == (Away(first=began + DAY, last=began + 3 * DAY),)
    with pytest.raises(HabitUnchanged, match="under way already"):
        await home.habits.resume(home.user.id, gym.id)
    await home.habits.pause(home.user.id, gym.id)
    assert (await home.habits.resume(home.user.id, gym.id)).away == resumed.away  # not even a day


async def test_a_holiday_that_makes_no_sense_is_refused(home: Home) -> None:
    gym = await home.habits.add(home.user, "Gym")
    for first, last in ((home.today, home.today - DAY), (home.today, home.today + 400 * DAY)):
        with pytest.raises(BadHabit, match="holiday"):
            await home.habits.be_away(home.user.id, Days(first, last), gym.id)


async def test_a_removed_habit_takes_its_log_and_leaves_what_it_gave(home: Home) -> None:
    gym = await home.habits.add(home.user, "Gym")
    for _ in range(3):
        await home.done(gym)
        home.clock.advance(A_DAY)
    points = (await home.wallet()).points
    await home.habits.remove(home.user.id, gym.id)

    assert await read_logs(home.table, gym.id) == {}
    assert await home.table.get(StreakKey(home.user.id, gym.id).key) is None
    assert (await home.wallet()).points == points
    with pytest.raises(NoSuchHabit):
        await home.habits.remove(home.user.id, gym.id)
    with pytest.raises(NoSuchHabit):
        await home.done(gym)


async def test_an_export_holds_the_log(home: Home) -> None:
    gym = await home.habits.add(home.user, "Gym")
    await home.done(gym)
    holder = await home.accounts.holder(parse_identity("local:ada"))
    assert holder is not None
    exported = str(await export_person(home.table, holder, home.clock()))

    for held in ("habit", "habitLog", "streak", "wallet", "walletEntry", "achievement"):
        assert f"'type': '{held}'" in exported


async def test_a_new_name_alone_changes_nothing_else(home: Home) -> None:
    gym = await home.habits.add_written(home.user, "gym 3x a week")
    renamed = await home.habits.edit_written(home.user, gym, "workout")

    assert (renamed.name, renamed.schedule) == ("Workout", PerWeek(times=3))


async def test_undoing_a_day_before_the_first_gives_the_first_day_back(home: Home) -> None:
    gym = await home.habits.add(home.user, "Gym")
    began = home.today
    await home.done(gym, ago=5)
    await home.done(gym, ago=2)
    await home.habits.undo(home.user.id, gym.id, began - 5 * DAY)
    assert (await home.habits.get(home.user.id, gym.id)).began == began - 2 * DAY
    await home.habits.undo(home.user.id, gym.id, began - 2 * DAY)
    assert (await home.habits.get(home.user.id, gym.id)).began == began
    assert (await home.streak(gym)).missed == 0


async def test_what_was_put_away_comes_back_unless_its_name_is_taken(home: Home) -> None:
    gym = await home.habits.add(home.user, "Gym")
    await home.habits.archive(home.user.id, gym.id)
    assert (await home.habits.resume(home.user.id, gym.id)).status is HabitStatus.ACTIVE
    await home.habits.archive(home.user.id, gym.id)
    await home.habits.add(home.user, "gym")
    with pytest.raises(BadHabit, match="already"):
        await home.habits.resume(home.user.id, gym.id)


async def test_a_holiday_of_all_habits_is_refused_for_all_before_any_is_changed(home: Home) -> None:
    with pytest.raises(HabitUnchanged, match="no habits yet"):
        await home.habits.be_away(home.user.id, Days(home.today, home.today))
    gym, read = await home.habits.add(home.user, "Gym"), await home.habits.add(home.user, "Read")
    old = await home.habits.add(home.user, "Old")
    await home.habits.archive(home.user.id, old.id)
    days = Days(home.today, home.today + DAY)
    await home.habits.be_away(home.user.id, days, read.id)

    with pytest.raises(HabitUnchanged, match="Read knows of these days already"):
        await home.habits.be_away(home.user.id, days)
    assert (await home.habits.get(home.user.id, gym.id)).away == ()

    later = Days(home.today + 10 * DAY, home.today + 12 * DAY)
    changed = await home.habits.be_away(home.user.id, later)
    assert [one.id for one in changed] == [gym.id, read.id]


async def test_coming_back_early_changes_those_who_were_away(home: Home) -> None:
    gym, read = await home.habits.add(home.user, "Gym"), await home.habits.add(home.user, "Read")
    await home.habits.be_away(home.user.id, Days(home.today, home.today + 9 * DAY), gym.id)
    rest = Days(home.today + 5 * DAY, home.today + 30 * DAY)

    with pytest.raises(HabitUnchanged, match="Read has no holiday on these days"):
        await home.habits.be_back(home.user.id, rest, read.id)
    [changed] = await home.habits.be_back(home.user.id, rest)
    assert (changed.id, changed.away) == (gym.id, (Away(first=home.today, last=home.today + 4 * DAY),))
    with pytest.raises(HabitUnchanged, match="No habit has a holiday on these days"):
        await home.habits.be_back(home.user.id, rest)


async def test_the_same_holiday_is_told_once(home: Home) -> None:
    gym = await home.habits.add(home.user, "Gym")
    await home.habits.be_away(home.user.id, Days(home.today, home.today + DAY), gym.id)
    with pytest.raises(HabitUnchanged):
        await home.habits.be_away(home.user.id, Days(home.today, home.today + DAY), gym.id)


@pytest.mark.parametrize("way", ["complete", "skip"])
async def test_a_note_has_two_hundred_letters_that_can_be_seen_on_one_line(home: Home, way: str) -> None:
    gym = await home.habits.add(home.user, "Gym")
    say = getattr(home.habits, way)
    for note in ("x" * 201, "a\N{RIGHT-TO-LEFT OVERRIDE}b"):
        with pytest.raises(BadNote, match="A note has up to 200 letters"):
            await say(home.user.id, gym.id, DayReport(home.today, FrontEnd.TERMINAL, note=note))
    assert await read_logs(home.table, gym.id) == {}

    await say(home.user.id, gym.id, DayReport(home.today, FrontEnd.TERMINAL, note=" two\nlines "))
    assert (await read_logs(home.table, gym.id))[home.today].note == "two lines"


async def test_a_part_of_the_amount_does_not_weaken_a_habit_while_the_day_lasts(home: Home) -> None:
    water = await home.habits.add(home.user, "Water", amount=8, unit="glasses")
    await home.done(water, amount=8)
    home.clock.advance(A_DAY)
    before = (await home.streak(water)).strength
    await home.done(water, amount=1)

    assert (await home.streak(water)).strength == before


async def test_a_name_may_be_one_emoji_of_several_and_not_something_that_nobody_sees(home: Home) -> None:
    runner = "\N{RUNNER}\N{ZERO WIDTH JOINER}\N{FEMALE SIGN}\N{VARIATION SELECTOR-16} jog"
    assert (await home.habits.add(home.user, runner)).name == runner
    for name in ("\N{ZERO WIDTH JOINER}", "a\N{RIGHT-TO-LEFT OVERRIDE}b", "x" * 61):
        with pytest.raises(BadHabit, match="1 to 60 letters"):
            await home.habits.add(home.user, name)
