"""What only one person in a group goal can have: a name, and a character by which they add."""

from tracker.goals.model import Character
from tracker.group_goals.errors import PartTaken
from tracker.group_goals.model import GroupShare
from tracker.rewards.board_names import name_taken
from tracker.rewards.taken import TakenThing, giving_up, holders, name_in, taking
from tracker.store.segments import Subject
from tracker.store.table import Operation, Table


def things_of(group: str) -> str:
    """Where names and characters differ."""
    return f"group:{group}"


def character_in(group: str, subject: Subject) -> TakenThing:
    return TakenThing(things_of(group), "character", str(subject))


def _of(share: GroupShare) -> list[TakenThing]:
    played = [] if share.subject is None else [character_in(share.group, share.subject)]
    return [name_in(things_of(share.group), share.name), *played]


async def take_things(table: Table, share: GroupShare, character: Character | None) -> list[Operation]:
    """With whoever joins. Raises NameTaken, PartTaken."""
    name, *played = _of(share)
    known = await holders(table, [name, *played])
    if known.get(name, share.user) != share.user:
        raise name_taken(share.name)
    if character is not None and any(known.get(one, share.user) != share.user for one in played):
        raise PartTaken(
            f"{character.name} adds for somebody else there already. Choose another character.",
            field="character",
        )
    return taking(share.user, [name, *played], known)


async def give_up_things(table: Table, share: GroupShare) -> list[Operation]:
    """With whoever leaves."""
    things = _of(share)
    return giving_up(share.user, things, await holders(table, things))
