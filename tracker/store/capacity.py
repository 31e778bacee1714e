"""Who is told what a store that bills by the request has used."""

from collections.abc import Callable
from typing import TypeAlias

Observe: TypeAlias = Callable[[str, float], None]
"""Told after each call: the operation, and the capacity units that it consumed."""


def unobserved(operation: str, units: float) -> None:
    """For callers that do not count."""
