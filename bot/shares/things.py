"""Which thing is meant, whose it is, and what it is called: of each kind that can be shared."""

from collections.abc import Sequence
from contextlib import suppress

from bot.challenges import usecases as challenges
from bot.challenges.requests import NameChallenge
from bot.documents import reading
from bot.managed_server import managed_server
from bot.visit import Visit
from tracker.accounts.identity import is_address
from tracker.accounts.model import User
from tracker.challenge.editing import check_may_change
from tracker.challenge.errors import NoSuchChallenge
from tracker.frozen import frozen
from tracker.goals.book import goal_book
from tracker.goals.composite.model import CompositeGoal
from tracker.goals.games.game import game_of
from tracker.goals.milestones import milestone_place
from tracker.goals.model import Goal
from tracker.goals.words.wording import goal_title
from tracker.rewards.wallet import wallet_of
from tracker.servers.board_scopes import scopes_of
from tracker.servers.model import Server
from tracker.shares.model import Shareable, SharedThing
from tracker.store.keys import ServerKey
from tracker.store.table import Table
from tracker.store.values import Key


@frozen
class MeantThing:
    """Something that somebody may share."""

    user_id: str
    kind: Shareable
    place: str
    """Its id among all of the account; that of a goal is unique only within its character."""
    id: str
    """By which people call it."""
    item: Key
    title: str
    parts: bool = False
    """Whether it is a goal made of parts."""

    def shared(self, *, named: bool) -> SharedThing:
        return SharedThing(self.user_id, self.kind, self.place, named)


async def meant(visit: Visit, kind: Shareable, said: str, *, exact: bool) -> MeantThing:
    """Raises what each feature says of a thing that is not there, NotManager and NotYours."""
    match kind:
        case Shareable.GOAL:
            with reading("thing"):
                book = await visit.services.table.read_in_steps(goal_book(visit.person.id))
                return _goal(book.find_any(said, exact=exact))
        case Shareable.HABIT:
            with reading("thing"):
                habit = await visit.services.habits.find(visit.person.id, said)
            return MeantThing(habit.user, kind, habit.id, habit.id, habit.key.key, habit.name)
        case Shareable.LEADERBOARD:
            server = await managed_server(visit)
            return _leaderboard(server)
        case Shareable.CHALLENGE:
            with reading("thing"):
                found = await challenges.shown(visit, NameChallenge(challenge=said or None), by_id=exact)
            check_may_change(found, visit.person.id, await challenges.managed_here(visit))
            return MeantThing(found.owner, kind, found.id, found.id, found.key.key, found.name)


async def titles(visit: Visit, things: Sequence[SharedThing]) -> dict[SharedThing, str]:
    """What they are called now. What is gone has no title."""
    kinds = {one.kind for one in things}
    found: dict[tuple[Shareable, str], str] = {}
    if Shareable.GOAL in kinds:
        book = await visit.services.table.read_in_steps(goal_book(visit.person.id))
        goals = [_goal(one) for one in (*(goal for goal, _ in book.owned()), *book.made_of_parts)]
        found |= {(one.kind, one.place): one.title for one in goals}
    if Shareable.HABIT in kinds:
        habits = [
            *await visit.services.habits.list(visit.person.id),
            *await visit.services.habits.list(visit.person.id, archived=True),
        ]
        found |= {(Shareable.HABIT, one.id): one.name for one in habits}
    boards = [one.id for one in things if one.kind is Shareable.LEADERBOARD]
    for scope in await scopes_of(visit.services.table, boards):
        found[Shareable.LEADERBOARD, scope.key] = leaderboard_title(scope.name)
    for one in {one.id for one in things if one.kind is Shareable.CHALLENGE}:
        with suppress(NoSuchChallenge):
            found[Shareable.CHALLENGE, one] = (await visit.services.challenges.by_id(one)).name
    return {one: found[one.kind, one.id] for one in things if (one.kind, one.id) in found}


async def name_of(table: Table, owner: User) -> str | None:
    """The name by which others see somebody, which strangers may see, too, if they say so."""
    names = (owner.nickname, (await wallet_of(table, owner.id)).shown_as)
    return next((one for one in names if one and not is_address(one)), None)


def leaderboard_title(server: str) -> str:
    return f"The leaderboard of {server}"


def _goal(goal: Goal | CompositeGoal) -> MeantThing:
    kind = Shareable.GOAL
    if isinstance(goal, CompositeGoal):
        return MeantThing(goal.user, kind, goal.id, goal.id, goal.key.key, goal.title, parts=True)
    title = goal_title(goal, game_of(goal.subject.source))
    title = title[:1].upper() + title[1:]
    return MeantThing(goal.user, kind, milestone_place(goal), goal.id, goal.key.key, title)


def _leaderboard(server: Server) -> MeantThing:
    account, title = server.account, leaderboard_title(server.name)
    return MeantThing(account, Shareable.LEADERBOARD, account, account, ServerKey(account).key, title)
