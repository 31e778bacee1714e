"""Standings to be drawn: the usual ones, and those that ask something of a picture."""

from datetime import UTC, date, datetime

from bot.charts.standings.values import Placed, StandingsChart
from tracker.challenge.model import Challenge, Counted
from tracker.store.segments import Week

WEEK = Week(2026, 46)
BEGAN = datetime(2026, 1, 1, tzinfo=UTC)


def challenge(
    counted: Counted = Counted.COMMITS, threshold: int = 5, name: str = "Weekly commits"
) -> Challenge:
    return Challenge(
        id="c",
        owner="o",
        name=name,
        counted=counted,
        threshold=threshold,
        starts=date(2026, 1, 1),
        created_at=BEGAN,
    )


def standings(
    *rows: Placed, of: Challenge | None = None, people: int | None = None, week: Week = WEEK
) -> StandingsChart:
    asked = of or challenge()
    return StandingsChart(
        title=asked.name,
        counted=asked.counted,
        threshold=asked.threshold,
        week=week,
        participants=len(rows) if people is None else people,
        successes=sum(row.count >= asked.threshold for row in rows),
        total=sum(row.count for row in rows),
        rows=rows,
    )


ADA, BOB, CID = Placed(1, "Ada", 12, streak=4), Placed(2, "Bob", 5, streak=1), Placed(3, "Cid", 2)
USUAL = standings(ADA, BOB, CID)

_ODD = (
    "$x_1$ **b**",
    "\u05e9\u05dc\u05d5\u05dd \u0645\u0631\u062d\u0628\u0627",
    "\u6f22\u5b57",
    "\N{RUNNER} Runner",
    "\N{RUNNER}",
    "W" * 32,
    "i" * 32,
    "a long name of several words",
    "\x00\x1b[2J",
    "...",
)

CASES = {
    "the usual one": USUAL,
    "ten and more, oneself far down": standings(
        *(
            Placed(number, f"Person {number}", 120 - 11 * number, streak=number - 1)
            for number in range(1, 11)
        ),
        Placed(1234, "Me", 0, is_own=True),
        people=9999,
    ),
    "odd names": standings(*(Placed(number, name, number, 2) for number, name in enumerate(_ODD, 1))),
    "one person who did nothing": standings(Placed(1, "Ada", 0)),
    "nobody": standings(),
    "xp far apart": standings(
        Placed(1, "Ada", 4_600_000_000, streak=1_234),
        Placed(2, "Bob", 1, is_own=True),
        Placed(3, "Cid", 0),
        of=challenge(Counted.XP, 1_000_000),
    ),
    "more than anybody has": standings(ADA, BOB, of=challenge(threshold=1_000_000_000)),
    "exactly enough": standings(Placed(1, "Ada", 5, 1), Placed(2, "Bob", 5, 1)),
    "just below": standings(Placed(1, "Ada", 4), Placed(2, "Bob", 4), Placed(3, "Cid", 1)),
    "one is enough": standings(Placed(1, "Ada", 1, 9), Placed(2, "Bob", 0), of=challenge(threshold=1)),
    "a long title": standings(ADA, of=challenge(name="a long name \N{FIRE} " * 20)),
}
