"""Challenges as people see them: a table, how somebody stands, a week's standings with bars, all weeks."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime

from rich.table import Table
from rich.text import Text

from bot.cli.challenge_view import Stand, percent
from bot.cli.challenge_weeks import Board
from bot.cli.screen import plain
from tracker.challenge.model import Challenge, WeekRecord
from tracker.challenge.wording import (
    aim_text,
    is_over,
    place_text,
    span_text,
    streak_text,
    week_count,
    weeks_text,
)
from tracker.days import local_day
from tracker.ranking import Rank
from tracker.store.segments import Week
from tracker.weeks import days_of, week_text
from tracker.words import bar

_NOTHING = "\N{EN DASH}"
_GOOD = ("\N{CHECK MARK} good", "green")
_MISSED = ("\N{BALLOT X} missed", "red")
_OPEN = ("\N{WHITE CIRCLE} open", "yellow")
_BAR = 12


def challenge_table(rows: Iterable[tuple[Challenge, bool, int, date]]) -> Table:
    """One challenge in two lines; fits 80 columns. The rows say whether one is in it, and how many are."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("challenge", min_width=14)
    table.add_column("when")
    table.add_column("people", justify="right")
    table.add_column("you", no_wrap=True)
    for challenge, joined, people, today in rows:
        name = Text.assemble(plain(challenge.name), (f"\n{aim_text(challenge)}", "dim"))
        when = Text.assemble(span_text(challenge, today), (f"\n{challenge.timezone}", "dim"))
        you = Text("\N{CHECK MARK} in it", "green") if joined else Text(_NOTHING, "dim")
        table.add_row(name, when, f"{people:,}", you)
    return table


def stand_parts(stand: Stand, now: datetime) -> Iterator[Text | Table]:
    """Everything about one person in one challenge."""
    challenge = stand.status.challenge
    today = local_day(now, challenge.zone)
    yield Text.assemble(
        (plain(challenge.name), "bold"), f"  {aim_text(challenge)}, {span_text(challenge, today)}"
    )
    table = _facts()
    for label, words in _facts_of(stand, today):
        table.add_row(label, words)
    yield table


def _facts_of(stand: Stand, today: date) -> Iterator[tuple[str, Text]]:
    status, found = stand.status, stand.status.standing
    if not is_over(status.challenge, today):
        yield "this week", _this_week(stand, today)
    if status.rank is not None:
        yield "place", Text(place_text(status.rank.number, stand.summary.participants))
    streak = streak_text(found.current) or "none now"
    longest = f"; the longest was {weeks_text(found.longest)}" if found.longest > found.current else ""
    yield "streak", Text(streak + longest)
    if found.total_weeks:
        share = f"{percent(found.rate):g}%"
        total = f"{status.challenge.amount(found.total)} in all, {found.average:,.1f} a week"
        yield "weeks", Text(f"{found.success_weeks:,} of {found.total_weeks:,} good ({share}); {total}")
    yield "you are", Text(f"{plain(status.who.name)}, since {week_text(status.who.since)}")
    if status.week is not None and status.week.private:
        hidden = f"{status.week.private:,} lately that only GitHub sees; private work does not count"
        yield "private", Text(hidden, "dim")


def _this_week(stand: Stand, today: date) -> Text:
    challenge, record = stand.status.challenge, stand.status.week
    if challenge.starts > today:
        return Text(f"it begins on {challenge.starts}", "dim")
    words = week_count(challenge, record)
    if record is None:
        return Text(words, "dim")
    if record.success:
        return Text(f"\N{CHECK MARK} {words}: a good week", "green")
    last = days_of(record.week).last
    left = (min(last, challenge.ends or last) - today).days + 1
    return Text(f"\N{WHITE CIRCLE} {words}; {'the last day' if left == 1 else f'{left} days left'}", "yellow")


def board_parts(board: Board) -> Iterator[Text | Table]:
    """A row for each: rank, name, a bar, how much, and the streak where it is of today."""
    challenge, summary = board.challenge, board.summary
    yield Text(f"{plain(challenge.name)}, {_week(summary.week)}", "bold")
    if not board.top:
        yield Text("Nobody has been counted in this week yet.")
        return
    yield Text(
        f"{summary.successes:,} of {summary.participants:,} had a good week ({aim_text(challenge)}), "
        f"{challenge.amount(summary.total)} in all"
    )
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    for justify in ("right", "left", "left", "right", "left", "left"):
        table.add_column(justify=justify)
    most = max(one.points for one in board.shown)
    for one in board.shown:
        table.add_row(*_place(board, one, most))
    yield table
    if board.is_now and board.longest:
        named = ", ".join(f"{plain(one.name)} {weeks_text(one.points)}" for one in board.longest)
        yield Text(f"Longest streaks now: {named}", "dim")


def _place(board: Board, rank: Rank, most: int) -> Iterator[Text]:
    style = "bold" if board.is_own(rank) else ""
    good = rank.points >= board.challenge.threshold
    streak = board.streaks.get(rank.user, 0) if board.is_now else 0
    yield Text(f"{rank.number:,}", style)
    yield Text(f"{plain(rank.name)}{' (you)' if board.is_own(rank) else ''}", style)
    yield Text(bar(100 * rank.points / most if most else 0, _BAR), "green" if good else "")
    yield Text(board.challenge.amount(rank.points), style)
    yield Text("\N{CHECK MARK}" if good else "", "green")
    yield Text(streak_text(streak), "dim")


def history_parts(challenge: Challenge, weeks: Sequence[WeekRecord]) -> Iterator[Text | Table]:
    yield Text.assemble((plain(challenge.name), "bold"), f"  {aim_text(challenge)}")
    if not weeks:
        return
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for title in ("week", "days", "", ""):
        table.add_column(title, no_wrap=True)
    table.add_column()
    most = max(one.count for one in weeks)
    for one in weeks:
        table.add_row(*_row(challenge, one, most))
    yield table
    if any(one.private for one in weeks):
        yield Text(
            "Of private work GitHub tells only how much there was about then; it does not count.", "dim"
        )


def _row(challenge: Challenge, record: WeekRecord, most: int) -> Iterator[Text]:
    yield Text(week_text(record.week))
    yield Text(f"{_short(record.period_start)} to {_short(record.period_end)}", "dim")
    yield Text(*(_GOOD if record.success else _MISSED if record.settled else _OPEN))
    yield Text(bar(100 * record.count / most if most else 0, _BAR))
    late = f"{record.late:,} more came too late" if record.late else None
    private = _private(record.private) if record.private else None
    notes = ", ".join(filter(None, [late, private]))
    yield Text.assemble(week_count(challenge, record), (f"\n{notes}" if notes else "", "dim"))


def _private(number: int) -> str:
    return f"{number:,} private"


def _week(week: Week) -> str:
    first, last = days_of(week)
    return f"{week_text(week)}: {_short(first)} to {_short(last)}"


def _short(day: date) -> str:
    return f"{day.day} {day:%b}"


def _facts() -> Table:
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(style="dim", no_wrap=True)
    table.add_column()
    return table
