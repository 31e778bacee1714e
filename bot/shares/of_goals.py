"""A goal as strangers see it: what it is about and how far it is. Not whose player it is, nor its parts."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from bot.charts.drawing import LONGEST_ALT
from bot.charts.thermometer.values import ThermometerChart
from bot.goal_parts.view import LOOKS
from bot.goals.documents import GoalDocument, goal_document
from bot.goals.looks import look_of
from bot.goals.view import amount, title
from bot.names import TITLE, plain_line
from bot.services import Services
from bot.shares.public_parts import MOST_WAITING, Owner, PictureLook, PublicFact, PublicView, drawn_as_it_is
from scheduler.channels.picture import Picture
from tracker.goals.composite.model import CompositeGoal
from tracker.goals.live import goal_at
from tracker.goals.pace.history import Point, points
from tracker.goals.pace.standing import GoalStanding, standings, values_in
from tracker.store.entity import from_items
from tracker.store.keys import CompositeGoalKey, GoalKey
from tracker.words import day_text, percent_text


async def goal(services: Services, owner: Owner, place: str) -> PublicView | None:
    """`place` is a goal's character and its id; of one that is made of parts the id alone."""
    character, of_number, goal_id = place.rpartition(".")
    if not of_number:
        return await _of_parts(services, owner, goal_id)
    found = await goal_at(services.table, GoalKey(owner.person.id, character, goal_id))
    if found is None:
        return None
    [standing] = await standings(services.table, owner.person, [found], owner.now)
    values = await values_in(services.table, [standing])
    document = goal_document(standing, "", values.get(found.subject))
    percent = None if document.percent is None else percent_text(document.percent)
    return PublicView(
        title=title(document),
        about="A goal",
        state=", ".join(filter(None, (percent, document.state_text))),
        badge=percent or document.state_text,
        tone=look_of(document).tone,
        percent=document.percent,
        facts=tuple(_facts(document, owner)),
        draw=partial(_draw_number, standing=standing, owner=owner),
    )


def _facts(one: GoalDocument, owner: Owner) -> Iterator[PublicFact]:
    if one.current_text is not None:
        yield PublicFact("Now", one.current_text)
    if one.remaining is not None and one.open:
        yield PublicFact("To go", amount(one, one.remaining))
    if one.start_text is not None:
        yield PublicFact("Began", f"{one.start_text}, on {day_text(one.begun, owner.today)}")
    if one.due is not None:
        late = one.due < owner.today and one.open
        yield PublicFact("Was due" if late else "Due", day_text(one.due, owner.today))
    if one.reached_at is not None:
        day = one.reached_at.astimezone(owner.person.zone).date()
        yield PublicFact("Reached", day_text(day, owner.today))
    elif one.eta is not None and one.open:
        yield PublicFact("Expected", day_text(max(one.eta, owner.today), owner.today))


class NumberMotif(NamedTuple):
    """Everything that is to be seen on a picture; another day moves its edge."""

    goal: object
    standing: object
    today: object
    look: PictureLook


async def _draw_number(
    services: Services, *, standing: GoalStanding, owner: Owner, look: PictureLook
) -> Picture | None:
    async def with_points() -> Callable[[], Picture]:
        history = await points(services.table, standing.goal)
        return partial(_number_picture, standing, history, owner, look=look)

    latest = standing.latest and standing.latest.at
    motif = NumberMotif(standing.goal, (latest, standing.state), owner.today, look)
    return await services.drawings.drawn(motif, with_points, most_waiting=MOST_WAITING)


def _number_picture(
    standing: GoalStanding, history: Sequence[Point], owner: Owner, *, look: PictureLook
) -> Picture:
    """For a thread: it takes more than a tenth of a second of work."""
    from bot.charts.goal.chart import chart_of, describe, draw_goal  # noqa: PLC0415 - matplotlib is slow

    words = plain_line(title(goal_document(standing, "")), TITLE)
    chart = chart_of(standing, history, words, zone=owner.person.zone)
    return Picture(draw_goal(chart, look.shape, dark=look.dark), plain_line(describe(chart), LONGEST_ALT))


async def _of_parts(services: Services, owner: Owner, goal_id: str) -> PublicView | None:
    item = await services.table.get(CompositeGoalKey(owner.person.id, goal_id).key)
    found = next(from_items(CompositeGoal, [item] if item else []), None)
    if found is None:
        return None
    progress = found.shown_progress
    percent = None if progress is None else percent_text(float(progress))
    state, due = found.status.words, found.target_date
    late = due is not None and due < owner.today and found.status.is_open
    facts = [] if due is None else [PublicFact("Was due" if late else "Due", day_text(due, owner.today))]
    if found.completed_date is not None:
        day = found.completed_date.astimezone(owner.person.zone).date()
        facts.append(PublicFact("Ended", day_text(day, owner.today)))
    chart = ThermometerChart(
        title=found.title,
        percent=float(progress or 0),
        standing=state[:1].upper() + state[1:],
        notes=tuple(f"{one.label.lower()} {one.text}" for one in facts),
    )
    return PublicView(
        title=found.title,
        about="A goal",
        state=", ".join(filter(None, (percent, state))),
        badge=percent or state,
        tone=LOOKS[found.status].tone,
        percent=None if progress is None else float(progress),
        facts=tuple(facts),
        draw=partial(_draw_thermometer, chart=chart),
    )


class PartsMotif(NamedTuple):
    """Everything that is to be seen on a picture."""

    chart: ThermometerChart
    look: PictureLook


async def _draw_thermometer(
    services: Services, *, chart: ThermometerChart, look: PictureLook
) -> Picture | None:
    motif = PartsMotif(chart, look)
    return await drawn_as_it_is(services, motif, partial(_thermometer_picture, chart, look=look))


def _thermometer_picture(chart: ThermometerChart, *, look: PictureLook) -> Picture:
    """For a thread."""

    from bot.charts.thermometer.chart import describe, draw  # noqa: PLC0415 - matplotlib is slow

    plain = replace(chart, title=plain_line(chart.title, TITLE))
    return Picture(draw(plain, dark=look.dark), plain_line(describe(plain), LONGEST_ALT))
