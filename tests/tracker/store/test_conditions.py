"""Contract: when a condition holds, and what a write that is refused says."""

from collections.abc import Mapping
from decimal import Decimal

import pytest

from tests.tracker.store.items import everything, item, key
from tracker.store.conditions import ABSENT, EXISTS, Condition, eq, ge, gt, has, lacks, le, lt, ne
from tracker.store.errors import ConditionFailed
from tracker.store.table import Check, Table, Update
from tracker.store.values import Item

STORED = item(
    n=5,
    big=2**53 + 1,
    price=Decimal("9.99"),
    text="mango",
    astral="\U0001f600",
    empty="",
    yes=True,
    no=False,
    nothing=None,
    tags=["a", 1],
    place={"world": 302, "member": True},
)


async def holding(table: Table, conditions: Mapping[str, Condition]) -> dict[str, bool]:
    """Which of the conditions the item at `key()` meets, as the engine sees it."""
    return {name: await _holds(table, condition) for name, condition in conditions.items()}


async def _holds(table: Table, condition: Condition) -> bool:
    try:
        await table.transact([Check(key(), condition)])
    except ConditionFailed:
        return False
    return True


async def test_an_item_that_is_there(table: Table) -> None:
    await table.put(STORED)

    assert await holding(table, {"exists": EXISTS, "absent": ABSENT, "not absent": ~ABSENT}) == {
        "exists": True,
        "absent": False,
        "not absent": True,
    }


async def test_an_absent_item_has_no_attributes(table: Table) -> None:
    true = {"absent": ABSENT, "lacks": lacks("n"), "not eq": ~eq("n", 5), "not ne": ~ne("n", 5)}
    false = {"exists": EXISTS, "has": has("n"), "eq": eq("n", 5), "ne": ne("n", 5), "lt": lt("n", 9)}

    assert await holding(table, true | false) == dict.fromkeys(true, True) | dict.fromkeys(false, False)


async def test_an_attribute_is_there_whatever_its_value(table: Table) -> None:
    await table.put(STORED)
    true = {name: has(name) for name in STORED} | {"lacks other": lacks("other")}
    false = {f"lacks {name}": lacks(name) for name in STORED} | {"other": has("other")}

    assert await holding(table, true | false) == dict.fromkeys(true, True) | dict.fromkeys(false, False)


async def test_numbers_compare_by_size_to_the_last_digit(table: Table) -> None:
    await table.put(STORED)
    true = {
        "5 = 5.0": eq("n", Decimal("5.0")),
        "5 < 5.01": lt("n", Decimal("5.01")),
        "5 <= 5": le("n", 5),
        "5 > -6": gt("n", -6),
        "5 >= 5": ge("n", 5),
        "5 < 10, not as text": lt("n", 10),
        "beyond 2^53": gt("big", 2**53),
        "beyond 2^53, different": ne("big", 2**53),
        "9.99 = 9.990": eq("price", Decimal("9.990")),
    }
    false = {
        "5 = 6": eq("n", 6),
        "5 <> 5": ne("n", 5),
        "5 < 5": lt("n", 5),
        "5 > 5": gt("n", 5),
        "5 >= 6": ge("n", 6),
        "beyond 2^53, equal": eq("big", 2**53),
    }

    assert await holding(table, true | false) == dict.fromkeys(true, True) | dict.fromkeys(false, False)


async def test_text_compares_by_its_utf8_bytes(table: Table) -> None:
    await table.put(STORED)
    true = {
        "same": eq("text", "mango"),
        "before": lt("text", "n"),
        "a longer text comes later": gt("text", "mang"),
        "capitals come first": gt("text", "Z"),
        "astral after the rest": gt("astral", "\uffee"),
        "empty is empty": eq("empty", ""),
        "empty comes first": lt("empty", "a"),
    }
    false = {"case matters": eq("text", "Mango"), "after": gt("text", "n"), "not less": lt("text", "mango")}

    assert await holding(table, true | false) == dict.fromkeys(true, True) | dict.fromkeys(false, False)


async def test_values_of_two_types_are_different_and_have_no_order(table: Table) -> None:
    await table.put(STORED)
    true = {
        "text is not a number": ne("n", "5"),
        "true is not 1": ne("yes", 1),
        "false is not 0": ne("no", 0),
        "null is not text": ne("nothing", ""),
    }
    false = {
        "text = number": eq("n", "5"),
        "true = 1": eq("yes", 1),
        "false = 0": eq("no", 0),
        "null = text": eq("nothing", ""),
        "number < text": lt("n", "6"),
        "number > text": gt("n", "4"),
        "number >= text": ge("n", "5"),
        "true > 0": gt("yes", 0),
        "null < 1": lt("nothing", 1),
        "list < text": lt("tags", "z"),
    }

    assert await holding(table, true | false) == dict.fromkeys(true, True) | dict.fromkeys(false, False)


async def test_values_without_an_order_are_equal_when_every_member_is(table: Table) -> None:
    await table.put(STORED)
    true = {
        "true": eq("yes", True),  # noqa: FBT003 - a value
        "null": eq("nothing", None),
        "list": eq("tags", ["a", Decimal("1.0")]),
        "map, in any order": eq("place", {"member": True, "world": 302}),
    }

    assert await holding(table, true) == dict.fromkeys(true, True)


async def test_lists_and_maps_differ_when_one_member_does(table: Table) -> None:
    await table.put(STORED)
    true = {
        "a list is not a map": ne("tags", {}),
        "shorter list": ne("tags", ["a"]),
        "list in another order": ne("tags", [1, "a"]),
        "smaller map": ne("place", {"world": 302}),
        "true within is not 1": ne("place", {"world": 302, "member": 1}),
    }
    false = {
        "empty list": eq("tags", []),
        "empty map": eq("place", {}),
        "larger map": eq("place", {"world": 302, "member": True, "more": None}),
    }

    assert await holding(table, true | false) == dict.fromkeys(true, True) | dict.fromkeys(false, False)


async def test_an_absent_attribute_is_neither_equal_nor_different(table: Table) -> None:
    await table.put(STORED)
    false = {"eq": eq("other", 1), "ne": ne("other", 1), "lt": lt("other", 1), "ge": ge("other", "a")}

    assert await holding(table, false) == dict.fromkeys(false, False)


async def test_an_absent_attribute_is_not_null(table: Table) -> None:
    await table.put(STORED)

    assert await holding(table, {"eq": eq("other", None)}) == {"eq": False}


async def test_conditions_combine_with_and_or_not_to_any_depth(table: Table) -> None:
    await table.put(STORED)
    t, f = eq("n", 5), eq("n", 6)
    true = {
        "and": t & t,
        "or": f | t,
        "not": ~f,
        "or binds looser than and": t | (f & f),
        "not over and": ~(t & f),
        "not over or": ~(f | f),
        "deep": ~(~(t & ~(f | ~(t & ~f)))),
        "earliest": lacks("at") | gt("at", "2025"),
    }
    false = {"and": t & f, "or": f | f, "not": ~t, "deep": (t | f) & ~(t & (t | f))}
    true = {f"true: {name}": condition for name, condition in true.items()}
    false = {f"false: {name}": condition for name, condition in false.items()}

    assert await holding(table, true | false) == dict.fromkeys(true, True) | dict.fromkeys(false, False)


async def test_keys_can_be_compared_too(table: Table) -> None:
    await table.put(STORED)

    assert await holding(table, {"pk": eq("PK", "P"), "sk": gt("SK", "B")}) == {"pk": True, "sk": False}


async def test_attributes_with_difficult_names_can_be_compared(table: Table) -> None:
    names = ["name", "status", "size", "a.b", "a-b", "#x", ":y", "größe", "two words", "a[0]", "\U0001f600"]
    await table.put({**item(), **dict.fromkeys(names, 1)})

    assert await holding(table, {name: eq(name, 1) for name in names}) == dict.fromkeys(names, True)


@pytest.mark.parametrize("stored", [None, item(n=1, note="mine")], ids=["absent", "there"])
async def test_a_refused_put_changes_nothing_and_shows_the_item(table: Table, stored: Item | None) -> None:
    if stored:
        await table.put(stored)

    with pytest.raises(ConditionFailed) as refused:
        await table.put(item(n=2), when=eq("n", 7))

    assert refused.value.current == stored
    assert await table.get(key()) == stored


@pytest.mark.parametrize("stored", [None, item(n=1, note="mine")], ids=["absent", "there"])
async def test_a_refused_update_changes_nothing_and_shows_the_item(table: Table, stored: Item | None) -> None:
    if stored:
        await table.put(stored)

    with pytest.raises(ConditionFailed) as refused:
        await table.update(Update(key(), set={"n": 2}, when=eq("n", 7)))

    assert refused.value.current == stored
    assert await table.get(key()) == stored


async def test_a_refused_delete_changes_nothing_and_shows_the_item(table: Table) -> None:
    await table.put(item(owner="me"))

    with pytest.raises(ConditionFailed) as refused:
        await table.delete(key(), when=eq("owner", "you"))

    assert refused.value.current == item(owner="me")
    assert await table.get(key()) == item(owner="me")


async def test_a_refusal_names_the_key_for_people(table: Table) -> None:
    with pytest.raises(ConditionFailed, match="P / A") as refused:
        await table.update(Update(key(), set={"n": 1}))

    (failure,) = refused.value.failures
    assert (failure.position, failure.key, failure.current) == (0, key(), None)


async def test_writes_whose_condition_holds_are_done(table: Table) -> None:
    await table.put(item(n=1), when=ABSENT)
    await table.put(item(n=2), when=eq("n", 1))
    await table.update(Update(key(), set={"n": 3}, when=eq("n", 2)))
    assert await table.get(key()) == item(n=3)

    await table.delete(key(), when=eq("n", 3))
    assert await everything(table) == {}


async def test_a_time_moves_only_forward(table: Table) -> None:
    """The condition behind `LATEST`: a late reading does not replace a newer one."""
    written = []
    for at in ("2025-01-02", "2025-01-01", "2025-01-03"):
        try:
            await table.put(item(at=at), when=lacks("at") | lt("at", at))
        except ConditionFailed:
            continue
        written.append(at)

    assert written == ["2025-01-02", "2025-01-03"]
    assert await table.get(key()) == item(at="2025-01-03")
