"""Loggers that load structlog with their first line: most commands write none, and start without it."""

import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from structlog.stdlib import BoundLogger

_LIBRARY = "structlog"
_to_begin_with: list[Callable[[], None]] = []
"""What sets the library up, until it is loaded."""


def get_logger(name: str) -> "BoundLogger":
    return cast("BoundLogger", _Logger(name))


def bound(**ids: str) -> AbstractContextManager[object]:
    """The ids stand on every line that is written within the block."""
    from structlog.contextvars import bound_contextvars  # noqa: PLC0415 - see above

    return bound_contextvars(**ids)


def set_up(library: Callable[[], None]) -> None:
    """Call this when the library is loaded, which may be now."""
    _to_begin_with[:] = [library]
    if _LIBRARY in sys.modules:
        _begin()


def _begin() -> None:
    while _to_begin_with:
        _to_begin_with.pop()()


class _Logger:
    __slots__ = ("_logger", "_name")

    def __init__(self, name: str) -> None:
        self._name, self._logger = name, None

    def __getattr__(self, method: str) -> Any:  # noqa: ANN401 - whatever the library's logger has
        if self._logger is None:
            import structlog  # noqa: PLC0415 - see above

            _begin()
            self._logger = structlog.stdlib.get_logger(self._name)
        return getattr(self._logger, method)
