"""The picture of insights: the surest of them, with the values behind each."""

from collections.abc import Callable, Sequence
from datetime import date
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from bot.charts.drawing import LONGEST_ALT
from bot.names import plain_line
from bot.services import Services
from scheduler.channels.picture import Picture
from tracker.accounts.model import User
from tracker.days import local_day
from tracker.insights.model import Insight

if TYPE_CHECKING:
    from tracker.insights.numbers import KnownNumber


MOST_PANELS = 3


class InsightsMotif(NamedTuple):
    """Everything that is to be seen on a picture: what was found by one look."""

    person: str
    insights: tuple[Insight, ...]
    today: date
    dark: bool


async def draw_insights(services: Services, *, person: User, dark: bool = True) -> Picture | None:
    """None where there is nothing to be seen."""
    from tracker.insights.reading import desk_of  # noqa: PLC0415 - numpy, which few need

    today = local_day(services.clock(), person.zone, person.day_start)
    desk = await services.table.read_in_steps(desk_of(person.id, today))
    insights = to_be_seen((await services.insights.shown(person.id)).insights, desk.numbers)
    if not insights:
        return None

    async def with_days() -> Callable[[], Picture]:
        return partial(drawn, insights, desk.numbers, dark=dark)

    return await services.drawings.drawn(InsightsMotif(person.id, insights, today, dark), with_days)


def to_be_seen(insights: Sequence[Insight], numbers: "Sequence[KnownNumber]") -> tuple[Insight, ...]:
    """The surest of those whose numbers are still there."""
    ids = {one.id for one in numbers}
    known = (one for one in insights if one.metric in ids and (one.other is None or one.other in ids))
    return tuple(islice(known, MOST_PANELS))


def drawn(insights: Sequence[Insight], numbers: "Sequence[KnownNumber]", *, dark: bool = True) -> Picture:
    """For a thread: it takes more than a tenth of a second of work."""
    from bot.charts.insights_chart import draw_insights as draw  # noqa: PLC0415 - matplotlib is slow to load
    from bot.insights.panels import panel_of  # noqa: PLC0415

    by_id = {one.id: one for one in numbers}
    words = plain_line(" ".join(one.content for one in insights), LONGEST_ALT)
    return Picture(draw([panel_of(one, by_id) for one in insights], words, dark=dark), words)
