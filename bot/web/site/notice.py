"""What has just been done, said once on the page that follows: a cookie carries it there."""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any, NamedTuple, cast

from tracker.refusals import Refused
from tracker.tones import Tone

SECONDS = 60
LONGEST = 600
_LONGEST_COOKIE = 3000


class Notice(NamedTuple):
    text: str
    tone: Tone = Tone.GOOD
    undo: tuple[str, tuple[str, ...]] | None = None
    """The action that takes it back: its name, and what it is about."""

    @classmethod
    def refused(cls, refused: Refused) -> "Notice":
        return cls(f"{refused}"[:LONGEST], Tone.BAD)

    def packed(self) -> str:
        return urlsafe_b64encode(json.dumps(self).encode()).decode().rstrip("=")


def unpacked(text: str | None) -> Notice | None:
    """What a browser sends back may be anything: what is not ours is nothing, the rest only text."""
    if not text or len(text) > _LONGEST_COOKIE:
        return None
    try:
        found = json.loads(urlsafe_b64decode(text + "=" * (-len(text) % 4)))
        words, tone, undo = cast("list[Any]", found)
        return Notice(f"{words}"[:LONGEST], Tone(tone), undo and (f"{undo[0]}", tuple(map(str, undo[1]))))
    except (ValueError, TypeError, LookupError, RecursionError):
        return None
