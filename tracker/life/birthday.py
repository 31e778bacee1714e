"""A greeting on a person's birthday, with the round of their digest, if they want one."""

from calendar import isleap
from datetime import date

from tracker.feature import Rules
from tracker.notify.kinds import Kind, MessageLook, declare
from tracker.notify.model import Notification
from tracker.sections import DailyNews, Occasion
from tracker.store.table import Table
from tracker.tones import Tone

BIRTHDAY = declare(
    Kind("birthday", "it is your birthday", MessageLook("\N{BIRTHDAY CAKE}", Tone.TRIUMPH)),
)
_LEAP_DAY = (2, 29)


def is_birthday(born: date, today: date) -> bool:
    """Who was born on 29 February has it on the 28th in other years."""
    day = (born.month, born.day)
    if day == _LEAP_DAY and not isleap(today.year):
        day = (2, 28)
    return day == (today.month, today.day) and today > born


async def daily(_: Table, occasion: Occasion) -> DailyNews:
    user, today = occasion.user, occasion.today
    if not user.birthday_greeting or user.birth_date is None or not is_birthday(user.birth_date, today):
        return DailyNews()
    name = f", {user.display_name}" if user.display_name else ""
    greeting = Notification(
        person=user.id,
        kind=BIRTHDAY,
        entity="birthday",
        period=f"{today.year}",
        title=f"Happy birthday{name}!",
        text="Have a good day. Whatever you leave undone today can wait.",
        created_at=occasion.now,
        not_before=occasion.strike.at,
        expires_at=occasion.next_at,
    )
    return DailyNews(messages=[greeting])


LIFE = Rules("life", kinds=(BIRTHDAY,), daily=daily)
