"""What is written inside a goal's chart: each label at its line, the most important one first."""

from collections.abc import Iterator

from bot.charts.goal.scene import ArrivalDots, Dot, GoalChartScene, leaving
from bot.charts.goal.values import GoalChart, due_words, eta_words, pace_words, target_words
from bot.charts.lettering import Labels, Spot
from bot.charts.numbers import label, rough
from bot.charts.theme import Palette
from tracker.days import local_day
from tracker.words import day_text

_NEAR = 9.0
"""How far a label is from its point, in points of 1/72 inch."""
_NOTHING = "No numbers yet: they come with the next look at the source."


def write_labels(labels: Labels, chart: GoalChart, scene: GoalChartScene, theme: Palette) -> None:
    if scene.now is None:
        labels.put(_NOTHING, [_centre(scene)], theme.muted, size=12)
    else:
        _write_forecast(labels, chart, scene, theme)
    labels.put(f"target {target_words(chart)}", list(_target_spots(scene)), theme.target)
    if scene.now is not None:
        labels.put(_now_words(chart), list(_now_spots(scene.now, _beyond(scene))), theme.history)
    if chart.due is not None and scene.due is not None:
        labels.put(due_words(chart.due, chart.today), list(_due_spots(scene.due, scene)), theme.target)
    _write_pace(labels, chart, scene, theme)
    if chart.start is not None and scene.start is not None and chart.start != chart.current:
        words = f"start {rough(chart.start)}"
        labels.put(words, list(_start_spots(scene.start, _beyond(scene))), theme.history)


def _write_forecast(labels: Labels, chart: GoalChart, scene: GoalChartScene, theme: Palette) -> None:
    if chart.band is not None and scene.ahead is not None and scene.now is not None:
        paced = chart.required_per_day is not None
        spots = list(_forecast_spots(scene.now, scene.ahead, scene, paced=paced))
        labels.put(eta_words(chart.band, chart.today), spots, theme.forecast[chart.outlook])


def _write_pace(labels: Labels, chart: GoalChart, scene: GoalChartScene, theme: Palette) -> None:
    if chart.required_per_day is not None and scene.due is not None and scene.now is not None:
        late = scene.ahead is not None and scene.ahead.likely.x > scene.due
        spots = list(_pace_spots(scene.now, Dot(scene.due, scene.target), _beyond(scene), late=late))
        labels.put(pace_words(chart.required_per_day), spots, theme.pace)


def _now_words(chart: GoalChart) -> str:
    if chart.reached is not None:
        return f"reached {day_text(local_day(chart.reached, chart.zone), chart.today)}"
    return "" if chart.current is None else f"{label(chart.current)} now"


def _beyond(scene: GoalChartScene) -> int:
    """On the picture, the side of the target line that is farther away: above is 1, below is -1."""
    return 1 if scene.rises else -1


def _towards(side: int) -> str:
    """How a text is aligned that stands on that side of its point."""
    return "bottom" if side > 0 else "top"


def _centre(scene: GoalChartScene) -> Spot:
    return Spot(scene.width / 2, (scene.bottom + scene.top) / 2)


def _forecast_spots(now: Dot, ahead: ArrivalDots, scene: GoalChartScene, *, paced: bool) -> Iterator[Spot]:
    beyond = _beyond(scene)
    if ahead.likely.x <= scene.width:
        for ha in ("center", "right", "left"):
            yield Spot(ahead.likely.x, scene.target, dy=beyond * _NEAR, ha=ha, va=_towards(beyond))
        return
    sides = [(ahead.early, beyond), (ahead.late, -beyond)]
    # Towards the target the words are not on top of the fan; but there the line of the needed pace may be.
    for far, side in reversed(sides) if paced else sides:
        edge = leaving(now, far, scene.width) if far.x > scene.width else Dot(scene.width, scene.target)
        yield Spot(edge.x, edge.y, dx=-_NEAR, dy=side * _NEAR, ha="right", va=_towards(side))


def _target_spots(scene: GoalChartScene) -> Iterator[Spot]:
    beyond = _beyond(scene)
    for side in (beyond, -beyond):
        for x, dx, ha in ((0, 4, "left"), (scene.width, -4, "right")):
            yield Spot(x, scene.target, dx=dx, dy=side * 4, ha=ha, va=_towards(side))


def _now_spots(now: Dot, beyond: int) -> Iterator[Spot]:
    """Beside the line: it comes from one corner and goes on to the opposite one."""
    places = ((beyond, "right", -2), (-beyond, "left", 6), (-beyond, "right", -2), (beyond, "left", 2))
    for side, ha, dx in places:
        yield Spot(now.x, now.y, dx=dx, dy=side * _NEAR, ha=ha, va=_towards(side))


def _due_spots(due: float, scene: GoalChartScene) -> Iterator[Spot]:
    for y, side in ((scene.bottom, 1), (scene.top, -1)):
        for ha, dx in (("right", -5), ("left", 5)):
            yield Spot(due, y, dx=dx, dy=side * 5, ha=ha, va=_towards(side))


def _pace_spots(now: Dot, end: Dot, beyond: int, *, late: bool) -> Iterator[Spot]:
    """Along the line, on the side where the forecast is not."""
    sides = [(-beyond, "left", 8), (beyond, "right", -8)]
    for side, ha, dx in reversed(sides) if late else sides:
        for share in (0.5, 0.7, 0.3):
            x, y = now.x + share * (end.x - now.x), now.y + share * (end.y - now.y)
            yield Spot(x, y, dx=dx, dy=side * 4, ha=ha, va=_towards(side))


def _start_spots(start: Dot, beyond: int) -> Iterator[Spot]:
    for side, dx in ((-beyond, _NEAR), (beyond, 2)):
        yield Spot(start.x, start.y, dx=dx, dy=side * _NEAR / 2, ha="left", va=_towards(side))
