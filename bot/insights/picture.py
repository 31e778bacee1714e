"""The picture of insights: the surest of them, with the values behind each."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from bot.drawing import LONGEST_ALT
from bot.names import plain_line
from bot.services import Services
from scheduler.channels.picture import Picture
from tracker.accounts.model import User
from tracker.days import local_day
from tracker.insights.model import Insight

if TYPE_CHECKING:
    from tracker.insights.numbers import KnownNumber


class InsightsMotif(NamedTuple):
    """Everything that is to be seen on a picture: what was found by one look."""

    person: str
    insights: tuple[Insight, ...]
    dark: bool


async def draw_insights(services: Services, *, person: User, dark: bool = True) -> Picture | None:
    """None where there is nothing to be seen."""
    from tracker.insights.reading import desk_of  # noqa: PLC0415 - numpy, which few need

    shown = await services.insights.shown(person.id)
    if not shown.insights:
        return None

    async def with_days() -> Callable[[], Picture]:
        today = local_day(services.clock(), person.zone, person.day_start)
        desk = await services.table.read_in_steps(desk_of(person.id, today))
        return partial(drawn, shown.insights, desk.numbers, dark=dark)

    return await services.drawings.drawn(InsightsMotif(person.id, shown.insights, dark), with_days)


def drawn(insights: Sequence[Insight], numbers: "Sequence[KnownNumber]", *, dark: bool = True) -> Picture:
    """For a thread: it takes more than a tenth of a second of work."""
    from bot.charts.insights_chart import MOST_PANELS  # noqa: PLC0415 - matplotlib takes most of a second
    from bot.charts.insights_chart import draw_insights as draw  # noqa: PLC0415
    from bot.insights.panels import panel_of  # noqa: PLC0415

    by_id = {one.id: one for one in numbers}
    known = [one for one in insights if one.metric in by_id and (one.other is None or one.other in by_id)]
    shown = known[:MOST_PANELS]
    alt = plain_line(" ".join(one.content for one in shown), LONGEST_ALT)
    return Picture(draw([panel_of(one, by_id) for one in shown], alt, dark=dark), alt)
