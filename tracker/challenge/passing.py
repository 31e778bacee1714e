"""A challenge whose owner is deleted goes on: it passes to whoever has been in it longest.

Its members name it together with its owner, and are led there one by one. Until that is done, what stands in
the old place says where it went: stopped anywhere, it is finished by doing it again.
"""

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime

from tracker.accounts.service import present_people
from tracker.challenge.change_messages import passed_on
from tracker.challenge.changing import ATTEMPTS, challenges_of, restless
from tracker.challenge.joining import participants, participations_of
from tracker.challenge.model import Challenge, ChallengeStatus, Participation
from tracker.challenge.planning import poll_of
from tracker.challenge.removing import clear
from tracker.notify import outbox
from tracker.store.conditions import ABSENT, EXISTS, eq
from tracker.store.entity import PRESENT, change, stored, to_item
from tracker.store.errors import ConditionFailed
from tracker.store.index_keys import ChallengeIdKey
from tracker.store.keys import ParticipationKey, UserKey
from tracker.store.table import Check, Delete, Operation, Put, Table
from tracker.words import count_of


async def pass_on_all(table: Table, user_id: str, now: datetime) -> None:
    """Before a person is deleted: all that they set up. Nothing is left of what nobody else is in."""
    for one in await challenges_of(table, user_id):
        match one.status:
            case ChallengeStatus.PASSED:
                await _lead(table, one, now)
            case ChallengeStatus.REMOVED:
                await clear(table, one, now)
            case _:
                await _pass_on(table, one, now)


async def parting_notes(table: Table, user_id: str) -> list[str]:
    """What a deletion of the person would do to others."""
    notes: list[str] = []
    for one in await challenges_of(table, user_id):
        if one.status.is_there and (heirs := await _heirs(table, one)):
            notes.append(
                f"{one.name} goes on: it passes to {heirs[0].name}, who has been in it longest, and "
                "everybody in it is told."
            )
        elif one.status.is_there:
            notes.append(f"{one.name} is removed: nobody else is in it.")
    if joined := len(await participations_of(table, user_id)):
        notes.append(f"Your weeks leave the standings of {count_of(joined, 'challenge')}.")
    return notes


async def _heirs(table: Table, challenge: Challenge) -> Sequence[Participation]:
    """Who is in it and not its owner, whoever has been longest first."""
    people = await participants(table, challenge.id)
    present = await present_people(table, (one.user for one in people if one.user != challenge.owner))
    return sorted((one for one in people if one.user in present), key=lambda one: (one.joined_at, one.user))


async def _pass_on(table: Table, challenge: Challenge, now: datetime) -> None:
    for number in range(ATTEMPTS):
        heirs = await _heirs(table, challenge)
        if not heirs:
            await clear(table, challenge.model_copy(update={"removed_by": challenge.owner}), now)
            return
        heir = heirs[number % len(heirs)].user  # one who is just leaving is passed over
        with suppress(ConditionFailed):  # or it is being counted: look again
            await table.transact(await _passing(table, challenge, heir))
            await _lead(table, challenge.model_copy(update={"passed_to": heir}), now)
            return
    raise restless()


async def _passing(table: Table, challenge: Challenge, heir: str) -> list[Operation]:
    new = challenge.model_copy(update={"owner": heir})
    left = {"status": ChallengeStatus.PASSED, "passed_to": heir}
    unchanged = eq("status", challenge.status.value)
    operations: list[Operation] = [
        Check(UserKey(heir).key, PRESENT),
        Check(ParticipationKey(heir, challenge.id).key, EXISTS),
        Put(to_item(new, new.key, new.place), ABSENT),
        change(Challenge, challenge.key, left, leave=[ChallengeIdKey], when=unchanged),
    ]
    if (poll := await poll_of(table, challenge)) is not None:
        moved = poll.model_copy(update={"user": heir})
        operations += [
            Delete(poll.key.key, poll.unmoved),
            Put(to_item(moved, moved.key, moved.place), ABSENT),
        ]
    return operations


async def _lead(table: Table, old: Challenge, now: datetime) -> None:
    """Everybody in it to the new owner, who is told, too."""
    new = old.model_copy(update={"owner": old.passed_to})
    people = await participants(table, old.id)
    heir = next((one.name for one in people if one.user == new.owner), "somebody in it")
    for one in people:
        with suppress(ConditionFailed):  # they have left meanwhile, or were led there before
            moved = change(Participation, one.key, {"owner": new.owner}, when=eq("owner", stored(old.owner)))
            await table.update(moved)
        await outbox.enqueue(table, passed_on(one.user, new, heir, now))
    await table.delete(old.key.key)
