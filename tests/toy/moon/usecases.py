"""What a person can do with the moon: words in, documents out."""

from bot.documents import reading
from bot.visit import Visit
from tests.toy.moon.documents import Moon
from tests.toy.moon.requests import LookUp
from tests.toy.moon.rules import sky_on
from tracker.dates import parse_past_day


async def look_up(visit: Visit, ask: LookUp) -> Moon:
    with reading("day"):
        day = visit.today if ask.day is None else parse_past_day(ask.day, visit.today)
    sky = sky_on(day)
    return Moon(day=day, phase=sky.phase, percent=sky.percent)
