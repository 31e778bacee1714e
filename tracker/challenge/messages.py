"""What people and servers are told of a challenge: welcome, a week about to be lost, results, its end."""

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta

from tracker.accounts.model import User
from tracker.challenge.model import (
    Challenge,
    Counted,
    OpenWeek,
    Participation,
    PersonStats,
    WeekSummary,
)
from tracker.challenge.statistics import ChallengeStanding, standing
from tracker.challenge.wording import aim_text, weeks_text
from tracker.days import day_begins, day_span, local_day
from tracker.locales import worded_for
from tracker.notify.kinds import Kind, MessageChart, MessageLook, declare
from tracker.notify.model import MessagePriority, Notification
from tracker.ranking import Rank
from tracker.servers.model import Board
from tracker.store.segments import Week, timestamp
from tracker.tones import Tone
from tracker.weeks import days_of, week_text
from tracker.words import day_text, people, weekday

WELCOME = declare(
    Kind(
        "challenge-welcome",
        "you joined a challenge",
        MessageLook("\N{WAVING HAND SIGN}", Tone.PLAIN),
    )
)
NUDGE = declare(
    Kind(
        "challenge-nudge",
        "your challenge week was nearly over, and still short",
        MessageLook("\N{ALARM CLOCK}", Tone.WARNING),
    )
)
WEEK = declare(
    Kind("challenge-week", "a week of your challenge ended", MessageLook("\N{CALENDAR}", Tone.PLAIN))
)
STANDINGS_CHART = "standings"
STANDINGS = declare(
    Kind(
        "challenge-standings",
        "a week of a challenge on this server ended",
        MessageLook("\N{TROPHY}", Tone.TRIUMPH),
        chart=MessageChart(STANDINGS_CHART, ("challenge", "week", "people"), in_chat=True),
    )
)
END = declare(Kind("challenge-end", "your challenge ended", MessageLook("\N{CHEQUERED FLAG}", Tone.TRIUMPH)))

NUDGE_AT = time(17)
RECORD_FROM = 4
"""A shorter streak is no record worth a word."""
MOST_SHOWN = 10

_LIFE = timedelta(days=3)
_ONE_DAY = timedelta(days=1)
_ONE_MINUTE = timedelta(minutes=1)
_IN_TIME = timedelta(hours=2)
"""So long before the end of the week there is still something to be done."""


@worded_for
def welcome(user: User, challenge: Challenge, who: Participation, now: datetime) -> Notification:
    today = local_day(now, challenge.zone)
    begins = f"It begins on {day_text(challenge.starts, today)}."
    told = _told(
        user.id,
        challenge,
        WELCOME,
        timestamp(who.joined_at),
        title=f"Welcome to {challenge.name}",
        text=f"A{aim_text(challenge)[1:]}, Monday to Sunday by the clocks of "
        f"{challenge.timezone}. {begins if challenge.starts > today else 'This week counts already.'}",
        now=now,
    )
    return told.model_copy(update={"priority": MessagePriority.PROMPT})


def last_day(challenge: Challenge, week: Week) -> date:
    """The last one of a week that counts."""
    sunday = days_of(week).last
    return sunday if challenge.ends is None else min(sunday, challenge.ends)


@worded_for
def nudge(user: User, challenge: Challenge, week: Week, found: OpenWeek, now: datetime) -> Notification:
    """On the last day, in the afternoon by the person's own clock, if the week is not over by then."""
    last = last_day(challenge, week)
    until = day_span(last, challenge.zone).end
    wanted = day_begins(last, user.zone, NUDGE_AT)
    if wanted > until - _IN_TIME:
        wanted = day_begins(last, challenge.zone, NUDGE_AT)
    at = min(max(now, wanted), until - _ONE_MINUTE)
    missing = challenge.amount(challenge.threshold - found.count)
    return Notification(
        person=user.id,
        kind=NUDGE,
        entity=challenge.id,
        period=week_text(week),
        title=f"{challenge.name}: the week is nearly over",
        text=f"{challenge.amount(found.count)} so far. With {missing} more by the end of {weekday(last)} "
        "it is a good week.",
        facts={"challenge": challenge.id, "week": week_text(week)},
        created_at=now,
        not_before=at,
        expires_at=until,
    )


@worded_for
def result(user: User, challenge: Challenge, week: Week, stats: PersonStats, now: datetime) -> Notification:
    """On Monday, with the digest by the person's own clock."""
    monday = days_of(week).last + _ONE_DAY
    at = max(now, day_begins(monday, user.zone, user.digest_time))
    found = stats.open.get(week)
    count = found.count if found else stats.through_count
    kept = count >= challenge.threshold
    can_change = found is not None and at < day_span(monday, challenge.zone).end
    more = _streak(standing(stats, week)) if kept else _too_late(challenge, can_change=can_change)
    return Notification(
        person=user.id,
        kind=WEEK,
        entity=challenge.id,
        period=week_text(week),
        title=f"{challenge.name}: {'a good week' if kept else 'the week was missed'}",
        text=f"{challenge.amount(count)} in week {week.week}. {more}",
        facts={"challenge": challenge.id, "week": week_text(week), "count": count},
        created_at=now,
        not_before=at,
        expires_at=at + _LIFE,
    )


@worded_for
def server_result(
    server: User, challenge: Challenge, summary: WeekSummary, ranks: Sequence[Rank], now: datetime
) -> Notification:
    """To the server, with the picture of the standings."""
    week = summary.week
    good = f"{people(summary.successes)} of {people(summary.participants)} had a good week"
    lines = [f"{rank.number}. {rank.name}: {challenge.amount(rank.points)}" for rank in ranks[:MOST_SHOWN]]
    more = summary.participants - len(lines)
    at = max(now, day_begins(days_of(week).last + _ONE_DAY, challenge.zone, server.digest_time))
    return Notification(
        person=server.id,
        preferred_channel=Board.CHALLENGES.channel,
        kind=STANDINGS,
        entity=challenge.id,
        period=week_text(week),
        title=f"{challenge.name}: week {week.week}",
        text="\n".join(
            [
                f"{good}, {challenge.amount(summary.total)} in all.",
                *lines,
                *([f"and {people(more)} more"] if more > 0 else []),
            ]
        ),
        facts={
            "challenge": challenge.id,
            "week": week_text(week),
            "people": ",".join(rank.user for rank in ranks[:MOST_SHOWN]),
        },
        created_at=now,
        not_before=at,
        expires_at=at + _LIFE,
    )


def end(user_id: str, challenge: Challenge, stats: PersonStats, now: datetime) -> Notification:
    found = standing(stats)
    return _told(
        user_id,
        challenge,
        END,
        "end",
        title=f"{challenge.name} is over",
        text=f"Good weeks: {people(found.success_weeks)} of {people(found.total_weeks)}, with "
        f"{challenge.amount(found.total)} in all. The longest streak was {weeks_text(found.longest)}.",
        now=now,
    )


def _streak(found: ChallengeStanding) -> str:
    if found.current >= RECORD_FROM and found.is_record:
        return f"{weeks_text(found.current)} in a row: your longest streak."
    return f"{weeks_text(found.current)} in a row." if found.current > 1 else "A streak begins."


def _too_late(challenge: Challenge, *, can_change: bool) -> str:
    if not can_change:
        return "A new week has begun."
    what = "pushed" if challenge.counted is Counted.COMMITS else "found"
    return f"What is {what} late still counts until Monday is over."


def _told(
    person: str, challenge: Challenge, kind: Kind, period: str, *, title: str, text: str, now: datetime
) -> Notification:
    return Notification(
        person=person,
        preferred_channel=Board.CHALLENGES.channel,  # of a server; people have none
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
