"""The chart of a goal: what is to be seen, in words too, and that it can be read whatever the numbers are."""

import struct
import zlib
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from itertools import combinations
from zoneinfo import ZoneInfo

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.text import Text

from bot.charts.format import CARD, PAGE, Format
from bot.charts.goal.chart import GoalChart, chart_of, describe, draw_goal, figure_of
from bot.charts.goal.scene import GoalChartScene, scene_of
from bot.charts.numbers import axis_words
from bot.charts.scales import TimeScale, number_marks
from bot.charts.theme import DARK, LIGHT, Palette
from tracker.accounts.model import User
from tracker.goals.games.game import game_of
from tracker.goals.model import Goal, GoalStatus, LatestProgress
from tracker.goals.pace.forecast import Eta
from tracker.goals.pace.gains import Point
from tracker.goals.pace.recent import RecentGains
from tracker.goals.pace.standing import GoalStanding, LocalNow, standing_of
from tracker.goals.words.request import GoalType
from tracker.store.segments import Subject
from tracker.tones import Tone

BERLIN, GREENWICH = ZoneInfo("Europe/Berlin"), ZoneInfo("UTC")
NOW = datetime(2027, 1, 20, 14, tzinfo=UTC)
DAY = timedelta(days=1)


def points(first: float, last: float, days: int = 30, count: int = 30) -> tuple[Point, ...]:
    step = (Decimal(last) - Decimal(first)) / max(count - 1, 1)
    times = [NOW - timedelta(days=days) * (count - n) / count for n in range(count)]
    return tuple(Point(at, round(first + n * step), at - timedelta(minutes=30)) for n, at in enumerate(times))


WOODCUTTING = GoalChart(
    title="99 Woodcutting \N{MIDDLE DOT} Nightowl",
    subtitle="46.7 % \N{MIDDLE DOT} on track",
    unit="xp",
    points=points(9_000_000, 10_880_000),
    start=9_000_000,
    target=13_034_431,
    begun=date(2026, 12, 21),
    today=date(2027, 1, 20),
    now=NOW,
    zone=BERLIN,
    due=date(2027, 3, 1),
    required_per_day=53_136.4,
    band=Eta(date(2027, 2, 14), date(2027, 2, 22), date(2027, 3, 5)),
    levels=((95, 8_771_558), (96, 9_684_577), (97, 10_692_629), (98, 11_805_606), (99, 13_034_431)),
)
_PLAIN = replace(WOODCUTTING, levels=(), due=None, required_per_day=None, band=None)

CASES = {
    "usual": WOODCUTTING,
    "no points": replace(_PLAIN, points=(), start=None, due=date(2027, 3, 1)),
    "no points, no date": replace(_PLAIN, points=(), start=None),
    "one point": replace(
        WOODCUTTING, points=points(9_000_000, 9_000_000, 1, 1), begun=date(2027, 1, 20), band=None
    ),
    "start unknown": replace(WOODCUTTING, start=None),
    "reached": replace(_PLAIN, points=points(9_000_000, 13_034_500), reached=NOW - DAY, due=date(2027, 3, 1)),
    "reached at once": replace(_PLAIN, points=points(13_034_431, 13_034_431, 0, 1), reached=NOW),
    "rank": replace(
        WOODCUTTING,
        unit="rank",
        points=points(4000, 2400),
        start=4000,
        target=1000,
        levels=(),
        best_is_low=True,
    ),
    "falling": replace(WOODCUTTING, unit="kg", points=points(82, 76), start=82, target=70, levels=()),
    "due in the past": replace(WOODCUTTING, due=date(2027, 1, 10), required_per_day=None),
    "due today": replace(WOODCUTTING, due=date(2027, 1, 20)),
    "huge": replace(
        WOODCUTTING,
        points=points(4_100_000_000, 4_361_000_000),
        start=4_100_000_000,
        target=4_600_000_000,
        levels=(),
    ),
    "enormous": replace(WOODCUTTING, points=points(1, 10**30), start=1, target=10**33, levels=()),
    "tiny": replace(
        _PLAIN, points=(Point(NOW, Decimal("0.25")),), start=Decimal("0.25"), target=Decimal("0.3")
    ),
    "negative": replace(_PLAIN, points=points(-900, -100), start=-900, target=0),
    "nearly there": replace(WOODCUTTING, points=points(13_033_000, 13_034_430), start=13_033_000, levels=()),
    "fell below its start": replace(WOODCUTTING, points=points(9_000_000, 8_000_000)),
    "late": replace(WOODCUTTING, band=Eta(date(2027, 9, 1), date(2028, 2, 1), None)),
    "never": replace(WOODCUTTING, band=Eta(None, None, None)),
    "never, no date": replace(_PLAIN, band=Eta(None, None, None)),
    "tomorrow": replace(WOODCUTTING, band=Eta(date(2027, 1, 20), date(2027, 1, 21), date(2027, 1, 22))),
    "a year before it was set": replace(
        WOODCUTTING, points=points(1_000_000, 8_200_000, 365), start=8_200_000, begun=date(2027, 1, 20)
    ),
    "ten years": replace(WOODCUTTING, points=points(0, 8_200_000, 3650, 500)),
    "due in twenty years": replace(WOODCUTTING, due=date(2047, 3, 1)),
    "odd letters": replace(WOODCUTTING, title="$x_1$ \u6f22\u5b57 \N{PARTY POPPER} \x07", unit="$m^2$"),
    "long words": replace(WOODCUTTING, title="a long name " * 20, subtitle="and more of it " * 30),
}


@pytest.fixture(params=CASES)
def chart(request: pytest.FixtureRequest) -> GoalChart:
    return CASES[request.param]


def chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The parts of a PNG, with their checksums compared."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    at = 8
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at : at + 8])
        body = png[at + 8 : at + 8 + length]
        assert struct.unpack(">I", png[at + 8 + length : at + 12 + length])[0] == zlib.crc32(kind + body)
        yield kind, body
        at += 12 + length


def inside(figure: Figure) -> list[Text]:
    """The labels in the chart."""
    return [text for text in figure.axes[0].texts if text.get_text()]


def words(figure: Figure) -> list[str]:
    return [text.get_text() for text in inside(figure)]


# The picture.


SIZES = {PAGE: (1000, 600), CARD: (1050, 585)}


@pytest.mark.parametrize("shape", SIZES)
def test_it_is_a_whole_png_of_that_size_that_carries_its_description(chart: GoalChart, shape: Format) -> None:
    parts = list(chunks(draw_goal(chart, shape)))

    assert parts[0][0] == b"IHDR"
    assert struct.unpack(">II", parts[0][1][:8]) == SIZES[shape]
    assert parts[-1] == (b"IEND", b"")
    encodings = {b"tEXt": "latin-1", b"iTXt": "utf-8"}
    texts = [body.decode(encodings[kind]) for kind, body in parts if kind in encodings]
    assert any(text.startswith("Description\0") and text.endswith(describe(chart)) for text in texts)
    assert "Software\0Questlog" in texts


@pytest.mark.parametrize("dark", [False, True])
def test_the_same_chart_is_the_same_bytes_whatever_was_drawn_before(*, dark: bool) -> None:
    first = draw_goal(WOODCUTTING, dark=dark)
    draw_goal(CASES["rank"], dark=not dark)

    assert draw_goal(WOODCUTTING, dark=dark) == first


@pytest.mark.parametrize("shape", SIZES)
def test_no_two_words_lie_on_top_of_each_other_and_none_leaves_the_picture(
    chart: GoalChart, shape: Format
) -> None:
    figure = figure_of(chart, shape)
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    axes = figure.axes[0]
    right = [label for other in axes.child_axes for label in other.get_yticklabels()]
    names = [axes.xaxis.label, axes.yaxis.label, *(other.yaxis.label for other in axes.child_axes)]
    texts = [*figure.texts, *inside(figure), *axes.get_xticklabels(), *axes.get_yticklabels(), *right, *names]
    boxes = [(text, text.get_window_extent()) for text in texts if text.get_text()]

    width, height = SIZES[shape]
    for text, box in boxes:
        assert 0 <= box.x0 <= box.x1 <= width, text
        assert 0 <= box.y0 <= box.y1 <= height, text
    for (one, a), (other, b) in combinations(boxes, 2):
        assert not a.padded(-0.5).overlaps(b.padded(-0.5)), (one, other)


@pytest.mark.parametrize(("theme", "dark"), [(LIGHT, False), (DARK, True)])
def test_it_brings_its_own_background_and_everything_stands_out_from_it(
    theme: Palette, *, dark: bool
) -> None:
    figure = figure_of(WOODCUTTING, dark=dark)

    assert figure.get_facecolor()[:3] == to_rgb(theme.background)
    lines = (theme.text, theme.muted, theme.history, theme.target, theme.pace, *theme.forecast.values())
    assert len(set(lines)) == len(lines) - 1  # what is muted and the pace are one
    for color in lines:
        assert contrast(color, theme.background) >= 4.5  # WCAG AA for text


def contrast(one: str, other: str) -> float:
    def luminance(color: str) -> float:
        parts = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in to_rgb(color)]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_each_kind_of_line_has_a_dash_of_its_own() -> None:
    lines = [line for line in figure_of(WOODCUTTING).axes[0].lines if line.get_linestyle() != "None"]
    dashes = {
        str(line.get_linestyle()) + str(line._dash_pattern) for line in lines if len(line.get_xdata()) > 1
    }

    assert len(dashes) == 4  # history and target are drawn through; pace, forecast and due date are not


@pytest.mark.parametrize(
    ("state", "outlook"),
    [("behind", Tone.BAD), ("at risk", Tone.WARNING), ("on track", Tone.GOOD)],
)
def test_a_forecast_that_is_too_late_does_not_look_like_one_in_time(state: str, outlook: Tone) -> None:
    chart = replace(WOODCUTTING, subtitle=state, outlook=outlook)
    axes = figure_of(chart).axes[0]
    [label] = [text for text in axes.texts if text.get_text().startswith("at your pace")]

    assert label.get_color() == LIGHT.forecast[outlook]
    assert LIGHT.forecast[outlook] in {line.get_color() for line in axes.lines}
    assert len({LIGHT.forecast[one] for one in (Tone.GOOD, Tone.WARNING, Tone.BAD)}) == 3


def test_the_digits_of_a_target_are_all_drawn() -> None:
    chart = replace(_PLAIN, unit="$", points=points(1000, 1200), target=Decimal("1234.2"), start=1000)

    assert "target 1,234.2 $" in words(figure_of(chart))
    assert axis_words([1225, 1250, 1275], 25) == ["1,225", "1,250", "1,275"]  # and not 1.22k
    assert axis_words([1200, 1250, 1300], 50) == ["1.2k", "1.25k", "1.3k"]
    assert axis_words([1232.5, 1235, 1237.5], 2.5) == ["1,232.5", "1,235.0", "1,237.5"]


def test_a_thousand_points_are_drawn_as_well_as_ten() -> None:
    many = replace(WOODCUTTING, points=points(9_000_000, 10_880_000, 365, 1000))

    line = next(line for line in figure_of(many).axes[0].lines if len(line.get_xdata()) > 1000)
    assert line.get_ydata()[-1] == 10_880_000


# What is on it.


def test_history_target_pace_forecast_and_due_date_are_named_where_they_are() -> None:
    assert words(figure_of(WOODCUTTING)) == [
        "at your pace: 22 February (14 February \N{EN DASH} 5 March)",
        "target 13,034,431 xp",
        "10,880,000 now",
        "due 1 March",
        "needed: 53,136 a day",
        "start 9m",
    ]


@pytest.mark.parametrize("name", ["usual", "late", "never", "rank", "falling", "huge", "due in twenty years"])
def test_the_pace_that_it_takes_always_finds_room(name: str) -> None:
    assert any(text.startswith("needed: ") for text in words(figure_of(CASES[name])))


def test_in_a_card_that_has_its_title_already_there_is_no_second_one() -> None:
    assert figure_of(WOODCUTTING, CARD).texts == []
    assert words(figure_of(WOODCUTTING, CARD)) == words(figure_of(WOODCUTTING))


def test_title_and_subtitle_stand_above() -> None:
    assert [text.get_text() for text in figure_of(WOODCUTTING).texts] == [
        "99 Woodcutting \N{MIDDLE DOT} Nightowl",
        "46.7 % \N{MIDDLE DOT} on track",
    ]


def test_the_axes_are_named_and_numbered_for_people() -> None:
    axes = figure_of(WOODCUTTING).axes[0]

    assert axes.get_ylabel() == "xp"
    assert axes.get_xlabel() == "date (Europe/Berlin)"
    assert [label.get_text() for label in axes.get_yticklabels()] == ["9m", "10m", "11m", "12m", "13m"]
    assert [label.get_text() for label in axes.get_xticklabels()] == [
        "21 Dec\n2026", "4 Jan\n2027", "18 Jan", "1 Feb", "15 Feb", "1 Mar",
    ]  # fmt: skip


def test_a_level_goal_shows_levels_on_the_right() -> None:
    [right] = figure_of(WOODCUTTING).axes[0].child_axes

    assert [label.get_text() for label in right.get_yticklabels()] == ["99", "98", "97", "96", "95"]
    assert right.get_ylabel() == "level"


def test_the_whole_way_is_in_sight() -> None:
    axes = figure_of(WOODCUTTING).axes[0]
    left, right = axes.get_xlim()
    low, high = axes.get_ylim()

    assert left == 0
    assert (right - 1) * DAY < datetime(2027, 3, 8, tzinfo=BERLIN) - datetime(2026, 12, 21, tzinfo=BERLIN)
    assert low < 9_000_000
    assert high > 13_034_431


def test_a_value_stands_until_the_last_look_that_found_it() -> None:
    noon, evening = NOW - 2 * DAY, NOW - DAY
    two = replace(
        _PLAIN, points=(Point(noon, 9_000_000), Point(evening, 10_000_000, since=evening - DAY / 24))
    )

    line = figure_of(two).axes[0].lines[1]
    assert list(line.get_ydata()) == [9_000_000, 9_000_000, 10_000_000, 10_000_000]
    assert line.get_xdata()[2] - line.get_xdata()[1] == pytest.approx(1 / 24)


def test_a_rank_has_the_first_on_top_and_goes_up() -> None:
    bottom, top = figure_of(CASES["rank"]).axes[0].get_ylim()

    assert bottom > 4000
    assert top < 1000
    assert "target rank 1,000" in words(figure_of(CASES["rank"]))


def test_a_number_that_is_to_fall_falls() -> None:
    bottom, top = figure_of(CASES["falling"]).axes[0].get_ylim()

    assert bottom < 70
    assert top > 82


def test_a_forecast_beyond_the_chart_is_an_arrow_at_its_edge() -> None:
    axes = figure_of(CASES["late"]).axes[0]

    [arrow] = [line for line in axes.lines if line.get_marker() == ">"]
    assert arrow.get_xdata()[0] == axes.get_xlim()[1]
    assert 10_880_000 < arrow.get_ydata()[0] < 13_034_431
    assert "at your pace: 1 February 2028 (1 September \N{EN DASH} more than 5 years)" in words(axes.figure)


def test_a_forecast_without_an_end_says_so() -> None:
    assert "at your pace: not within 5 years" in words(figure_of(CASES["never"]))


def test_what_is_reached_has_a_star_and_nothing_ahead() -> None:
    figure = figure_of(CASES["reached"])

    assert [line.get_marker() for line in figure.axes[0].lines if line.get_marker() in "*>D"] == ["*"]
    assert "reached 19 January" in words(figure)
    assert not [text for text in words(figure) if text.startswith(("needed", "at your pace"))]


def test_a_date_that_is_over_was_due() -> None:
    assert "was due 10 January" in words(figure_of(CASES["due in the past"]))


def test_without_any_number_it_says_why_it_is_empty() -> None:
    assert any(text.startswith("No numbers yet") for text in words(figure_of(CASES["no points"])))


def test_a_name_may_hold_anything() -> None:
    title = figure_of(CASES["odd letters"]).texts[0].get_text()

    assert title == "$x_1$ \u6f22\u5b57 \N{PARTY POPPER} \N{WHITE SQUARE}"


# The same in words.


def test_it_is_described_in_words() -> None:
    assert describe(WOODCUTTING) == (
        "99 Woodcutting \N{MIDDLE DOT} Nightowl: 46.7 % \N{MIDDLE DOT} on track. "
        "From 9,000,000 on 21 December 2026 to 10,880,000 now; the target is 13,034,431 xp. "
        "Due 1 March. Needed: 53,136 a day. "
        "At your pace: 22 February (14 February \N{EN DASH} 5 March)."
    )


def test_what_is_reached_or_empty_is_described_as_such() -> None:
    assert "Reached on 19 January." in describe(CASES["reached"])
    assert "There are no numbers yet." in describe(CASES["no points"])


# From a goal.


def goal(**others: object) -> Goal:
    fields: dict[str, object] = {
        "id": "abc234", "user": "u", "character": "c", "subject": Subject("osrs", "main:nightowl"),
        "target_attribute": "woodcutting", "target_type": GoalType.LEVEL, "target_value": 99,
        "start_value": 9_000_000, "begun": date(2026, 12, 21), "target_date": date(2027, 3, 1),
        "created_at": NOW - 30 * DAY,
    }  # fmt: skip
    return Goal.model_validate({**fields, **others})


def standing(of: Goal, seen: tuple[Point, ...]) -> GoalStanding:
    user = User(id="u", created_at=NOW - 90 * DAY, timezone="Europe/Berlin")
    last = seen[-1] if seen else None
    gains = RecentGains.of(seen, user.zone, founded=of.created_at) if seen else None
    latest = last and LatestProgress(
        at=last.at, value=last.value, day=date(2027, 1, 20), best=last.value, recent_gains=gains
    )
    return standing_of(of, LocalNow.of(user, NOW), latest=latest)


def charted(
    of: Goal, seen: tuple[Point, ...], title: str = "99 Woodcutting", zone: ZoneInfo = GREENWICH
) -> GoalChart:
    return chart_of(standing(of, seen), seen, title, zone=zone)


def test_a_standing_becomes_a_chart() -> None:
    seen = points(9_000_000, 10_880_000)
    made = charted(goal(), seen, zone=BERLIN)

    assert made.subtitle == "46.5 % \N{MIDDLE DOT} on track"
    assert (made.unit, made.start, made.target) == ("xp", 9_000_000, 13_034_431)
    assert (made.due, made.today, made.points) == (date(2027, 3, 1), date(2027, 1, 20), seen)
    assert made.band is not None
    assert made.band.middle is not None
    assert made.levels[0] == (95, game_of("osrs").skills["woodcutting"].curve.xp(95))
    assert made.levels[-1] == (99, 13_034_431)


def test_a_goal_that_is_reached_has_no_forecast_on_its_chart() -> None:
    reached = goal(status=GoalStatus.REACHED, reached_at=NOW - DAY)
    made = charted(reached, points(9_000_000, 13_034_431))

    assert (made.band, made.required_per_day, made.reached) == (None, None, NOW - DAY)
    assert made.subtitle == "100 % \N{MIDDLE DOT} reached"


def test_a_rank_is_called_a_rank() -> None:
    rank = goal(
        target_attribute="slayer",
        target_type=GoalType.RANK,
        target_value=1000,
        start_value=4000,
        falling=True,
    )
    made = charted(rank, points(4000, 2400), "rank 1,000 Slayer")

    assert (made.unit, made.best_is_low, made.levels) == ("rank", True, ())


def test_a_goal_without_a_number_yet_has_a_chart() -> None:
    made = charted(goal(start_value=None), ())

    assert made.subtitle == "no numbers yet"
    assert draw_goal(made)


# The marks at the axes.


@given(
    start=st.datetimes(datetime(2000, 1, 1), datetime(2090, 1, 1), timezones=st.just(UTC)),  # noqa: DTZ001 - hypothesis adds it
    days=st.floats(7, 40_000),
    zone=st.sampled_from(["UTC", "Europe/Berlin", "America/Sao_Paulo", "Pacific/Apia", "Asia/Kathmandu"]),
)
def test_dates_are_marked_at_the_persons_own_midnight_and_are_few(
    start: datetime, days: float, zone: str
) -> None:
    scale = TimeScale(start, start + timedelta(days=days), ZoneInfo(zone))
    places = [place for place, _ in scale.marks()]

    assert 1 <= len(places) <= 9
    assert places == sorted(set(places))
    assert all(0 <= place <= scale.length for place in places)
    for place in places:
        wall = (start + place * DAY).astimezone(ZoneInfo(zone)) + timedelta(milliseconds=1)
        assert wall.hour in (0, 1)  # one o'clock where the clocks are put forward at midnight


@given(low=st.floats(-1e9, 1e12), span=st.floats(1e-2, 1e12))
def test_numbers_are_marked_at_round_ones_and_no_two_look_alike(low: float, span: float) -> None:
    marks = number_marks(low, low + span)
    places, labels = zip(*marks, strict=True)

    assert 2 <= len(marks) <= 9
    assert all(low - span / 1e6 <= place <= low + span * 1.000001 for place in places)
    assert len(set(labels)) == len(labels)


# Where a goal begins.


def start_of(chart: GoalChart) -> datetime:
    scene = scene_of(chart)
    assert scene.start is not None
    assert on_line(scene)
    return scene.time.start + scene.start.x * DAY


def on_line(scene: GoalChartScene) -> bool:
    """Whether the start is on the line of the history."""
    assert scene.start is not None
    x, y = zip(*scene.way, strict=True)
    return bool(np.isclose(np.interp(scene.start.x, x, y), scene.start.y))


SET = NOW - 10 * DAY
STOOD = Point(NOW - 40 * DAY, 9_000_000)
"""The last change before the goal was set."""


@pytest.mark.parametrize("since", [NOW - 8 * DAY, NOW - 12 * DAY, None])
def test_a_goal_begins_when_it_was_set_though_its_number_stood_there_before(since: datetime | None) -> None:
    gained = Point(NOW - 7 * DAY, 10_000_000, since)
    of = goal(created_at=SET, begun=SET.date())

    made = charted(of, (STOOD, gained), zone=BERLIN)

    assert made.founded == SET
    assert abs(start_of(made) - SET) < timedelta(seconds=1)


def test_a_number_that_appeared_later_begins_there() -> None:
    first, gained = Point(NOW - 6 * DAY, 9_000_000), Point(NOW - 2 * DAY, 9_500_000, NOW - 3 * DAY)
    of = goal(created_at=SET, begun=SET.date())

    made = charted(of, (first, gained), zone=BERLIN)

    assert abs(start_of(made) - first.at) < timedelta(seconds=1)


def test_a_number_that_was_turned_around_begins_on_that_day() -> None:
    turned = NOW - 5 * DAY
    of = goal(created_at=NOW - 30 * DAY, begun=turned.date(), start_value=9_500_000)
    seen = (STOOD, Point(NOW - 20 * DAY, 9_500_000, NOW - 20 * DAY), Point(NOW - DAY, 9_600_000, NOW - DAY))

    made = charted(of, seen, zone=BERLIN)

    assert made.founded is None
    assert start_of(made) == datetime(2027, 1, 15, tzinfo=BERLIN)


def test_what_only_appeared_is_no_step_of_the_line() -> None:
    seen = (
        Point(NOW - 20 * DAY, 1_000),
        Point(NOW - 10 * DAY, 51_000, NOW - 11 * DAY, appeared=50_000),
        Point(NOW - 5 * DAY, 51_500, NOW - 6 * DAY, appeared=50_000),
    )
    of = goal(target_attribute="all skills", start_value=51_000, created_at=NOW - 20 * DAY)

    made = charted(of, seen, "base 99", BERLIN)

    assert [point.value for point in made.points] == [51_000, 51_000, 51_500]
    assert abs(start_of(replace(made, begun=date(2026, 12, 31))) - (NOW - 20 * DAY)) < timedelta(seconds=1)
    assert "From 51,000 on 31 December 2026 to 51,500 now" in describe(made)
