"""What Discord makes of a text: its layout, where every run of letters is as good as any other."""

from collections.abc import Iterable

from tests.fakes.discord.markdown import Bold, Line, Piece, Words, read


def layout(content: str) -> str:
    """The text with every run of letters as one `w`, and whatever is no letter under the name of its kind.

    AssertionError for whatever none of our cards may hold.
    """
    return "\n".join(f"{line.mark}{_layout(line.pieces)}" for line in read(content))


def shown_words(content: str) -> str:
    """What somebody reads, without what nobody can see."""
    return "\n".join(_letters(line) for line in read(content)).replace("\u200b", "")


def _layout(pieces: Iterable[Piece]) -> str:
    return "".join(map(_kind, pieces))


def _kind(piece: Piece) -> str:
    match piece:
        case Words():
            return "w"
        case Bold(inside):
            return f"**{_layout(inside)}**"
        case other:
            return f"<{type(other).__name__}>"


def _letters(line: Line) -> str:
    [words] = line.pieces
    assert isinstance(words, Words)
    return words.text
