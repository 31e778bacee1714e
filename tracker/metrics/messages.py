"""What a person is told about their metrics: each occasion is one notification, told once."""

from collections.abc import Mapping
from datetime import date, datetime, timedelta

from tracker.accounts.model import User
from tracker.analysis.thresholds import AlertEvent, Side
from tracker.clock import Clock
from tracker.locales import worded_for
from tracker.metrics.alerts import MetricAlert
from tracker.metrics.milestones import MetricMilestone, Milestone
from tracker.metrics.model import Metric
from tracker.metrics.units import measured
from tracker.notify.kinds import Answers, ButtonAct, Kind, MessageChart, MessageLook, Replies, declare
from tracker.notify.model import Notification, StillTrue, StillTrueCheck
from tracker.store.entity import from_items
from tracker.store.keys import MetricKey, MetricMilestoneKey
from tracker.store.table import Table
from tracker.tones import Tone
from tracker.words import capital, on_day

_CHART = MessageChart("metric", ("metric",))
ALERT = declare(
    Kind(
        "metric-alert",
        "a metric is beyond the limit that you set",
        MessageLook("\N{WARNING SIGN}\N{VARIATION SELECTOR-16}", Tone.WARNING),
        chart=_CHART,
    )
)
FLAPPING = declare(
    Kind(
        "metric-flapping",
        "a metric keeps crossing the limit that you set",
        MessageLook("\N{WARNING SIGN}\N{VARIATION SELECTOR-16}", Tone.WARNING),
        chart=_CHART,
    )
)
MILESTONE = declare(
    Kind(
        "metric-milestone",
        "a metric of yours has reached something",
        MessageLook("\N{CHEQUERED FLAG}", Tone.GOOD),
        chart=_CHART,
    )
)


class MetricAct(ButtonAct):
    """What a button does with a metric."""

    LOG = "log"

    @property
    def label(self) -> str:
        return "Answer"

    @property
    def is_main(self) -> bool:
        return True


QUESTION = declare(
    Kind(
        "metric-question",
        "you want to be asked for this number",
        MessageLook("\N{BLACK QUESTION MARK ORNAMENT}", Tone.PLAIN),
        answers=Answers(
            "metric",
            ("metric", "day"),
            (MetricAct.LOG,),
            replies=Replies(
                "Reply with the number",
                "Reply with the number",
                "Reply {name} and the number",
            ),
        ),
    )
)

ALERT_CHECK, MILESTONE_CHECK, UNLOGGED_CHECK = "metric-alert", "metric-milestone", "metric-unlogged"
_QUESTIONS = "metric-questions"
_LIFE, _ASKED = timedelta(days=2), timedelta(hours=12)


@worded_for
def alert_message(
    user: User, metric: Metric, alert: MetricAlert, event: AlertEvent, now: datetime
) -> Notification:
    """Of an episode that begins: one for each."""
    if event is AlertEvent.FLAPPING:
        kind, side, day = FLAPPING, "", metric.cached_latest and metric.cached_latest.day
    else:
        kind, side, day = ALERT, alert.side.value, alert.since
    title, text = _alert_words(metric, alert) if side else _flapping_words(metric)
    return Notification(
        person=user.id,
        kind=kind,
        entity=metric.id,
        period=f"{day} {side}".rstrip(),
        title=title,
        text=f"{_latest_text(metric)} {text}".lstrip(),
        facts=_facts(metric),
        created_at=now,
        not_before=now,
        expires_at=now + _LIFE,
        group=metric.id,
        check=StillTrueCheck(name=ALERT_CHECK, reference=f"{metric.id}/{side}"),
    )


def _alert_words(metric: Metric, alert: MetricAlert) -> tuple[str, str]:
    high = alert.side is Side.HIGH
    limit = metric.threshold_high if high else metric.threshold_low
    where = measured(limit or 0, metric.day_unit)
    title = f"{capital(metric.name)} is {'above' if high else 'below'} {where}"
    return title, f"Your limit is {where}. I tell you once, until it is back inside."


def _flapping_words(metric: Metric) -> tuple[str, str]:
    bounds = [one for one in (metric.threshold_low, metric.threshold_high) if one is not None]
    limits = " and ".join(measured(one, metric.day_unit) for one in bounds)
    text = f"It goes back and forth over {limits}, so I do not tell you each time. Another limit may help."
    return f"{capital(metric.name)} keeps crossing your limit", text


def _latest_text(metric: Metric) -> str:
    latest = metric.cached_latest
    return "" if latest is None else f"The last value is {measured(latest.value, metric.day_unit)}."


def _facts(metric: Metric) -> dict[str, str | int]:
    return {"metric": metric.id, "name": metric.name}


@worded_for
def milestone_message(user: User, metric: Metric, one: Milestone, now: datetime) -> Notification:
    """Each is told once, ever."""
    return Notification(
        person=user.id,
        kind=MILESTONE,
        entity=metric.id,
        period=one.name,
        title=f"{capital(metric.name)}: {one.title}",
        text=_latest_text(metric),
        facts=_facts(metric),
        created_at=now,
        not_before=now,
        expires_at=now + _LIFE,
        group=metric.id,
        check=StillTrueCheck(name=MILESTONE_CHECK, reference=f"{metric.id}/{one.name}"),
    )


@worded_for
def question_message(user: User, metric: Metric, day: date, at: datetime, now: datetime) -> Notification:
    """Once for each day."""
    asked = metric.question.text if metric.question is not None else f"{metric.name}?"
    return Notification(
        person=user.id,
        kind=QUESTION,
        entity=metric.id,
        period=f"{day}",
        title=asked,
        text=_last_text(metric, day),
        facts={**_facts(metric), "day": f"{day}"},
        created_at=now,
        not_before=at,
        expires_at=max(at, now) + _ASKED,
        group=_QUESTIONS,
        check=StillTrueCheck(name=UNLOGGED_CHECK, reference=f"{metric.id}/{day}"),
    )


def _last_text(metric: Metric, day: date) -> str:
    latest = metric.cached_latest
    if latest is None:
        return f"{capital(metric.name)} has no log yet."
    return f"Last: {measured(latest.value, metric.day_unit)} {on_day(latest.day, day)}."


def checks(table: Table, _: Clock) -> Mapping[str, StillTrue]:
    """By the names that messages carry."""

    async def still_beyond(person: str, reference: str) -> bool:
        """It is still on that side, or still crossing all the time."""
        metric_id, _, side = reference.partition("/")
        item = await table.get(MetricKey(person, metric_id).key)
        metric = next(from_items(Metric, [item] if item else []), None)
        if metric is None or metric.alert is None:
            return False
        return metric.alert.side.value == side if side else metric.alert.flapping

    async def still_held(person: str, reference: str) -> bool:
        """The log that brought it was not undone."""
        metric_id, _, name = reference.partition("/")
        own, held = MetricKey(person, metric_id).key, MetricMilestoneKey(metric_id, name).key
        found = await table.get_many([own, held])
        return own in found and bool([*from_items(MetricMilestone, filter(None, [found.get(held)]))])

    return {ALERT_CHECK: still_beyond, MILESTONE_CHECK: still_held}
