"""Frozen values, as `dataclass(frozen=True, slots=True)` makes them, for a fifth of the time.

A hundred and more are declared whenever a command starts. `dataclass` writes and compiles six functions for
each; here it is one, and the others are shared, or made of the names of the fields.
"""

from collections.abc import Callable
from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field, fields
from operator import attrgetter
from types import FunctionType
from typing import Any, NoReturn, TypeVar, cast, dataclass_transform

_Kind = TypeVar("_Kind")
_put = object.__setattr__


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(kind: type[_Kind]) -> type[_Kind]:
    """To `fields`, `replace`, `asdict` and `match` it is a dataclass; what the class itself defines stays."""
    own = vars(kind)
    if own.get("__doc__") is None:
        kind.__doc__ = kind.__name__  # else `dataclass` would look up and write down its signature
    made = cast("Any", dataclass(init=False, repr=False, eq=False, slots=True)(kind))
    every = fields(made)
    for function in (_init(made, every), *_comparing([one.name for one in every if one.compare]), *_SHARED):
        if function.__name__ not in own:
            setattr(made, function.__name__, function)
    return made


def _comparing(names: list[str]) -> tuple[Callable[..., Any], ...]:
    values = attrgetter(*names) if len(names) > 1 else _of_few(names)

    def __eq__(self: object, other: object) -> bool:  # noqa: N807 - becomes the method, and so below
        return values(self) == values(other) if type(other) is type(self) else NotImplemented

    def __hash__(self: object) -> int:  # noqa: N807
        return hash(values(self))

    return __eq__, __hash__


def _of_few(names: list[str]) -> Callable[[object], tuple[Any, ...]]:
    """As `attrgetter`, which makes no tuple of one value or of none."""
    return lambda value: tuple([getattr(value, name) for name in names])


def _init(kind: type, every: tuple[Field[Any], ...]) -> Callable[..., None]:
    """The one function that has to be written: its arguments are the fields."""
    known: dict[str, Any] = {"_put_": _put, "_absent_": MISSING}
    by_place, by_name, lines = ["self"], list[str](), list[str]()
    for one in every:
        name, argument, value = one.name, one.name, one.name
        if one.default_factory is not MISSING:
            known[f"_new_{name}_"] = one.default_factory
            argument = f"{name}=_absent_"
            value = f"_new_{name}_() if {name} is _absent_ else {name}" if one.init else f"_new_{name}_()"
        elif one.default is not MISSING:
            known[f"_{name}_"] = one.default
            argument = f"{name}=_{name}_"
            value = name if one.init else f"_{name}_"
        elif not one.init:
            continue  # `__post_init__` puts it there
        if one.init:
            (by_name if one.kw_only else by_place).append(argument)
        lines.append(f"_put_(self, {name!r}, {value})")
    if hasattr(kind, "__post_init__"):
        lines.append("self.__post_init__()")
    arguments = ", ".join([*by_place, *(["*", *by_name] if by_name else [])])
    exec(f"def __init__({arguments}):\n " + ("\n ".join(lines) or "pass"), known)  # noqa: S102 - as `dataclass` does
    made = known["__init__"]
    made.__qualname__ = f"{kind.__qualname__}.__init__"
    return made


class _Shared:
    """What is the same for all of them."""

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def __delattr__(self, name: str) -> NoReturn:
        raise FrozenInstanceError(f"cannot delete field {name!r}")

    def __repr__(self: Any) -> str:
        told = [f"{one.name}={getattr(self, one.name)!r}" for one in fields(self) if one.repr]
        return f"{type(self).__qualname__}({', '.join(told)})"

    def __getstate__(self: Any) -> list[Any]:
        """For copies and pickles, which could not set anything by its name."""
        return [getattr(self, one.name) for one in fields(self)]

    def __setstate__(self: Any, state: list[Any]) -> None:
        for one, value in zip(fields(self), state, strict=True):
            _put(self, one.name, value)


_SHARED = tuple(one for one in vars(_Shared).values() if isinstance(one, FunctionType))
