"""A process that has loaded all it needs: its models, and its garbage collector."""

import gc
from collections.abc import Generator
from contextlib import contextmanager

from pydantic import BaseModel

YOUNG = 10_000
"""So many new objects there may be before garbage is looked for: an answer makes some thousands, and nearly
all of them go by themselves."""


def build_models(kind: type[BaseModel]) -> None:
    """Build every model of the kind now. A command builds those that it uses; the service has time before
    anybody waits for it."""
    for model in kind.__subclasses__():
        if not model.__pydantic_complete__:
            model.model_rebuild()
        build_models(model)


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
