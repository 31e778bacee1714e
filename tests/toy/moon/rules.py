"""What Questlog knows of the moon. A real feature has this in a folder of its own in `tracker/`."""

import math
from datetime import date
from enum import StrEnum
from typing import NamedTuple

from tracker.feature import Rules
from tracker.notify.kinds import Kind, MessageLook, declare
from tracker.notify.model import Notification
from tracker.sections import DailyNews, DigestSection, Occasion
from tracker.store.table import Table
from tracker.tones import Tone

DAYS_OF_MONTH = 29.530588
NEW_MOON = date(2000, 1, 6)
FULL_MOON = declare(Kind("full-moon", "the moon is full", MessageLook("\N{FULL MOON SYMBOL}", Tone.GOOD)))


class Phase(StrEnum):
    NEW = "new"
    WAXING = "waxing"
    FULL = "full"
    WANING = "waning"


class Sky(NamedTuple):
    phase: Phase
    percent: int
    """How much of the moon is lit."""
    month: int
    """Counted from a new moon that everybody agrees on."""


def sky_on(day: date) -> Sky:
    month, age = divmod((day - NEW_MOON).days, DAYS_OF_MONTH)
    percent = round(50 * (1 - math.cos(2 * math.pi * age / DAYS_OF_MONTH)))
    return Sky(_phase(age, percent), percent, int(month))


def _phase(age: float, percent: int) -> Phase:
    match percent:
        case 0 | 1:
            return Phase.NEW
        case 99 | 100:
            return Phase.FULL
        case _:
            return Phase.WAXING if age < DAYS_OF_MONTH / 2 else Phase.WANING


async def daily(_: Table, occasion: Occasion) -> DailyNews:
    sky = sky_on(occasion.today)
    section = DigestSection("moon", f"{sky.phase.capitalize()}, {sky.percent} % lit.", is_news=False)
    return DailyNews([section], [_full_moon(occasion, sky)] if sky.phase is Phase.FULL else ())


def _full_moon(occasion: Occasion, sky: Sky) -> Notification:
    """It is full for several nights, and told once: the month is its period."""
    return Notification(
        person=occasion.user.id,
        kind=FULL_MOON,
        entity="moon",
        period=f"{sky.month}",
        title="Full moon",
        text="The moon is full tonight.",
        created_at=occasion.now,
        not_before=occasion.strike.at,
        expires_at=occasion.next_at,
    )


RULES = Rules("moon", kinds=(FULL_MOON,), daily=daily)
