"""The arguments and options of a command, from the fields of its request.

    @habit.command()
    @asking(SkipDay, "habit")
    def skip(act: Acting, ask: SkipDay) -> None: ...

A field with a description is an option, or an argument where it is named behind the request.
"""

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from functools import wraps
from types import NoneType
from typing import Any, TypeAlias, get_args

import click
from pydantic.fields import FieldInfo

from bot.cli.acting import Acting, acting, words_argument
from bot.documents import Ask

_Parameter: TypeAlias = Callable[[Callable[..., None]], Callable[..., None]]
"""Gives a command an argument or an option."""
_OWN_ALIAS = 2
"""Pydantic's priority of an alias that stands at the field itself."""


def asking(ask: type[Ask], *takes: str, few: int | None = None) -> _Parameter:
    """`takes` are the fields that are arguments; the last one takes all words that are left.

    `few` is how many things people get unless they say --limit; programs get all of them.
    """
    arguments = {name: _argument(name, ask.model_fields[name], last=name == takes[-1]) for name in takes}
    parameters = {**arguments, **_options(ask, takes)}

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        @wraps(command)
        def run(act: Acting, **said: Any) -> None:  # noqa: ANN401 - as click read them
            fields = {name: said.pop(name) for name in parameters}
            if few is not None and not act.as_json and fields["limit"] is None:
                fields["limit"] = few
            command(act, ask.of({name: value for name, value in fields.items() if value is not None}), **said)

        return _with(parameters, acting(run))

    return decorate


def options_of(ask: type[Ask]) -> _Parameter:
    """The options alone, for a command that makes the request itself."""
    return lambda command: _with(_options(ask), acting(command))


def _with(parameters: Mapping[str, _Parameter], command: Callable[..., None]) -> Callable[..., None]:
    for add in [*parameters.values()][::-1]:
        command = add(command)
    return command


def _options(ask: type[Ask], takes: Sequence[str] = ()) -> dict[str, _Parameter]:
    fields = {name: one for name, one in ask.model_fields.items() if one.description and name not in takes}
    said = {_said(name, one): one for name, one in fields.items()}
    return {name: _option(name, one) for name, one in said.items()}


def _said(name: str, field: FieldInfo) -> str:
    """As the field says itself, such as `from`, which is no name in Python; programs say it in camel case."""
    own = field.alias_priority == _OWN_ALIAS and isinstance(field.validation_alias, str)
    return str(field.validation_alias) if own else name


def _argument(name: str, field: FieldInfo, *, last: bool) -> _Parameter:
    required = field.is_required()
    metavar = name.upper() if required else f"[{name.upper()}]"
    if last:
        return words_argument(name, metavar, required=required)
    return click.argument(name, metavar=metavar, required=required)


def _option(said: str, field: FieldInfo) -> _Parameter:
    flag = said.replace("_", "-")
    declared = f"--{flag}/--no-{flag}" if field.annotation == bool | None else f"--{flag}"
    return click.option(
        declared, said, help=_sentence(field.description or ""), **_kind(said, field), **_default(field)
    )


def _sentence(text: str) -> str:
    """With a full stop, unless it ends as a sentence does already: `What do you weigh?`."""
    return text if text.endswith(("?", "!", ".")) else f"{text}."


def _kind(said: str, field: FieldInfo) -> dict[str, Any]:
    """What click has to know of an option, by the type of its field."""
    match [one for one in get_args(field.annotation) if one is not NoneType] or [field.annotation]:
        case [one] if one is bool:
            return {"is_flag": True} if field.default is False else {}
        case [one] if one is int:
            limits = {type(one).__name__: one for one in field.metadata}
            least, most = (getattr(limits.get(name), name.lower(), None) for name in ("Ge", "Le"))
            limited = click.IntRange(least, most) if (least, most) != (None, None) else click.INT
            return {"type": limited, "metavar": "N"}
        case [one] if isinstance(one, type) and issubclass(one, Enum):
            return {"type": click.Choice([member.value for member in one], case_sensitive=False)}
        case _:
            return {"metavar": said.upper(), "multiple": field.annotation == tuple[str, ...]}


def _default(field: FieldInfo) -> dict[str, Any]:
    if field.is_required():
        return {"required": True}
    if field.default in {None, False, ()}:
        return {"default": None} if field.default is None else {}
    value = field.default.value if isinstance(field.default, Enum) else field.default
    return {"default": value, "show_default": True}
