"""What a text says: one small parser for all commands, driven by the features' words. It refuses nothing."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from enum import Enum, auto

from tracker.frozen import frozen

MENU_MARK = "?"
STOP_WORDS = frozenset({"stop", "stopall", "unsubscribe", "cancel", "end", "quit", "revoke", "optout"})
START_WORDS = frozenset({"start", "unstop"})
MAYBE_START = "yes"
"""Twilio takes it for START; here it is that only from whoever has said STOP."""
HELP_WORDS = frozenset({"help", "info"})
"""Twilio answers these itself."""
REACTIONS = ("liked", "loved", "disliked", "laughed at", "emphasized", "emphasised", "questioned", "reacted")
"""What phones send as text when somebody taps a heart at a message: nothing is asked."""
POLITE = "please"

LONGEST = 1600
"""Twilio's own limit."""

_NEAR = 0.74
_SHORTEST_TYPO = 4
_MOST_WORDS = 2

_ALIKE = str.maketrans(
    {
        **dict.fromkeys("\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033", '"'),
        **dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u0060\u00b4", "'"),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"),
    }
)
_UNSEEN = frozenset({"Cc", "Zl", "Zp"})
_DROPPED = frozenset({"So", "Sk", "Cf", "Cs", "Co", "Cn", "Me"})
"""Emoji, what joins and colours them, and letters that nobody sees."""
_VARIATIONS = range(0xFE00, 0xFE10)
_NUMBERS = re.compile(r"#?[0-9]{1,3}(?:(?: *[,;&+.] *| +| and )#?[0-9]{1,3})*")
_CODE = re.compile(r"[0-9]{3}[ -]?[0-9]{3}(?:[ -]?[0-9]{3}[ -]?[0-9]{3})?")
"""That proves an address; twice as long, an invitation."""
_REACTION = re.compile(rf"(?:{'|'.join(REACTIONS)})\b.*[\"']", re.IGNORECASE | re.DOTALL)


class Asked(Enum):
    """What carriers and Twilio have words for."""

    STOP = auto()
    START = auto()
    MAYBE_START = auto()
    HELP = auto()


_ASKED: Mapping[Asked, frozenset[str]] = {
    Asked.STOP: STOP_WORDS,
    Asked.START: START_WORDS,
    Asked.HELP: HELP_WORDS,
    Asked.MAYBE_START: frozenset({MAYBE_START}),
}
"""Where a message is several of them, the first one counts."""


@frozen
class Said:
    """What a text says; nothing but its words where that is not known."""

    words: str
    """The text on one line, without what nobody says aloud."""
    command: str | None = None
    """The name of a phrase."""
    rest: str = ""
    """What follows it."""
    verbatim: str = ""
    """The same as it was typed: with its lines, signs and emoji."""
    numbers: tuple[int, ...] = ()
    """Items of the list that was shown last."""
    code: str | None = None
    """Six digits that prove an address."""
    nearest: str | None = None
    """The line that was probably meant."""
    is_reaction: bool = False


def parse(text: str, names: Mapping[str, str]) -> Said:
    """`names` lead from every word for a command to its name."""
    words = clean(text)
    if _REACTION.match(words):
        return Said(words, is_reaction=True)
    if _CODE.fullmatch(words):
        return Said(words, code=re.sub("[ -]", "", words))
    if _NUMBERS.fullmatch(words):
        return Said(words, numbers=tuple(map(int, re.findall(r"[0-9]+", words))))
    return _commanded(words, names, text) or Said(words, nearest=_nearest(words, names))


def asked(text: str, opt_out: str = "") -> Asked | None:
    """One word that is no command of ours; `opt_out` is what Twilio takes the message for."""
    found = clean(text)
    word = "" if " " in found else re.sub(r"[^a-z]", "", found.casefold())
    said = {opt_out.strip().casefold(), word}
    return next((meaning for meaning, known in _ASKED.items() if said & known), None)


def clean(text: str) -> str:
    """On one line, with plain quotes and spaces, without emoji and what stands around the words."""
    normal = unicodedata.normalize("NFKC", text[:LONGEST].translate(_ALIKE)).translate(_ALIKE)
    seen = "".join(map(_seen, normal))
    line = " ".join(seen.split())
    if line and not line.strip("?!. "):
        return MENU_MARK if "?" in line else ""
    line = line.lstrip("/!.,;:* ").rstrip("!.,;* ")
    return _unquoted(line)


def _seen(letter: str) -> str:
    category = unicodedata.category(letter)
    if category in _UNSEEN:
        return " "
    return "" if category in _DROPPED or ord(letter) in _VARIATIONS else letter


def _unquoted(line: str) -> str:
    while len(line) > 1 and line[0] in "\"'" and line[-1] == line[0]:
        line = line[1:-1].strip("/!.,;* ")
    return line


def _commanded(words: str, names: Mapping[str, str], text: str) -> Said | None:
    """By its first words, the longer name first."""
    parts = words.split(" ")
    for count in range(min(_MOST_WORDS, len(parts)), 0, -1):
        name = names.get(_key(" ".join(parts[:count])))
        if name is not None:
            rest = _rest(parts[count:])
            return Said(words, name, rest, _verbatim(text, count) if rest else "")
    if words.startswith(MENU_MARK):  # `?goal`
        return Said(words, MENU_MARK, _rest([words.lstrip(f"{MENU_MARK} ")]))
    return None


def _verbatim(text: str, count: int) -> str:
    """What follows so many words."""
    return next(iter(text.strip()[:LONGEST].split(None, count)[count:]), "").strip()


def _rest(parts: Sequence[str]) -> str:
    kept = list(parts)
    while kept and _key(kept[-1]) == POLITE:
        kept.pop()
    return _unquoted(" ".join(kept).strip())


def _key(word: str) -> str:
    return word.casefold().rstrip(":,.!?") or word


def _nearest(words: str, names: Mapping[str, str]) -> str | None:
    """The command whose first word is written almost so, with all that follows it."""
    first, _, rest = words.partition(" ")
    if len(first) < _SHORTEST_TYPO - 1:
        return None
    known = [word for word in names if len(word) >= _SHORTEST_TYPO and " " not in word]
    close = get_close_matches(_key(first), known, n=1, cutoff=_NEAR)
    return f"{names[close[0]]} {rest}".rstrip() if close else None
