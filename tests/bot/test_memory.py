"""What is set aside is not collected, and what comes later is."""

import gc
import weakref

import pytest

from bot.memory import set_aside

pytestmark = pytest.mark.usefixtures("set_aside_again")


class Ring:
    """Nobody but the collector can find that it is not used any more."""

    def __init__(self) -> None:
        self.itself = self


def test_what_was_garbage_before_is_gone_and_what_becomes_garbage_later_goes() -> None:
    before = weakref.ref(Ring())
    with set_aside():
        assert before() is None
        later = weakref.ref(Ring())
        gc.collect()
        assert later() is None


def test_what_was_there_before_is_left_alone_until_the_end() -> None:
    ring = Ring()
    seen = weakref.ref(ring)
    with set_aside():
        del ring
        gc.collect()
        assert seen() is not None
    gc.collect()
    assert seen() is None
