"""What several people say to each other, on a page: the newest first, with a form above it."""

from collections.abc import Sequence
from typing import Any

from bot.view import Action, At, Text
from tracker.frozen import frozen

TALK = "talk.html"


@frozen
class Line:
    """One thing that somebody said. The template escapes its words."""

    id: str
    author: str
    text: str
    when: At
    is_mine: bool = False
    is_gone: bool = False
    note: str = ""
    actions: Sequence[Action] = ()


def talk(
    lines: Sequence[Line], say: Action | None, *, placeholder: str = "", older: str = "", about: Text = ""
) -> dict[str, Any]:
    """For the template. `lines` are in the order in which they were said, and `older` leads further back."""
    newest_first = [*reversed(lines)]
    return {"lines": newest_first, "say": say, "placeholder": placeholder, "older": older, "about": about}
