"""The garbage collector of a process that has loaded all it needs."""

import gc
from collections.abc import Generator
from contextlib import contextmanager


@contextmanager
def set_aside() -> Generator[None]:
    """What is there now is taken to stay, and is not looked through again while the block lasts.

    Libraries make most of the objects of the process, and none of them is ever garbage; but a full
    collection walks through all of them. It is the longest pause that an answer on Discord can meet.
    """
    gc.collect()  # what is garbage already would stay, too
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()
