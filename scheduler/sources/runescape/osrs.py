"""Old School RuneScape: `index_lite.json` of each of the ten tables."""

from scheduler.sources.client import read_json
from scheduler.sources.runescape import osrs_page
from scheduler.sources.runescape.modes import Mode, Modes
from scheduler.sources.runescape.rows import Once
from scheduler.sources.service import GameServer
from scheduler.sources.source import NotFound
from tracker.readings import Reading
from tracker.store.segments import Subject

NAME = "osrs"
TITLE = "The Old School hiscores"

MODES = (
    Mode("main", "hiscore_oldschool", "Old School", ("normal", "regular")),
    Mode("ironman", "hiscore_oldschool_ironman", "Old School ironman", ("im",)),
    Mode(
        "hardcore",
        "hiscore_oldschool_hardcore_ironman",
        "Old School hardcore ironman",
        ("hardcore-ironman", "hcim"),
    ),
    Mode(
        "ultimate", "hiscore_oldschool_ultimate", "Old School ultimate ironman", ("ultimate-ironman", "uim")
    ),
    Mode("deadman", "hiscore_oldschool_deadman", "Old School deadman", ("dmm",)),
    Mode("seasonal", "hiscore_oldschool_seasonal", "Old School leagues", ("leagues", "league")),
    Mode("tournament", "hiscore_oldschool_tournament", "Old School tournament"),
    Mode("fresh-start", "hiscore_oldschool_fresh_start", "Old School fresh start", ("fsw",)),
    Mode("skiller", "hiscore_oldschool_skiller", "Old School level 3 skiller", ("level-3",)),
    Mode(
        "skiller-defence",
        "hiscore_oldschool_skiller_defence",
        "Old School 1 defence pure",
        ("pure", "1-defence", "1-def"),
    ),
)


class Osrs:
    """The subject's key is the mode, a colon and the key of the name: `main:iron bob`."""

    name = NAME
    modes = Modes(NAME, MODES)

    def __init__(self, hiscores: GameServer) -> None:
        self._hiscores = hiscores
        self._once = Once()

    async def fetch(self, subject: Subject) -> Reading:
        return self._reading(subject, await self._body(subject))

    async def fetch_if_changed(self, subject: Subject, content_hash: int | None) -> Reading | None:
        """The same bytes are not read again, which halves what a poll costs."""
        body = await self._body(subject)
        return None if hash(body) == content_hash else self._reading(subject, body)

    def describe(self, subject: Subject) -> str:
        return self.modes.describe(subject)

    async def _body(self, subject: Subject) -> bytes:
        mode, player = self.modes.character(subject)
        try:
            return await self._hiscores.body(f"/m={mode.table}/index_lite.json", player=player)
        except NotFound as failure:
            raise NotFound(
                f"{TITLE} do not list {self.describe(subject)}. The name may be spelled differently or have "
                "changed, or the character is in none of the ranks yet."
            ) from failure

    def _reading(self, subject: Subject, body: bytes) -> Reading:
        page = osrs_page.read(read_json(body, TITLE), TITLE)
        notes = (*self._once(page.row_notes), *page.notes)
        return Reading(subject, self._hiscores.clock(), page.values, notes=notes, content_hash=hash(body))
