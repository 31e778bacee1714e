"""One person with habits on the whole of Questlog, day after day, and a diary that is kept beside it all."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from typing import TYPE_CHECKING, Any

from tests.diary import NOON, Diary
from tests.fakes.hiscores import FakeCharacter
from tests.fakes.web_faults import server_error
from tests.resolutions import DAY, Resolution, Standing
from tests.world import World
from tracker.accounts.model import User
from tracker.days import Days
from tracker.feature import follow_settings
from tracker.front_ends import FrontEnd
from tracker.habits.changing import DayReport
from tracker.habits.day_context import read_logs
from tracker.habits.rounds.planning import HabitRound, read_round
from tracker.habits.service import Habits
from tracker.habits.watched import watch
from tracker.ids import ulids
from tracker.rewards.wallet import achievements_of, ledger_page, wallet_of

if TYPE_CHECKING:
    from tracker.habits.model import Habit

UNSEEN = timedelta(hours=3)
"""Where nobody looked at a number for so long, what it gained may be of a day before."""
LATE = timedelta(minutes=10)
MOST_REMEMBERED = timedelta(days=2)
"""What was to be said longer ago is not said any more."""
FED = "Chop trees"
EVENING = time(20)


class Life:
    """What the person says goes to Questlog and into the diary, and both must give the same."""

    def __init__(self, world: World, user: User, diary: Diary, player: FakeCharacter) -> None:
        self.world, self.user, self.diary, self.player = world, user, diary, player
        self.phone = Habits(world.table, world.clock, ulids(world.clock))
        self.habits: dict[str, Habit] = {}
        self.kinds: Counter[str] = Counter()
        """Of the messages that arrived."""
        self.late = 0
        self.phone_is_broken = False
        self._reminded: set[tuple[str, date, time]] = set()
        self._warned: set[tuple[str, date]] = set()
        self._read: set[str] = set()
        self._looked: datetime | None = None
        self._source_down: datetime | None = None
        self._asked, self._seen_xp = 0, player.skills["Woodcutting"][2]

    # What the person does.

    async def begin(self, text: str, resolution: Resolution, **options: str) -> None:
        habit = await self.phone.add_written(self.user, text, options)
        self.habits[habit.name] = habit
        self.diary.resolutions[habit.name] = resolution

    async def done(self, name: str, *, ago: int = 0, amount: int | None = None) -> None:
        day = self.today() - ago * DAY
        expected = self.diary.done(name, day, amount)
        changed = await self.phone.complete(
            self.user.id, self.habits[name].id, DayReport(day, FrontEnd.SMS, amount)
        )
        given = None if changed is None else changed.points
        assert given == expected, f"{name} on {day}: {given}, and not {expected}"

    async def done_on_two_devices(self, name: str) -> None:
        day = self.today()
        expected = self.diary.done(name, day)
        devices = (self.phone, self.world.habits)
        told, habit = DayReport(day, FrontEnd.DISCORD), self.habits[name].id
        both = await asyncio.gather(*(one.complete(self.user.id, habit, told) for one in devices))
        assert sum(one.points for one in both if one is not None) == expected

    async def skip(self, name: str, *, ago: int = 0) -> None:
        day = self.today() - ago * DAY
        self.diary.skip(name, day)
        assert (
            await self.phone.skip(self.user.id, self.habits[name].id, DayReport(day, FrontEnd.SMS))
            is not None
        )

    async def undo(self, name: str, *, ago: int = 0) -> None:
        day = self.today() - ago * DAY
        expected = self.diary.undo(name, day)
        changed = await self.phone.undo(self.user.id, self.habits[name].id, day)
        assert changed.points == -expected, f"{name} on {day}"

    async def undo_last(self, name: str) -> None:
        """Of what the person said last, which was this habit, today."""
        expected = self.diary.undo(name, self.today())
        changed = await self.phone.undo(self.user.id)
        assert (changed.habit.name, changed.points) == (name, -expected)

    async def be_reminded(self, name: str, times: str) -> None:
        habit = self.habits[name]
        self.habits[name] = await self.phone.edit_written(self.user, habit, options={"remind": times})

    async def be_away(self, first: date, last: date) -> None:
        self.today()
        for name, habit in self.habits.items():
            self.diary.be_away(name, first, last)
            await self.phone.be_away(self.user.id, Days(first, last), habit.id)

    async def change_settings(self, **changes: str) -> None:
        self.user = await self.world.accounts.change_settings(self.user.id, changes)
        await follow_settings(self.world.context.tools, self.user, changes)

    def train(self) -> None:
        self.player.train("Woodcutting", self.player.skills["Woodcutting"][2] + 40)

    # What befalls them.

    def break_phone(self) -> None:
        self.phone_is_broken = True
        self.world.webhook.answers = [(503, {})] * 10_000

    def mend_phone(self) -> None:
        self.phone_is_broken = False
        self.world.webhook.answers.clear()

    def source_fails(self) -> None:
        self._source_down = self.world.clock()
        self.world.hiscores.stay_wrong(server_error(503))

    def source_recovers(self) -> None:
        self._source_down = None
        self.world.hiscores.recover()

    async def service_stops(self) -> None:
        await self.world.stop()

    async def service_starts(self) -> None:
        await self.world.start()
        self._looked = None

    # How time passes.

    def wait_until(self, hour: int, minute: int = 0) -> None:
        """Nobody looks meanwhile."""
        self.world.clock.advance(self._left_until(hour, minute))

    async def go_on_to(self, hour: int, minute: int = 0) -> None:
        """The service looks once, when it is so late."""
        before = await self._round()
        left = self._left_until(hour, minute)
        await self.world.pass_time(left, step=left)
        self.today()
        self._see_number()
        held = (await self._round()).last_at != before.last_at
        if held:
            self._see_nothing(before)
        if held and self._struck(NOON, before.last_at):
            self.diary.noon()
        arrived = list(self._arrived())
        for document, part in arrived:
            self._check(part, datetime.fromisoformat(document["sentAt"]))
        if held and not self.phone_is_broken and not self._is_quiet():
            self._check_reminders(before.last_at)
            self._check_warnings(before.last_at)

    def today(self) -> date:
        self.diary.turn_to(self._wall(self.world.clock()), self.user.day_start)
        return self.diary.today

    def _left_until(self, hour: int, minute: int) -> float:
        now = self.world.clock()
        there = datetime.combine(self._wall(now).date(), time(hour, minute), self.user.zone)
        while there.astimezone(UTC) <= now:
            there += DAY
        return (there.astimezone(UTC) - now).total_seconds()

    def _wall(self, instant: datetime) -> datetime:
        return instant.astimezone(self.user.zone).replace(tzinfo=None)

    def _day_of(self, instant: datetime) -> date:
        start = self.user.day_start
        return (self._wall(instant) - timedelta(hours=start.hour, minutes=start.minute)).date()

    async def _round(self) -> HabitRound:
        found = await read_round(self.world.table, self.user.id)
        assert found is not None
        return found

    def _struck(self, at: time, after: datetime) -> datetime | None:
        """When the clocks last struck this time since; those of where the person is now."""
        now = self.world.clock()
        days = (self._wall(now).date() - ago * DAY for ago in range(4))
        strikes = (datetime.combine(day, at, self.user.zone).astimezone(UTC) for day in days)
        return next((one for one in strikes if max(after, now - MOST_REMEMBERED) < one <= now), None)

    def _is_quiet(self) -> bool:
        hours = self.user.quiet_hours
        if hours is None:
            return False
        at = self._wall(self.world.clock()).time()
        return at >= hours.start or at < hours.end

    # What the number that feeds a habit says.

    def _see_number(self) -> None:
        asked, now = len(self.world.hiscores.asked), self.world.clock()
        if asked == self._asked or self._source_down is not None:
            return
        xp = self.player.skills["Woodcutting"][2]
        if xp > self._seen_xp:
            if self._looked is not None and now - self._looked >= UNSEEN:
                self._could_not_see(self._looked, self.diary.today - DAY)
            self.diary.count(FED, self.diary.today)
        self._asked, self._seen_xp, self._looked = asked, xp, now

    def _see_nothing(self, planned: HabitRound) -> None:
        """Days before today of which nobody knows: the source was down, or the service was."""
        was_asleep = self.world.clock() - planned.due_at >= UNSEEN
        if was_asleep:
            self._could_not_see(planned.due_at, self.diary.today - DAY)
        if self._source_down is not None and (was_asleep or self._struck(NOON, planned.last_at)):
            self._could_not_see(self._source_down, self.diary.today - DAY)

    def _could_not_see(self, since: datetime, last: date) -> None:
        first = self._day_of(since)
        for offset in range((last - first).days + 1):
            self.diary.could_not_see(FED, first + offset * DAY)

    # What arrives.

    def _arrived(self) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
        for key, document in self.world.webhook.taken.items():
            if key not in self._read:
                self._read.add(key)
                yield from ((document, part) for part in document["messages"])

    def _check(self, part: dict[str, Any], sent: datetime) -> None:
        self.kinds[part["kind"]] += 1
        meant = datetime.fromisoformat(part["meantFor"])
        assert (part["late"] is not None) == (sent - meant > LATE), part
        assert not self._is_quiet(), part
        self.late += part["late"] is not None
        names = {habit.id: name for name, habit in self.habits.items()}
        name = names.get(part["facts"].get("habit", ""), "")
        today = self.diary.today
        match part["kind"]:
            case "habit-reminder":
                assert part["facts"]["day"] == f"{today}", f"{part} on {today}"
                assert self.diary.is_wanted(name), f"{part} on {today}"
                key = (name, self._wall(meant).date(), self._wall(meant).time())
                assert key not in self._reminded, key
                self._reminded.add(key)
            case "habit-at-risk":
                assert part["facts"]["day"] == f"{today}"
                assert self.diary.would_end(name, today), part
                self._warned.add((name, today))
            case "habit-yesterday":
                assert part["facts"]["day"] == f"{today - DAY}"
                assert self.diary.would_end(name, today - DAY), part
            case "habit-ended":
                lately = {ended for ended, day in self.diary.ended if day >= today - 4 * DAY}
                assert name in lately, part
            case _:
                pass

    def _check_reminders(self, since: datetime) -> None:
        """Each that struck, and was still wanted, has come; of several for one habit the last one."""
        for name, habit in self.habits.items():
            strikes = [at for one in habit.reminders if (at := self._struck(one, since)) is not None]
            if strikes and self._day_of(max(strikes)) == self.diary.today and self.diary.is_wanted(name):
                wall = self._wall(max(strikes))
                assert (name, wall.date(), wall.time()) in self._reminded, f"{name} at {wall}"

    def _check_warnings(self, since: datetime) -> None:
        """Each streak that hangs on today was spoken of in the evening."""
        struck, today = self._struck(EVENING, since), self.diary.today
        if struck is None or self._day_of(struck) != today:
            return
        for name, one in self.diary.resolutions.items():
            told_by_hand = name != FED and not one.to_quit
            if told_by_hand and self.diary.is_wanted(name) and self.diary.would_end(name, today):
                assert (name, today) in self._warned, f"{name} on {today}"

    # Whether all is as the diary says.

    async def compare(self) -> None:
        table, user, now = self.world.table, self.user.id, self.world.clock()
        self.today()
        for one in await watch(table, self.user, now):
            mark, name = one.standing(), one.habit.name
            found = Standing(mark.current, mark.longest, mark.kept, mark.missed, mark.done, mark.freezes)
            expected = self.diary.standing(name)
            assert found == expected, f"{name} on {self.diary.today}: {found}, and not {expected}"
            logs = await read_logs(table, one.habit.id)
            states = {day: log.state.value for day, log in logs.items()}
            said = {day: word.what for day, word in self.diary.resolutions[name].words.items()}
            assert states == said, f"{name}: {set(states.items()) ^ set(said.items())}"
        wallet, ledger = await wallet_of(table, user), (await ledger_page(table, user, 10_000)).entries
        assert (wallet.points, wallet.completions) == (self.diary.points, self.diary.completions)
        assert sum(line.points for line in ledger) == wallet.points
        held = {one.id for one in await achievements_of(table, user)}
        assert held == self.diary.achievements, held ^ self.diary.achievements
