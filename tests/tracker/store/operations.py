"""Random operations on the store: few keys and few values, so that they meet each other often.

They stay within what the compatible servers do right (see tests/servers/deviations.py): additions only
to attributes that hold whole numbers of at most 21 digits, no comparison of lists and maps, one case of
letters in a sort key.
"""

from decimal import Decimal
from typing import Any

from hypothesis import strategies as st

from tests.fakes.clock import START
from tracker.store.conditions import ABSENT, EXISTS, Compare, Condition, eq, has, lacks, ne
from tracker.store.schema import INDEXES
from tracker.store.table import Check, Delete, Operation, Put, Update
from tracker.store.values import Item, Key, Value

SORT_KEYS = ("A", "A#1", "A#2", "Ä", "\U0001f600")
KEYS = (*(Key("P", sk) for sk in SORT_KEYS), Key("Q", "A"), Key("Q", "A#1"))
COUNTERS, PLAIN = ("n", "m"), ("a", "status")

keys = st.sampled_from(KEYS)
whole = st.sampled_from([0, 1, 2, -1, 2**53 + 1, -(10**20)])
fractions = st.sampled_from(list(map(Decimal, ("0.5", "1.0", "12345678901234567890.5"))))
texts = st.sampled_from(["", "X", "\U0001f600", "1"])
plain = st.one_of(st.none(), st.booleans(), st.sampled_from([0, 1]), whole, fractions, texts)
lists = st.lists(plain | st.lists(plain, max_size=2), max_size=3)
maps = st.dictionaries(st.sampled_from(["x", "É", "1"]), plain | lists, max_size=3)
moments = st.integers(0, 20).map(lambda seconds: int(START.timestamp()) + seconds)


def _some(names: tuple[str, ...], values: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Value]]:
    return st.fixed_dictionaries({}, optional=dict.fromkeys(names, values))


@st.composite
def attributes(draw: st.DrawFn, key: Key) -> dict[str, Value]:
    """Some attributes for the item at `key`; its places in the indexes are its own: none are equal."""
    found = draw(_some(COUNTERS, whole)) | draw(_some(PLAIN, plain))
    found |= draw(_some(("list",), lists)) | draw(_some(("map",), maps))
    for index in draw(st.lists(st.sampled_from([INDEXES["GSI1"], INDEXES["GSI_Leaderboard"]]), unique=True)):
        partition, place = draw(st.sampled_from(["G", "G", "H"])), draw(st.sampled_from(["", "1", "2"]))
        both = {index.pk: partition, index.sk: f"{place}#{key.pk}#{key.sk}"}
        found |= draw(st.sampled_from([both, both, both, {index.pk: partition}, {index.sk: both[index.sk]}]))
    return found | draw(_some(("ttl",), moments))


names = st.sampled_from(["n", "n", "m", "a", "status", "absent"])
comparable = st.one_of(whole, fractions, texts)
simple: st.SearchStrategy[Condition] = st.one_of(
    st.sampled_from([EXISTS, ABSENT]),
    st.builds(has, st.sampled_from(["n", "m", "a", "list", "map", "ttl", "GSI1PK"])),
    st.builds(lacks, st.sampled_from(["n", "m", "a", "list", "map", "ttl", "GSI1PK"])),
    st.builds(eq, names, plain),
    st.builds(ne, names, plain),
    st.builds(Compare, names, st.sampled_from(["<", "<=", ">", ">="]), comparable),
    st.builds(Compare, st.sampled_from(["PK", "SK"]), st.sampled_from(["=", "<>", "<", ">="]), texts),
)
combined: st.SearchStrategy[Condition] = st.recursive(
    simple,
    lambda inner: st.one_of(
        st.builds(lambda a, b: a & b, inner, inner),
        st.builds(lambda a, b: a | b, inner, inner),
        st.builds(lambda a: ~a, inner),
    ),
    max_leaves=4,
)
conditions = st.sampled_from([simple, simple, combined]).flatmap(lambda chosen: chosen)
whens = st.none() | conditions


@st.composite
def items(draw: st.DrawFn, key: Key | None = None) -> Item:
    place = key or draw(keys)
    return {"PK": place.pk, "SK": place.sk, **draw(attributes(place))}


many_items = st.lists(keys, min_size=2, max_size=len(KEYS), unique=True).flatmap(
    lambda chosen: st.tuples(*map(items, chosen))
)


@st.composite
def updates(draw: st.DrawFn, key: Key | None = None) -> Update:
    """Each attribute that changes is set, given a default, added to or removed: one of these."""
    place = key or draw(keys)
    new = draw(attributes(place))
    ways = {name: draw(st.sampled_from(["set", "default", "add", "remove"])) for name in new}
    return Update(
        place,
        set={name: value for name, value in new.items() if _way(ways, name) == "set"},
        default={name: value for name, value in new.items() if _way(ways, name) == "default"},
        add={name: _amount(value) for name, value in new.items() if _way(ways, name) == "add"},
        remove=[name for name in new if _way(ways, name) == "remove"],
        when=draw(st.just(EXISTS) | whens),
    )


def _way(ways: dict[str, str], name: str) -> str:
    return "set" if ways[name] == "add" and name not in COUNTERS else ways[name]


def _amount(value: Value) -> int:
    assert isinstance(value, int)
    return value


def operations(key: Key) -> st.SearchStrategy[Operation]:
    """Any operation on one item."""
    return st.one_of(
        st.builds(Put, items(key), whens),
        updates(key),
        st.builds(Delete, st.just(key), whens),
        st.builds(Check, st.just(key), conditions),
    )


transactions = st.lists(keys, min_size=1, max_size=4, unique=True).flatmap(
    lambda chosen: st.tuples(*map(operations, chosen)).map(list)
)
bounds = st.sampled_from(["", "#", "A", "A#1", "A#2", "Ä", "\U0001f600", "#P#A", "1#P#A#2", "2"])
ranges = st.one_of(
    st.just({}),
    st.builds(lambda prefix: {"prefix": prefix}, st.sampled_from(["", "A", "A#", "A#2", "#P", "1#", "1#P"])),
    st.builds(lambda lo: {"lo": lo}, bounds),
    st.builds(lambda hi: {"hi": hi}, bounds),
    st.builds(lambda lo, hi: {"lo": lo, "hi": hi}, bounds, bounds),
)


@st.composite
def questions(draw: st.DrawFn) -> dict[str, Any]:
    """The arguments of a query, without a cursor."""
    index = draw(st.sampled_from([None, None, "GSI1", "GSI_Leaderboard"]))
    return {
        "pk": draw(st.sampled_from(["P", "P", "Q"] if index is None else ["G", "H"])),
        "index": index,
        "reverse": draw(st.booleans()),
        "limit": draw(st.integers(1, 3)),
        **draw(ranges),
    }
