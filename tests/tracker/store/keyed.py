"""Keys of every declared type, made from text that tries to break them."""

from datetime import UTC, date, datetime, timedelta, timezone
from enum import StrEnum
from typing import Any

from hypothesis import strategies as st

from tracker.store import keys  # noqa: F401 - declares every type
from tracker.store.key import IndexKeyOf, KeyOf, Shaped
from tracker.store.segments import (
    DAY,
    INSTANT,
    NUMBER,
    PADDED,
    SUBJECT,
    TEXT,
    WEEK,
    SegmentKind,
    Subject,
    Week,
)

KEYS = list(KeyOf.declared.values())
INDEX_KEYS = list(IndexKeyOf.declared)

WORDS = sorted(
    {
        part
        for cls in KEYS
        for part in (*cls.pk_template.parts, *cls.sk_template.parts)
        if isinstance(part, str)
    }
)
NASTY = [
    *WORDS,
    "#",
    "%",
    "%23",
    "%4DETADATA",
    "A",
    "_",
    "a#b",
    "#LATEST",
    "2025-01-01",
    "2025-01-01T00:00:00Z",
]
NASTY += ["26", "2025", "osrs:zezima", "\x00", "\x85", " ", "é", "💎", "\U0010ffff", "$"]

texts = st.sampled_from(NASTY) | st.text(min_size=1) | st.text(alphabet="#%A_4a2:", min_size=1)
zones = st.sampled_from([UTC, timezone(timedelta(hours=5, minutes=45)), timezone(timedelta(hours=-9))])
# A day inside the years that keys hold, whatever the zone.
instants = st.datetimes(datetime(2000, 1, 2), datetime(2999, 12, 30), timezones=zones)  # noqa: DTZ001 - the zone comes apart
days = st.dates(date(2000, 1, 1), date(2999, 12, 31))
weeks = st.builds(lambda day: Week(*day.isocalendar()[:2]), st.dates(date(2000, 1, 3), date(2999, 12, 28)))

STRATEGIES: dict[SegmentKind, st.SearchStrategy[Any]] = {
    TEXT: texts,
    NUMBER: st.integers(0, 10**6),
    PADDED: st.integers(0, 10**15 - 1),
    INSTANT: instants,
    DAY: days,
    WEEK: weeks,
    SUBJECT: st.builds(Subject, st.sampled_from(["osrs", "http_json"]), texts),
}
SAMPLES: dict[SegmentKind, Any] = {
    NUMBER: 7,
    PADDED: 1200,
    INSTANT: datetime(2025, 1, 1, tzinfo=UTC),
    DAY: date(2025, 1, 1),
    WEEK: Week(2025, 26),
    SUBJECT: Subject("osrs", "zezima"),
}


def values_of(kind: SegmentKind) -> st.SearchStrategy[Any]:
    return STRATEGIES[kind] if kind in STRATEGIES else st.sampled_from(_choices(kind))


def keys_of(cls: type[Shaped]) -> st.SearchStrategy[Any]:
    """Any key of this type."""
    return st.builds(cls, **{name: values_of(kind) for name, kind in cls.kinds.items()})


def sample(cls: type[Shaped], **values: Any) -> Any:  # noqa: ANN401 - as the class's own fields
    """One key of this type; text that is not given is the name of its field."""
    plain = {name: SAMPLES.get(kind, name) for name, kind in cls.kinds.items()}
    return cls(**{**plain, **{name: value for name, value in values.items() if name in cls.kinds}})


def _choices(kind: SegmentKind) -> list[StrEnum]:
    return [kind.parse(word) for word in kind.name.removeprefix("one of ").split(", ")]
