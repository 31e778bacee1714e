"""Simulated hiscores on loopback. They speak the format of the game's own, and know invented players only."""

from collections.abc import AsyncGenerator, Iterable
from contextlib import asynccontextmanager
from typing import Self

from aiohttp import web

from bot.demo.players import Player
from scheduler.sources.runescape.names import name_of
from scheduler.sources.runescape.osrs_rows import ACTIVITIES, SKILLS

_PAGE = "/m=hiscore_oldschool/index_lite.json"
_OVERALL = SKILLS[0]
_UNRANKED = -1
_FIRST_RANKS = 2_000_000


class SimulatedHiscores:
    def __init__(self, players: Iterable[Player]) -> None:
        self._players = {name_of(player.name).key: player for player in players}
        self.url = ""
        self.asked = 0
        self.down = False
        """While it is, every request is answered with an error."""

    @classmethod
    @asynccontextmanager
    async def running(cls, players: Iterable[Player]) -> AsyncGenerator[Self]:
        """At a free port, as long as the block lasts."""
        game = cls(players)
        app = web.Application()
        app.router.add_get(_PAGE, game._answer)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await runner.setup()
        try:
            await web.TCPSite(runner, "127.0.0.1", 0).start()
            game.url = "http://{}:{}".format(*runner.addresses[0][:2])
            yield game
        finally:
            await runner.cleanup()

    async def _answer(self, request: web.Request) -> web.Response:
        self.asked += 1
        if self.down:
            return web.Response(status=503, text="The simulated hiscores are down.")
        player = self._players.get(request.query.get("player", ""))
        if player is None:
            return web.Response(status=404, text="There is no such player in the simulated hiscores.")
        return web.json_response(self._page(player))

    def _page(self, player: Player) -> dict[str, object]:
        return {
            "name": player.name,
            "skills": [self._skill(place, row, player) for place, row in enumerate(SKILLS)],
            "activities": [self._activity(place, row, player) for place, row in enumerate(ACTIVITIES)],
        }

    def _skill(self, place: int, row: str, player: Player) -> dict[str, object]:
        if row == _OVERALL:
            untrained = len(SKILLS) - 1 - len(player.xp)  # they count with one level each
            xp, level = sum(player.xp.values()), sum(map(player.level, player.xp)) + untrained
        elif row in player.xp:
            xp, level = player.xp[row], player.level(row)
        else:
            return {"id": place, "name": row, "rank": _UNRANKED, "level": 1, "xp": 0}
        return {"id": place, "name": row, "rank": self._rank(xp), "level": level, "xp": xp}

    def _activity(self, place: int, row: str, player: Player) -> dict[str, object]:
        score = player.kills.get(row, _UNRANKED)
        rank = _UNRANKED if score == _UNRANKED else self._rank(score)
        return {"id": place, "name": row, "rank": rank, "score": score}

    def _rank(self, number: int) -> int:
        """It moves all the time, as others play: that alone must not make Questlog write anything."""
        return 1 + _FIRST_RANKS // (1 + number.bit_length()) + self.asked % 7
