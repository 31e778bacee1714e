"""A greeting on a birthday: by choice, once a year, also for who was born on 29 February."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from tracker.accounts.model import User
from tracker.days import Strike
from tracker.life.birthday import daily, is_birthday
from tracker.sections import Occasion
from tracker.store.sqlite import SqliteTable

MORNING = datetime(2027, 3, 1, 8, tzinfo=UTC)


@pytest.mark.parametrize(
    ("born", "today", "expected"),
    [
        (date(1990, 3, 1), date(2027, 3, 1), True),
        (date(1990, 3, 1), date(2027, 3, 2), False),
        (date(1992, 2, 29), date(2027, 2, 28), True),
        (date(1992, 2, 29), date(2028, 2, 28), False),
        (date(1992, 2, 29), date(2028, 2, 29), True),
        (date(2027, 3, 1), date(2027, 3, 1), False),
    ],
)
def test_which_day_it_is(born: date, today: date, *, expected: bool) -> None:
    assert is_birthday(born, today) is expected


def occasion(**said: object) -> Occasion:
    user = User.model_validate({"id": "ada", "created_at": MORNING, "birth_date": date(1990, 3, 1), **said})
    day = timedelta(days=1)
    return Occasion(
        user,
        MORNING,
        Strike(MORNING.date(), MORNING),
        weekly=False,
        next_at=MORNING + day,
        next_week_at=MORNING + 7 * day,
        looked_until=MORNING.date(),
        told_digest_at=None,
        told_weekly_at=None,
    )


async def test_it_comes_only_to_who_wants_it_and_calls_them_as_they_like(sqlite_table: SqliteTable) -> None:
    assert (await daily(sqlite_table, occasion())).messages == ()

    (greeting,) = (await daily(sqlite_table, occasion(birthday_greeting=True, display_name="Ada"))).messages

    assert (greeting.title, greeting.period) == ("Happy birthday, Ada!", "2027")
    later = replace(occasion(birthday_greeting=True), now=MORNING + timedelta(days=1))
    assert (await daily(sqlite_table, later)).messages == ()
