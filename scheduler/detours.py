"""Why a message comes on another channel than usual, said in one sentence."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from scheduler.channels.channel import (
    BadMessage,
    CapReached,
    Hung,
    MayHaveGone,
    Retry,
    StopSender,
    TargetGone,
    TargetOff,
)
from tracker.notify.model import OutboxItem, PersonChannel
from tracker.notify.titles import title_of

UNREACHED = "could not be reached"
_REASONS: Mapping[str, str] = {
    Retry.__name__: UNREACHED,
    Hung.__name__: UNREACHED,
    MayHaveGone.__name__: UNREACHED,
    CapReached.__name__: "has its daily fill of messages",
    StopSender.__name__: UNREACHED,
    TargetOff.__name__: "does not let me write to you",
    TargetGone.__name__: "does not let me write to you",
    BadMessage.__name__: "did not take this message",
}


def failures_before(item: OutboxItem) -> dict[str, str]:
    """What went wrong in earlier attempts, by channel. The trail is short; troubles are not forgotten."""
    found = {trouble.channel: UNREACHED for trouble in item.troubles}
    for step in item.trail:
        kind = step.what.partition(":")[0]
        if step.channel is not None and kind in _REASONS:
            found[step.channel] = _REASONS[kind]
    return found


def reason_of(failure: BaseException) -> str:
    return _REASONS.get(type(failure).__name__, UNREACHED)


def detour(failed: Mapping[str, str], preference: Sequence[PersonChannel], by: PersonChannel) -> str | None:
    """`Discord could not be reached, so this comes by e-mail.`; None where nothing better failed."""
    earlier = _before(preference, by.channel_type)
    passed = [(title_of(one.channel_type, one.identifier).subject, one.channel_type) for one in earlier]
    clauses = list(_clauses([(who, failed[kind]) for who, kind in passed if kind in failed]))
    if not clauses:
        return None
    said = ", and ".join(clauses)
    return f"{said[0].upper()}{said[1:]}, so this comes {title_of(by.channel_type, by.identifier).way}."


def _before(preference: Iterable[PersonChannel], channel_type: str) -> Iterator[PersonChannel]:
    for one in preference:
        if one.channel_type == channel_type:
            return
        yield one


def _clauses(troubles: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Those that have the same trouble share a clause; both say it in the same words."""
    for reason, group in groupby(troubles, lambda it: it[1]):
        yield f"{' and '.join(who for who, _ in group)} {reason}"
