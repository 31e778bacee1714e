"""Challenges in a digest: how the week stands in each that a person is in."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime

from tracker.challenge.joining import participations_of
from tracker.challenge.messages import last_day
from tracker.challenge.model import Challenge, PersonStats, WeekRecord
from tracker.challenge.statistics import standing
from tracker.challenge.wording import is_over, streak_text, week_count
from tracker.days import local_day
from tracker.frozen import frozen
from tracker.sections import DailyNews, DigestSection, Occasion
from tracker.store.entity import Model, from_items
from tracker.store.keys import ChallengeKey, UserStatsKey, WeekKey
from tracker.store.table import Table
from tracker.store.values import Item, Key
from tracker.weeks import week_of
from tracker.words import weekday


@frozen
class WeekSoFar:
    """A person in a challenge, this week."""

    challenge: Challenge
    record: WeekRecord | None
    """None before it was counted."""
    stats: PersonStats | None
    today: date
    """In the challenge's zone."""

    @property
    def is_short(self) -> bool:
        return self.record is not None and not self.record.success

    def moved_since(self, at: datetime | None) -> bool:
        return self.record is not None and (at is None or self.record.last_updated > at)


async def daily(table: Table, occasion: Occasion) -> DailyNews:
    if occasion.user.guild is not None or not occasion.has_digest:
        return DailyNews()
    weeks = await weeks_of(table, occasion.user.id, occasion.now)
    return DailyNews([section_of(weeks, occasion.told_digest_at)] if weeks else ())


async def weeks_of(table: Table, user_id: str, now: datetime) -> list[WeekSoFar]:
    """Of all challenges of a person that are under way, in the order in which they joined."""
    joined = await participations_of(table, user_id)
    keys = [ChallengeKey(one.owner, one.challenge).key for one in joined]
    found = await table.get_many([*keys, *(UserStatsKey(user_id, one.challenge).key for one in joined)])
    known = [one for key in keys if (one := _one(Challenge, found, key)) is not None]
    today = {one.id: local_day(now, one.zone) for one in known}
    live = [one for one in known if one.starts <= today[one.id] and not is_over(one, today[one.id])]
    weeks = {one.id: WeekKey(user_id, week_of(today[one.id]), one.id).key for one in live}
    records = await table.get_many(weeks.values())
    return [
        WeekSoFar(
            one,
            _one(WeekRecord, records, weeks[one.id]),
            _one(PersonStats, found, UserStatsKey(user_id, one.id).key),
            today[one.id],
        )
        for one in live
    ]


def section_of(weeks: Sequence[WeekSoFar], told_at: datetime | None) -> DigestSection:
    """It is news while something is missing, and when something was counted since the last digest."""
    short = [one for one in weeks if one.is_short]
    in_order = [*short, *(one for one in weeks if one not in short)]
    return DigestSection(
        name="challenges",
        text="\n".join(map(_line, in_order)),
        is_news=bool(short) or any(one.moved_since(told_at) for one in weeks),
        facts={"challenges": len(weeks), "weeksShort": len(short)},
    )


def _line(one: WeekSoFar) -> str:
    """`Commit weekly: 3 of 5 commits this week, until Sunday`."""
    count = week_count(one.challenge, one.record)
    if one.record is None:
        return f"{one.challenge.name}: {count}"
    last = last_day(one.challenge, week_of(one.today))
    until = "until tonight" if last == one.today else f"until {weekday(last)}"
    parts = [f"{count} this week", until if one.is_short else "a good week", _streak(one)]
    return f"{one.challenge.name}: {', '.join(filter(None, parts))}"


def _streak(one: WeekSoFar) -> str:
    current = standing(one.stats).current if one.stats is not None else 0
    return streak_text(current) if current > 1 else ""


def _one(model: type[Model], found: Mapping[Key, Item], key: Key) -> Model | None:
    return next(from_items(model, [found[key]] if key in found else []), None)
