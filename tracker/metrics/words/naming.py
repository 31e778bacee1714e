"""What the name of a metric says by itself: `weight`, `hours slept`, `steps`, `run (km)`.

Nobody has to know what an aggregation is: a metric needs a name, and what is not said follows from it. Where
nothing follows, the last number of a day counts, and more is better.
"""

import re
from typing import NamedTuple

from tracker.finding import plain
from tracker.metrics.errors import BadMetric
from tracker.metrics.lifecycle import checked_name
from tracker.metrics.model import Aggregation, Direction
from tracker.metrics.units import UNITS, Measures, Unit, unit_called, units_called
from tracker.words import quoted

_IN_BRACKETS = re.compile(r"^(?P<name>.*\S)\s*[\(\[](?P<unit>[^()\[\]]+)[\)\]]$")
_IN_UNIT = re.compile(r"^(?P<name>.*\S)\s+in\s+(?P<unit>\S+(?:\s\S+)?)$", re.IGNORECASE)
_SHORTEST_WORD = 4
"""Of a unit in a name: `hours slept`, but not `time in bed`."""

HIGHER, LOWER, TARGET = Direction.HIGHER, Direction.LOWER, Direction.TARGET
LAST, SUM, MEAN = Aggregation.LAST, Aggregation.SUM, Aggregation.MEAN


class Usual(NamedTuple):
    """What is usual of a metric."""

    aggregation: Aggregation
    direction: Direction
    unit: str | None = None


_ADD_UP_LESS = (
    "spent spending expenses cigarettes? cigs? smokes alcohol drinks beers? wine coffees? sweets snacks"
)
_ADD_UP_MORE = (
    "saved earned income water run runs running ran cycling cycled rides? walks? walked walking swims? swum"
    " swimming distance push-?ups? pull-?ups? sit-?ups? squats reps practice practised practiced study"
    " studied studying work worked reading meditation meditated meditating exercise workouts? words"
    " commits sales emails vegetables veg fruits?"
)
_BY_NAME = (
    ("body ?fat|fat percent(?:age)?", Usual(LAST, LOWER, "percent")),
    ("(?:body ?)?weight|bmi|waist|hips?|belly|debts?|cholesterol", Usual(LAST, LOWER)),
    ("(?:resting )?(?:heart ?rate|pulse)|rhr", Usual(LAST, LOWER, "bpm")),
    ("hrv|vo2 ?max|height|biceps|balance|net worth|elo|rating|level|savings", Usual(LAST, HIGHER)),
    ("temperature", Usual(LAST, TARGET)),
    ("mood|energy|motivation|focus|happiness|sleep quality", Usual(MEAN, HIGHER)),
    ("stress|pain|anxiety|headache|hunger|cravings?", Usual(MEAN, LOWER)),
    ("slept|sleep", Usual(SUM, HIGHER, "hours")),
    ("screen ?time|phone ?time", Usual(SUM, LOWER, "hours")),
    ("steps", Usual(SUM, HIGHER, "steps")),
    ("pages", Usual(SUM, HIGHER, "pages")),
    ("calories|kcal", Usual(SUM, LOWER, "kcal")),
    ("protein|fiber|fibre", Usual(SUM, HIGHER, "g")),
    ("sugar|salt|carbs", Usual(SUM, LOWER, "g")),
    ("|".join(_ADD_UP_LESS.split()), Usual(SUM, LOWER)),
    ("|".join(_ADD_UP_MORE.split()), Usual(SUM, HIGHER)),
)
"""The first that occurs in a name decides."""
_NAMES = tuple((re.compile(rf"(?<!\w)(?:{words})(?!\w)"), usual) for words, usual in _BY_NAME)
_LASTING = (Measures.WEIGHT, Measures.SHARE, Measures.TEMPERATURE)
_SHORT_LENGTHS = frozenset({"cm", "mm", "in", "ft"})
"""Of bodies, not of ways."""


class Named(NamedTuple):
    name: str
    unit: Unit | None
    """Where the name says one: `run (km)`, `weight in kg`, `hours slept`."""


def read_name(text: str) -> Named:
    """Raises BadMetric."""
    words = " ".join(text.split())
    for form in (_IN_BRACKETS, _IN_UNIT):
        if (found := form.match(words)) and len(units_called(found["unit"])) == 1:
            return Named(_checked(found["name"]), unit_called(found["unit"]))
    name = _checked(words)
    long_words = [one for one in plain(name).split() if len(one) >= _SHORTEST_WORD]
    said = [units_called(one) for one in long_words]
    return Named(name, next((found[0] for found in said if len(found) == 1), None))


def _checked(text: str) -> str:
    name = checked_name(text)
    if not re.search(r"[^\W\d_]", name):
        raise BadMetric(
            f"{quoted(name)} has no letter. Give the metric a name: weight, hours slept.", field="name"
        )
    return name


def usual_of(name: str, unit: Unit | None = None) -> Usual:
    """What is meant where only a name is said, or a name and a unit."""
    words = plain(name)
    by_name = next((usual for form, usual in _NAMES if form.search(words)), None)
    if by_name is not None:
        return by_name if unit is None else by_name._replace(unit=unit.name)
    if unit is None:
        return Usual(LAST, HIGHER)
    return Usual(_by_unit(unit), HIGHER, unit.name)


def _by_unit(unit: Unit) -> Aggregation:
    """What is counted adds up, and so do ways, times and money; what a scale shows does not."""
    if unit.name not in UNITS:
        return SUM if unit.name.endswith("s") else LAST
    return LAST if unit.measures in _LASTING or unit.name in _SHORT_LENGTHS else SUM
