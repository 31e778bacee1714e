"""Time comes in as an argument: a `Clock` is any function that answers the present instant in UTC."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import TypeAlias

Clock: TypeAlias = Callable[[], datetime]


def system_clock() -> datetime:
    return datetime.now(UTC)
