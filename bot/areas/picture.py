"""The picture of balance: what was done in each area of life in the last month."""

from collections.abc import Callable
from datetime import date
from functools import partial
from typing import NamedTuple

from bot.charts.drawing import LONGEST_ALT
from bot.names import NAME, plain_line
from bot.services import Services
from scheduler.channels.picture import Picture
from tracker.accounts.model import User
from tracker.days import local_day
from tracker.life.balance import ELSEWHERE, balance_of

OTHERS = "in no area"


class BalanceMotif(NamedTuple):
    """Everything that is to be seen on a picture."""

    bars: tuple[tuple[str, int], ...]
    chosen: str
    today: date
    dark: bool


async def draw_balance(
    services: Services, *, person: User, area: str = "", dark: bool = True
) -> Picture | None:
    """None where nothing was done."""
    now = services.clock().replace(microsecond=0)
    today = local_day(now, person.zone, person.day_start)
    life = await services.table.read_in_steps(balance_of(person.id, today, now))
    names = {one.key: plain_line(one.name, NAME) for one in life.desk.areas}
    bars = tuple(
        (names.get(one.area, OTHERS), max(one.done, 0))
        for one in life.shares
        if one.area != ELSEWHERE or one.done > 0
    )
    if not any(done for _, done in bars):
        return None
    motif = BalanceMotif(bars, names.get(area, ""), today, dark)

    async def ready() -> Callable[[], Picture]:
        return partial(drawn, motif)

    return await services.drawings.drawn(motif, ready)


def drawn(motif: BalanceMotif) -> Picture:
    """For a thread."""
    from bot.charts.balance_chart import BalanceChart, describe, draw  # noqa: PLC0415 - matplotlib is slow

    chart = BalanceChart("What you did in 30 days", motif.bars, motif.chosen)
    return Picture(draw(chart, dark=motif.dark), plain_line(describe(chart), LONGEST_ALT))
