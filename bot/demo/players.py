"""The players of the simulated game: they log in, train, and log out, when the hiscores take note."""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from tracker.goals.games.game import game_of

GAME = game_of("osrs")

_SESSIONS = (0, 1, 2)
_WEIGHTS = (20, 55, 25)
_MEAN_SESSIONS = 1.05
_LOGOUTS = range(9, 23)


@dataclass(slots=True)
class Player:
    """`per_day` is what a day brings on average, by row of the hiscores."""

    name: str
    xp: dict[str, int]
    kills: dict[str, int]
    per_day: Mapping[str, float]
    awake: date | None = None
    """The day that is planned."""
    logouts: list[int] = field(default_factory=list[int])
    """The hours of it at which a session ends."""

    def wake(self, day: date, chance: random.Random) -> None:
        [sessions] = chance.choices(_SESSIONS, _WEIGHTS)
        self.awake, self.logouts = day, sorted(chance.sample(_LOGOUTS, sessions))

    def play(self, hour: int, chance: random.Random) -> None:
        """Whatever was gained by this hour stands in the hiscores now."""
        while self.logouts and self.logouts[0] <= hour:
            self.logouts.pop(0)
            self._gain(chance)

    def _gain(self, chance: random.Random) -> None:
        for row, mean in self.per_day.items():
            gained = mean / _MEAN_SESSIONS * chance.uniform(0.4, 1.6)
            counted = self.kills if row in self.kills else self.xp
            counted[row] += round(gained)

    def level(self, skill: str) -> int:
        return GAME.skills[skill.lower()].level(self.xp[skill])
