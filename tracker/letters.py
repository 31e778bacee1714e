"""Which letters can be seen: names and notes hold no others."""

_JOINERS = "\u200c\u200d"
"""They cannot be seen by themselves; between others they make one letter or one emoji of them."""


def is_seen(letter: str) -> bool:
    return letter.isprintable() or letter in _JOINERS


def can_be_seen(text: str) -> bool:
    """All of it, and not only what joins."""
    return all(map(is_seen, text)) and (not text or any(map(str.isprintable, text)))
