"""What a person shares with a room, and no longer: words in, documents out."""

from contextlib import suppress

from bot.documents import reading
from bot.rooms import requests, usecases
from bot.rooms.documents import ThingShared, room_document
from bot.visit import Visit
from tracker.challenge.finding import find_challenge, meant
from tracker.challenge.model import Challenge, WhoMayJoin
from tracker.goals.book import goal_book
from tracker.goals.errors import NoSuchGoal
from tracker.habits.errors import NoSuchHabit
from tracker.habits.model import Habit
from tracker.projects.errors import NoSuchProject
from tracker.rooms.book import MyRoom
from tracker.rooms.errors import NothingToShare
from tracker.rooms.sharing import Shared
from tracker.words import quoted


async def share(visit: Visit, ask: requests.ShareWithRoom) -> ThingShared:
    found = await usecases.named_room(visit, ask.room)
    with reading("thing"):
        thing = await _thing(visit, ask.thing)
        shared = await visit.services.room_shares.share(visit.person, found.room.id, thing)
    return _shared(
        found,
        shared.name,
        f"You share {shared.name}. From now on the room hears, at most once an hour, {_heard(thing)} "
        "No amounts, no notes.",
    )


async def unshare(visit: Visit, ask: requests.ShareWithRoom) -> ThingShared:
    found = await usecases.named_room(visit, ask.room)
    with reading("thing"):
        gone = await visit.services.room_shares.unshare(visit.person.id, found.room.id, ask.thing)
    return _shared(found, gone.name, f"You no longer share {gone.name}.")


def _shared(found: MyRoom, thing: str, message: str) -> ThingShared:
    return ThingShared(room=room_document(found.room, found.mine), thing=thing, message=message)


def _heard(thing: Shared) -> str:
    """What becomes known of it."""
    match thing:
        case Habit():
            return "of the days on which you do it, and of your streak. A buddy there also hears of misses."
        case Challenge(who=WhoMayJoin.ANYBODY):
            return "whether your last week counted, how many did in a row, and where you stand among all."
        case Challenge():
            return (
                "whether your last week counted, and how many did in a row; if it is opened to anybody, also "
                "where you stand among all."
            )
        case _:
            return "of parts of the way, and of its end."


async def _thing(visit: Visit, text: str) -> Shared:
    """A habit, or else a goal, a project, or a challenge that they are in.

    Raises NothingToShare, and where several are meant."""
    with suppress(NoSuchHabit):
        return await visit.services.habits.find(visit.person.id, text)
    with suppress(NoSuchGoal):
        return (await visit.services.table.read_in_steps(goal_book(visit.person.id))).find_any(text)
    with suppress(NoSuchProject):
        return await visit.services.projects.find(visit.person.id, text)
    mine = await visit.services.challenges.mine(visit.person.id)
    if meant(mine, text):
        return find_challenge(mine, text)
    raise NothingToShare(
        f"You have no habit, no goal and no project {quoted(text)}, and are in no challenge of that name."
    )
