"""Which addresses fail at the moment: each is asked by one message at a time, later and later.

What waits for one goes at once, and in order, when it answers again. A refusal that the operator has to mend
pauses a whole channel in the same way. It is kept in memory: a new process asks once, and knows as much.
"""

import hashlib
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import NamedTuple, TypeVar

from scheduler.backoff import Backoff
from scheduler.channels.channel import CapReached, Hung, MessageTarget, Retry
from tracker.clock import Clock
from tracker.notify.model import ChannelTrouble
from tracker.notify.titles import kind_of

PAUSE = timedelta(minutes=1)
"""Between two tries of a channel that refuses everything: a token that is refused once may be right."""
LONGEST_WAIT = 86400.0
BACKOFF = Backoff(first=30.0, longest=3600.0)
SHORT_WAIT = 60.0
SHARE = 8
"""What has failed for an hour is asked again within an eighth of that, if that is longer than a minute."""
HANGING = Backoff(first=60.0, longest=3600.0)
"""Of what does not answer at all, and so costs as long as we wait for it."""
PROBE = timedelta(seconds=30)
"""How long others wait for the message that asks whether the target answers again."""
MOST_KNOWN = 10_000

_LONG_AGO = timedelta(days=1)

_Known = TypeVar("_Known")
_Value = TypeVar("_Value")


class _Key(NamedTuple):
    channel: str
    address: str
    """Empty: the whole channel."""


@dataclass(slots=True)
class TargetTrouble:
    since: datetime
    times: int
    until: datetime
    reason: str
    """Without a full stop, for the person."""
    place: str | None
    """Whose recovery ends it at once; None: only time does."""
    hangs: bool = False
    of_message: bool = False
    """Whether the message itself may be to blame: then the next one asks."""
    probing: bool = False


@dataclass(slots=True)
class TargetHealth:
    clock: Clock
    chance: Callable[[], float]
    """From 0 to 1, for the jitter."""
    _troubles: dict[_Key, TargetTrouble] = field(default_factory=dict[_Key, TargetTrouble], init=False)
    _answered: dict[_Key, datetime] = field(default_factory=dict[_Key, datetime], init=False)
    _back: dict[str, datetime] = field(default_factory=dict[str, datetime], init=False)
    """Places that answer again, and since when."""
    _fresh: set[str] = field(default_factory=set[str], init=False)
    """Those of them whose waiting messages have not been looked for."""

    def rest(self, target: MessageTarget) -> TargetTrouble | None:
        """Why it is left alone now; None where it may be asked."""
        now = self.clock()
        found = [one for key in _keys(target) if (one := self._troubles.get(key)) is not None]
        resting = [one for one in found if one.probing or one.until > now]
        return max(resting, key=lambda one: one.until, default=None)

    def hangs(self, target: MessageTarget) -> bool:
        return any(one.hangs for key in _keys(target) if (one := self._troubles.get(key)) is not None)

    def doubts_message(self, target: MessageTarget) -> bool:
        """Whether the last message that it did not take may have been to blame."""
        trouble = self._troubles.get(_key(target))
        return trouble is not None and trouble.of_message

    @contextmanager
    def asking(self, target: MessageTarget) -> Generator[None]:
        """Meanwhile nobody else asks a target that is in trouble."""
        asked = [one for key in _keys(target) if (one := self._troubles.get(key)) is not None]
        for one in asked:
            one.probing, one.until = True, max(one.until, self.clock() + PROBE)
        try:
            yield
        finally:
            for one in asked:
                one.probing = False

    def answered(self, target: MessageTarget, before: ChannelTrouble | None) -> None:
        """It took a message, which had this trouble with it before."""
        now = self.clock()
        ended = [self._troubles.pop(key, None) for key in _keys(target)]
        for place in {one.place for one in (*ended, before) if one is not None and one.place is not None}:
            _remember(self._back, place, now)
            self._fresh.add(place)
        _remember(self._answered, _key(target), now)

    def failed(
        self, target: MessageTarget, failure: Retry, before: ChannelTrouble | None, began: datetime
    ) -> ChannelTrouble:
        """What it means for the message; and for all others, unless only this one fails."""
        key, now = _key(target), self.clock()
        is_own = isinstance(failure, CapReached) or self._takes_others(key, before, began)
        known = None if is_own else self._troubles.get(key)
        since, times = now, 1
        for earlier in (known, before):
            if earlier is not None:
                since, times = min(since, earlier.since), max(times, earlier.times + 1)
        trouble = TargetTrouble(
            since=since,
            times=times,
            until=now + timedelta(seconds=self._wait(failure, times, now - since, is_own=is_own)),
            reason=str(failure),
            place=None if is_own or failure.after is not None else place_of(target),
            hangs=isinstance(failure, Hung),
            of_message=failure.of_message,
        )
        if not is_own:
            _remember(self._troubles, key, trouble)
        return stored(target.channel, trouble, failed_at=now, is_own=is_own)

    def _takes_others(self, key: _Key, before: ChannelTrouble | None, began: datetime) -> bool:
        """Whether it took another message since this one was tried."""
        if before is not None and before.is_own:
            return True
        asked = before.failed_at if before is not None and before.failed_at is not None else began
        answered = self._answered.get(key)
        return answered is not None and answered > asked

    def _wait(self, failure: Retry, times: int, failing: timedelta, *, is_own: bool) -> float:
        backoff = HANGING if isinstance(failure, Hung) else BACKOFF
        wait = backoff.wait(times, self.chance())
        if backoff is BACKOFF and not is_own:  # others wait, too, and to ask costs little
            wait = min(wait, max(SHORT_WAIT, failing.total_seconds() / SHARE))
        return min(max(failure.after or 0.0, wait), LONGEST_WAIT)

    def pause(self, channel: str, reason: str) -> bool:
        """The whole channel, which nothing waits for that has another way; whether that is new."""
        now, key = self.clock(), _Key(channel, "")
        before = self._troubles.get(key)
        self._troubles[key] = TargetTrouble(
            since=now - _LONG_AGO,
            times=before.times + 1 if before else 1,
            until=now + PAUSE,
            reason=reason,
            place=_hashed(channel),
        )
        return before is None

    def is_back(self, trouble: ChannelTrouble) -> bool:
        """Whether what it is about has answered since."""
        back = None if trouble.place is None else self._back.get(trouble.place)
        return back is not None and trouble.failed_at is not None and back >= trouble.failed_at

    def take_fresh(self) -> bool:
        """Whether anything answers again since this was last asked."""
        fresh, self._fresh = self._fresh, set()
        return bool(fresh)


def stored(
    channel: str, trouble: TargetTrouble, *, failed_at: datetime, is_own: bool = False
) -> ChannelTrouble:
    """As the message keeps it."""
    return ChannelTrouble(
        channel=channel,
        since=trouble.since,
        times=trouble.times,
        until=trouble.until,
        place=trouble.place,
        failed_at=failed_at,
        is_own=is_own,
    )


def place_of(target: MessageTarget) -> str:
    """What is likely to fail and to come back as one: a host, or a channel that is one service.

    It is kept with a message, and so does not say which host.
    """
    scheme, mark, rest = target.address.partition("://")
    host = rest.partition("/")[0].rpartition("@")[2]
    kind = kind_of(target.channel)
    return _hashed(f"{kind} {scheme}://{host}" if mark else kind)


def _hashed(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _key(target: MessageTarget) -> _Key:
    return _Key(target.channel, target.address)


def _keys(target: MessageTarget) -> tuple[_Key, _Key]:
    return _Key(target.channel, ""), _key(target)


def _remember(known: dict[_Known, _Value], key: _Known, value: _Value) -> None:
    """The newest last; the oldest is forgotten, and asked as if for the first time."""
    known.pop(key, None)
    known[key] = value
    if len(known) > MOST_KNOWN:
        del known[next(iter(known))]
