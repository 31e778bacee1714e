"""A stand-in for the game's servers on loopback: both hiscores and RuneMetrics, with players that tests make.

Every answer can be made to go wrong (`web_faults.py`), for all requests or for those of one path or player:

    async with FakeHiscores.running() as game:
        zezima = game.osrs("Zezima")
        zezima.train("Woodcutting", 13_034_431)
        game.go_wrong(server_error(503), times=2)
        game.go_wrong(not_found(), None, not_found(), player="zezima")
"""

import json
import re
from collections import deque
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Self, TypeAlias

from aiohttp import web

from tests.fakes.hiscores_rows import OSRS_ACTIVITIES, OSRS_SKILLS, RS3_ACTIVITIES, RS3_SKILLS
from tests.fakes.web_faults import Fault, Good, not_found

OSRS_TABLES = {
    "main": "hiscore_oldschool",
    "ironman": "hiscore_oldschool_ironman",
    "hardcore": "hiscore_oldschool_hardcore_ironman",
    "ultimate": "hiscore_oldschool_ultimate",
    "deadman": "hiscore_oldschool_deadman",
    "seasonal": "hiscore_oldschool_seasonal",
    "tournament": "hiscore_oldschool_tournament",
    "fresh-start": "hiscore_oldschool_fresh_start",
    "skiller": "hiscore_oldschool_skiller",
    "skiller-defence": "hiscore_oldschool_skiller_defence",
}
RS3_TABLES = {"main": "hiscore", "ironman": "hiscore_ironman", "hardcore": "hiscore_hardcore_ironman"}


SkillRow: TypeAlias = tuple[int, int, int]
ActivityRow: TypeAlias = tuple[int, int]


def key_of(name: str) -> str:
    """The game takes these characters for each other."""
    return re.sub(r"[-_\s\u00a0]", " ", name).strip().lower()


def level_at(xp: int) -> int:
    """The ordinary curve, up to 99."""
    points = 0
    for level in range(1, 99):
        points += int(level + 300 * 2 ** (level / 7))
        if xp < points // 4:
            return level
    return 99


@dataclass
class FakeCharacter:
    """Rows as the server writes them, `(rank, level, xp)` and `(rank, score)`; all others are unranked."""

    name: str
    skills: dict[str, SkillRow] = field(default_factory=dict)
    activities: dict[str, ActivityRow] = field(default_factory=dict)
    unranked_skill: SkillRow = (-1, 1, 0)
    unranked_activity: ActivityRow = (-1, -1)

    def train(self, skill: str, xp: int, *, level: int | None = None, rank: int = 1000) -> Self:
        self.skills[skill] = (rank, level_at(xp) if level is None else level, xp)
        return self

    def score(self, activity: str, score: int, *, rank: int = 1000) -> Self:
        self.activities[activity] = (rank, score)
        return self

    def train_all(self, skills: list[str], xp: int) -> Self:
        """Every skill, and the total that goes with it."""
        for skill in skills[1:]:
            self.train(skill, xp)
        total = sum(level for _, level, _ in self.skills.values())
        return self.train(skills[0], xp * len(skills[1:]), level=total)


@dataclass(frozen=True)
class Asked:
    """One request that arrived."""

    path: str
    player: str
    query: str
    headers: dict[str, str]


@dataclass
class Trouble:
    """Faults in turn for the requests that it concerns; None lets one through."""

    script: deque[Fault | None]
    path: str
    player: str | None
    standing: Fault | None = None

    def concerns(self, asked: Asked) -> bool:
        return (
            self.path in asked.path
            and self.player in (None, asked.player)
            and bool(self.script or self.standing)
        )

    def next(self) -> Fault | None:
        return self.script.popleft() if self.script else self.standing


class FakeHiscores:
    """All three servers at one root. Rows can be put in and taken away while it runs."""

    def __init__(self) -> None:
        self.url = ""
        self.asked: list[Asked] = []
        self.osrs_skills = list(OSRS_SKILLS)
        self.osrs_activities = list(OSRS_ACTIVITIES)
        self.rs3_skills = list(RS3_SKILLS)
        self.rs3_activities = list(RS3_ACTIVITIES)
        self._characters: dict[tuple[str, str], FakeCharacter] = {}
        self._profiles: dict[str, dict[str, Any]] = {}
        self._months: dict[tuple[str, int], dict[str, Any]] = {}
        self._troubles: list[Trouble] = []

    @classmethod
    @asynccontextmanager
    async def running(cls) -> AsyncGenerator[Self]:
        game = cls()
        app = web.Application()
        app.router.add_get("/{table:m=[^/]+}/{page}", game._hiscores)
        app.router.add_get("/runemetrics/profile/profile", game._profile)
        app.router.add_get("/runemetrics/xp-monthly", game._monthly)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1, handler_cancellation=True)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        game.url = "http://{}:{}".format(*runner.addresses[0][:2])
        try:
            yield game
        finally:
            await runner.cleanup()

    # What tests arrange.

    def osrs(self, name: str, mode: str = "main") -> FakeCharacter:
        return self._characters.setdefault((OSRS_TABLES[mode], key_of(name)), FakeCharacter(name))

    def rs3(self, name: str, mode: str = "main") -> FakeCharacter:
        fresh = FakeCharacter(name, unranked_skill=(-1, 1, -1))
        return self._characters.setdefault((RS3_TABLES[mode], key_of(name)), fresh)

    def forget(self, name: str) -> None:
        """Deleted, banned or renamed: the name is nowhere any more."""
        for place in [place for place in self._characters if place[1] == key_of(name)]:
            del self._characters[place]
        self._profiles.pop(key_of(name), None)

    def profile(self, player: str, tenths: dict[str, tuple[int, int]], **others: object) -> None:
        """A RuneMetrics profile: `{"Archaeology": (level, xp in tenths)}`, as odd as the real ones."""
        values = [
            {"level": level, "xp": xp, "rank": 0, "id": self.rs3_skills.index(skill) - 1}
            for skill, (level, xp) in tenths.items()
        ]
        self._profiles[key_of(player)] = {
            "totalskill": sum(level for level, _ in tenths.values()),
            "totalxp": sum(xp for _, xp in tenths.values()) // 10,
            "skillvalues": sorted(values, key=lambda row: -row["level"]),
            "name": player,
            "rank": "388,800",
            "loggedIn": "false",
            "activities": [],
            **others,
        }

    def no_profile(self, name: str, error: str) -> None:
        """`NO_PROFILE`, `PROFILE_PRIVATE` or `NOT_A_MEMBER`."""
        self._profiles[key_of(name)] = {"error": error, "loggedIn": "false"}

    def months(self, name: str, skill: str, total: int, gains: dict[int, int]) -> None:
        """A year in RuneMetrics: xp gained by the time (in milliseconds) of the month's last record."""
        number = self.rs3_skills.index(skill) - 1
        self._months[key_of(name), number] = {
            "skillId": number,
            "totalXp": total,
            "averageXpGain": sum(gains.values()) // 12,
            "totalGain": sum(gains.values()),
            "monthData": [
                {"xpGain": gain, "timestamp": at, "rank": 1 if gain else 0} for at, gain in gains.items()
            ],
        }

    def go_wrong(
        self, *script: Fault | None, times: int = 1, path: str = "", player: str | None = None
    ) -> Trouble:
        """The next requests meet these faults in turn, `times` over; then all is well again."""
        trouble = Trouble(deque(script * times), path, player and key_of(player))
        self._troubles.append(trouble)
        return trouble

    def stay_wrong(self, fault: Fault, *, path: str = "", player: str | None = None) -> Trouble:
        """Until `recover`."""
        trouble = Trouble(deque(), path, player and key_of(player), fault)
        self._troubles.append(trouble)
        return trouble

    def recover(self) -> None:
        self._troubles.clear()

    # What the servers do.

    async def _hiscores(self, request: web.Request) -> web.StreamResponse:
        asked = self._note(request, "player")
        table = request.match_info["table"].removeprefix("m=")
        character = self._characters.get((table, asked.player))
        good = None
        if character and table in OSRS_TABLES.values() and request.match_info["page"] == "index_lite.json":
            good = Good(json.dumps(self._osrs_page(character)).encode(), "application/json")
        elif character and table in RS3_TABLES.values() and request.match_info["page"] == "index_lite.ws":
            good = Good(self._rs3_page(character).encode(), "text/plain")
        return await self._answer(request, asked, good)

    async def _profile(self, request: web.Request) -> web.StreamResponse:
        asked = self._note(request, "user")
        missing = {"error": "NO_PROFILE", "loggedIn": "false"}
        return await self._answer(request, asked, _json(self._profiles.get(asked.player, missing)))

    async def _monthly(self, request: web.Request) -> web.StreamResponse:
        asked = self._note(request, "searchName")
        entry = self._months.get((asked.player, int(request.query["skillid"])))
        page = {"monthlyXpGain": [entry] if entry else [], "loggedIn": "false"}
        return await self._answer(request, asked, _json(page))

    def _note(self, request: web.Request, parameter: str) -> Asked:
        player = key_of(request.query.get(parameter, ""))
        asked = Asked(request.path, player, request.rel_url.raw_query_string, dict(request.headers))
        self.asked.append(asked)
        return asked

    async def _answer(self, request: web.Request, asked: Asked, good: Good | None) -> web.StreamResponse:
        trouble = next((trouble for trouble in self._troubles if trouble.concerns(asked)), None)
        if trouble and (fault := trouble.next()):
            return await fault(request, good or Good(b"", "text/plain"))
        if good is None:
            return await not_found()(request, Good(b"", "text/plain"))
        return web.Response(body=good.body, content_type=good.content_type)

    def _osrs_page(self, character: FakeCharacter) -> dict[str, Any]:
        skills = [(name, character.skills.get(name, character.unranked_skill)) for name in self.osrs_skills]
        activities = [
            (name, character.activities.get(name, character.unranked_activity))
            for name in self.osrs_activities
        ]
        return {
            "skills": [
                {"id": place, "name": name, "rank": rank, "level": level, "xp": xp}
                for place, (name, (rank, level, xp)) in zip(count(), skills, strict=False)
            ],
            "activities": [
                {"id": place, "name": name, "rank": rank, "score": score}
                for place, (name, (rank, score)) in zip(count(), activities, strict=False)
            ],
        }

    def _rs3_page(self, character: FakeCharacter) -> str:
        skills = (character.skills.get(name, character.unranked_skill) for name in self.rs3_skills)
        activities = (
            character.activities.get(name, character.unranked_activity) for name in self.rs3_activities
        )
        return "".join(f"{','.join(map(str, row))}\n" for row in (*skills, *activities))


def _json(document: object) -> Good:
    return Good(json.dumps(document).encode(), "application/json")
