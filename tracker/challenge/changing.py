"""Changes of a challenge that is set up are written, with what everybody in it is to be told of them."""

from contextlib import suppress
from datetime import date, datetime

from tracker.accounts.changes import next_change
from tracker.accounts.errors import NoSuchUser
from tracker.challenge.beginning import check_name_free
from tracker.challenge.editing import EDITS, differences
from tracker.challenge.errors import ChallengeTooOften, NoSuchChallenge
from tracker.challenge.joining import participants
from tracker.challenge.model import Challenge, ChallengeStatus
from tracker.challenge.planning import ChallengePoll, ChangeNote, first_poll, poll_of
from tracker.challenge.removing import clear
from tracker.due import place_at
from tracker.limits import Limits
from tracker.store.conditions import eq
from tracker.store.entity import change, from_items
from tracker.store.errors import ConditionFailed, Throttled
from tracker.store.keys import ChallengeKey
from tracker.store.table import Operation, Table, Update

CHANGES = "challengeChanges"
"""The attribute of a user item that counts what is set up or joined."""
ATTEMPTS = 20
FEW = 25
"""People, of whom everything is deleted at once; of more it is left to the next count."""
_FIELDS = ("name", "threshold", "starts", "ends", "who")


async def challenges_of(table: Table, owner_id: str) -> list[Challenge]:
    """All of an account, those that are going, too; in the order in which they were set up."""
    mine = ChallengeKey.prefix(user=owner_id)
    items = [one async for one in table.query_all(mine.pk, prefix=mine.prefix)]
    return sorted(from_items(Challenge, items), key=lambda one: (one.created_at, one.id))


async def claimed(table: Table, user_id: str) -> Update:
    """Holds as long as nobody sets up another challenge for this account, or joins one with it."""
    if (found := await next_change(table, user_id, CHANGES)) is None:
        raise NoSuchUser("There is no such account, or it is being deleted.")
    return found


async def write_change(
    table: Table, limits: Limits, before: Challenge, after: Challenge, *, by: str, today: date
) -> Challenge:
    """It is counted at once, and everybody in it but `by` is told. Raises ChallengeTooOften."""
    if await limits.take(EDITS, before.id) is not None:
        raise ChallengeTooOften(
            f"{before.name} was changed {EDITS.most} times today, and everybody in it is told each time. "
            "Try again tomorrow."
        )
    now = limits.now().replace(microsecond=0)
    note = ChangeNote(at=now, by=by, text=" ".join(differences(before, after, today)))
    changes = {name: getattr(after, name) for name in _FIELDS}
    for _ in range(ATTEMPTS):
        unchanged = await claimed(table, before.owner)
        if after.name != before.name:
            others = [one for one in await challenges_of(table, before.owner) if one.id != before.id]
            check_name_free(others, after.name)
        written = change(Challenge, before.key, changes, when=eq("status", ChallengeStatus.ACTIVE.value))
        try:
            await table.transact([unchanged, written, *await _noted(table, before, note)])
        except ConditionFailed as failed:
            if failed.at(1) is not None:
                raise NoSuchChallenge("This challenge no longer exists, or it is over.") from failed
            continue  # it is being counted, or another one was set up: look again
        return after
    raise restless()


async def _noted(table: Table, challenge: Challenge, note: ChangeNote) -> list[Operation]:
    """It comes due now."""
    if (poll := await poll_of(table, challenge)) is None:
        return []
    place = place_at(poll.kind, poll.user, note.at)
    changes = {"due_at": note.at, "notes": (*poll.notes, note)}
    return [change(ChallengePoll, poll.key, changes, enter=[place], when=poll.unmoved)]


async def write_removal(table: Table, challenge: Challenge, by: str, now: datetime) -> int:
    """How many people were in it. To all of them it is gone from now on."""
    for _ in range(ATTEMPTS):
        poll = await poll_of(table, challenge)
        due = (
            first_poll(challenge, now)
            if poll is None
            else change(
                ChallengePoll,
                poll.key,
                {"due_at": now},
                enter=[place_at(poll.kind, poll.user, now)],
                when=poll.unmoved,
            )
        )
        gone = {"status": ChallengeStatus.REMOVED, "removed_by": by}
        removal = change(Challenge, challenge.key, gone)
        with suppress(ConditionFailed):  # it is being counted: look again
            await table.transact([await claimed(table, challenge.owner), removal, due])
            people = len(await participants(table, challenge.id))
            if people <= FEW:
                await clear(table, challenge.model_copy(update=gone), now)
            return people
    raise restless()


def restless() -> Throttled:
    return Throttled("the challenge keeps changing under our hands; try again in a moment")
