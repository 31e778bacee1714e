"""Contract: values come back as they were given, to the last digit, letter and type."""

from decimal import Decimal
from enum import Enum, IntEnum, StrEnum

import pytest

from tests.tracker.store.items import LARGE_BODIES, everything, exactly, item, key
from tracker.store.errors import TooLarge
from tracker.store.table import Operation, Put, Table, Update
from tracker.store.values import MAX_ITEM_BYTES, Value, key_of

TEXTS = [
    "",
    " ",
    "\n\t\r",
    "\x00",
    "a\x00b",
    '"quoted" \\ {} []',
    "$decimal",
    '{"$decimal":"1"}',
    "Ünïcödé",
    "🧙‍♂️",
]
TEXTS += [
    "e\u0301",
    "\u00e9",
    "\u202eright to left",
    "\ufeff",
    "\uffff",
    "\U0010ffff",
    "\u2028",
    "NaN",
    "1.0",
]


async def returned(table: Table, values: dict[str, Value]) -> object:
    """The values after a trip through the table, by put and by update, with their types."""
    await table.put({**item("put"), **values})
    await table.update(Update(key("updated"), set=values, when=None))
    put, updated = await table.get(key("put")), await table.get(key("updated"))
    assert put is not None
    assert updated is not None
    assert exactly({**put, "SK": ""}) == exactly({**updated, "SK": ""})
    return exactly({name: value for name, value in put.items() if name in values})


async def test_whole_numbers_are_exact_to_38_digits(table: Table) -> None:
    numbers = [0, 1, -1, 2**31, 2**53 - 1, 2**53 + 1, -(2**53) - 1, 2**63, 2**64 + 1, 10**37 + 1]
    numbers += [10**38 - 1, -(10**38) + 1, 12_345_678_901_234_567_890_123_456_789_012_345_678]
    values: dict[str, Value] = {f"n{position}": number for position, number in enumerate(numbers)}

    assert await returned(table, values) == exactly(values)


async def test_decimals_are_exact_to_38_digits(table: Table) -> None:
    numbers = [
        "0.1",
        "-0.5",
        "9.99",
        "1E-10",
        "123456789.123456789",
        "-12345678901234567890.123456789012345678",
    ]
    numbers += [
        "1E-130",
        "0.00000000000000000000000000000000000001",
        "9.9999999999999999999999999999999999999",
    ]
    values: dict[str, Value] = {f"n{position}": Decimal(number) for position, number in enumerate(numbers)}

    found = await returned(table, values)

    assert isinstance(found, dict)
    assert {name: value[0] for name, value in found.items()} == dict.fromkeys(values, "Decimal")
    assert {name: Decimal(value[1]) for name, value in found.items()} == values


async def test_a_decimal_without_fraction_comes_back_as_a_whole_number(table: Table) -> None:
    given: dict[str, Value] = {"one": Decimal("1.0"), "thousand": Decimal("1E+3"), "zero": Decimal("-0.00")}

    assert await returned(table, given) == exactly({"one": 1, "thousand": 1000, "zero": 0})


async def test_zeros_at_the_end_of_a_fraction_are_not_kept(table: Table) -> None:
    assert await returned(table, {"n": Decimal("1.50")}) == exactly({"n": Decimal("1.5")})


async def test_one_true_and_text_stay_what_they_are(table: Table) -> None:
    values: dict[str, Value] = {
        "number": 1,
        "truth": True,
        "text": "1",
        "zero": 0,
        "lie": False,
        "null": None,
    }

    values |= {"list": list(values.values()), "map": dict(values)}

    assert await returned(table, values) == exactly(values)


async def test_empty_values_stay_and_are_not_absent(table: Table) -> None:
    values: dict[str, Value] = {"text": "", "list": [], "map": {}, "null": None, "nested": [[], {}, "", None]}

    assert await returned(table, values) == exactly(values)


async def test_text_of_any_alphabet_is_unchanged(table: Table) -> None:
    values: dict[str, Value] = {f"t{position}": text for position, text in enumerate(TEXTS)}

    assert await returned(table, values) == exactly(values)


async def test_names_of_any_alphabet_are_unchanged_also_inside_a_map(table: Table) -> None:
    names = [
        "name",
        "a.b",
        "#x",
        ":y",
        "größe",
        "two words",
        "\U0001f600",
        "e\u0301",
        "\u00e9",
        "a$b",
        "N",
        "S",
    ]
    values: dict[str, Value] = {**dict.fromkeys(names, 1), "map": dict.fromkeys(names, 2)}

    assert await returned(table, values) == exactly(values)


async def test_a_tuple_comes_back_as_a_list(table: Table) -> None:
    assert await returned(table, {"pair": (1, ("a",))}) == exactly({"pair": [1, ["a"]]})


class Colour(StrEnum):
    RED = "red"


class Level(IntEnum):
    HIGH = 3


class Rank(int, Enum):
    FIRST = 1


async def test_members_of_enumerations_are_stored_as_their_values(table: Table) -> None:
    given: dict[str, Value] = {
        "colour": Colour.RED,
        "level": Level.HIGH,
        "rank": Rank.FIRST,
    }

    assert await returned(table, given) == exactly({"colour": "red", "level": 3, "rank": 1})


async def test_lists_and_maps_nest_31_levels_deep(table: Table) -> None:
    """DynamoDB allows 32, counting the value at the bottom."""
    nested: Value = "bottom"
    for level in range(31):
        nested = {"level": nested} if level % 2 else [nested]

    assert await returned(table, {"nested": nested}) == exactly({"nested": nested})


async def test_keys_of_any_alphabet_are_different_items(table: Table) -> None:
    """No case folding, no normal form, no trimming."""
    keys = ["A", "a", "A ", " A", "A\x00", "é", "e\u0301", "#", "A#A", "\U0001f600", "\U0001f600\U0001f600"]
    written = [item(sk, pk=pk, by=f"{pk} {sk}") for pk in keys for sk in keys]
    await table.write_many(puts=written)

    assert await table.get_many(map(key_of, written)) == {key_of(each): each for each in written}
    for pk in keys:
        assert len((await table.query(pk)).items) == len(keys)


async def test_keys_may_have_2048_and_1024_bytes(table: Table) -> None:
    written = item("€" * 341 + "x", pk="\U0001f600" * 512)

    await table.put(written)

    assert await everything(table) == {key_of(written): written}


def _filled(size: int, letter: str = "x") -> dict[str, Value]:
    """An item that DynamoDB counts as `size` bytes."""
    rest = size - len("PKPSKAtext")
    return item(text=letter * (rest // len(letter.encode())) + "x" * (rest % len(letter.encode())))


@LARGE_BODIES
@pytest.mark.parametrize("letter", ["x", "é", "\U0001f600"], ids=["ascii", "two bytes", "four bytes"])
async def test_an_item_may_have_400_kilobytes_and_no_more(table: Table, letter: str) -> None:
    large, too_large = _filled(MAX_ITEM_BYTES - 8192, letter), _filled(MAX_ITEM_BYTES + 1, letter)
    await table.put(large)

    with pytest.raises(TooLarge, match="409,600"):
        await table.put(too_large)
    with pytest.raises(TooLarge):
        await table.transact([Put(item("other")), Put(too_large)])
    with pytest.raises(TooLarge):
        await table.write_many(puts=[item("other"), too_large])

    assert await everything(table) == {key(): large}


async def test_an_item_may_have_400_kilobytes_to_the_last_byte(table: Table) -> None:
    await table.put(_filled(MAX_ITEM_BYTES))

    assert await table.get(key()) == _filled(MAX_ITEM_BYTES)


def _made(halves: int) -> Update:
    texts: list[dict[str, Value]] = [{"a": "x" * 205_000}, {"b": "x" * 205_000}]
    if halves == 1:
        return Update(key("made"), set=texts[0] | texts[1], when=None)
    return Update(key("made"), set=texts[0], default=texts[1], when=None)


GROWTH = {
    "set": Update(key(), set={"more": "x" * 9000}),
    "default": Update(key(), default={"more": "x" * 9000}),
    "replaced": Update(key(), set={"text": "x" * 409_595}),
}
CREATION = {"at once": _made(1), "in two halves": _made(2)}


async def too_large(table: Table, *operations: Operation) -> bool:
    try:
        await table.transact(operations)
    except TooLarge:
        return True
    return False


async def test_an_update_cannot_make_an_item_grow_larger_than_that(table: Table) -> None:
    before = _filled(MAX_ITEM_BYTES - 8192)
    await table.put(before)

    refused = [name for name, change in GROWTH.items() if await too_large(table, change)]

    assert refused == list(GROWTH)
    assert await everything(table) == {key(): before}


async def test_an_update_cannot_create_an_item_larger_than_that(table: Table) -> None:
    refused = [name for name, change in CREATION.items() if await too_large(table, change)]

    assert refused == list(CREATION)
    assert await everything(table) == {}


async def test_nor_can_an_update_in_a_transaction(table: Table) -> None:
    before = _filled(MAX_ITEM_BYTES - 8192)
    await table.put(before)
    changes = GROWTH | CREATION

    refused = [name for name, change in changes.items() if await too_large(table, change, Put(item("other")))]

    assert refused == list(changes)
    assert await everything(table) == {key(): before}


async def test_an_update_may_fill_an_item_nearly_to_the_limit(table: Table) -> None:
    """Nearly, because DynamoDB counts some bytes more for each change that an update makes."""
    await table.put(_filled(MAX_ITEM_BYTES - 1000))

    await table.update(Update(key(), set={"more": "x" * 900}))

    assert await table.get(key()) == {**_filled(MAX_ITEM_BYTES - 1000), "more": "x" * 900}
