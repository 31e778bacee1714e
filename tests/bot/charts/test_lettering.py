"""Letters that the own font lacks: drawn with the fonts that are shipped, whatever the machine has."""

import hashlib
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from fnmatch import fnmatch
from pathlib import Path

import numpy as np
import pytest
from matplotlib import font_manager
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from bot.charts import balance_chart, recap_chart, typefaces
from bot.charts.balance_chart import BalanceChart
from bot.charts.goal.chart import draw_goal
from bot.charts.habit.chart import draw_habit
from bot.charts.insights_chart import DaysPanel, PairPanel, WeekdaysPanel, draw_insights
from bot.charts.lettering import drawable, font
from bot.charts.metric.chart import draw_metric
from bot.charts.metric.values import MetricChart
from bot.charts.project_chart import TaskBar, draw_project
from bot.charts.recap_chart import RecapChart
from bot.charts.skills_chart import SkillsChart, draw_skills
from bot.charts.standings.chart import draw_standings
from bot.charts.standings.values import Placed
from bot.charts.thermometer import chart as thermometer
from bot.charts.thermometer.values import ThermometerChart, ThermometerRow
from tests.bot.charts.habit_charts import habit
from tests.bot.charts.standings_charts import challenge, standings
from tests.bot.test_goal_chart import NOW, WOODCUTTING

ROOT = Path(__file__).parents[3]
FONTS = ROOT / "bot/charts/fonts"
BOX = "\N{WHITE SQUARE}"
MIXED = "高级目标 🪓 стрела ไทย $x_1$"

WRITTEN = {
    "Chinese": "高级目标 進階目標",
    "Japanese": "毎日ひらがなカタカナ",
    "Korean": "주간 커밋",
    "Thai": "กำลังใจ",
    "Hindi": "हिन्दी लक्ष्य",
    "Bengali": "বাংলা লক্ষ্য",
    "Tamil": "தமிழ்",
    "Telugu": "తెలుగు",
    "Gujarati": "ગુજરાતી",
    "Punjabi": "ਪੰਜਾਬੀ",
    "Kannada": "ಕನ್ನಡ",
    "Malayalam": "മലയാളം",
    "Odia": "ଓଡ଼ିଆ",
    "Sinhala": "සිංහල",
    "Burmese": "မြန်မာ",
    "Khmer": "ខ្មែរ",
    "Amharic": "አማርኛ",
    "Arabic": "مرحبا",
    "Persian": "می‌خواهم",
    "Hebrew": "שלום",
    "Georgian": "ქართული",
    "Armenian": "հայերեն",
    "Lao": "ພາສາລາວ",
    "Vietnamese": "Mục tiêu đọc sách",
    "emoji": "🪓📚🏃😀🦥🫠✅⭐❤️",
    "a family, flags, a skin tone": "👨‍👩‍👧 🇩🇪 🏴󠁧󠁢󠁥󠁮󠁧󠁿 👍🏽 👩🏿‍🚒",
}

DAY = timedelta(days=1)
BARS = [TaskBar(MIXED, NOW - 9 * DAY, NOW - 3 * DAY, done=True)]
CHARTS: dict[str, Callable[[], bytes]] = {
    "goal": lambda: draw_goal(replace(WOODCUTTING, title=MIXED, subtitle=MIXED, unit=MIXED)),
    "habit": lambda: draw_habit(habit("xxx", name=MIXED)),
    "balance": lambda: balance_chart.draw(
        BalanceChart(MIXED, ((MIXED, 12), ("Health", 7)), MIXED, unit=MIXED)
    ),
    "recap": lambda: recap_chart.draw(RecapChart(MIXED, ((MIXED, MIXED),), ((MIXED, 3),), ((MIXED, MIXED),))),
    "insights": lambda: draw_insights(
        [
            DaysPanel(MIXED, MIXED, tuple(range(9)), tuple(map(float, range(9)))),
            WeekdaysPanel(MIXED, MIXED, tuple(map(float, range(7)))),
            PairPanel(MIXED, MIXED, MIXED, ((1.0, 2.0), (2.0, 3.0))),
        ],
        MIXED,
    ),
    "thermometer": lambda: thermometer.draw(
        ThermometerChart(MIXED, 40.0, MIXED, (MIXED,), (25,), (ThermometerRow(MIXED, MIXED, 40.0),))
    ),
    "metric": lambda: draw_metric(
        MetricChart(MIXED, MIXED, MIXED, {NOW.date() - DAY: 5, NOW.date(): 7}, NOW.date(), target=9)
    ),
    "metric that adds up": lambda: draw_metric(
        MetricChart(MIXED, MIXED, MIXED, {NOW.date() - DAY: 5, NOW.date(): 7}, NOW.date(), adds_up=True)
    ),
    "project": lambda: draw_project(replace(WOODCUTTING, title=MIXED), BARS),
    "skills": lambda: draw_skills(SkillsChart(MIXED, ((MIXED, 99), ("Attack", 70)))),
    "standings": lambda: draw_standings(
        standings(Placed(1, MIXED, 12), Placed(2, MIXED, 5, is_own=True), of=challenge(name=MIXED))
    ),
}


@pytest.fixture(autouse=True)
def bare_machine(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """One without any fonts, and with nothing loaded yet."""
    own = [one for one in font_manager.fontManager.ttflist if "mpl-data" in one.fname]
    monkeypatch.setattr(font_manager, "findSystemFonts", list)
    monkeypatch.setattr(font_manager.fontManager, "ttflist", own)
    for known in (typefaces._own, typefaces._others):
        known.cache_clear()
    yield
    for known in (typefaces._own, typefaces._others):
        known.cache_clear()


def picture(text: str, *, bold: bool = False) -> np.ndarray:
    """A letter that is missing would be a warning, and warnings are errors."""
    figure = Figure(figsize=(4, 0.6), dpi=100)
    canvas = FigureCanvasAgg(figure)
    figure.text(0.02, 0.3, text, font=font(20, bold=bold, text=text), parse_math=False)
    canvas.draw()
    return np.asarray(canvas.buffer_rgba())[..., 0].copy()


def width(text: str) -> int:
    """In pixels, from the first to the last that is black."""
    (black,) = np.nonzero((picture(text) < 128).any(axis=0))
    return int(black[-1] - black[0]) + 1


@pytest.mark.parametrize("text", WRITTEN.values(), ids=WRITTEN)
def test_what_many_people_write_is_drawn_as_it_is(text: str) -> None:
    assert drawable(text) == text
    assert (picture(text) < 128).sum() > 50
    assert (picture(text, bold=True) < 128).sum() > 50


@pytest.mark.parametrize("draw", CHARTS.values(), ids=CHARTS)
def test_every_chart_draws_every_name(draw: Callable[[], bytes]) -> None:
    assert draw().startswith(b"\x89PNG")


def test_letters_are_told_apart() -> None:
    drawn = {picture(letter).tobytes() for letter in "高级目标한국ไทหน🪓📚🏃"}

    assert len(drawn) == len("高级目标한국ไทหน🪓📚🏃")


@pytest.mark.parametrize("sequence", ["👨‍👩‍👧", "🇩🇪", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "👍🏽", "👩🏿‍🚒", "🏃‍♀️", "❤️"])
def test_an_emoji_of_several_signs_is_one(sequence: str) -> None:
    assert width(sequence) < 1.3 * width("📚")


def test_signs_that_make_no_emoji_together_stand_beside_each_other() -> None:
    assert width("🦥\u200d🚒") > 1.7 * width("🚒")


def test_a_digit_beside_an_emoji_is_an_ordinary_one() -> None:
    alone, beside = picture("99"), picture("99 🪓")
    black = np.nonzero((alone < 128).any(axis=0))[0]

    assert (alone[:, : black[-1] + 1] == beside[:, : black[-1] + 1]).all()


def test_hebrew_is_written_from_right_to_left_among_latin_letters() -> None:
    from_the_left = "\N{LEFT-TO-RIGHT OVERRIDE}"

    assert (picture("a אב") == picture(f"{from_the_left}a בא")).all()


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\U0001d4d5\U0001d4ea\U0001d4f7\U0001d4ec\U0001d502 🪓", "Fancy 🪓"),
        ("1\ufe0f\u20e3 Run", "1 Run"),
        ("a\u0e31", "a"),  # a mark of Thai on a Latin letter
        ("Lies \u0f63\u0fb7\u0f0b\u0f66 heute", f"Lies {BOX} heute"),
        ("\x1b\x07[2J", f"{BOX}[2J"),
        ("\ue000\ue001 x", f"{BOX} x"),
        ("\U000e0067", "\U000e0067"),
        ("", ""),
    ],
)
def test_what_no_font_has_is_a_plain_letter_or_one_box(text: str, shown: str) -> None:
    assert drawable(text) == shown
    picture(drawable(text))


def test_who_needs_no_other_font_opens_none() -> None:
    for text in ("Read 42", "Éire, чтение, קריאה, Ωμέγα"):
        assert drawable(text) == text
        assert font(12, text=text).get_file() is not None
    draw_goal(WOODCUTTING)

    assert typefaces._others.cache_info().currsize == 0


def test_a_text_names_only_the_fonts_that_it_needs() -> None:
    assert font(12, text="Read 漢字").get_family() == ["Questlog DejaVuSans", "Questlog DroidSansFallback"]
    assert font(12, text="Read 📚").get_family() == ["Questlog NotoEmoji-Regular", "Questlog DejaVuSans"]


def test_the_fonts_are_those_that_were_made() -> None:
    lines = (FONTS / "SHA256SUMS").read_text().splitlines()
    named = {name: digest for digest, name in (line.split() for line in lines)}

    assert named == {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in FONTS.glob("*.ttf")}


def test_the_fonts_are_small_and_part_of_the_distribution() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    patterns = project["tool"]["setuptools"]["package-data"]["bot.charts"]
    files = [path.relative_to(FONTS.parent).as_posix() for path in FONTS.iterdir()]

    assert all(any(fnmatch(file, pattern) for pattern in patterns) for file in files)
    assert sum(path.stat().st_size for path in FONTS.iterdir()) < 6_000_000
