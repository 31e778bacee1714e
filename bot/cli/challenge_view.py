"""Challenges as commands see them: which one is meant, and the JSON shapes of what is known of it."""

import re
from collections.abc import Mapping, Sequence
from shlex import quote
from typing import NamedTuple

from bot.cli.person import Desk
from bot.cli.screen import plain
from bot.exits import Exit, Refusal
from tracker.accounts.identity import LOCAL_PERSON
from tracker.accounts.model import User
from tracker.challenge.errors import NoSuchChallenge
from tracker.challenge.finding import find_challenge, meant, unknown
from tracker.challenge.model import Challenge, GlobalStats, WeekRecord, WeekSummary
from tracker.challenge.service import Status
from tracker.store.segments import Week, timestamp
from tracker.weeks import days_of, week_text

_ID = re.compile(r"[0-9A-Za-z]{26}")


class Known(NamedTuple):
    """The challenges that a person can name, and which of them they are in."""

    challenges: Sequence[Challenge]
    joined: frozenset[str]


class Stand(NamedTuple):
    """How a person stands in a challenge, among how many this week."""

    status: Status
    summary: WeekSummary


async def known_to(desk: Desk, user: User) -> Known:
    """Those that they are in, those that they set up, and those that were set up at this terminal."""
    joined = await desk.challenges.mine(user.id)
    found = [*joined, *await desk.challenges.list(user.id)]
    local = await desk.accounts.find(LOCAL_PERSON)
    if local is not None and local.id != user.id:
        found += await desk.challenges.list(local.id)
    return Known([*{one.id: one for one in found}.values()], frozenset(one.id for one in joined))


async def find(desk: Desk, user: User, text: str) -> Challenge:
    """By its name among those that the person can name, or by its id. Raises NoSuchChallenge."""
    known = (await known_to(desk, user)).challenges
    if meant(known, text):
        return find_challenge(known, text)
    if not _ID.fullmatch(text.strip()):
        raise unknown(known, text)
    try:
        return await desk.challenges.by_id(text.strip().upper())
    except NoSuchChallenge:
        raise unknown(known, text) from None


async def find_or_only(desk: Desk, user: User, text: str) -> Challenge:
    """The same; who is in one challenge, or knows of one, need not name it."""
    if text.strip():
        return await find(desk, user, text)
    challenges, joined = await known_to(desk, user)
    found = [one for one in challenges if one.id in joined] or challenges
    if len(found) == 1:
        return found[0]
    if not found:
        raise NoSuchChallenge('There is no challenge here yet. Begin one: questlog challenge create "NAME"')
    names = ", ".join(plain(one.name) for one in found)
    raise Refusal(f"which challenge? There is {names}", code="challenge_missing", exit_code=Exit.USAGE)


async def stand_of(desk: Desk, user: User, challenge: Challenge) -> Stand:
    """Raises NotIn."""
    return Stand(await desk.challenges.status(user.id, challenge), await desk.challenges.summary(challenge))


def typed(challenge: Challenge) -> str:
    """Its name as a command takes it, quoted where a shell wants that."""
    return quote(plain(challenge.name).lower())


def as_data(challenge: Challenge) -> dict[str, object]:
    """The answers of `--json`, described in docs/cli.md."""
    return {
        "id": challenge.id,
        "name": challenge.name,
        "counts": challenge.counted.value,
        "threshold": challenge.threshold,
        "zone": challenge.timezone,
        "starts": f"{challenge.starts}",
        "ends": challenge.ends and f"{challenge.ends}",
        "who": challenge.who.value,
        "status": challenge.status.value,
        "createdAt": timestamp(challenge.created_at),
    }


def status_data(stand: Stand) -> dict[str, object]:
    status, standing = stand.status, stand.status.standing
    return {
        "challenge": as_data(status.challenge),
        "name": status.who.name,
        "since": week_text(status.who.since),
        "week": status.week and week_data(status.week),
        "rank": status.rank and status.rank.number,
        "participants": stand.summary.participants,
        "streak": {"current": standing.current, "longest": standing.longest},
        "totalWeeks": standing.total_weeks,
        "successWeeks": standing.success_weeks,
        "total": standing.total,
        "average": round(standing.average, 2),
        "rate": percent(standing.rate) if standing.total_weeks else None,
        "firstActive": _week(standing.first_active),
        "lastActive": _week(standing.last_active),
    }


def week_data(record: WeekRecord) -> dict[str, object]:
    return {
        **_days(record.week),
        "count": record.count,
        "success": record.success,
        "settled": record.settled,
        "late": record.late,
        "private": record.private,
        "lastUpdated": timestamp(record.last_updated),
    }


def summary_data(summary: WeekSummary) -> dict[str, object]:
    return {
        **_days(summary.week),
        "participants": summary.participants,
        "active": summary.active,
        "successes": summary.successes,
        "total": summary.total,
        "average": round(summary.average, 2),
        "rate": percent(summary.rate) if summary.participants else None,
    }


def everybody_data(stats: GlobalStats) -> Mapping[str, object]:
    return {
        "people": stats.people,
        "active": stats.active,
        "weeks": stats.weeks,
        "total": stats.total,
        "settledWeeks": stats.settled,
        "settledSuccesses": stats.settled_successes,
        "rate": None if stats.rate is None else percent(stats.rate),
    }


def percent(share: float) -> float:
    return round(100 * share, 1)


def _days(week: Week) -> dict[str, object]:
    first, last = days_of(week)
    return {"week": week_text(week), "from": f"{first}", "to": f"{last}"}


def _week(week: Week | None) -> str | None:
    return None if week is None else week_text(week)
