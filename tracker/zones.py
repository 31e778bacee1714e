"""Time zones by their IANA names, and what to say to a name that is none.

Offsets (`UTC+1`) and abbreviations (`EST`) are refused: they do not follow daylight saving time.
"""

import re
import unicodedata
from collections.abc import Sequence
from datetime import datetime, timedelta
from difflib import get_close_matches
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

UTC_NAME = "UTC"
MOST_SUGGESTIONS = 5
COMMON_ZONES = (
    "Pacific/Honolulu",
    "America/Los_Angeles",
    "America/Denver",
    "America/Chicago",
    "America/Mexico_City",
    "America/New_York",
    "America/Toronto",
    "America/Sao_Paulo",
    "Europe/London",
    "Europe/Lisbon",
    "Europe/Amsterdam",
    "Europe/Berlin",
    "Europe/Madrid",
    "Europe/Paris",
    "Europe/Stockholm",
    "Europe/Warsaw",
    "Europe/Helsinki",
    "Africa/Johannesburg",
    "Asia/Kolkata",
    "Asia/Jakarta",
    "Asia/Singapore",
    "Asia/Tokyo",
    "Australia/Sydney",
    "Pacific/Auckland",
    "UTC",
)
"""Those that many people live in, from west to east; as many as a menu on Discord can have."""

_UTC_SYNONYMS = frozenset(
    {"utc", "etc/utc", "uct", "etc/uct", "universal", "etc/universal", "zulu", "etc/zulu", "z"}
)
# Known to the zone data, but an offset, an abbreviation or a placeholder rather than a place.
_NO_PLACE = re.compile(
    r"Etc/.*|SystemV/.*|GMT.*|Greenwich|EST|MST|HST|[CEMW]ET|[A-Z]{3}\d[A-Z]{3}|UCT|Universal|Zulu"
    r"|Factory|localtime|posixrules"
)
_OFFSET = re.compile(
    r"(?!\d)(etc/)?(?:utc|gmt)?\s*([+\N{MINUS SIGN}-]?)\s*(\d{1,2})(?::?([0-5]\d))?", re.IGNORECASE
)
_SUMMER_TIME = re.compile(r"([A-Z]{1,2})DT|([CEW])EST")
_PLACES_OF_ABBREVIATION = {
    "GMT": ("UTC", "Europe/London"),
    "BST": ("Europe/London",),
    "WET": ("Europe/Lisbon",),
    "CET": ("Europe/Berlin", "Europe/Paris", "Europe/Warsaw"),
    "MET": ("Europe/Berlin", "Europe/Paris", "Europe/Warsaw"),
    "EET": ("Europe/Athens", "Europe/Helsinki", "Europe/Bucharest"),
    "MSK": ("Europe/Moscow",),
    "IST": ("Asia/Kolkata", "Asia/Jerusalem", "Europe/Dublin"),
    "HKT": ("Asia/Hong_Kong",),
    "SGT": ("Asia/Singapore",),
    "JST": ("Asia/Tokyo",),
    "KST": ("Asia/Seoul",),
    "ACST": ("Australia/Adelaide",),
    "AEST": ("Australia/Sydney", "Australia/Brisbane"),
    "AWST": ("Australia/Perth",),
    "NZST": ("Pacific/Auckland",),
    "NST": ("America/St_Johns",),
    "AST": ("America/Halifax", "America/Puerto_Rico"),
    "EST": ("America/New_York", "America/Toronto"),
    "CST": ("America/Chicago", "America/Mexico_City", "Asia/Shanghai"),
    "MST": ("America/Denver", "America/Phoenix"),
    "PST": ("America/Los_Angeles", "America/Vancouver"),
    "AKST": ("America/Anchorage",),
    "HST": ("Pacific/Honolulu",),
    "BRT": ("America/Sao_Paulo",),
    "ART": ("America/Argentina/Buenos_Aires",),
    "SAST": ("Africa/Johannesburg",),
    "EAT": ("Africa/Nairobi",),
    "WAT": ("Africa/Lagos",),
}
# A day of winter and one of summer, so that what an offset suggests does not depend on today.
_WINTER, _SUMMER = datetime(2025, 1, 15), datetime(2025, 7, 15)  # noqa: DTZ001 - the zone in question follows
_SHORTEST_PART = 3
_SHOWN_LENGTH = 60


class UnknownZone(ValueError):
    """Not the name of a zone. The message tells why, and what to write instead."""

    def __init__(self, why: str, advice: str, suggestions: Sequence[str]) -> None:
        self.suggestions = tuple(suggestions[:MOST_SUGGESTIONS])
        shown = [*self.suggestions] or ["Europe/Berlin", "America/New_York"]
        either = " or ".join(filter(None, [", ".join(shown[:-1]), shown[-1]]))
        super().__init__(f"{why} {advice} {either}{'?' if advice.endswith('mean') else '.'}")


@cache
def zone_names() -> tuple[str, ...]:
    """Every zone that a person may choose, sorted."""
    places = (name for name in available_timezones() if not _NO_PLACE.fullmatch(name))
    return tuple(sorted({UTC_NAME, *places}))


def zone_name(text: str) -> str:
    """The zone's own spelling of what a person wrote, or UnknownZone."""
    wanted = re.sub(r"\s+", "_", text.strip()).casefold()
    if wanted in _UTC_SYNONYMS:
        return UTC_NAME
    if (name := _by_lower_case().get(wanted)) is not None:
        return name
    raise _explained(text.strip())


def matching_zones(text: str) -> list[str]:
    """What somebody may be about to write: zones whose city begins so, then those that begin so, then those
    that hold it, then what may be meant. Before anything is written, the common ones."""
    wanted = text.strip().casefold().replace(" ", "_")
    if not wanted:
        return list(COMMON_ZONES)
    names = zone_names()
    cities = [name for name in names if name.casefold().rpartition("/")[2].startswith(wanted)]
    begins = [name for name in names if name.casefold().startswith(wanted)]
    holds = [name for name in names if wanted in name.casefold()]
    if found := list(dict.fromkeys(cities + begins + holds)):
        return found
    try:
        return [zone_name(text)]
    except UnknownZone as unknown:
        return list(unknown.suggestions)


@cache
def _by_lower_case() -> dict[str, str]:
    return {name.casefold(): name for name in zone_names()}


def _explained(text: str) -> UnknownZone:
    shown = text[:_SHOWN_LENGTH]
    if offset := _OFFSET.fullmatch(text):
        why = f"{shown} is an offset, not a time zone: it does not follow daylight saving time."
        return UnknownZone(why, "Name a place whose clocks you follow, such as", _places_at(_minutes(offset)))
    if places := _places_of(text.upper()):
        why = f"{shown} is an abbreviation, not a time zone: it does not follow daylight saving time."
        return UnknownZone(why, "Name a place whose clocks you follow, such as", places)
    why = f"There is no time zone {shown!r}."
    near = _near(_plain(text))
    return UnknownZone(why, "Did you mean" if near else "Zones are named after places, such as", near)


def _minutes(offset: re.Match[str]) -> int:
    posix, sign, hours, minutes = offset.groups()
    east = int(hours) * 60 + int(minutes or 0)
    # In `Etc/GMT+2` the sign counts westwards, against all other use.
    return east if (sign in ("", "+")) != (posix is not None) else -east


def _places_at(minutes: int) -> list[str]:
    """Well-known zones with this offset: the ones that have it in winter first."""
    offset = timedelta(minutes=minutes)
    known = dict.fromkeys(place for places in _PLACES_OF_ABBREVIATION.values() for place in places)
    by_season = (
        [place for place in known if ZoneInfo(place).utcoffset(season) == offset]
        for season in (_WINTER, _SUMMER)
    )
    return list(dict.fromkeys(place for places in by_season for place in places))


def _places_of(abbreviation: str) -> tuple[str, ...]:
    """`EST`, and also `EDT` and `EST5EDT`."""
    if (summer := _SUMMER_TIME.fullmatch(abbreviation)) and abbreviation not in _PLACES_OF_ABBREVIATION:
        abbreviation = f"{summer[1]}ST" if summer[1] else f"{summer[2]}ET"
    if re.fullmatch(r"[A-Z]{3}\d[A-Z]{3}", abbreviation):
        abbreviation = abbreviation[:3]
    return _PLACES_OF_ABBREVIATION.get(abbreviation, ())


def _near(plain: str) -> list[str]:
    """The same city, then names with these words in them, then names that are spelled almost so."""
    if len(plain) < _SHORTEST_PART:
        return []
    names, cities = _by_plain_name(), _by_plain_city()
    same = [name for name in (names.get(plain), *cities.get(plain, ())) if name]
    holding = [name for full, name in names.items() if f" {plain} " in f" {full} "]
    close = get_close_matches(plain, names, n=MOST_SUGGESTIONS, cutoff=0.8)
    close_cities = get_close_matches(plain, cities, n=MOST_SUGGESTIONS, cutoff=0.75)
    spelled = [names[full] for full in close] + [name for city in close_cities for name in cities[city]]
    return list(dict.fromkeys(same + (holding or spelled)))


@cache
def _by_plain_name() -> dict[str, str]:
    return {_plain(name): name for name in zone_names()}


@cache
def _by_plain_city() -> dict[str, list[str]]:
    cities: dict[str, list[str]] = {}
    for name in zone_names():
        cities.setdefault(_plain(name.rpartition("/")[2]), []).append(name)
    return cities


def _plain(text: str) -> str:
    """Small letters without accents, words divided by one space."""
    letters = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().casefold()
    return " ".join(re.split(r"[\s_/,.-]+", letters)).strip()
