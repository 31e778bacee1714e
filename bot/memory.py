"""The garbage collector of a process that has loaded all it needs."""

import gc
from collections.abc import Generator
from contextlib import contextmanager

YOUNG = 10_000
"""So many new objects there may be before garbage is looked for: an answer makes some thousands, and nearly
all of them go by themselves."""


@contextmanager
def set_aside() -> Generator[None]:
    """What is there now is taken to stay, and is not looked through again while the block lasts.

    Libraries make most of the objects of the process, and none of them is ever garbage; but a full
    collection walks through all of them. It is the longest pause that an answer on Discord can meet.
    """
    gc.collect()  # what is garbage already would stay, too
    gc.freeze()
    before = gc.get_threshold()
    gc.set_threshold(YOUNG, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()
