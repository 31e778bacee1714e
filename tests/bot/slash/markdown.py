"""How Discord reads text, as far as it matters here: what is layout, what a letter, and what must not be.

The order is the client's own: a backslash before anything but letters, digits and spaces makes it a letter.
"""

import re

_WHOLE = re.compile(r"(?P<letter>\\[^0-9A-Za-z\s])|(?P<time><t:-?\d+:[tTdDfFR]>)|(?P<code>`[^`\n]+`)")
_LINE_STARTS = re.compile(r"^(?:#{1,3} |-# )", re.MULTILINE)
_MARKS = re.compile(r"(\*\*|\n|\x01|\x02)")

# What would mention, link, hide, quote, list or underline, where it stands unescaped.
_FORBIDDEN = re.compile(
    r"[<\[\]`|~_\\]|(?<!\*)\*(?!\*)|@everyone|@here|[a-z]://|^\s*(?:[-*>#]|\d+\.)\s|\*{3,}|[\x00\x03-\x09\x0b-\x1f\x7f-\x9f]",
    re.MULTILINE | re.IGNORECASE,
)


def layout(content: str) -> str:
    """The text with every run of letters as one `w`: what is left is what Discord makes of it.

    AssertionError for whatever none of our cards may hold.
    """
    content = _LINE_STARTS.sub("\x02", _WHOLE.sub(lambda it: "\x01" if it["code"] else "w", content))
    found = _FORBIDDEN.search(content)
    assert found is None, f"{found[0]!r} in {content!r}"
    pieces = _MARKS.split(content)
    return "".join(piece if _MARKS.fullmatch(piece) else "w" for piece in pieces if piece)


def shown_words(content: str) -> str:
    """What somebody reads, without what nobody can see."""
    return re.sub(r"\\([^0-9A-Za-z\s])", r"\1", content).replace("\u200b", "")
