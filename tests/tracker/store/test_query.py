"""The pure parts of a query: the end of a prefix, and page tokens that nobody can bend."""

from typing import Any

from hypothesis import assume, example, given
from hypothesis import strategies as st

from tracker.store.errors import InvalidCursor
from tracker.store.query import Query, after_prefix
from tracker.store.values import Item

keys = st.text(min_size=1, max_size=20)
LAST = "\U0010ffff"


@given(st.text(min_size=1, max_size=4), st.text(max_size=4))
@example("a" + LAST, "a" + LAST + "b")
@example(LAST, LAST + LAST)
@example("\ud7ff", "\ue000")
@example("a", "b")
def test_exactly_the_texts_with_a_prefix_lie_between_it_and_its_end(prefix: str, text: str) -> None:
    end = after_prefix(prefix)

    for candidate in (text, prefix + text, prefix[:-1] + text):
        assert candidate.startswith(prefix) == (prefix <= candidate and (end is None or candidate < end))


@given(st.text(min_size=1))
def test_the_end_of_a_prefix_is_text_that_can_be_stored(prefix: str) -> None:
    end = after_prefix(prefix)

    assert end is None or end.encode() > prefix.encode()


def _items(index: str | None, places: list[tuple[str, str, str]]) -> list[Item]:
    if index is None:
        return [{"PK": "P", "SK": sk} for sk, _, _ in places]
    return [{"PK": pk, "SK": sk, "GSI1PK": "P", "GSI1SK": place} for place, pk, sk in places]


@given(st.sampled_from([None, "GSI1"]), st.lists(st.tuples(keys, keys, keys), min_size=1), st.data())
def test_a_page_token_leads_back_to_the_last_item_of_its_page(
    index: str | None, places: list[tuple[str, str, str]], data: st.DataObject
) -> None:
    limit = data.draw(st.integers(1, len(places)))
    query = Query("P", index=index, limit=limit)

    page = query.page(_items(index, places)[: limit + 1])

    assert len(page.items) == limit
    if page.cursor is None:
        assert limit == len(places)
    else:
        place = places[limit - 1]
        assert Query("P", index=index, cursor=page.cursor).position() == (place if index else place[:1])


@given(
    st.text(st.characters(codec="ascii")) | st.binary().map(lambda raw: raw.decode("latin-1")) | st.text(),
    st.sampled_from([{}, {"prefix": "A"}, {"lo": "A", "hi": "B"}, {"index": "GSI1"}]),
)
def test_any_text_as_a_token_is_refused_or_lies_in_the_query(cursor: str, question: dict[str, Any]) -> None:
    query = Query("P", cursor=cursor, **question)
    try:
        position = query.position()
    except InvalidCursor:
        return

    assert position is not None
    assert position[0].startswith(query.prefix or "")
    assert (query.lo or "") <= position[0] <= (query.hi or LAST * 20)


@given(keys, keys, st.data())
def test_a_token_bent_in_one_letter_stays_in_its_query(first: str, second: str, data: st.DataObject) -> None:
    assume(first != second)
    prefix = "LOG#"
    made = Query("P", prefix=prefix, limit=1).page([{"SK": prefix + first}, {"SK": prefix + second}]).cursor
    assert made is not None
    place = data.draw(st.integers(0, len(made) - 1))
    bent = made[:place] + data.draw(st.sampled_from("AZaz09-_=")) + made[place + 1 :]

    try:
        position = Query("P", prefix=prefix, cursor=bent).position()
    except InvalidCursor:
        return

    assert position is not None
    assert position[0].startswith(prefix)
