"""JSON from strangers: read whole and exactly, or refused."""

import json
from decimal import Decimal
from typing import Any, NoReturn

from scheduler.sources.source import Malformed


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no number of JSON")


_PLAIN = json.JSONDecoder(parse_constant=_refuse)
_EXACT = json.JSONDecoder(parse_constant=_refuse, parse_float=Decimal)


def parse(body: bytes, server: str, *, exact: bool = False) -> Any:  # noqa: ANN401 - whatever the server sent
    """The document. `exact` keeps fractions as Decimal."""
    try:
        return (_EXACT if exact else _PLAIN).decode(body.decode(json.detect_encoding(body)))
    except (ValueError, ArithmeticError, RecursionError) as error:
        raise Malformed.answer(server) from error
