"""Goals to be shown, in every state that there is; and names by people who mean no good."""

from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any

from hypothesis import strategies as st

from bot.goals.documents import GoalDocument, goal_document
from tracker.accounts.model import User
from tracker.goals.model import Character, Frequency, Goal, GoalStatus, LatestProgress
from tracker.goals.pace.gains import Point
from tracker.goals.pace.recent import RecentGains
from tracker.goals.pace.standing import GoalStanding, LocalNow, standing_of
from tracker.goals.pace.state import GoalState
from tracker.goals.words.request import GoalType
from tracker.readings import Number
from tracker.store.segments import Subject
from tracker.subjects import Outage, OutageKind

NOW = datetime(2027, 1, 20, 18, 0, tzinfo=UTC)
TODAY = NOW.date()
DAY = timedelta(days=1)
OWNER = 80351110224678912


@dataclass(frozen=True, slots=True)
class ShownGoal:
    standing: GoalStanding = field(repr=False)
    character: str
    """Its name, as it was given."""
    user: User

    @property
    def goal(self) -> Goal:
        return self.standing.goal

    @property
    def document(self) -> GoalDocument:
        return goal_document(self.standing, self.character)


def person(**other: Any) -> User:  # noqa: ANN401 - any field
    return User(**{"id": "anna", "discord": str(OWNER), "created_at": NOW - 90 * DAY, **other})


def character(name: str = "Nightowl", **other: Any) -> Character:  # noqa: ANN401 - any field
    fields = {
        "id": name.lower(), "user": "anna", "game": "osrs", "mode": "main", "name": name,
        "subject": Subject("osrs", f"main:{name.lower()}"), "created_at": NOW - 80 * DAY,
    }  # fmt: skip
    return Character.model_validate({**fields, **other})


def woodcutting(**other: Any) -> Goal:  # noqa: ANN401 - any field
    """99 Woodcutting from 9,000,000 xp, begun 30 days ago, due in 40 days."""
    fields: dict[str, object] = {
        "id": "abc234", "user": "anna", "character": "nightowl", "subject": Subject("osrs", "main:nightowl"),
        "target_attribute": "woodcutting", "target_type": GoalType.LEVEL, "target_value": 99,
        "start_value": 9_000_000, "begun": date(2026, 12, 21), "target_date": date(2027, 3, 1),
        "created_at": NOW - 30 * DAY,
    }  # fmt: skip
    return Goal.model_validate({**fields, **other})


def steady(first: Number = 9_000_000, per_day: Number = 60_000, days: int = 30) -> tuple[Point, ...]:
    """As much each day, seen at noon; the last one today."""
    times = [NOW - 6 * timedelta(hours=1) - n * DAY for n in reversed(range(days + 1))]
    return tuple(Point(at, first + n * per_day, at - timedelta(hours=1)) for n, at in enumerate(times))


def shown(
    goal: Goal | None = None,
    points: tuple[Point, ...] | None = None,
    *,
    name: str = "Nightowl",
    user: User | None = None,
    outage: Outage | None = None,
    now: datetime = NOW,
) -> ShownGoal:
    goal, user = goal or woodcutting(), user or person()
    points = steady() if points is None else points
    latest = _latest(points, user, goal.created_at)
    return ShownGoal(standing_of(goal, LocalNow.of(user, now), latest=latest, outage=outage), name, user)


def in_state(state: GoalState, one: ShownGoal) -> ShownGoal:
    return replace(one, standing=replace(one.standing, state=state))


def _latest(points: tuple[Point, ...], user: User, founded: datetime) -> LatestProgress | None:
    if not points:
        return None
    last, gains = points[-1], RecentGains.of(points, user.zone, user.day_start, founded=founded)
    return LatestProgress(
        at=last.at, value=last.value, day=last.at.date(), best=last.value, recent_gains=gains
    )


NASTY = (
    "@everyone", "@here", "<@80351110224678912>", "<@!1>", "<@&99>", "<#123>", "</goal add:1>", "<id:guide>",
    "<t:0:R>", "<:pog:1>", "[free gold](https://evil.example)", "https://evil.example/x",
    "<https://evil.example>", "discord.gg/evil", "**bold**", "__under__", "_it_", "*it*", "~~gone~~",
    "||spoiler||", "`code`", "```\nblock\n```", "# Big", "### Big", "-# small", "> quote", ">>> all",
    "- item", "* item", "1. item", "two\nlines", "two\r\n\r\nlines", "line\u2028sep", "tab\there", "\\",
    "\\\\", "trailing\\", "*", "**", "|", "\u202egnp.exe", "\u200b", "\u2060\ufeff", "\u3164", "\u2800",
    "\x00\x07\x1b[2J", "z" + "\u0353" * 9 + "algo", "\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "\u05d0\u05d1\u05d2", "", " ", "a" * 500, "\\" * 200, "_" * 200, "@everyone" * 40, "\U0001f600" * 300,
    "://" * 99, "%s %d {0} {name}", "\ud800",
)  # fmt: skip

names = (
    st.sampled_from(NASTY) | st.text(max_size=80) | st.lists(st.sampled_from(NASTY), max_size=4).map("".join)
)

_numbers = (
    st.integers(0, 200_000_000)
    | st.integers(-(10**15), 10**20)
    | st.decimals(-(10**9), 10**12, allow_nan=False, allow_infinity=False, places=2)
)


@st.composite
def goals(draw: st.DrawFn) -> Goal:
    """Of any type, on anything, in any status."""
    kind = draw(st.sampled_from(GoalType))
    levels = kind in (GoalType.LEVEL, GoalType.VIRTUAL_LEVEL)
    whole = ["overall"] if kind is not GoalType.VIRTUAL_LEVEL else []
    attribute = draw(st.sampled_from(["woodcutting", "all skills", "zulrah", *whole]) | names.filter(bool))
    game = draw(st.sampled_from(["osrs", "rs3", "http_json", "a game of tomorrow"]))
    status = draw(st.sampled_from(GoalStatus))
    return woodcutting(
        id=draw(st.text("abcdefghjkmnpqrstuvwxyz23456789", min_size=6, max_size=8)),
        character=draw(st.sampled_from(["nightowl", "other", "third@rs3"])),
        subject=Subject(game, "main:x"),
        target_attribute=attribute,
        label=draw(st.none() | names) if kind is GoalType.VALUE else None,
        unit=draw(st.none() | names) if kind is GoalType.VALUE else None,
        target_type=kind,
        target_value=draw(st.integers(2, 120) if levels else _numbers),
        start_value=draw(st.none() | _numbers),
        target_date=draw(st.none() | st.dates(date(2026, 12, 22), date(2127, 1, 1))),
        per_day=draw(st.none() | st.just("350000/7")),
        falling=draw(st.booleans()) or kind is GoalType.RANK,
        frequency=draw(st.sampled_from(Frequency)),
        notification_channel_type=draw(st.none() | names),
        status=status,
        then=draw(st.none() | names),
        reached_at=NOW - DAY if status is GoalStatus.REACHED else None,
    )


@st.composite
def histories(draw: st.DrawFn) -> tuple[Point, ...]:
    """Nothing, one value, or some days of them."""
    if draw(st.booleans()):
        return steady(
            draw(st.integers(0, 13_000_000)), draw(st.integers(0, 200_000)), draw(st.integers(0, 12))
        )
    values = draw(st.lists(_numbers, max_size=4))
    return tuple(
        Point(NOW - n * DAY, _exact(value))
        for n, value in zip(range(len(values), 0, -1), values, strict=True)
    )


def _exact(value: Number) -> Number:
    return int(value) if isinstance(value, Decimal) and value == value.to_integral_value() else value


users = st.builds(
    person,
    timezone=st.sampled_from(["UTC", "Europe/Berlin", "Pacific/Apia", "America/Sao_Paulo", "Asia/Kathmandu"]),
)
outages = st.none() | st.just(Outage(kind=OutageKind.DOWN, since=NOW - 2 * DAY))


@st.composite
def shown_goals(draw: st.DrawFn) -> ShownGoal:
    one = shown(draw(goals()), draw(histories()), name=draw(names), user=draw(users), outage=draw(outages))
    return in_state(draw(st.sampled_from(GoalState)), one) if draw(st.booleans()) else one
