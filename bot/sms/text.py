"""What leaves by SMS: plain text of letters that are cheap to send, cut where it is too long."""

import unicodedata

from tracker.sms import segments
from tracker.sms.segments import Fitted, fit

_PLAIN = str.maketrans(
    {
        "\N{MIDDLE DOT}": "-",
        "\N{GRAVE ACCENT}": "'",
        "\N{BLACK PARALLELOGRAM}": None,
        "\N{WHITE PARALLELOGRAM}": None,
    }
)
"""Our own signs of other places."""
MORE_TO_COME = "MORE for the rest"
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


def plain(text: str) -> str:
    """What others named is text like any other here; nothing in it turns letters round or ends a line."""
    seen = segments.plain(text).translate(_PLAIN)
    if not seen.isascii() or not seen.replace("\n", "").isprintable():
        seen = "".join(map(_seen, seen))
    return "\n".join(" ".join(line.split()) for line in seen.split("\n")).strip()


def cut(text: str, most: int) -> Fitted:
    """As much as goes into so many segments, and the rest."""
    return fit(text, most, MORE_TO_COME)


def _seen(letter: str) -> str:
    return letter if letter == "\n" or unicodedata.category(letter) not in _UNSEEN else " "
