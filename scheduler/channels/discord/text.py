"""Text for Discord: what people and games call things is shown as it is, and can do nothing.

Names, titles and texts may come from others. Whatever goes through `safe` makes no mention, no link, no
heading and no other layout.
"""

import re
from collections.abc import Iterator

from scheduler.channels.visible import visible

ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"

_BREAK = "\N{ZERO WIDTH SPACE}"
_EMPTY_LINES = re.compile(r"\n\s*\n\s*")
_FORMATTING = re.compile(r"[\\*_~|`<\[\]]")
# What begins a heading, a list, a quotation or small print, where a line begins with it; +5 is a number.
_LINE_START = re.compile(r"^([ ]*\d*)([#>]|[.+-](?!\d))", re.MULTILINE)
_LINK = re.compile(r"(?<=:)(?=//)")
# Most of what is shown: words and numbers, one space between them, and a point only before a digit.
_HARMLESS = re.compile(r"[A-Za-z0-9,%()'/]*(?:(?: |\.(?=[0-9]))[A-Za-z0-9,%()'/]+)* ?")
# What is to be typed, and nothing that a name could do harm with: such a text is escaped like any other.
_CODE = re.compile(r"`((?:(?!://)[^`\n\\@<>\[\]*_~|]){1,100})`")
# What begins a mention, a link with a name, an address, and what calls everybody.
_LEADS_SOMEWHERE = re.compile(r"<|\](?=\()|:(?=//)|@(?=everyone|here)", re.IGNORECASE)
_FENCE = "```"
_CLOSED = f"\n{_FENCE}"
_EVERYBODY = re.compile(r"(?<=@)(?=everyone|here)", re.IGNORECASE)


def is_harmless(line: str) -> bool:
    """Whether a line has nothing that would have to be taken away, or that Discord could take for layout."""
    return _HARMLESS.fullmatch(line) is not None


def safe(text: str) -> str:
    """Of several lines: line breaks and single empty lines stay."""
    plain = _EMPTY_LINES.sub("\n\n", visible(text)).strip()
    escaped = _line_starts_escaped(_FORMATTING.sub(r"\\\g<0>", plain))
    # These two cannot be taken away by a backslash everywhere; what nobody sees in their middle does it.
    return _EVERYBODY.sub(_BREAK, _LINK.sub(_BREAK, escaped))


def formatted(text: str) -> str:
    """Somebody's own Markdown, which they alone read: its layout shows. It makes no mention and no link."""
    plain = _EMPTY_LINES.sub("\n\n", visible(text)).strip()
    end = _CLOSED if plain.count(_FENCE) % 2 else ""  # else all that follows would be code
    return _LEADS_SOMEWHERE.sub(rf"\g<0>{_BREAK}", plain) + end


def safe_sentences(text: str) -> str:
    """Sentences of our own, in which what is to be typed stands between backticks: it is shown as code."""
    parts = _CODE.split(text)
    if len(parts) == 1:
        return safe(text)
    first, *others = parts
    # Before a letter nothing is stripped; behind one, nothing begins a list or a heading.
    shown = [safe(f"{first}a")[:-1]]
    shown += (safe(f"a{one}a")[1:-1] if number % 2 else f"`{one}`" for number, one in enumerate(others))
    return "".join(shown).strip()


def safe_line(text: str) -> str:
    """On one line, whatever the text tries."""
    return text.strip() if is_harmless(text) else safe(" ".join(text.split()))


def cut(text: str, most: int) -> str:
    """Safe text that is no longer than that, cut where a paragraph, a line or a word ends if one does."""
    if len(text) <= most:
        return text
    kept = text[: most - len(ELLIPSIS)]
    return _whole(kept[: _end(kept, most)]) + ELLIPSIS


def pieces(text: str, most: int) -> Iterator[str]:
    """All of a safe text, in pieces that are no longer than that."""
    while len(text) > most:
        piece = _whole(text[: _end(text[:most], most)])
        yield piece
        text = _line_starts_escaped(text[len(piece) :].strip())
    if text:
        yield text


def formatted_pieces(text: str, most: int) -> Iterator[str]:
    """All of what `formatted` made, with its layout: code that is cut goes on as code."""
    opened = ""
    while len(opened) + len(text) > most:
        room = most - len(opened) - len(_CLOSED)
        piece = _whole(text[: _end(text[:room], room)]) or text[:room]
        text = text[len(piece) :].lstrip("\n")
        is_open = (opened + piece).count(_FENCE) % 2
        yield f"{opened}{piece}{_CLOSED if is_open else ''}"
        opened = f"{_FENCE}\n" if is_open else ""
    if text:
        yield opened + text


def _end(text: str, most: int) -> int:
    """Where a paragraph, a line or a word ends, if that is not too early."""
    ends = (text.rfind(mark) for mark in ("\n\n", "\n", " "))
    return next((end for end in ends if end > most // 2), len(text))


def _whole(text: str) -> str:
    """A backslash without what it stands before would take hold of what comes next."""
    text = text.rstrip()
    backslashes = len(text) - len(text.rstrip("\\"))
    return text[:-1] if backslashes % 2 else text


def _line_starts_escaped(text: str) -> str:
    return _LINE_START.sub(r"\1\\\2", text)
