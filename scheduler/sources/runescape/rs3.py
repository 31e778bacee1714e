"""RuneScape 3: `index_lite.ws` of three tables, with RuneMetrics for what the hiscores leave unranked."""

from collections.abc import Iterable

from scheduler.sources.runescape import rs3_page
from scheduler.sources.runescape.modes import Mode, Modes
from scheduler.sources.runescape.rows import Once, Values, skill
from scheduler.sources.runescape.rs3_page import SKILLS
from scheduler.sources.runescape.runemetrics import Hidden, MonthlyPoint, Profile, RuneMetrics
from scheduler.sources.service import GameServer
from scheduler.sources.source import NotFound, SourceFailure
from tracker.readings import Reading
from tracker.store.segments import Subject

NAME = "rs3"
TITLE = "The RuneScape 3 hiscores"

MODES = (
    Mode("main", "hiscore", "RuneScape 3", ("normal", "regular")),
    Mode("ironman", "hiscore_ironman", "RuneScape 3 ironman", ("im",)),
    Mode(
        "hardcore",
        "hiscore_hardcore_ironman",
        "RuneScape 3 hardcore ironman",
        ("hardcore-ironman", "hcim"),
    ),
)

_QUANTITIES = tuple(skill(name) for name in SKILLS)

_NOTES = {
    Hidden.PRIVATE: "RuneMetrics: the profile is private, so unranked skills stay unknown",
    Hidden.MISSING: "RuneMetrics: there is no profile, so unranked skills stay unknown",
    Hidden.NOT_A_MEMBER: "RuneMetrics: the account is no member, so unranked skills stay unknown",
}
_REASONS = {
    Hidden.PRIVATE: "The character exists, but is not ranked there, and its RuneMetrics profile is private.",
    Hidden.MISSING: "RuneMetrics does not know it either: the name may be wrong, or have changed.",
    Hidden.NOT_A_MEMBER: "RuneMetrics says that the account is no member; so do banned accounts look.",
}
_KNOWN_THERE = {
    Hidden.PRIVATE: "RuneMetrics knows it, but its profile is private",
    Hidden.MISSING: "RuneMetrics does not know it either",
    Hidden.NOT_A_MEMBER: "RuneMetrics says that the account is no member; so do banned accounts look",
}
"""The same in a few words, for those who know the character well."""
_UNRANKED = "The character exists, but is not ranked there yet."
_UNEXPLAINED = "The name may be wrong or have changed, or the character is not ranked there yet."


class Rs3:
    """The subject's key is the mode, a colon and the key of the name: `main:iron bob`."""

    name = NAME
    modes = Modes(NAME, MODES)

    def __init__(self, hiscores: GameServer, runemetrics: RuneMetrics) -> None:
        self._hiscores = hiscores
        self._runemetrics = runemetrics
        self._once = Once()

    async def fetch(self, subject: Subject) -> Reading:
        """One request, and a second one to RuneMetrics only if a skill is unknown after it."""
        mode, player = self.modes.character(subject)
        try:
            body = await self._hiscores.body(f"/m={mode.table}/index_lite.ws", player=player)
        except NotFound as failure:
            reason, cause = await self._reason(player)
            message = f"{TITLE} do not list {self.describe(subject)}. {reason}"
            raise NotFound(message, cause=cause) from failure
        page = rs3_page.read(body, TITLE)
        name = None
        if any(row.xp not in page.values for row in _QUANTITIES):
            profile = await self._asked(player)
            name = _merge(profile, page.values, page.notes, page.row_notes)
        notes = (*self._once(page.row_notes), *page.notes)
        content_hash = hash(tuple(page.values.items()))
        return Reading(subject, self._hiscores.clock(), page.values, name, notes, content_hash)

    async def fetch_if_changed(self, subject: Subject, content_hash: int | None) -> Reading | None:
        reading = await self.fetch(subject)
        return None if reading.content_hash == content_hash else reading

    async def profile(self, subject: Subject) -> Profile | Hidden:
        """What RuneMetrics shows: skills, and the name with its capitals. Raises SourceFailure."""
        _, player = self.modes.character(subject)
        return await self._runemetrics.profile(player)

    async def history(self, subject: Subject, attributes: Iterable[str] = SKILLS) -> tuple[MonthlyPoint, ...]:
        """The last twelve months, one request for each skill. Raises SourceFailure."""
        _, player = self.modes.character(subject)
        return await self._runemetrics.months(player, attributes)

    def describe(self, subject: Subject) -> str:
        return self.modes.describe(subject)

    async def _asked(self, player: str) -> Profile | Hidden | SourceFailure:
        """RuneMetrics only adds to a reading, so it never makes one fail."""
        try:
            return await self._runemetrics.profile(player)
        except SourceFailure as failure:
            return failure

    async def _reason(self, player: str) -> tuple[str, str]:
        """At length, and in a few words."""
        match await self._asked(player):
            case Hidden() as hidden:
                return _REASONS[hidden], _KNOWN_THERE[hidden]
            case Profile():
                return _UNRANKED, "RuneMetrics knows it: it is not ranked any more"
            case _:
                return _UNEXPLAINED, ""


def _merge(
    profile: Profile | Hidden | SourceFailure, values: Values, notes: list[str], row_notes: list[str]
) -> str | None:
    """Fill what the hiscores left unknown; answers how the character writes its name."""
    match profile:
        case Hidden():
            notes.append(_NOTES[profile])
        case SourceFailure():
            notes.append(f"RuneMetrics could not be asked ({profile.code}), so unranked skills stay unknown")
        case Profile():
            row_notes += [f"RuneMetrics has a new skill: number {new}" for new in profile.unknown_skills]
            _fill(values, profile)
            return profile.name
    return None


def _fill(values: Values, profile: Profile) -> None:
    """Only whole skills that are unknown: two moments must not be mixed in one skill."""
    for row in _QUANTITIES:
        found = profile.skills.get(row.attribute)
        if row.xp not in values and found is not None and found.xp is not None:
            values[row.xp] = found.xp
            if found.level is not None:
                values.setdefault(row.level, found.level)
