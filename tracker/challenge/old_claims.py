"""Names and characters of those who joined a challenge before these were kept for one person each."""

from contextlib import suppress
from datetime import datetime

from tracker.challenge.change_messages import changed
from tracker.challenge.joining import participants
from tracker.challenge.model import Challenge, Participation, PersonStats, WeekRecord
from tracker.challenge.planning import ChallengePoll, poll_of
from tracker.challenge.things import character_in, things_of
from tracker.goals.model import Character
from tracker.notify import outbox
from tracker.rewards.board_names import numbered
from tracker.rewards.taken import holders, name_in, taking
from tracker.store.conditions import eq
from tracker.store.entity import PRESENT, change, from_items
from tracker.store.errors import ConditionFailed
from tracker.store.keys import CharacterKey, ParticipationKey, UserKey, UserStatsKey, WeekKey
from tracker.store.table import Check, Operation, Table

_ATTEMPTS = 20


async def settle_claims(table: Table, challenge: Challenge, now: datetime) -> None:
    """Once for each challenge, in the order of joining: the second of a name gets another one, and is told.

    Several may do it at once, and somebody may join meanwhile: whose it is, the item of the thing decides.
    """
    poll = await poll_of(table, challenge)
    if poll is None or poll.is_claimed:
        return
    for who in sorted(await participants(table, challenge.id), key=lambda one: (one.joined_at, one.user)):
        await _settle(table, challenge, who, now)
    with suppress(ConditionFailed):  # it was removed meanwhile
        await table.update(change(ChallengePoll, poll.key, {"is_claimed": True}))


async def _settle(table: Table, challenge: Challenge, who: Participation, now: datetime) -> None:
    for _ in range(_ATTEMPTS):
        item = await table.get(ParticipationKey(who.user, who.challenge).key)
        current = next(from_items(Participation, [item] if item else []), None)
        if current is None or not (operations := await _claims(table, challenge, current, now)):
            return
        with suppress(ConditionFailed):  # somebody took it at this moment, or the person left: look again
            await table.transact([Check(UserKey(who.user).key, PRESENT), *operations])
            return


async def _claims(table: Table, challenge: Challenge, who: Participation, now: datetime) -> list[Operation]:
    """What makes the name and the character theirs, or leaves them to whoever has them."""
    name, operations = await _free_name(table, who)
    character = await _played(table, who)
    counts, claim = await _character_claim(table, who, character)
    texts = [] if name == who.name else [_renamed_text(who.name, name)]
    if character is not None and not counts:
        texts.append(_lost_text(character))
    if not texts and not operations and not claim:
        return []
    after: dict[str, object] = {"name": name} if counts else {"name": name, "character": None}
    said = [outbox.operation(changed(who.user, challenge, texts, now))] if texts else []
    renamed = await _renamed(table, who, name)
    return [
        change(Participation, who.key, after, when=eq("name", who.name)),
        *operations,
        *claim,
        *renamed,
        *said,
    ]


async def _free_name(table: Table, who: Participation) -> tuple[str, list[Operation]]:
    for name in numbered(who.name):
        wanted = name_in(things_of(who.challenge), name)
        known = await holders(table, [wanted])
        if known.get(wanted, who.user) == who.user:
            return name, taking(who.user, [wanted], known)
    raise AssertionError("there is always a further number")


async def _played(table: Table, who: Participation) -> Character | None:
    item = None if who.character is None else await table.get(CharacterKey(who.user, who.character).key)
    return next(from_items(Character, [item] if item else []), None)


async def _character_claim(
    table: Table, who: Participation, character: Character | None
) -> tuple[bool, list[Operation]]:
    """Whether it counts for them, and what makes that so."""
    if character is None:
        return True, []
    wanted = character_in(who.challenge, character.subject)
    known = await holders(table, [wanted])
    is_theirs = known.get(wanted, who.user) == who.user
    return is_theirs, taking(who.user, [wanted], known)


async def _renamed(table: Table, who: Participation, name: str) -> list[Operation]:
    """Where the old name stands: in the statistics, and in the weeks that are still counted."""
    if name == who.name:
        return []
    key = UserStatsKey(who.user, who.challenge)
    item = await table.get(key.key)
    stats = next(from_items(PersonStats, [item] if item else []), None)
    if stats is None:
        return []
    weeks = [WeekKey(who.user, week, who.challenge) for week in stats.open]
    known = await table.get_many(one.key for one in weeks)
    records = [change(WeekRecord, one, {"name": name}) for one in weeks if one.key in known]
    return [change(PersonStats, key, {"name": name}), *records]


def _renamed_text(old: str, new: str) -> str:
    return f"Somebody else in it is called {old}, so others see you as {new} there."


def _lost_text(character: Character) -> str:
    return (
        f"{character.name} counts for somebody who joined before you, so it no longer counts for you. Your "
        "weeks stay. To go on, leave the challenge and join it with another character."
    )
