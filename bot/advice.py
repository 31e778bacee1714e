"""What to do next, said by a refusal as it is done on the front end where somebody asks.

Refusals come from below, where nobody knows what people type or press. Whoever calls adds that.
"""

from collections.abc import Generator
from contextlib import contextmanager

from bot.view import Usage
from bot.visit import Visit
from tracker.refusals import Refused


def advise(visit: Visit, refused: Refused, text: str, how: Usage, words: str = "") -> None:
    """`{}` in the text is how it is done. Where it cannot be done there, nothing is added."""
    if done := how.on(visit.front_end, words):
        refused.say_more(text.format(done))


@contextmanager
def advising(visit: Visit, kind: type[Refused], text: str, how: Usage, words: str = "") -> Generator[None]:
    """The same, to every refusal of that kind in the block."""
    try:
        yield
    except kind as refused:
        advise(visit, refused, text, how, words)
        raise
