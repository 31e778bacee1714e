"""From `index_lite.ws` to values: rows by their place, trusted only as far as the page's shape proves it.

Jagex has always put a new skill after the last one, and never moved one; activities came and went in the
middle. So with the number of rows that we know, all of them are read. With another number, the skills are
read if at least as many rows as we know skills have the shape of one (three numbers) and are followed by
something else, which shows that none of them was cut off. Activities are then left out: which row is which
is anybody's guess. Anything else is no page of the hiscores.
"""

import re
from itertools import takewhile
from typing import TypeAlias

from scheduler.sources.runescape.rows import PageValues, activity, read_activities, read_skills, skill
from scheduler.sources.source import Malformed

Row: TypeAlias = tuple[int, ...]

# In the order of the page, which has no names. A skill's number in RuneMetrics is its place less one.
SKILLS = (
    "overall", "attack", "defence", "strength", "constitution", "ranged", "prayer", "magic", "cooking",
    "woodcutting", "fletching", "fishing", "firemaking", "crafting", "smithing", "mining", "herblore",
    "agility", "thieving", "slayer", "farming", "runecrafting", "hunter", "construction", "summoning",
    "dungeoneering", "divination", "invention", "archaeology", "necromancy",
)  # fmt: skip

ACTIVITIES = (
    "bounty hunter", "bounty hunter rogue", "dominion tower", "the crucible", "castle wars games",
    "b.a. attackers", "b.a. defenders", "b.a. collectors", "b.a. healers", "duel tournament",
    "mobilising armies", "conquest", "fist of guthix",
    None, None,  # GG: Athletics and GG: Resource Race; nobody agrees which is which, so neither is read
    "we2: armadyl lifetime contribution", "we2: bandos lifetime contribution", "we2: armadyl pvp kills",
    "we2: bandos pvp kills", "heist guard level", "heist robber level", "cfp: 5 game average",
    "af15: cow tipping", "af15: rat kills after miniquest", "runescore", "clue scrolls (easy)",
    "clue scrolls (medium)", "clue scrolls (hard)", "clue scrolls (elite)", "clue scrolls (master)",
    "catalyst league: league points",
)  # fmt: skip

_LINE = re.compile(rb"-?[0-9]{1,15}(?:,-?[0-9]{1,15}){1,2}\r?")
_SKILL_WIDTH = 3
_ROWS = len(SKILLS) + len(ACTIVITIES)
_SKILLS = tuple(skill(name) for name in SKILLS)
_ACTIVITIES = tuple(activity(name) if name else None for name in ACTIVITIES)


def read(body: bytes, server: str) -> PageValues:
    """Raises Malformed."""
    rows = _rows(body)
    skills = len(list(takewhile(lambda row: len(row) == _SKILL_WIDTH, rows)))
    page = PageValues()
    if _is_as_known(rows, skills):
        _read_skills(rows, page)
        read_activities(page, _ACTIVITIES, *zip(*rows[len(SKILLS) :], strict=True))
    elif len(SKILLS) <= skills < len(rows):
        page.row_notes.append(
            f"{len(rows)} rows, {skills} of them skills, in place of {_ROWS} and {len(SKILLS)}: "
            "activities and new skills are not read"
        )
        _read_skills(rows, page)
    else:
        raise Malformed.answer(server)
    return page


def _rows(body: bytes) -> list[Row]:
    """All lines as numbers; none if one line is something else."""
    lines = body.strip().split(b"\n")
    if not all(map(_LINE.fullmatch, lines)):
        return []
    return [tuple(map(int, line.split(b","))) for line in lines]


def _is_as_known(rows: list[Row], skills: int) -> bool:
    return (
        len(rows) == _ROWS
        and skills == len(SKILLS)
        and all(len(row) < _SKILL_WIDTH for row in rows[len(SKILLS) :])
    )


def _read_skills(rows: list[Row], page: PageValues) -> None:
    read_skills(page, _SKILLS, *zip(*rows[: len(SKILLS)], strict=True))
