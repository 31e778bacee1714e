"""What stands in the form about a thing that is there: its document, as people would write it."""

from collections.abc import Callable, Mapping
from datetime import date, time
from enum import Enum
from typing import Any

from bot.documents import Ask
from bot.visit import Visit
from bot.web.site.forms import ask_of
from bot.web.site.part import Do, FieldValues, Fill


def filled_by(do: Do, ask: type[Ask], fields: Callable[[Any], Mapping[str, object]]) -> Fill:
    """`fields` are values of the document by the names of the form's fields."""

    async def fill(here: Visit, said: FieldValues) -> dict[str, str]:
        found = fields(await do(here, ask_of(ask, said)))
        return {name: written(value) for name, value in found.items()}

    return fill


def written(value: object) -> str:
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case Enum():
            return f"{value.value}"
        case time():
            return value.isoformat("minutes")
        case date():
            return value.isoformat()
        case tuple() | list():
            return ", ".join(map(written, value))  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
        case _:
            return f"{value}"
