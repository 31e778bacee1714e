"""What leaves by SMS: cheap letters, nothing that plays tricks, and no more of it than was paid for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.sms.text import MORE_TO_COME, cut, plain
from tracker.sms.segments import segments


@pytest.mark.parametrize(
    ("text", "sent"),
    [
        ("3 March \N{EN DASH} 2 April", "3 March - 2 April"),
        ("\N{LEFT DOUBLE QUOTATION MARK}x\N{RIGHT DOUBLE QUOTATION MARK}\N{HORIZONTAL ELLIPSIS}", '"x"...'),
        ("`off` ends them", "'off' ends them"),
        ("\N{BLACK PARALLELOGRAM}\N{WHITE PARALLELOGRAM} 523 kc", "523 kc"),
        ("a\N{RIGHT-TO-LEFT OVERRIDE}b\x07c", "a b c"),
        ("two\n\nlines  here \n", "two\n\nlines here"),
        ("Zo\u00eb", "Zo\u00eb"),
    ],
)
def test_letters_that_cost_more_or_hide_something_are_others(text: str, sent: str) -> None:
    assert plain(text) == sent


def test_what_fits_is_left_as_it_is() -> None:
    assert cut("x" * 160, 1) == ("x" * 160, "")
    assert cut("x" * 459, 3) == ("x" * 459, "")
    assert cut("\u20ac" * 80, 1) == ("\u20ac" * 80, "")


def test_what_is_too_long_is_cut_at_the_end_of_a_line() -> None:
    lines = [f"{number}. 99 Woodcutting: 45.2%, on track" for number in range(1, 10)]

    shown, rest = cut("\n".join(lines), 1)

    assert shown.splitlines() == [*lines[:4], MORE_TO_COME]
    assert rest.splitlines() == lines[4:]


@given(st.text(), st.integers(1, 10))
def test_no_letter_is_lost_and_no_part_is_too_long(text: str, most: int) -> None:
    rest, parts = plain(text), list[str]()
    whole = rest
    for _ in range(len(text) + 1):
        shown, rest = cut(rest, most)
        parts.append(shown.removesuffix(f"\n{MORE_TO_COME}").removesuffix("...").removesuffix("\u2026"))
        assert segments(shown) <= most
        if not rest:
            break
    told, wanted = (
        "".join(one.split()).replace(".", "").replace("\u2026", "") for one in ("".join(parts), whole)
    )
    assert told == wanted
