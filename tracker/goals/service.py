"""The goals of a person: setting, finding, changing and removing them.

Each change of a character's goals names the revision of the character that it saw, so that they happen one
after another: none is set twice, none is lost, and none is set on a character that is being removed.
"""

import builtins
from collections.abc import Mapping, Sequence
from datetime import date, datetime

from tracker.accounts.model import User
from tracker.clock import Clock
from tracker.days import local_day
from tracker.digest.planning import first_round
from tracker.frozen import frozen
from tracker.goals.book import GoalBook, goal_book
from tracker.goals.chain import first_id
from tracker.goals.characters.names import game_for
from tracker.goals.characters.watching import latest_reading, past_readings
from tracker.goals.creation import counted, founding, noticed
from tracker.goals.editing import edited, request_of
from tracker.goals.errors import (
    DuplicateGoal,
    GoalUnchanged,
    NoSuchGoal,
    NoSuchPerson,
    TooMany,
    WrongStatus,
)
from tracker.goals.finding import described
from tracker.goals.games.game import Game
from tracker.goals.lookup import ATTEMPTS, character_at, characters_of, goals_of, not_there, restless
from tracker.goals.model import LIVE, Character, Frequency, Goal, GoalStatus, LatestProgress
from tracker.goals.plans import Plan, derive
from tracker.goals.removal import remove_goal
from tracker.goals.words.aims import Aim
from tracker.goals.words.request import GoalType
from tracker.ids import Ids
from tracker.readings import Number, Quantity
from tracker.store.conditions import Condition, eq
from tracker.store.entity import PRESENT, change
from tracker.store.errors import ConditionFailed
from tracker.store.index_keys import StatusKey
from tracker.store.keys import CharacterKey, GoalKey
from tracker.store.table import Check, Operation, Table
from tracker.subjects import LatestReading

MOST_GOALS = 200
"""Live goals of a person. Two that are set at once may make it one more."""
MOST_GOALS_EACH = 40
"""Live goals of a character."""
DEFAULT_CHANNEL = "default"


@frozen
class _Ground:
    """What a goal of a character stands on, as it was read at one moment."""

    character: Character
    goals: Sequence[Goal]
    game: Game
    latest: LatestReading | None
    today: date
    now: datetime

    @property
    def values(self) -> Mapping[Quantity, Number]:
        return _values(self.latest)

    def refuse_again(self, aim: Aim, but: str | None = None) -> None:
        for one in self.goals:
            if one.status in LIVE and one.id != but and _same(one.plan(self.game).aim, aim):
                said = f"You have that goal already: {described(one, self.character)}."
                raise DuplicateGoal(said, one.id)


class Goals:
    def __init__(self, table: Table, clock: Clock, ids: Ids) -> None:
        self._table, self._clock, self._ids = table, clock, ids

    async def add(
        self,
        user: User,
        character: Character,
        text: str,
        *,
        by: str | None = None,
        frequency: Frequency = Frequency.DAILY,
        channel: str | None = None,
    ) -> Goal:
        """Raises GoalRefused."""
        for _ in range(ATTEMPTS):
            ground = await self._ground_for(user, character)
            request = request_of(text, by, ground.game, ground.today)
            goal, operations = founding(
                user,
                ground.character,
                request,
                ground.values,
                await past_readings(self._table, ground.character.subject, ground.latest),
                ground.now,
                goal_id=await self._free_id(user.id),
                frequency=frequency,
                channel=_channel(channel),
            )
            ground.refuse_again(goal.plan(ground.game).aim)
            await self._refuse_too_many(ground.character)
            if await self._written(user, ground, operations, {goal.target_attribute: 1}):
                return goal
        raise restless()

    async def understand(self, user: User, character: Character, text: str, *, by: str | None = None) -> Plan:
        """What `add` would do; nothing is written. Raises GoalRefused."""
        ground = await self._ground_for(user, character)
        request = request_of(text, by, ground.game, ground.today)
        plan = derive(request, ground.game, ground.values, ground.today)
        ground.refuse_again(plan.aim)
        return plan

    def sketch(self, user: User, character: Character, plan: Plan) -> Goal:
        """The goal that a plan would make, for its title."""
        return Goal(
            id="",
            user=user.id,
            character=character.id,
            subject=character.subject,
            target_attribute=plan.aim.attribute,
            label=character.name if plan.aim.type is GoalType.VALUE else None,
            unit=character.unit,
            target_type=plan.aim.type,
            target_value=plan.aim.stated,
            begun=plan.begun,
            created_at=user.created_at,
        )

    async def sketch_edit(
        self, user: User, goal: Goal, *, text: str | None = None, by: str | None = None
    ) -> Goal:
        """What `edit` would make of a goal; nothing is written. Raises GoalRefused."""
        ground, old = await self._ground_of(user, goal)
        changes = edited(old, ground.game, ground.values, ground.today, text=text, by=by)
        return old.model_copy(update=changes)

    async def list(
        self, user_id: str, *, character: Character | None = None, archived: bool = False
    ) -> list[Goal]:
        """In the order in which they were set; with `archived`, those too."""
        if character is None:
            owned = (goal for goal, _ in (await self._book(user_id)).owned())
        else:
            owned = iter(await goals_of(self._table, user_id, character.id))
        kept = [goal for goal in owned if archived or goal.status is not GoalStatus.ARCHIVED]
        return sorted(kept, key=lambda goal: (goal.created_at, goal.id))

    async def find(self, user_id: str, text: str) -> Goal:
        """By id, by a beginning of it that no other has, or by the name of what only one live goal is about.

        Raises NoSuchGoal, AmbiguousGoal.
        """
        return (await self._book(user_id)).find(text)

    async def edit(
        self,
        user: User,
        goal: Goal,
        *,
        text: str | None = None,
        by: str | None = None,
        frequency: Frequency | None = None,
        channel: str | None = None,
    ) -> Goal:
        """`by` "none" takes the date away, `channel` "default" the channel. Raises GoalRefused."""
        for _ in range(ATTEMPTS):
            ground, old = await self._ground_of(user, goal)
            _refuse_over(old)
            changes = _told(frequency, channel)
            if text is not None or by is not None:
                changes |= edited(old, ground.game, ground.values, ground.today, text=text, by=by)
            new = old.model_copy(update=changes)
            if new == old:
                raise GoalUnchanged("Nothing would change: say another target, date, frequency or channel.")
            ground.refuse_again(new.plan(ground.game).aim, but=old.id)
            update = change(Goal, old.key, changes, when=_unmoved(old))
            if await self._written(user, ground, [update, first_round(user, ground.now)]):
                return new
        raise restless()

    async def pause(self, user: User, goal: Goal) -> Goal:
        """Progress is recorded on, and nothing is told."""
        return await self._move(user, goal, GoalStatus.PAUSED)

    async def resume(self, user: User, goal: Goal) -> Goal:
        return await self._move(user, goal, GoalStatus.ACTIVE)

    async def archive(self, user: User, goal: Goal) -> Goal:
        """Nothing more is recorded; what was stays."""
        return await self._move(user, goal, GoalStatus.ARCHIVED)

    async def remove(self, user: User, goal: Goal) -> None:
        """With its progress."""
        if not await remove_goal(self._table, GoalKey(user.id, goal.character, goal.id)):
            raise _gone()

    async def _move(self, user: User, goal: Goal, status: GoalStatus) -> Goal:
        for _ in range(ATTEMPTS):
            ground, old = await self._ground_of(user, goal)
            if old.status is status:
                raise GoalUnchanged(f"The goal is {status} already.")
            if status is not GoalStatus.ARCHIVED:
                _refuse_over(old)
            new = old.model_copy(update={"status": status})
            place = StatusKey(new.user, new.type, status.value, new.id)
            update = change(Goal, old.key, {"status": status}, enter=[place], when=_unmoved(old))
            less = -1 if old.status in LIVE and status not in LIVE else 0
            written = [update, *await self._latest_moved(new), first_round(user, ground.now)]
            if await self._written(user, ground, written, {old.target_attribute: less}):
                return new
        raise restless()

    async def _latest_moved(self, goal: Goal) -> builtins.list[Operation]:
        """The newest progress is listed by the goal's status; there is none before the first reading."""
        if await self._table.get(goal.latest_key.key) is None:
            return []
        return [change(LatestProgress, goal.latest_key, {}, enter=[goal.latest_place])]

    async def _ground(self, user: User, character_id: str) -> _Ground | None:
        """The character is read before its goals: whoever sets one meanwhile changes the character."""
        character = await character_at(self._table, CharacterKey(user.id, character_id))
        if character is None:
            return None
        now = self._clock().replace(microsecond=0)
        latest = await latest_reading(self._table, character.subject)
        return _Ground(
            character=character,
            goals=await goals_of(self._table, user.id, character.id),
            game=game_for(character).knowing(_values(latest)),
            latest=latest,
            today=local_day(now, user.zone, user.day_start),
            now=now,
        )

    async def _ground_for(self, user: User, character: Character) -> _Ground:
        ground = await self._ground(user, character.id)
        if ground is None:
            raise not_there(character.name)
        return ground

    async def _ground_of(self, user: User, goal: Goal) -> tuple[_Ground, Goal]:
        """With the goal as it is now."""
        ground = await self._ground(user, goal.character)
        found = [one for one in ground.goals if one.id == goal.id] if ground else []
        if ground is None or not found:
            raise _gone()
        return ground, found[0]

    async def _free_id(self, user_id: str) -> str:
        """One that none of the person's goals has, whichever character it is of, nor a chain of them."""
        taken = {first_id(str(one.get("id"))) for one in (await self._book(user_id)).stored}
        for _ in range(ATTEMPTS):
            if (drawn := self._ids()) not in taken:
                return drawn
        raise restless()

    async def _book(self, user_id: str) -> GoalBook:
        return await self._table.read_in_steps(goal_book(user_id))

    async def _refuse_too_many(self, character: Character) -> None:
        if _live(character) >= MOST_GOALS_EACH:
            raise TooMany(
                f"{character.name} has {MOST_GOALS_EACH} goals under way, and that is the most."
                " Archive or remove one before you set another."
            )
        if sum(map(_live, await characters_of(self._table, character.user))) >= MOST_GOALS:
            raise TooMany(
                f"You have {MOST_GOALS} goals under way, and that is the most."
                " Archive or remove one before you set another."
            )

    async def _written(
        self,
        user: User,
        ground: _Ground,
        operations: Sequence[Operation],
        counts: Mapping[str, int] | None = None,
    ) -> bool:
        """Whether nobody was faster. Raises NoSuchPerson."""
        try:
            await self._table.transact(
                [
                    Check(user.key.key, PRESENT),
                    *operations,
                    *counted(ground.character, counts or {}),
                    *noticed(ground.character.subject),
                ]
            )
        except ConditionFailed as failed:
            if failed.at(0) is not None:
                raise NoSuchPerson("There is no such account, or it is being deleted.") from failed
            return False
        return True


def _values(latest: LatestReading | None) -> dict[Quantity, Number]:
    return {} if latest is None else latest.quantities


def _live(character: Character) -> int:
    return sum(character.tracked_attributes.values())


def _same(one: Aim, other: Aim) -> bool:
    """Whether two goals end at the same number: 99 woodcutting is 13,034,431 woodcutting xp."""
    return [(part.quantity, part.target) for part in one.parts] == [
        (part.quantity, part.target) for part in other.parts
    ]


def _unmoved(goal: Goal) -> Condition:
    return eq("status", goal.status.value) & eq("targetValue", goal.target_value)


def _refuse_over(goal: Goal) -> None:
    if goal.status not in LIVE:
        raise WrongStatus(f"This goal is {goal.status}, and stays as it is. Set a new one instead.")


def _told(frequency: Frequency | None, channel: str | None) -> dict[str, object]:
    """How often and where, as far as that was said."""
    changes: dict[str, object] = {} if frequency is None else {"frequency": frequency}
    return changes if channel is None else {**changes, "notification_channel_type": _channel(channel)}


def _channel(channel: str | None) -> str | None:
    """The type of a channel as it is stored; None for the person's own order."""
    wanted = (channel or "").strip().casefold()
    return None if wanted in ("", DEFAULT_CHANNEL) else wanted


def _gone() -> NoSuchGoal:
    return NoSuchGoal("This goal no longer exists.")
