"""The text of a component as HTML: what Discord formats is formatted, and everything else is letters."""

import re
from collections.abc import Iterable
from html import escape

from tests.fakes.discord.markdown import Bold, Channel, Code, Command, Line, Piece, Time, Words, read
from tests.rendering.reader import Reader

_TAGS = {"#": "h1", "##": "h2", "###": "h3", "-#": "small", "": "p"}
_ALWAYS = "[\U0001f000-\U0001faff\u2600-\u27bf\u231a\u231b\u23e9-\u23fa]\ufe0f?"
_WHEN_SAID_SO = "[\u203c\u2049\u2190-\u21ff]\ufe0f"
_ONE_EMOJI = f"(?:{_ALWAYS}|{_WHEN_SAID_SO})"
_EMOJI = re.compile(f"{_ONE_EMOJI}(?:\u200d{_ONE_EMOJI})*")


def text_html(content: str, reader: Reader) -> str:
    """Raises NotDrawn, and NotOurs for markdown that Questlog does not write."""
    return "".join(_line(line, reader) for line in read(content))


def words_html(words: str) -> str:
    """Letters and emoji; nothing here is markdown."""
    return _EMOJI.sub(r'<span class="emoji">\g<0></span>', escape(words))


def _line(line: Line, reader: Reader) -> str:
    tag = _TAGS[line.mark]
    return f"<{tag}>{_pieces(line.pieces, reader) or '<br>'}</{tag}>"


def _pieces(pieces: Iterable[Piece], reader: Reader) -> str:
    return "".join(_piece(piece, reader) for piece in pieces)


def _piece(piece: Piece, reader: Reader) -> str:
    match piece:
        case Words(words):
            return words_html(words)
        case Bold(inside):
            return f"<strong>{_pieces(inside, reader)}</strong>"
        case Code(code):
            return f"<code>{escape(code)}</code>"
        case Time(at, style):
            return f"<time>{escape(reader.time(at, style))}</time>"
        case Command(name):
            return f'<span class="mention">/{escape(name)}</span>'
        case Channel(number):
            return f'<span class="mention">{escape(reader.channel(number))}</span>'
