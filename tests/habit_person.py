"""A person with good intentions: what they do on a day, when they say so, and how they change their mind."""

import random
from datetime import date

import pytest

from tests.habit_life import Life
from tests.resolutions import DAY
from tracker.front_ends import FrontEnd
from tracker.habits.changing import DayReport
from tracker.habits.errors import NotDue

CHANCE = {
    "Gym": 0.96,
    "Stretch": 0.95,
    "Swim": 0.5,
    "Call grandma": 0.95,
    "Cook": 0.6,
    "Water plants": 0.45,
    "Read": 0.94,
    "Smoking": 0.02,
}
"""That the person does it on a day on which they might."""
LOOKS = [{"morning", "noon"}, {"noon"}, {"morning"}, set[str](), set[str]()]
"""When the service looks at things, besides the evening: the machine sleeps a lot."""


class Person:
    """Does things on most days, says so now or later, and changes their mind now and then."""

    def __init__(self, life: Life, chance: random.Random) -> None:
        self.life, self.chance = life, chance
        self.keenness = 1.0
        """0 in bed or on the beach, 2 in a week in which everything is done."""
        self.stays_up = False
        self.looks = LOOKS
        self._owed: list[tuple[str, date, date]] = []
        """What is still to be said: what, of which day, and from which day on."""

    async def live_a_day(self) -> None:
        life, looks = self.life, self.chance.choice(self.looks)
        life.wait_until(6, 30)
        day = life.today()
        doing = [name for name in CHANCE if self._will_do(name, day)]
        early = [name for name in doing if self.chance.random() < 0.3]
        for name in early:
            await self._say(name)
        if "morning" in looks:
            await life.go_on_to(7)
        life.wait_until(9)
        await self._say_what_is_owed()
        if "noon" in looks:
            await life.go_on_to(12)
        if self.chance.random() < 0.9 * self.keenness:
            life.train()
        await life.go_on_to(20)
        if self.stays_up:
            await life.go_on_to(1, 30)
        else:
            life.wait_until(21, 30)
        for name in doing:
            if name not in early:
                await self._say_or_owe(name, day)
        await self._change_their_mind()

    def _will_do(self, name: str, day: date) -> bool:
        if name == "Call grandma" and day.day not in (5, 14, 23):
            return False
        if name == "Stretch" and day.isoweekday() > 5:
            return False
        if self.keenness == 2:
            return name != "Smoking"
        return self.chance.random() < CHANCE[name] * self.keenness

    async def _say(self, name: str) -> None:
        life = self.life
        if name == "Read" and self.chance.random() < 0.4:
            await life.done(name, amount=12)
            await life.done(name, amount=self.chance.choice([5, 8, 20]))
        elif self.chance.random() < 0.1 and life.today() not in life.diary.resolutions[name].words:
            await life.done_on_two_devices(name)
        else:
            await life.done(name)

    async def _say_or_owe(self, name: str, day: date) -> None:
        if self.keenness < 2 and self.chance.random() < 0.15:
            self._owed.append((name, day, day + self.chance.choice([1, 1, 1, 3, 6]) * DAY))
        else:
            await self._say(name)

    async def _say_what_is_owed(self) -> None:
        today = self.life.today()
        for owed in [one for one in self._owed if one[2] <= today]:
            self._owed.remove(owed)
            if owed[1] >= today - 7 * DAY:
                await self.life.done(owed[0], ago=(today - owed[1]).days)

    async def _change_their_mind(self) -> None:
        life, today = self.life, self.life.today()
        name, ago = self.chance.choice(list(CHANCE)), self.chance.choice([0, 0, 1, 3])
        words = life.diary.resolutions[name].words
        what = self.chance.random()
        said = words.get(today - ago * DAY)
        if what < 0.06 and said is not None and (name != "Smoking" or said.amount != 0):
            await life.undo(name, ago=ago)
            if what < 0.04:
                await life.done(name, ago=ago)
        elif what > 0.9 and today not in words and name != "Smoking" and life.diary.skips_in(name, today) < 4:
            if life.diary.asks_for(name, today):
                await life.skip(name)
            else:
                with pytest.raises(NotDue):
                    await life.phone.skip(life.user.id, life.habits[name].id, DayReport(today, FrontEnd.SMS))
