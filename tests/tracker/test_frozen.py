"""`frozen` makes what `dataclass(frozen=True, slots=True)` makes: each rule is asked of both."""

import copy
import pickle
import sys
from collections.abc import Callable
from dataclasses import FrozenInstanceError, asdict, dataclass, field, fields, replace
from inspect import signature
from typing import Any, ClassVar

import pytest

from tracker.frozen import frozen


def declared(make: Callable[[type], type], name: str) -> tuple[type[Any], ...]:
    """One with all that a field can be, one that inherits from it, and two with hardly any fields."""

    class Whole:
        limit: ClassVar[int] = 3

        first: int
        second: str = "b"
        many: list[int] = field(default_factory=list[int])
        secret: str = field(default="hush", repr=False)
        beside: str = field(default="c", kw_only=True)
        worked_out: int = field(init=False, compare=False)

        def __post_init__(self) -> None:
            object.__setattr__(self, "worked_out", self.first * self.limit)

    whole: Any = make(Whole)

    class Longer(whole):
        """What it is."""

        last: int = 0

        def __repr__(self) -> str:
            return "the longer one"

    class One:
        value: float

    class Empty:
        pass

    kinds = (whole, make(Longer), make(One), make(Empty))
    for kind in kinds:
        kind.__qualname__ = f"{name}{kind.__name__}"
        globals()[kind.__qualname__] = kind  # where pickle looks for it
    return kinds


OURS = declared(frozen, "Our")
THEIRS = declared(dataclass(frozen=True, slots=True), "Their")
BOTH = pytest.mark.parametrize(("whole", "longer", "one", "empty"), [OURS, THEIRS], ids=["ours", "dataclass"])
Kind = type[Any]


@BOTH
def test_it_is_made_by_place_and_by_name_with_defaults(
    whole: Kind, longer: Kind, one: Kind, empty: Kind
) -> None:
    made = whole(7)
    assert (made.first, made.second, made.many, made.secret, made.beside) == (7, "b", [], "hush", "c")
    assert whole(7).many is not made.many
    assert made.worked_out == 21
    assert whole(1, "x", [2], "y", beside="z").beside == "z"
    assert longer(1, last=5).last == 5
    assert (one(1.5).value, empty()) == (1.5, empty())


@BOTH
@pytest.mark.parametrize(
    ("values", "named"),
    [
        ((), {}),
        ((1,), {"first": 1}),
        ((1,), {"other": 1}),
        ((1, "b", [], "h", "z"), {}),
        ((1,), {"worked_out": 2}),
    ],
)
def test_what_lacks_a_field_or_has_another_is_no_value(  # noqa: PLR0917 - of each kind one
    whole: Kind, longer: Kind, one: Kind, empty: Kind, values: tuple[Any, ...], named: dict[str, Any]
) -> None:
    del longer, one, empty
    with pytest.raises(TypeError, match=rf"{whole.__qualname__}|__init__"):
        whole(*values, **named)


@BOTH
def test_it_never_changes_and_has_nothing_besides(whole: Kind, longer: Kind, one: Kind, empty: Kind) -> None:
    for made in (whole(1), longer(1), one(1.0), empty()):
        for name in [each.name for each in fields(made)]:
            with pytest.raises(FrozenInstanceError):
                setattr(made, name, 2)
            with pytest.raises(FrozenInstanceError):
                delattr(made, name)
        with pytest.raises((FrozenInstanceError, TypeError)):
            made.other = 1
        assert not hasattr(made, "__dict__")


@BOTH
def test_it_is_equal_by_what_is_compared_and_only_within_its_own_kind(
    whole: Kind, longer: Kind, one: Kind, empty: Kind
) -> None:
    made = whole(1, many=())
    object.__setattr__(same := whole(1, many=()), "worked_out", 99)
    assert made == same
    assert hash(made) == hash(same)
    assert made != whole(1, many=(), secret="other")  # noqa: S106 - no secret
    assert made != longer(1, many=())
    assert made != (1, "b", (), "hush", "c")
    nan = float("nan")
    assert one(nan) == one(nan) or (one is THEIRS[2] and sys.version_info >= (3, 13))
    assert len({one(1.0), one(1), one(2.0), empty(), empty()}) == 3


@BOTH
def test_it_says_what_it_is_but_no_secret(whole: Kind, longer: Kind, one: Kind, empty: Kind) -> None:
    said = "first=1, second='b', many=[], beside='c', worked_out=3"
    assert repr(whole(1)) == f"{whole.__qualname__}({said})"
    assert repr(longer(1)) == "the longer one"
    assert repr(one(1.5)) == f"{one.__qualname__}(value=1.5)"
    assert repr(empty()) == f"{empty.__qualname__}()"


@BOTH
def test_it_can_be_replaced_copied_pickled_and_matched(
    whole: Kind, longer: Kind, one: Kind, empty: Kind
) -> None:
    del empty
    made = longer(1, "x", [2], last=4)
    assert replace(made, first=5) == longer(5, "x", [2], last=4)
    assert copy.deepcopy(made) == made == pickle.loads(pickle.dumps(made))  # noqa: S301 - our own
    assert asdict(one(1.5)) == {"value": 1.5}
    match whole(1, "x"):
        case whole(1, second):
            assert second == "x"
        case _:
            pytest.fail("it does not match itself")


def test_both_have_the_same_fields_and_arguments() -> None:
    for ours, theirs in zip(OURS, THEIRS, strict=True):
        assert [one.name for one in fields(ours)] == [one.name for one in fields(theirs)]
        assert list(signature(ours).parameters) == list(signature(theirs).parameters)
        assert ours.__match_args__ == theirs.__match_args__
        assert ours.__slots__ == theirs.__slots__
