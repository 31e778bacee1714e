"""Contract: a query shows each item of its range exactly once and in order, however it is cut into pages."""

import base64
import json
from typing import Any

import pytest

from tests.tracker.store.items import all_pages, item, key, sort_keys
from tracker.store.errors import InvalidCursor, InvalidItem, TooLarge
from tracker.store.table import Table

# In the order of their UTF-8 bytes; in UTF-16 units, the last two would come before the two above them.
BY_BYTES = ["\x00", "!", "#", "0", "10", "2", "A", "Z", "a", "a\x00", "aa", "b", "~", "\x7f", "é", "€"]
BY_BYTES += ["\ud7ff", "\ue000", "\uffee", "\U00010000", "\U0001f600"]


@pytest.mark.parametrize("reverse", [False, True], ids=["forward", "backward"])
@pytest.mark.parametrize("index", [None, "GSI1"], ids=["table", "index"])
async def test_every_page_size_shows_each_item_once_and_in_order(
    table: Table,
    reverse: bool,  # noqa: FBT001 - a parameter of the test
    index: str | None,
) -> None:
    await table.write_many(
        puts=[item(f"{n}", GSI1PK="P", GSI1SK=f"{n}") for n in range(7)] + [item("x", pk="Q")]
    )
    expected = [f"{n}" for n in range(7)]
    if reverse:
        expected.reverse()

    for size in range(1, 9):
        pages = await all_pages(table, index=index, reverse=reverse, limit=size)

        assert [found["SK"] for page in pages for found in page.items] == expected, f"pages of {size}"
        assert [len(page.items) for page in pages] == [len(expected[n : n + size]) for n in range(0, 7, size)]


async def test_the_last_full_page_has_no_cursor(table: Table) -> None:
    await table.write_many(puts=[item("A"), item("B")])

    assert (await table.query("P", limit=2)).cursor is None
    assert (await table.query("P", limit=1)).cursor is not None


async def test_nothing_is_one_empty_page(table: Table) -> None:
    for question in ({}, {"prefix": "A"}, {"lo": "A"}, {"index": "GSI1"}):
        page = await table.query("P", **question)

        assert (page.items, page.cursor) == ([], None)


async def test_a_page_holds_a_hundred_items_unless_told_otherwise(table: Table) -> None:
    await table.write_many(puts=[item(f"{n:03}") for n in range(101)])

    pages = await all_pages(table)

    assert [len(page.items) for page in pages] == [100, 1]


@pytest.mark.parametrize("index", [None, "GSI1"], ids=["table", "index"])
async def test_sort_keys_are_in_the_order_of_their_utf8_bytes(table: Table, index: str | None) -> None:
    await table.write_many(puts=[item(sk, GSI1PK="P", GSI1SK=sk) for sk in reversed(BY_BYTES)])

    assert await sort_keys(table, index=index) == BY_BYTES
    assert await sort_keys(table, index=index, reverse=True) == BY_BYTES[::-1]


@pytest.mark.parametrize("index", [None, "GSI1"], ids=["table", "index"])
async def test_a_range_includes_both_its_ends(table: Table, index: str | None) -> None:
    await table.write_many(puts=[item(sk, GSI1PK="P", GSI1SK=sk) for sk in "ABCDE"])

    async def found(**question: Any) -> str:  # noqa: ANN401 - as `query`
        return "".join(map(str, await sort_keys(table, index=index, **question)))

    assert await found(lo="B", hi="D") == "BCD"
    assert await found(lo="B", hi="D", reverse=True) == "DCB"
    assert await found(lo="C") == "CDE"
    assert await found(hi="C") == "ABC"
    assert await found(lo="BB", hi="CC") == "C"
    assert await found(lo="C", hi="C") == "C"
    assert await found(lo="", hi="B") == "AB"
    assert await found(lo="D", hi="B") == ""
    assert await found(hi="") == ""


@pytest.mark.parametrize("index", [None, "GSI1"], ids=["table", "index"])
async def test_a_prefix_is_compared_letter_by_letter(table: Table, index: str | None) -> None:
    names = ["A", "A#", "A#1", "A#2", "A%", "A_", "AB", "A\U0010ffff", "A\U0010ffffz", "\ud7ffx", "\ue000x"]
    await table.write_many(puts=[item(sk, GSI1PK="P", GSI1SK=sk) for sk in names])

    for prefix in ("A", "A#", "A#1", "A%", "A_", "A\U0010ffff", "\ud7ff", "\ue000", "zz", "%", ""):
        expected = sorted(name for name in names if name.startswith(prefix))

        assert await sort_keys(table, index=index, prefix=prefix) == expected, f"prefix {prefix!r}"
        assert await sort_keys(table, index=index, prefix=prefix, reverse=True) == expected[::-1]


async def test_a_prefix_tells_capitals_from_small_letters(table: Table) -> None:
    await table.write_many(puts=[item(sk) for sk in ("A1", "a1", "É1", "é1")])

    assert await sort_keys(table, prefix="A") == ["A1"]
    assert await sort_keys(table, prefix="é") == ["é1"]


async def test_a_prefix_is_cut_into_pages_too(table: Table) -> None:
    await table.write_many(puts=[item(sk) for sk in ("A", "L#1", "L#2", "L#3", "L#4", "M", "Z")])

    for reverse in (False, True):
        pages = await all_pages(table, prefix="L#", limit=2, reverse=reverse)

        assert [len(page.items) for page in pages] == [2, 2]
        assert [found["SK"] for page in pages for found in page.items] == (
            ["L#4", "L#3", "L#2", "L#1"] if reverse else ["L#1", "L#2", "L#3", "L#4"]
        )


async def test_items_with_one_index_key_are_shown_once_each(table: Table) -> None:
    """Equal sort keys have no order among themselves that all engines share; none is lost or repeated."""
    await table.write_many(
        puts=[item(f"{n}", pk=f"P{n % 2}", GSI1PK="G", GSI1SK=f"{n // 4}") for n in range(8)]
    )

    for size in (1, 2, 3):
        for reverse in (False, True):
            pages = await all_pages(table, "G", index="GSI1", limit=size, reverse=reverse)
            found = [each for page in pages for each in page.items]

            assert sorted(str(each["SK"]) for each in found) == [f"{n}" for n in range(8)]
            assert [each["GSI1SK"] for each in found] == sorted("00001111", reverse=reverse)


async def test_a_next_page_starts_after_the_last_one_whatever_changed_between(table: Table) -> None:
    await table.write_many(puts=[item(sk) for sk in "BDFH"])
    first = await table.query("P", limit=2)

    await table.delete(key("D"))
    await table.write_many(puts=[item("A"), item("E"), item("I")])

    rest = await table.query("P", limit=10, cursor=first.cursor)
    assert [found["SK"] for found in rest.items] == ["E", "F", "H", "I"]


async def test_a_cursor_can_be_used_again_and_travels_in_an_address(table: Table) -> None:
    await table.write_many(puts=[item(f"{sk}?/+&=\U0001f600") for sk in "ABC"])
    first = await table.query("P", limit=1)

    again = [await table.query("P", limit=1, cursor=first.cursor) for _ in range(2)]

    assert again[0] == again[1]
    assert first.cursor is not None
    assert first.cursor.replace("-", "").replace("_", "").isalnum()


def _token(*parts: object) -> str:
    return base64.urlsafe_b64encode(json.dumps(parts).encode()).decode().rstrip("=")


FORGED = {
    "empty": "",
    "no base64": "not a token!",
    "base64 of nothing known": base64.urlsafe_b64encode(b"\xff\xfe").decode(),
    "a number": base64.urlsafe_b64encode(b"1").decode(),
    "nested beyond all measure": base64.urlsafe_b64encode(b"[" * 100_000).decode(),
    "no position": _token(),
    "a position of another kind": _token("A", "P", "A"),
    "a number as position": _token(1),
    "an empty position": _token(""),
    "half of a surrogate pair": _token("L#\ud800"),
    "before the range": _token("A"),
    "after the range": _token("M"),
    "longer than any key": _token("L#" + "x" * 2000),
}


async def test_a_forged_cursor_is_refused(table: Table) -> None:
    await table.put(item("L#1"))
    accepted = []
    for name, cursor in FORGED.items():
        try:
            await table.query("P", prefix="L#", cursor=cursor)
        except InvalidCursor:
            continue
        accepted.append(name)

    assert accepted == []


async def test_a_cursor_of_another_query_is_refused(table: Table) -> None:
    await table.write_many(puts=[item(sk, GSI1PK="P", GSI1SK=sk) for sk in ("A#1", "A#2", "B#1", "B#2")])
    of_prefix = (await table.query("P", prefix="A#", limit=1)).cursor
    of_index = (await table.query("P", index="GSI1", limit=1)).cursor

    with pytest.raises(InvalidCursor):
        await table.query("P", prefix="B#", cursor=of_prefix)
    with pytest.raises(InvalidCursor):
        await table.query("P", lo="B", cursor=of_prefix)
    with pytest.raises(InvalidCursor):
        await table.query("P", hi="A", cursor=of_prefix)
    with pytest.raises(InvalidCursor):
        await table.query("P", cursor=of_index)
    with pytest.raises(InvalidCursor):
        await table.query("P", index="GSI1", cursor=of_prefix)


async def test_a_cursor_cannot_leave_its_partition(table: Table) -> None:
    await table.write_many(puts=[item(sk, pk=pk, secret=pk) for pk in ("mine", "yours") for sk in "ABC"])
    yours = (await table.query("yours", limit=1)).cursor

    rest = await table.query("mine", cursor=yours)

    assert [found["secret"] for found in rest.items] == ["mine", "mine"]


async def test_questions_that_make_no_sense_are_refused(table: Table) -> None:
    with pytest.raises(InvalidItem, match="prefix or a range"):
        await table.query("P", prefix="A", lo="B")
    with pytest.raises(InvalidItem, match="prefix or a range"):
        await table.query("P", prefix="A", hi="B")
    with pytest.raises(InvalidItem, match="index"):
        await table.query("P", index="GSI99")
    with pytest.raises(InvalidItem, match="limit"):
        await table.query("P", limit=0)
    with pytest.raises(TooLarge):
        await table.query("P" * 2049)
    with pytest.raises(TooLarge):
        await table.query("P", prefix="é" * 513)
    with pytest.raises(InvalidItem):
        await table.query("P", lo="\ud800")
