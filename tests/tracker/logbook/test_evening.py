"""When somebody is asked about their day: once a day by their clocks, less often where no answer comes."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scheduler.rounds import run_due
from tests.due_work import tools_at
from tests.fakes.clock import HandClock
from tests.tracker.logbook.writers import DAY, HOUR, Writer
from tracker.accounts.model import User
from tracker.accounts.service import Accounts
from tracker.feature import follow_settings
from tracker.logbook.feature import EVENINGS
from tracker.logbook.messages import PROMPT, SILENT_CHECK, STOP, UNSAID_CHECK
from tracker.logbook.model import Mood
from tracker.logbook.rounds.evening import checks
from tracker.logbook.rounds.planning import DAILY_QUESTIONS, UNTIL_STOP, Evening, next_strike
from tracker.notify.model import OutboxItem
from tracker.store.keys import DueKey
from tracker.store.sqlite import SqliteTable

NINE = time(21)
FIRST = date(2100, 1, 1)


async def asked(ada: Writer) -> list[tuple[str, int]]:
    """What was told, and on which day of January by UTC."""
    told = await ada.told()
    return [
        (one.kind.name.removeprefix("logbook-"), (one.not_before.date() - FIRST).days + 1) for one in told
    ]


async def is_true(ada: Writer, message: OutboxItem) -> bool:
    assert message.check is not None
    return await checks(ada.table, ada.clock)[message.check.name](ada.user.id, message.check.reference)


async def moved(ada: Writer, **changes: str) -> None:
    accounts = Accounts(ada.table, ada.clock, lambda: "nobody")
    ada.user = await accounts.change_settings(ada.user.id, changes)
    await follow_settings(tools_at(ada.table, ada.clock), ada.user, set(changes))


async def test_nobody_is_asked_who_does_not_want_it(ada: Writer) -> None:
    await ada.write("x")
    await ada.live(48)
    assert await ada.told() == []


async def test_it_is_asked_once_a_day_while_there_is_an_answer(ada: Writer) -> None:
    await ada.logbook.set_prompt(ada.user, NINE)
    for _ in range(5):
        await ada.live(22)
        await ada.logbook.answer(ada.user, ada.today, mood=Mood.STEADY)
        await ada.live(2)
    told = await ada.told()
    assert await asked(ada) == [("prompt", day) for day in range(1, 6)]
    assert {f"{one.not_before:%H:%M}" for one in told} == {"21:00"}
    assert (told[0].title, told[0].facts["day"]) == ("How was Friday?", "2100-01-01")


async def test_it_is_not_asked_where_the_mood_is_known(ada: Writer) -> None:
    await ada.logbook.set_prompt(ada.user, NINE)
    await ada.write("words alone leave it open", ago=0)
    await ada.live(22)
    await ada.live(3)
    await ada.write(mood=Mood.LOW)
    await ada.live(20)
    assert await asked(ada) == [("prompt", 1)]


async def test_without_an_answer_it_comes_weekly_then_asks_whether_to_stop_and_then_is_silent(
    ada: Writer,
) -> None:
    await ada.logbook.set_prompt(ada.user, NINE)
    await ada.live(24 * 60, step=3)
    assert await asked(ada) == [("prompt", 1), ("prompt", 2), ("prompt", 3), ("prompt", 10), ("stop", 17)]
    prompt = await ada.logbook.prompt(ada.user.id)
    assert (prompt.at, prompt.next_at, prompt.is_silent) == (NINE, None, True)
    assert "16 days" in (await ada.told())[-1].text


async def test_writing_anything_brings_it_back_every_day(ada: Writer) -> None:
    await ada.logbook.set_prompt(ada.user, NINE)
    await ada.live(24 * 5, step=3)
    await ada.write("I am back", ago=3)
    await ada.live(24 * 2, step=3)
    assert await asked(ada) == [("prompt", day) for day in (1, 2, 3, 6, 7)]


async def test_writing_after_it_fell_silent_brings_it_back(ada: Writer) -> None:
    await ada.logbook.set_prompt(ada.user, NINE)
    await ada.live(24 * 20, step=3)
    await ada.write("I am back")
    await ada.live(24, step=3)
    assert (await asked(ada))[-2:] == [("stop", 17), ("prompt", 21)]


async def test_who_wants_it_to_go_on_or_to_stop_is_heard(ada: Writer) -> None:
    await ada.logbook.set_prompt(ada.user, NINE)
    await ada.live(24 * 17, step=3)
    stop = (await ada.told())[-1]
    assert stop.kind is STOP
    assert await is_true(ada, stop)
    await ada.logbook.set_prompt(ada.user, NINE)
    assert not await is_true(ada, stop)
    await ada.live(24, step=3)
    assert (await asked(ada))[-1] == ("prompt", 18)
    await ada.logbook.set_prompt(ada.user, None)
    await ada.live(24 * 3, step=3)
    assert (await asked(ada))[-1] == ("prompt", 18)
    assert await ada.table.get(DueKey(ada.user.id, "logbook", "evening").key) is None


async def test_a_question_that_waits_is_not_sent_once_it_is_answered_or_unwanted(ada: Writer) -> None:
    await ada.logbook.set_prompt(ada.user, NINE)
    await ada.live(22)
    [question] = await ada.told()
    assert question.check is not None
    assert (question.check.name, SILENT_CHECK != UNSAID_CHECK) == (UNSAID_CHECK, True)
    assert await is_true(ada, question)
    await ada.logbook.set_prompt(ada.user, None)
    assert not await is_true(ada, question)
    await ada.logbook.set_prompt(ada.user, NINE)
    await ada.logbook.answer(ada.user, FIRST, mood=Mood.LOW)
    assert not await is_true(ada, question)


async def test_choosing_another_time_on_the_same_evening_does_not_ask_twice(ada: Writer) -> None:
    await ada.logbook.set_prompt(ada.user, NINE)
    await ada.live(22)
    await ada.logbook.set_prompt(ada.user, time(23))
    await ada.live(2)
    assert await asked(ada) == [("prompt", 1)]
    await ada.logbook.set_prompt(ada.user, None)
    await ada.logbook.set_prompt(ada.user, NINE)
    await ada.live(24)
    assert await asked(ada) == [("prompt", 1), ("prompt", 2)]


async def test_ending_it_and_choosing_it_anew_on_one_evening_asks_once(ada: Writer) -> None:
    await ada.logbook.set_prompt(ada.user, NINE)
    await ada.live(22)
    await ada.logbook.set_prompt(ada.user, None)
    await ada.logbook.set_prompt(ada.user, time(23))
    await ada.live(2)
    assert await asked(ada) == [("prompt", 1)]


async def test_after_midnight_it_asks_about_the_day_that_is_not_over(sqlite_table: SqliteTable) -> None:
    clock = HandClock()
    ada = await Writer(sqlite_table, clock).settle(day_start="04:00", timezone="Europe/Berlin")
    await ada.logbook.set_prompt(ada.user, time(1))
    await ada.live(26)
    [question, *_] = await ada.told()
    at = question.not_before.astimezone(ZoneInfo("Europe/Berlin"))
    assert (f"{at:%Y-%m-%d %H:%M}", question.facts["day"]) == ("2100-01-02 01:00", "2100-01-01")


async def test_a_move_to_another_zone_moves_it_and_does_not_ask_twice_for_one_date(ada: Writer) -> None:
    await ada.logbook.set_prompt(ada.user, NINE)
    await ada.live(22)
    await moved(ada, timezone="Pacific/Honolulu")  # where it is noon of the same date
    await ada.live(24)
    told = [one.not_before.astimezone(ZoneInfo("Pacific/Honolulu")) for one in await ada.told()]
    assert [f"{one:%d %H:%M}" for one in told[1:]] == []
    await ada.live(24)
    told = [one.not_before.astimezone(ZoneInfo("Pacific/Honolulu")) for one in await ada.told()]
    assert [f"{one:%d %H:%M}" for one in told[1:]] == ["02 21:00"]


async def test_it_is_not_asked_while_messages_are_muted_and_that_counts_for_nothing(ada: Writer) -> None:
    await ada.logbook.set_prompt(ada.user, NINE)
    accounts = Accounts(ada.table, ada.clock, lambda: "nobody")
    ada.user = await accounts.mute(ada.user.id, ada.clock() + 10 * DAY)
    await ada.live(24 * 12, step=3)
    assert await asked(ada) == [("prompt", 11), ("prompt", 12)]


async def test_what_is_long_over_is_not_asked(ada: Writer) -> None:
    await ada.logbook.set_prompt(ada.user, NINE)
    ada.clock.advance(HOUR * (24 * 3 + 12))  # the service was down
    await ada.live(10)
    assert await asked(ada) == [("prompt", 4)]


async def test_two_workers_ask_once(everywhere: Writer) -> None:
    await everywhere.logbook.set_prompt(everywhere.user, NINE)
    everywhere.clock.advance(HOUR * 22)
    for _ in range(2):
        await run_due(EVENINGS, tools_at(everywhere.table, everywhere.clock))
    assert await asked(everywhere) == [("prompt", 1)]


async def test_the_question_says_nothing_of_what_is_written_and_goes_to_no_server(ada: Writer) -> None:
    await ada.write("a secret", energy=3, title="Secret title")
    await ada.logbook.set_prompt(ada.user, NINE)
    await ada.live(24 * 18, step=3)
    for one in await ada.told():
        assert one.kind.is_private
        assert "secret" not in f"{one.title} {one.text} {one.facts}".casefold()
    assert {one.kind for one in await ada.told()} == {PROMPT, STOP}


@settings(max_examples=60)
@given(
    zone=st.sampled_from(["Europe/Berlin", "Pacific/Auckland", "America/St_Johns", "Pacific/Honolulu"]),
    at=st.times().map(lambda one: one.replace(second=0, microsecond=0)),
    start=st.datetimes(datetime(2026, 1, 1), datetime(2027, 12, 31)),  # noqa: DTZ001 - st wants it so
    unanswered=st.integers(0, 6),
)
def test_a_strike_is_by_the_persons_clocks_on_another_date_than_the_last(
    zone: str, at: time, start: datetime, unanswered: int
) -> None:
    user = User(id="ada", created_at=start.replace(tzinfo=UTC), timezone=zone)
    now = start.replace(tzinfo=UTC)
    last: date | None = None
    for _ in range(6):
        strike = next_strike(user, at, last, unanswered, now)
        apart = timedelta(days=7 if unanswered >= DAILY_QUESTIONS else 1)
        assert strike.at > now
        assert last is None or strike.day - last == apart
        local = strike.at.astimezone(ZoneInfo(zone))
        jumped = local.replace(tzinfo=None) - datetime.combine(strike.day, at)
        assert timedelta() <= jumped <= timedelta(hours=1)  # in spring clocks may leave the time out
        last, now = strike.day, strike.at


def test_the_last_question_comes_fourteen_days_after_the_first_without_an_answer() -> None:
    evening = Evening(user="ada", due_at=datetime(2100, 1, 15, 21, tzinfo=UTC), day=date(2100, 1, 15))
    assert not evening.is_given_up
    waiting = evening.model_copy(update={"unanswered": 3, "unanswered_since": evening.day - UNTIL_STOP})
    assert waiting.is_given_up
    assert not waiting.model_copy(update={"unanswered_since": evening.day - 13 * DAY}).is_given_up


def test_neither_kind_can_be_answered_in_a_channel_that_is_nobodys() -> None:
    for kind in (PROMPT, STOP):
        assert kind.answers is not None
        assert not kind.answers.for_anybody


@pytest.mark.parametrize("mood", list(Mood))
async def test_a_low_evening_gives_as_much_as_a_high_one(ada: Writer, mood: Mood) -> None:
    await ada.logbook.answer(ada.user, ada.today, mood=mood)
    assert [one["type"] async for one in ada.table.scan() if "wallet" in str(one["type"])] == []
