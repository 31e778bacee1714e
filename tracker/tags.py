"""Tags: words by which people find what they have, whatever it is."""

from tracker.refusals import Reason, Refused
from tracker.words import can_be_seen

MOST_TAGS, LONGEST_TAG = 10, 30
NONE = frozenset({"", "none", "off", "no", "-"})
_MARKS = "@#"


class BadTags(Refused):
    code = "bad_tags"
    reason = Reason.UNREADABLE


def parse_tags(text: str) -> tuple[str, ...]:
    """`phone, errands`, `@phone #errands`: each once, in small letters; `none` is none. Raises BadTags."""
    if text.strip().casefold() in NONE:
        return ()
    words = (one.lstrip(_MARKS).casefold() for one in text.replace(",", " ").split())
    tags = tuple(dict.fromkeys(filter(None, words)))
    if len(tags) > MOST_TAGS or not all(len(one) <= LONGEST_TAG and can_be_seen(one) for one in tags):
        raise BadTags(f"Up to {MOST_TAGS} tags of {LONGEST_TAG} letters each: phone, errands.")
    return tags
