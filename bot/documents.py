"""What can be asked and what is answered, for programs: one JSON shape for `--json` and `/api` alike.

A feature's `requests.py` has its kinds of `Ask`, its `documents.py` its kinds of `Document`.
"""

from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date, datetime, time
from decimal import Decimal
from enum import Enum
from typing import Any, ClassVar, Self, TypeAlias, TypeVar, cast, get_args

from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic.fields import FieldInfo

from tracker.refusals import Reason, Refused
from tracker.store.entity import made
from tracker.store.segments import timestamp
from tracker.store.values import camel_case

Json: TypeAlias = "bool | int | float | Decimal | str | Sequence[Json] | Mapping[str, Json] | None"
_Read = TypeVar("_Read")


class BadRequest(Refused):
    """What was sent does not have the form that is asked for."""

    code: ClassVar[str] = "bad_body"
    reason = Reason.MALFORMED


LONGEST_TEXT = 4096
"""Letters of one field: more than anything may have, and few enough that reading them takes no time."""


class Ask(BaseModel, frozen=True):
    """What a person asks for, in their own words: nothing is looked up or decided yet."""

    model_config = ConfigDict(
        alias_generator=camel_case, validate_by_name=True, extra="forbid", defer_build=True
    )

    @classmethod
    def of(cls, fields: Mapping[str, object]) -> Self:
        """From what a program sent. Raises BadRequest."""
        for name, value in fields.items():
            if _is_too_long(value):
                raise BadRequest(f"{name[:40]} has more than {LONGEST_TEXT:,} letters.", field=name)
            if isinstance(value, bool) and not cls._is_switch(name):
                raise BadRequest(f"{name[:40]} takes neither true nor false.", field=name)
        try:
            return cls.model_validate(dict(fields))
        except ValidationError as error:
            problem = error.errors(include_url=False, include_input=False)[0]
            name = str(problem["loc"][0]) if problem["loc"] else ""
            raise BadRequest(cls._in_words(name, problem["type"], problem["msg"]), field=name) from None

    @classmethod
    def described(cls) -> dict[str, str]:
        """What people are told of each field that has a description."""
        return {name: field.description for name, field in cls.model_fields.items() if field.description}

    @classmethod
    def _is_switch(cls, name: str) -> bool:
        """Where a number is wanted, true must not be 1. What is no field at all is refused as that."""
        fields = cls.model_fields.items()
        meant = next((one for key, one in fields if name in {key, _called(key, one)}), None)
        return meant is None or bool in (meant.annotation, *get_args(meant.annotation))

    @classmethod
    def _in_words(cls, name: str, kind: str, message: str) -> str:
        known = [_called(name, field) for name, field in cls.model_fields.items()]
        if kind == "extra_forbidden":
            there = f"there are {', '.join(known)}" if known else "nothing can be said"
            return f"There is no field {name[:40]!r} here; {there}."
        if kind == "missing":
            return f"{name} is missing."
        return f"{name}: {message[:1].lower()}{message[1:]}."


def _called(name: str, field: FieldInfo) -> str:
    """As programs write it."""
    return f"{field.validation_alias or field.alias or name}"


def _is_too_long(value: object) -> bool:
    match value:
        case str():
            return len(value) > LONGEST_TEXT
        case list() | tuple():
            return any(map(_is_too_long, value))  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
        case _:
            return False


@contextmanager
def reading(field: str, kind: type[Refused] = Refused) -> Generator[None]:
    """A refusal of that kind in the block is about this field of the request."""
    try:
        yield
    except kind as refused:
        refused.field = refused.field or field
        raise


def read(field: str, text: str | None, parse: Callable[[str], _Read]) -> _Read | None:
    """What an optional field of the request says; None where it says nothing."""
    if text is None:
        return None
    with reading(field):
        return parse(text)


class Nothing(Ask, frozen=True):
    """Where nothing needs to be said."""


class Document(BaseModel, frozen=True):
    """What is answered. Its fields are camelCase in JSON; nothing is left out, also where it is null."""

    model_config = ConfigDict(
        alias_generator=camel_case,
        validate_by_name=True,
        extra="forbid",
        json_schema_serialization_defaults_required=True,
        defer_build=True,  # a command uses few of all documents
    )

    @classmethod
    def made(cls, fields: dict[str, Any]) -> Self:
        """Of all its fields, without a check."""
        return made(cls, fields)

    def json_value(self) -> dict[str, Json]:
        """As `exact_json` takes it: every digit of a number is kept."""
        return {
            field.serialization_alias or name: _json(getattr(self, name))
            for name, field in type(self).model_fields.items()
        }


def kept_value(document: Document) -> dict[str, Json]:
    """What may be kept of an answer: null in the place of what is shown once, wherever it stands."""
    kept = document.json_value()
    for name, field in type(document).model_fields.items():
        value, said = getattr(document, name), field.serialization_alias or name
        if not field.repr:
            kept[said] = None
        elif isinstance(value, Document | list | tuple):
            kept[said] = _kept(cast("object", value))
    return kept


def _kept(value: object) -> Json:
    match value:
        case Document():
            return cast("Json", kept_value(value))
        case list() | tuple():
            return cast("Json", [_kept(one) for one in cast("list[object]", value)])
        case _:
            return _json(value)


def copied(source: object, *names: str) -> dict[str, Any]:
    """Fields that a document has in common with a value."""
    return {name: getattr(source, name) for name in names}


def _json(value: object) -> Json:  # noqa: PLR0911 - one line for each kind of value
    match value:
        case Document():
            return cast("Json", value.json_value())
        case BaseModel():
            return cast("Json", value.model_dump(mode="json", by_alias=True))
        case Enum():
            return value.value
        case datetime():
            return timestamp(value)
        case date():
            return value.isoformat()
        case time():
            return value.isoformat("minutes")
        case Mapping():
            members = cast("Mapping[Any, object]", value).items()
            return cast("Json", {str(name): _json(one) for name, one in members})
        case list() | tuple():
            return cast("Json", [_json(one) for one in cast("list[object]", value)])
        case None | bool() | int() | float() | Decimal() | str():
            return value
        case _:
            raise TypeError(f"{type(value).__name__} has no form in a document")
