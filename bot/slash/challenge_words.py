"""Challenges on Discord in words: names that can do nothing, and the lines of cards."""

from collections.abc import Iterator
from datetime import date

from bot.charts.standings_values import Placed, StandingsChart
from bot.names import NAME
from bot.slash.habit_looks import FIRE
from bot.slash.texts import code, dotted, figure, moment, on_day, percent, safe, small
from tracker.challenge.model import Challenge, Counted, WeekRecord, WhoMayJoin
from tracker.challenge.service import Status
from tracker.challenge.statistics import Standing
from tracker.challenge.wording import aim_text, is_over, place_text, streak_text, week_count, weeks_text
from tracker.weeks import days_of
from tracker.words import bar

COUNTED = {
    Counted.COMMITS: "commits on GitHub",
    Counted.XP: "xp that a character gains, in all skills",
    Counted.HABITS: "days on which habits are done",
}
WHO = {
    WhoMayJoin.SERVER: "everybody on the server",
    WhoMayJoin.ANYBODY: "whoever knows its id",
}
PRIVATE = "Work in private repositories does not count: GitHub does not say what it is."

_MEDALS = {
    1: "\N{FIRST PLACE MEDAL}",
    2: "\N{SECOND PLACE MEDAL}",
    3: "\N{THIRD PLACE MEDAL}",
}
_GOOD, _MISSED, _OPEN = "\N{WHITE HEAVY CHECK MARK}", "\N{CROSS MARK}", "\N{HOURGLASS WITH FLOWING SAND}"
_BAR = 14


def name_of(challenge: Challenge) -> str:
    return safe(challenge.name)


def asked(challenge: Challenge, today: date) -> Iterator[str]:
    """What a challenge asks for, one fact to a line."""
    yield f"**Counts** {COUNTED[challenge.counted]}"
    yield f"**A good week** {aim_text(challenge).removesuffix(' a week')}, from Monday to Sunday"
    yield f"**Clocks** {code(challenge.timezone)}"
    yield f"**When** {_span(challenge, today)}"
    who = f"**Who may join** {WHO[challenge.who]}"
    yield f"{who}: {code(challenge.id)}" if challenge.who is WhoMayJoin.ANYBODY else who
    if challenge.counted is Counted.COMMITS:
        yield small(PRIVATE)


def _span(challenge: Challenge, today: date) -> str:
    starts, ends = on_day(challenge.starts, challenge.zone), challenge.ends
    last = on_day(ends, challenge.zone) if ends else None
    if is_over(challenge, today):
        return f"over since {last}" if last else "over"
    if challenge.starts > today:
        return f"from {starts} to {last}" if last else f"from {starts} on"
    return f"since {starts}, until {last}" if last else f"since {starts}"


def short_line(status: Status, today: date) -> str:
    """For a list: `**Weekly commits** · 3 of 5 commits this week · 🔥 4 weeks in a row`."""
    challenge = status.challenge
    over = is_over(challenge, today)
    week = "over" if over else f"{week_count(challenge, status.week)} this week"
    return dotted([f"**{name_of(challenge)}**", week, flame(status.standing.current)])


def this_week(status: Status) -> str:
    challenge, record = status.challenge, status.week
    if record is None:
        return f"{_OPEN} Not counted yet; that comes by itself."
    percent_done = min(100 * record.count / challenge.threshold, 100)
    mark = _GOOD if record.success else _OPEN
    return f"{mark} {bar(percent_done, _BAR)} **{week_count(challenge, record)}**"


def facts(status: Status, people: int) -> Iterator[str]:
    """How a person stands, one fact to a line."""
    found = status.standing
    if status.rank is not None:
        yield f"**Place** {place_text(status.rank.number, people)}"
    yield f"**Streak** {dotted([flame(found.current) or 'none now', _longest(found)])}"
    if found.total_weeks:
        share = percent(round(100 * found.rate))
        good = f"{found.success_weeks:,} of {weeks_text(found.total_weeks)}, {share}"
        yield f"**Good weeks** {good}"
        yield f"**In all** {status.challenge.amount(found.total)}, {figure(round(found.average, 1))} a week"
    yield f"**You are** {safe(status.who.name, NAME)} there"


def notes(status: Status) -> Iterator[str]:
    """In small print: what is not counted, and when the count changed last."""
    if (record := status.week) is None:
        return
    if record.private:
        hidden = "1 contribution" if record.private == 1 else f"{record.private:,} contributions"
        yield small(f"GitHub hides {hidden} of the last weeks: they are there, and do not count.")
    yield small(f"last changed {moment(record.last_updated, 'R')}")


def flame(weeks: int) -> str | None:
    return f"{FIRE} {streak_text(weeks)}" if weeks else None


def _longest(found: Standing) -> str | None:
    if found.longest > found.current:
        return f"longest {weeks_text(found.longest)}"
    return "the longest so far" if found.current > 1 else None


def row_line(chart: StandingsChart, row: Placed) -> str:
    """`🥇 **Ada** (you) · 12 commits · 🔥 4`."""
    place = _MEDALS.get(row.number, f"{row.number:,}\\.")
    name = safe(row.name, NAME)
    shown = f"**{name}** (you)" if row.is_own else name
    streak = f"{FIRE} {row.streak:,}" if row.streak else None
    return dotted([f"{place} {shown}", chart.challenge.amount(row.count), streak])


def week_line(challenge: Challenge, record: WeekRecord) -> str:
    """`✅ **Week 46** 9 November 2026 · 12 commits · 2 more were found too late`."""
    mark = _GOOD if record.success else _MISSED if record.settled else _OPEN
    monday = days_of(record.week).first
    late = f"{record.late:,} more came too late to count" if record.late else None
    still = None if record.settled else "still open"
    named = f"{mark} **Week {record.week.week}** from {on_day(monday, challenge.zone)}"
    return dotted([named, week_count(challenge, record), late, still])
