"""How a key is declared: one frozen class per item type, with its templates and whom its items belong to.

A declaration that could be mistaken for another, or that leaves open who holds the items, is refused when
the module is imported.
"""

from collections.abc import Iterator, Mapping
from dataclasses import FrozenInstanceError
from functools import cache, lru_cache
from operator import attrgetter
from typing import Any, ClassVar, NoReturn, Self, TypeAlias, dataclass_transform

from tracker.frozen import frozen
from tracker.store.ownership import Authored, Held, HeldByLock, HeldByPerson, Nobody, Under
from tracker.store.query import after_prefix
from tracker.store.schema import INDEXES
from tracker.store.segments import SegmentKind, kind_of
from tracker.store.template import Cut, Template, field_names
from tracker.store.values import Item, Key

PERSON_PARTITION = "USER#{user}"
WRITTEN = 16_384
"""So many keys are remembered as they were written, at about 500 bytes each: reading an item took less."""


@frozen
class KeyPrefix:
    """What to ask the table for all keys that start alike; an empty prefix is the whole partition."""

    pk: str
    prefix: str
    index: str | None = None


@frozen
class KeyRange:
    """What to ask the table for all keys from `lo` to `hi`."""

    pk: str
    lo: str
    hi: str | None
    index: str | None = None


@dataclass_transform(frozen_default=True)
class _Declared(type):
    """Makes each class a frozen value whose slots are the fields of its templates.

    `dataclass` would write and compile six functions for each of some eighty classes, every time that a
    command starts. Here they share theirs.
    """

    def __new__(
        mcs,
        name: str,
        bases: tuple[type, ...],
        namespace: dict[str, Any],
        **declared: Any,  # noqa: ANN401 - checked by __init_subclass__
    ) -> "type[Any]":
        fields = dict.fromkeys(field_names(f"{declared.get('pk')}#{declared.get('sk')}"))
        return super().__new__(mcs, name, bases, {**namespace, "__slots__": tuple(fields)}, **declared)


class Shaped(metaclass=_Declared):
    """What keys of items and keys of indexes have in common."""

    pk_template: ClassVar[Template]
    sk_template: ClassVar[Template]
    kinds: ClassVar[Mapping[str, SegmentKind]]
    """Of the fields, in the order in which the class names them."""
    index: ClassVar[str | None]
    _values: ClassVar["attrgetter[Any]"]

    def __init__(self, *values: Any, **named: Any) -> None:  # noqa: ANN401 - what a kind takes, it decides
        kinds, put = self.kinds, object.__setattr__
        given = dict(zip(kinds, values, strict=False), **named) if values else named
        try:
            if len(values) + len(named) != len(kinds):
                raise KeyError  # noqa: TRY301 - too many, or one of them twice
            for name, kind in kinds.items():
                put(self, name, kind.canonical(given[name]))
        except KeyError:
            raise TypeError(
                f"{type(self).__name__} is made of {', '.join(kinds)}, each of them once"
            ) from None

    def __setattr__(self, name: str, _: object) -> NoReturn:
        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def __delattr__(self, name: str) -> NoReturn:
        raise FrozenInstanceError(f"cannot delete field {name!r}")

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self._values(self) == self._values(other)

    def __hash__(self) -> int:
        return hash(self._values(self))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={getattr(self, name)!r}' for name in self.kinds)})"

    @classmethod
    def partition(cls, **known: object) -> str:
        """The partition of all keys that have these values."""
        return cls.pk_template.write(cls._canonical(known))

    @classmethod
    def prefix(cls, **known: object) -> KeyPrefix:
        """All keys of this type with these leading fields; refused where keys of other types start so too."""
        values = cls._canonical(known)
        if values.keys() == cls.kinds.keys():
            raise TypeError(f"all fields of {cls.__name__} together are one key, not a prefix")
        written, cut = cls.sk_template.cut(values)
        if caught := _caught(cls, cut):
            raise TypeError(
                f"{cls.__name__} with only {', '.join(known)} would also find {', '.join(caught)}"
            )
        return KeyPrefix(cls.pk_template.write(values), written, cls.index)

    @classmethod
    def until(cls, **known: object) -> KeyRange:
        """All keys of this type whose last known field has this value or a lower one."""
        values = cls._canonical(known)
        written, _ = cls.sk_template.cut(values)
        below = cls.prefix(**_all_but_last(values))
        hi = written if values.keys() == cls.kinds.keys() else after_prefix(written)
        return KeyRange(below.pk, below.prefix, hi, below.index)

    @classmethod
    def since(cls, **known: object) -> KeyRange:
        """All keys of this type whose last known field has this value or a higher one."""
        values = cls._canonical(known)
        written, _ = cls.sk_template.cut(values)
        above = cls.prefix(**_all_but_last(values))
        return KeyRange(above.pk, written, after_prefix(above.prefix), above.index)

    @classmethod
    def between(cls, low: object, high: object, **known: object) -> KeyRange:
        """All keys of this type whose next field is at least `low` and below `high`.

        Where that is the last field, `high` itself is among them.
        """
        name = [*cls.pk_template.fields, *cls.sk_template.fields][len(known)]
        ends = (cls._canonical({**known, name: end}) for end in (low, high))
        lo, hi = (cls.sk_template.cut(values)[0] for values in ends)
        return KeyRange(cls.prefix(**known).pk, lo, hi, cls.index)

    @classmethod
    def _read(cls, pk: str, sk: str) -> Self | None:
        partition, rest = cls.pk_template.read(pk), cls.sk_template.read(sk)
        return None if partition is None or rest is None else cls(**partition, **rest)

    @classmethod
    def _canonical(cls, known: Mapping[str, object]) -> dict[str, Any]:
        """What is known, in the order of the templates: the partition's fields and the ones that lead on."""
        names = [*cls.pk_template.fields, *cls.sk_template.fields]
        leading = names[: len(known)]
        if sorted(leading) != sorted(known) or len(known) < len(cls.pk_template.fields):
            raise TypeError(f"{cls.__name__} is asked for by its leading fields {', '.join(names)}")
        return {name: cls.kinds[name].canonical(known[name]) for name in leading}

    @classmethod
    def _compile(cls, pk: str, sk: str) -> None:
        hints = cls.__annotations__
        names = field_names(f"{pk}#{sk}")
        if len(set(names)) < len(names):
            raise TypeError(f"{cls.__name__} names a field twice")
        if missing := set(names) - hints.keys():
            raise TypeError(f"{cls.__name__} does not say of what type {', '.join(missing)} is")
        cls.kinds = {name: kind_of(kind) for name, kind in hints.items() if name in names}
        cls._values = attrgetter(*cls.kinds)
        cls.pk_template, cls.sk_template = Template(pk, cls.kinds), Template(sk, cls.kinds)

    @classmethod
    def _refuse_overlap(cls) -> None:
        for other in _peers(cls):
            if cls.pk_template.overlaps(other.pk_template) and cls.sk_template.overlaps(other.sk_template):
                raise TypeError(f"a key of {cls.__name__} could be read as {other.__name__}")


class IndexKeyOf(Shaped):
    """The place of an item in an index: `class X(IndexKeyOf, index=…, pk=…, sk=…)`."""

    declared: ClassVar[list["IndexKeyClass"]] = []

    def __init_subclass__(cls, *, index: str, pk: str, sk: str) -> None:
        cls.index = INDEXES[index].name
        cls._compile(pk, sk)
        cls._refuse_overlap()
        IndexKeyOf.declared.append(cls)

    @property
    def attributes(self) -> dict[str, str]:
        """The pair of attributes that puts an item there."""
        values = {name: getattr(self, name) for name in self.kinds}
        pk, sk = self.attribute_names()
        return {pk: self.pk_template.write(values), sk: self.sk_template.write(values)}

    @classmethod
    def attribute_names(cls) -> tuple[str, str]:
        index = INDEXES[cls.index or ""]
        return index.pk, index.sk

    @classmethod
    def of(cls, item: Item) -> Self | None:
        """Where the item stands in the index; None when it is not there, or there as something else."""
        pk, sk = (item.get(name) for name in cls.attribute_names())
        return cls._read(pk, sk) if isinstance(pk, str) and isinstance(sk, str) else None


class KeyOf(Shaped):
    """The key of an item: `class X(KeyOf, type=…, pk=…, sk=…, held=…, indexes=…)`."""

    declared: ClassVar[dict[str, "KeyClass"]] = {}
    item_type: ClassVar[str]
    held: ClassVar[tuple[Held, ...]]
    indexes: ClassVar[tuple["IndexKeyClass", ...]]

    def __init_subclass__(
        cls,
        *,
        type: str,  # noqa: A002 - as the attribute is called in the table
        pk: str,
        sk: str,
        held: Held | tuple[Held, ...],
        indexes: tuple["IndexKeyClass", ...] = (),
    ) -> None:
        if type in KeyOf.declared:
            raise TypeError(f"the item type {type!r} is there already")
        cls.index = None
        cls.item_type, cls.indexes = type, indexes
        cls.held = held if isinstance(held, tuple) else (held,)
        cls._compile(pk, sk)
        cls._refuse_overlap()
        _check_held(cls)
        KeyOf.declared[type] = cls

    @property
    def key(self) -> Key:
        return _written(self)

    @classmethod
    def parse(cls, key: Key) -> Self | None:
        return cls._read(*key)


@lru_cache(WRITTEN)
def _written(key: KeyOf) -> Key:
    values = {name: getattr(key, name) for name in key.kinds}
    return Key(key.pk_template.write(values), key.sk_template.write(values))


KeyClass: TypeAlias = type[KeyOf]
IndexKeyClass: TypeAlias = type[IndexKeyOf]


def identify(key: Key) -> KeyOf | None:
    """The key as the one item type that it fits."""
    return next((found for cls in KeyOf.declared.values() if (found := cls.parse(key))), None)


def _all_but_last(values: Mapping[str, Any]) -> dict[str, Any]:
    return dict(list(values.items())[:-1])


def _peers(cls: type[Shaped]) -> Iterator[type[Shaped]]:
    """The other classes whose keys lie in the same table or index."""
    declared = IndexKeyOf.declared if issubclass(cls, IndexKeyOf) else KeyOf.declared.values()
    return (other for other in declared if other.index == cls.index and other is not cls)


@cache
def _caught(cls: type[Shaped], cut: Cut) -> tuple[str, ...]:
    return tuple(
        other.__name__
        for other in _peers(cls)
        if other.pk_template.overlaps(cls.pk_template) and other.sk_template.caught_by(cut)
    )


def _check_held(cls: KeyClass) -> None:
    """Refuse a declaration that export and deletion could not follow."""
    if not cls.held or _in_partition(cls) != any(isinstance(held, HeldByPerson) for held in cls.held):
        raise TypeError(f"{cls.__name__}: PERSON and the partition {PERSON_PARTITION} go together")
    for held in cls.held:
        if problem := _problem(cls, held):
            raise TypeError(f"{cls.__name__}: {problem}")


def _problem(cls: KeyClass, held: Held) -> str | None:
    match held:
        case HeldByPerson() | Authored():
            return None
        case Under(owners):
            named = cls.pk_template.fields.items()
            fits = all(_in_partition(owner) and named <= owner.kinds.items() for owner in owners)
            return (
                None
                if owners and named and fits
                else "an owner lies with the person, and names the partition"
            )
        case HeldByLock():
            others = (
                one for other in KeyOf.declared.values() for one in other.held if isinstance(one, HeldByLock)
            )
            return "one type of lock is there already, and the only one looked for" if any(others) else None
        case Nobody(reason):
            return None if reason.strip() and len(cls.held) == 1 else "nobody stands alone, with a reason"


def _in_partition(cls: KeyClass) -> bool:
    return cls.pk_template.text == PERSON_PARTITION
