"""Which of a person's things a text means."""

from dataclasses import dataclass

import pytest

from tracker.finding import Finder
from tracker.refusals import Refused


@dataclass(frozen=True)
class Book:
    id: str
    name: str
    is_read: bool = False


class Missing(Refused):
    code = "missing"


class Ambiguous(Refused):
    code = "ambiguous"


FINDER: Finder[Book] = Finder(
    "book",
    name=lambda one: one.name,
    ids=lambda one: (one.id,),
    missing=Missing,
    ambiguous=Ambiguous,
    is_live=lambda one: not one.is_read,
)
EMMA, EMMA_AGAIN = Book("b1", "Emma"), Book("b2", "Emma, annotated")
ULYSSES, OLD_EMIL = Book("b3", "Ulysses"), Book("b4", "Émile", is_read=True)
SHELF = [EMMA, EMMA_AGAIN, ULYSSES, OLD_EMIL]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("B3", ULYSSES),
        ("emma", EMMA),
        ("emma, a", EMMA_AGAIN),
        ("annotated", EMMA_AGAIN),
        ("uly", ULYSSES),
        ("emile", OLD_EMIL),
    ],
)
def test_an_id_a_name_its_beginning_or_a_word_of_it(text: str, found: Book) -> None:
    assert FINDER.one(SHELF, text) == found


def test_what_is_live_beats_what_was_put_away() -> None:
    assert FINDER.meant(SHELF, "em") == [EMMA, EMMA_AGAIN]


def test_several_are_asked_about_with_their_names() -> None:
    with pytest.raises(Ambiguous, match="may be Emma, Emma, annotated") as refused:
        FINDER.one(SHELF, "em")
    assert [one.value for one in refused.value.suggestions] == ["b1", "b2"]


@pytest.mark.parametrize("text", ["", " ", "ulises", "war and peace"])
def test_what_is_not_there_is_refused_with_what_is(text: str) -> None:
    with pytest.raises(Missing):
        FINDER.one(SHELF, text)
    with pytest.raises(Missing, match="none yet"):
        FINDER.one([], text)


def test_the_nearest_name_is_suggested() -> None:
    with pytest.raises(Missing, match="Did you mean Ulysses"):
        FINDER.one(SHELF, "ulises")


def test_what_cannot_be_undone_takes_the_whole_name() -> None:
    with pytest.raises(Missing, match="called"):
        FINDER.one(SHELF, "uly", whole_name=True)
    assert FINDER.one(SHELF, "ulysses", whole_name=True) == ULYSSES
