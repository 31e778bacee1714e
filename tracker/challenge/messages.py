"""What people and servers are told of a challenge: welcome, a week about to be lost, results, its end."""

from collections.abc import Sequence
from datetime import datetime, time, timedelta

from tracker.accounts.model import User
from tracker.challenge.model import Challenge, OpenWeek, Participation, PersonStats, WeekSummary
from tracker.challenge.statistics import standing
from tracker.days import day_begins, day_span
from tracker.notify.model import Check, Notification
from tracker.ranking import Rank
from tracker.store.segments import Week, timestamp
from tracker.weeks import days_of, week_text

SHORT_CHECK = "challenge-short"
"""The week is still not a good one."""
STANDINGS = "challenge-standings"
"""The kind of message that carries a picture of the standings."""

NUDGE_AT = time(17)
RECORD_FROM = 4
"""A shorter streak is no record worth a word."""
MOST_SHOWN = 10

_LIFE = timedelta(days=3)
_ONE_DAY = timedelta(days=1)


def welcome(user: User, challenge: Challenge, who: Participation, now: datetime) -> Notification:
    aim = challenge.amount(challenge.threshold)
    return _told(
        user.id,
        challenge,
        "challenge-welcome",
        timestamp(who.joined_at),
        title=f"Welcome to {challenge.name}",
        text=f"At least {aim} a week, Monday to Sunday by the clocks of {challenge.timezone}. "
        "This week counts already.",
        now=now,
    )


def nudge(
    user: User, challenge: Challenge, week: Week, found: OpenWeek | None, now: datetime
) -> Notification:
    """On the last day, in the afternoon by the person's own clock."""
    last = days_of(week).last
    at = max(now, day_begins(last, user.zone, NUDGE_AT))
    until = day_span(last, challenge.zone).end
    has, wanted = found.count if found else 0, challenge.threshold
    missing = challenge.amount(wanted - has)
    return Notification(
        person=user.id,
        kind="challenge-nudge",
        entity=challenge.id,
        period=week_text(week),
        title=f"{challenge.name}: the week is nearly over",
        text=f"{challenge.amount(has)} so far: {missing} more by the end of Sunday makes it a good week.",
        facts={"challenge": challenge.id, "week": week_text(week)},
        created_at=now,
        not_before=at,
        expires_at=max(until, at + timedelta(minutes=1)),
        check=Check(name=SHORT_CHECK, reference=f"{challenge.id}/{week_text(week)}"),
    )


def result(user: User, challenge: Challenge, week: Week, stats: PersonStats, now: datetime) -> Notification:
    """On Monday, with the digest by the person's own clock."""
    monday = days_of(week).last + _ONE_DAY
    at = max(now, day_begins(monday, user.zone, user.digest_time))
    found = stats.open.get(week_text(week))
    count = found.count if found else stats.through_count if stats.through == week else 0
    kept = count >= challenge.threshold
    return Notification(
        person=user.id,
        kind="challenge-week",
        entity=challenge.id,
        period=week_text(week),
        title=f"{challenge.name}: {'a good week' if kept else 'the week was missed'}",
        text=" ".join([f"{challenge.amount(count)} in week {week.week}.", _streak(stats, kept=kept)]),
        facts={"challenge": challenge.id, "week": week_text(week), "count": count},
        created_at=now,
        not_before=at,
        expires_at=at + _LIFE,
    )


def server_result(
    challenge: Challenge, week: Week, summary: WeekSummary, ranks: Sequence[Rank], now: datetime
) -> Notification:
    """To the server, with the picture of the standings."""
    good = f"{summary.successes:,} of {summary.participants:,} had a good week"
    lines = [f"{rank.number}. {rank.name}: {challenge.amount(rank.points)}" for rank in ranks[:MOST_SHOWN]]
    more = summary.participants - len(lines)
    return Notification(
        person=challenge.owner,
        kind=STANDINGS,
        entity=challenge.id,
        period=week_text(week),
        title=f"{challenge.name}: week {week.week}",
        text="\n".join(
            [
                f"{good}, {challenge.amount(summary.total)} in all.",
                *lines,
                *([f"and {more:,} more"] if more > 0 else []),
            ]
        ),
        facts={
            "challenge": challenge.id,
            "week": week_text(week),
            "people": ",".join(rank.user for rank in ranks[:MOST_SHOWN]),
        },
        created_at=now,
        not_before=now,
        expires_at=now + _LIFE,
    )


def end(user_id: str, challenge: Challenge, stats: PersonStats, now: datetime) -> Notification:
    found = standing(stats)
    return _told(
        user_id,
        challenge,
        "challenge-end",
        "end",
        title=f"{challenge.name} is over",
        text=f"{found.success_weeks:,} of {found.total_weeks:,} weeks were good ones, "
        f"{challenge.amount(found.total)} in all. The longest streak was {_weeks(found.longest)}.",
        now=now,
    )


def _streak(stats: PersonStats, *, kept: bool) -> str:
    found = standing(stats)
    if not kept:
        return "What is pushed late still counts until Monday is over."
    if found.current >= RECORD_FROM and found.current == found.longest and stats.longest < found.current:
        return f"{_weeks(found.current)} in a row: your longest streak."
    return f"{_weeks(found.current)} in a row." if found.current > 1 else "A streak begins."


def _weeks(number: int) -> str:
    return "1 week" if number == 1 else f"{number:,} weeks"


def _told(
    person: str, challenge: Challenge, kind: str, period: str, *, title: str, text: str, now: datetime
) -> Notification:
    return Notification(
        person=person,
        kind=kind,
        entity=challenge.id,
        period=period,
        title=title,
        text=text,
        facts={"challenge": challenge.id},
        created_at=now,
        not_before=now,
        expires_at=now + _LIFE,
    )
