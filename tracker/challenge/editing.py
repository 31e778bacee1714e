"""What can be changed of a challenge that is set up, by whom, and what everybody in it is told of that."""

from collections.abc import Iterator, Mapping
from datetime import date, timedelta

from tracker.challenge.beginning import check_challenge, check_threshold, checked_name
from tracker.challenge.errors import BadChallenge, HasBegun, IsOver, NotYours
from tracker.challenge.model import Challenge, Phase, WhoMayJoin
from tracker.challenge.wording import aim_text, phase_of
from tracker.limits import Limit
from tracker.words import day_text

EDITS = Limit("challenge-edit", 20, timedelta(days=1))
"""Of one challenge: everybody in it is told of each."""
COUNTS = Limit("challenge-count", 3, timedelta(minutes=10))
"""So often one person may have a challenge counted: others' servers are asked for it."""
NO_END = ("never", "none", "off", "no")


def may_change(challenge: Challenge, user_id: str, managed: str | None) -> bool:
    """`managed` is the account of the server that the person manages, where they are."""
    return challenge.owner in (user_id, managed)


def check_may_change(challenge: Challenge, user_id: str, managed: str | None) -> None:
    """See `may_change`. Raises NotYours."""
    if not may_change(challenge, user_id, managed):
        raise NotYours(
            f"Only whoever set up {challenge.name} can change it: on a server, those with the permission "
            "Manage Server there."
        )


def edited(challenge: Challenge, wanted: Mapping[str, object], today: date) -> Challenge:
    """As it is after that. `wanted` are fields of it. Raises BadChallenge, IsOver, HasBegun, DateInPast."""
    phase = phase_of(challenge, today)
    if phase is Phase.OVER:
        raise IsOver(f"{challenge.name} is over. It can only be removed.")
    check_threshold(wanted.get("threshold"))
    changes = dict(wanted)
    if "name" in changes:
        changes["name"] = checked_name(str(changes["name"]))
    after = challenge.model_copy(update=changes)
    if after == challenge:
        raise BadChallenge("Say what to change: the name, how much a week, its last day, or who may join.")
    if after.starts != challenge.starts:
        if phase is not Phase.COMING:
            raise HasBegun(f"{challenge.name} has begun, so its first day stays.", field="starts")
        check_challenge(after, today)
    if after.ends is not None and after.ends <= after.starts:
        raise BadChallenge("A challenge ends after it begins.", field="ends")
    return after


def ended(challenge: Challenge, today: date) -> Challenge:
    """With today as its last day. Raises IsOver, BadChallenge."""
    match phase_of(challenge, today):
        case Phase.COMING:
            raise BadChallenge(f"{challenge.name} has not begun, so it cannot end. Remove it instead.")
        case Phase.UNDER_WAY if challenge.ends != today:
            return challenge.model_copy(update={"ends": today})
        case Phase.UNDER_WAY:
            raise IsOver(f"The last day of {challenge.name} is today already.")
        case Phase.OVER:
            raise IsOver(f"{challenge.name} is over already.")


def differences(before: Challenge, after: Challenge, today: date) -> Iterator[str]:
    """What people in it want to know, in sentences."""
    if before.name != after.name:
        yield f"It was called {before.name} before."
    if before.threshold != after.threshold:
        yield (
            f"A good week is {aim_text(after).removesuffix(' a week')} from this week on; it was "
            f"{before.amount(before.threshold)}."
        )
    if before.starts != after.starts:
        yield f"Its first day is {day_text(after.starts, today)}."
    if before.ends != after.ends and after.ends == today:
        yield "Today is its last day. The results come when this week is settled."
    elif before.ends != after.ends:
        yield (
            f"Its last day is {day_text(after.ends, today)}." if after.ends else "It goes on without an end."
        )
    if before.who != after.who:
        open_to_all = after.who is WhoMayJoin.ANYBODY
        yield (
            "Whoever knows its id may join it now."
            if open_to_all
            else "Only those where it was set up may join it now."
        )
