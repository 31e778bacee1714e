"""RuneMetrics, for RuneScape 3: profiles with skills that the hiscores do not rank, and a year of history."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, cast

from scheduler.sources.answers import content, is_block_page
from scheduler.sources.client import WebPage, read_json
from scheduler.sources.runescape.names import name_of
from scheduler.sources.runescape.rows import known
from scheduler.sources.runescape.rs3_page import SKILLS
from scheduler.sources.service import GameServer
from scheduler.sources.source import BadSubject, Malformed
from tracker.frozen import frozen

TITLE = "RuneMetrics"

_TENTHS = 10
_ERROR_STATUSES = range(400, 405)


class Hidden(StrEnum):
    """Why RuneMetrics shows no profile. The names are its own."""

    PRIVATE = "PROFILE_PRIVATE"
    MISSING = "NO_PROFILE"
    NOT_A_MEMBER = "NOT_A_MEMBER"


@frozen
class RuneMetricsSkill:
    level: int | None
    xp: int | None


@frozen
class Profile:
    """A character's own page. Ranks are left out: they are those of the main table, whatever the mode."""

    name: str | None
    skills: Mapping[str, RuneMetricsSkill]
    unknown_skills: tuple[int, ...] = ()
    """Numbers of skills that are not listed in `rs3_page`."""


@frozen
class MonthlyPoint:
    """How much xp a skill had at the last moment of a month that RuneMetrics recorded."""

    attribute: str
    at: datetime
    xp: int
    gained: int
    """In that month."""


def judge(page: WebPage, server: str, now: datetime) -> bytes:
    """RuneMetrics tells why there is no profile in JSON; which status goes with it is written nowhere."""
    is_json = page.body.lstrip().startswith(b"{") and not is_block_page(page.body)
    return page.body if is_json and page.status in _ERROR_STATUSES else content(page, server, now)


class RuneMetrics:
    def __init__(self, service: GameServer) -> None:
        self._service = service

    async def profile(self, player: str) -> Profile | Hidden:
        body = await self._service.body("/runemetrics/profile/profile", user=player, activities=0)
        return read_profile(read_json(body, TITLE), player)

    async def months(self, player: str, attributes: Iterable[str] = SKILLS) -> tuple[MonthlyPoint, ...]:
        """Twelve months of each skill, one request for each; nothing for a profile that is not shown."""
        points: list[MonthlyPoint] = []
        for attribute in attributes:
            number = SKILLS.index(attribute) - 1
            body = await self._service.body("/runemetrics/xp-monthly", searchName=player, skillid=number)
            points += read_months(read_json(body, TITLE), attribute, number)
        return tuple(points)


def read_profile(document: object, player: str) -> Profile | Hidden:
    """Raises Malformed."""
    page = _mapping(document)
    if (error := page.get("error")) is not None:
        return _hidden(error)
    if not isinstance(rows := page.get("skillvalues"), list):
        raise _malformed()
    numbered = dict(_numbered(cast("list[object]", rows)))
    skills = {SKILLS[number + 1]: skill for number, skill in numbered.items() if number + 1 < len(SKILLS)}
    # The only numbers that are not in tenths.
    skills[SKILLS[0]] = RuneMetricsSkill(_positive(page.get("totalskill")), _positive(page.get("totalxp")))
    unknown = tuple(sorted(number for number in numbered if number + 1 >= len(SKILLS)))
    return Profile(_display(page.get("name"), player), skills, unknown)


def _hidden(error: object) -> Hidden:
    try:
        return Hidden(cast("str", error))
    except ValueError:
        raise _malformed() from None


def _numbered(rows: list[object]) -> Iterator[tuple[int, RuneMetricsSkill]]:
    for row in map(_mapping, rows):
        number, level, xp = row.get("id"), row.get("level"), row.get("xp")
        if type(number) is int and 0 <= number < len(SKILLS) * 2:
            # Tenths are dropped, not rounded: the game and its hiscores show whole xp in this way.
            yield number, RuneMetricsSkill(_positive(level), _positive(xp // _TENTHS) if known(xp) else None)


def _positive(number: object) -> int | None:
    return number if known(number) else None


def _display(name: object, player: str) -> str | None:
    """The name with its capitals, if it is that of the character we asked for."""
    try:
        found = name_of(name) if isinstance(name, str) else None
    except BadSubject:
        return None
    return found.display if found and found.key == player else None


def read_months(document: object, attribute: str, number: int) -> Iterator[MonthlyPoint]:
    """Backwards from today's total: what a month gained was not there before it. These xp are whole."""
    for entry in _entries(document, number):
        xp = entry.get("totalXp")
        months = [month for row in entry["monthData"] if (month := _month(row)) is not None]
        points: list[MonthlyPoint] = []
        for at, gained in sorted(months, reverse=True):
            if not known(xp):
                break
            points.append(MonthlyPoint(attribute, at, xp, gained))
            xp -= gained
        yield from reversed(points)


def _entries(document: object, number: int) -> Iterator[Mapping[str, Any]]:
    entries = _mapping(document).get("monthlyXpGain", [])
    if not isinstance(entries, list):
        raise _malformed()
    for entry in map(_mapping, cast("list[object]", entries)):
        if entry.get("skillId") == number and isinstance(entry.get("monthData"), list):
            yield entry


def _month(row: object) -> tuple[datetime, int] | None:
    month = _mapping(row)
    stamp, gained = month.get("timestamp"), month.get("xpGain")
    if not known(stamp) or type(gained) is not int or gained < 0:
        return None
    try:
        return datetime.fromtimestamp(stamp / 1000, UTC), gained
    except (ValueError, OverflowError, OSError):
        return None


def _mapping(value: object) -> Mapping[str, Any]:
    return cast("Mapping[str, Any]", value) if isinstance(value, dict) else {}


def _malformed() -> Malformed:
    return Malformed.answer(TITLE)
