"""`--chart out.png`: a goal or habit drawn, where the picture may be written, and how it gets there whole."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from secrets import token_hex

from bot.cli.account import explained, place_of_export
from bot.cli.goal_view import GoalView
from bot.cli.invocation import Invocation
from bot.exits import Exit, Refusal
from tracker.goals.pace.gains import Point
from tracker.habits.model import HabitLog
from tracker.habits.watched import Watched

ENDING = ".png"


def place_of_chart(invocation: Invocation, out: Path) -> Path:
    """The file to write, known before anything is read: an older picture makes room, the database never."""
    if out.suffix.lower() != ENDING:
        raise Refusal(
            f"a chart is a PNG picture: name a file that ends in {ENDING}, not {out.name!r}",
            code="not_png",
            exit_code=Exit.USAGE,
        )
    place = place_of_export(invocation, out, force=True)
    if not place.parent.is_dir():
        raise Refusal(f"cannot write {out}: there is no folder {out.parent}", code="cannot_write")
    return place


def drawn(found: GoalView, history: Sequence[Point], *, dark: bool) -> bytes:
    """With its whole history, and not only what a forecast looks at."""
    from bot.charts.goal_chart import chart_of, draw_goal  # noqa: PLC0415 - matplotlib takes a second

    standing = replace(found.standing, points=tuple(history))
    chart = chart_of(standing, f"{found.called.title}, {found.called.name}", zone=found.user.zone)
    return draw_goal(chart, dark=dark)


def drawn_habit(found: Watched, logs: Mapping[date, HabitLog], *, dark: bool) -> bytes:
    from bot.charts.habit_chart import chart_of, draw_habit  # noqa: PLC0415 - matplotlib takes a second

    return draw_habit(chart_of(found, logs), dark=dark)


def write_chart(place: Path, out: Path, picture: bytes) -> None:
    """Beside the place first and then there, so that neither a crash nor a full disk leaves half of it."""
    beside = place.with_name(f".questlog.{token_hex(8)}")
    with explained(out):
        try:
            with beside.open("xb") as file:
                file.write(picture)
            beside.replace(place)
        finally:
            beside.unlink(missing_ok=True)
