"""Items as pydantic models: camelCase in the table, checked on the way in and on the way out.

A model ignores attributes that it does not know, so that an older version reads what a newer one wrote. To
keep them, an item that exists is changed by attribute (`change`), and `to_item` is for making a new one.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, time
from decimal import Decimal
from enum import Enum
from functools import cache
from typing import Annotated, Any, Literal, TypeAlias, TypeVar, cast, get_origin

from pydantic import AfterValidator, AliasChoices, BaseModel, BeforeValidator, ConfigDict, ValidationError
from pydantic_core import ErrorDetails

from tracker.logs import get_logger
from tracker.store.conditions import ABSENT, EXISTS, Condition, lacks
from tracker.store.errors import InvalidItem, StoreError
from tracker.store.key import IndexKeyOf, KeyOf
from tracker.store.keys import AuthorshipKey, UserKey
from tracker.store.ownership import Authored
from tracker.store.segments import INSTANT, WEEK, Week, timestamp
from tracker.store.table import Check, Operation, Put, Update
from tracker.store.values import (
    CREATED,
    PK,
    SK,
    Item,
    Key,
    Made,
    Value,
    ValueProblem,
    camel_case,
    canonical,
    check_name,
    key_of,
)

log = get_logger(__name__)

Instant: TypeAlias = Annotated[datetime, AfterValidator(INSTANT.canonical)]
"""An instant in UTC and in whole seconds, as the table keeps it."""

StoredWeek: TypeAlias = Annotated[
    Week, BeforeValidator(lambda value: WEEK.parse(value) if isinstance(value, str) else value)
]
"""An ISO week, which the table keeps as `2025#26`."""

PRESENT = EXISTS & lacks("deletingSince")
"""What holds for the user item of a person who is there, and is not being deleted."""


def stored_as(**names: str) -> ConfigDict:
    """Of a model whose fields have these names in the table, and the others their own in camelCase."""
    return ConfigDict(
        alias_generator=lambda field: names.get(field) or camel_case(field),
        validate_by_name=True,
        extra="ignore",
        defer_build=True,  # a command uses few of all models
    )


class StoredValue(BaseModel, frozen=True):
    """What stands in a field of an item, or in a list there."""

    model_config = stored_as()


class Entity(BaseModel, frozen=True):
    """One item type: a model with `type: Literal["…"] = "…"`.

    That an item has `createdAt` and `updatedAt` is the table's business: a model names what it reads.
    """

    model_config = stored_as()

    type: str

    @classmethod
    def __pydantic_init_subclass__(cls, **declared: Any) -> None:  # noqa: ANN401 - pydantic's own signature
        super().__pydantic_init_subclass__(**declared)
        if get_origin(cls.model_fields["type"].annotation) is not Literal:
            raise TypeError(f'{cls.__name__} does not say its type: Literal["…"] = "…"')


class ByName:
    """A value of which the table keeps nothing but the name. Whoever reads it knows what that stands for."""

    __slots__ = ()

    name: str


class Authorship(Entity, frozen=True):
    """Nothing but its key, which names what the person wrote. It expires with that."""

    type: Literal["authorship"] = "authorship"
    ttl: int | None = None


Model = TypeVar("Model", bound=Entity)
Shape = TypeVar("Shape", bound=BaseModel)


class UnreadableItem(StoreError):
    """An item that does not fit its model: which one, and what is wrong with which attribute."""

    def __init__(self, key: Key, expected: str, problems: Iterable[str]) -> None:
        self.key, self.expected, self.problems = key, expected, tuple(problems)
        super().__init__(f"{key} is not a readable {expected}: {'; '.join(self.problems)}")


def to_item(entity: Entity, key: KeyOf, *places: IndexKeyOf) -> Item:
    """The new item at this key and at these places in indexes."""
    _check_no_author(key)
    return _new_item(entity, key, places)


def authored(author: str, entity: Entity, key: KeyOf, *places: IndexKeyOf) -> list[Operation]:
    """What writes something of a person into a shared place, all in one transaction.

    The authorship goes with it, by which export and deletion find it without an index, which may lag. And
    nothing is written for a person whose deletion has begun: nobody would look for it again.
    """
    if not _has_author(type(key)):
        raise InvalidItem(f"{key.key}: a {key.item_type} has no author; write it with `to_item`")
    return [
        Check(UserKey(author).key, PRESENT),
        Put(_new_item(entity, key, places), ABSENT),
        Put(to_item(Authorship(ttl=getattr(entity, "ttl", None)), AuthorshipKey(author, *key.key)), ABSENT),
    ]


def _new_item(entity: Entity, key: KeyOf, places: Sequence[IndexKeyOf]) -> Made:
    pk, sk = key.key
    return Made({PK: pk, SK: sk, **_placed(entity, key, places)})


def _placed(entity: Entity, key: KeyOf, places: Sequence[IndexKeyOf]) -> Made:
    """All attributes but the key's own."""
    if entity.type != key.item_type:
        raise InvalidItem(f"{key.key}: a {entity.type} cannot stand where a {key.item_type} belongs")
    _check_places(key, places)
    attributes = Made(_attributes(entity))
    for place in places:
        attributes.update(place.attributes)
    return attributes


def change(
    model: type[Entity],
    key: KeyOf,
    changes: Mapping[str, object],
    *,
    enter: Sequence[IndexKeyOf] = (),
    leave: Sequence[type[IndexKeyOf]] = (),
    when: Condition = EXISTS,
) -> Update:
    """An update of some fields, by their names in the model, and of the item's places in indexes.

    None takes an attribute away. What the update does not name is kept.
    """
    _check_places(key, enter)
    aliases = _aliases(model)
    named = {aliases[name]: value for name, value in changes.items()}
    kept = Made({name: stored(value) for name, value in named.items() if value is not None})
    for place in enter:
        kept.update(place.attributes)
    gone = [name for name, value in named.items() if value is None]
    gone += [name for place in leave for name in place.attribute_names()]
    return Update(key.key, set=kept, remove=gone, when=when, stamped=True)


def rewrite(entity: Entity, key: KeyOf, *places: IndexKeyOf, when: Condition | None = None) -> Update:
    """The whole item, in the place of one that may be there: when that was created stays."""
    _check_no_author(key)
    new = _placed(entity, key, places)
    gone = [name for name in _replaced(type(entity), type(key)) if name not in new]
    return Update(key.key, set=new, remove=gone, when=when, stamped=True)


def made(model: type[Shape], fields: dict[str, Any]) -> Shape:
    """Of all its fields, which are our own and need no check: in a list, that takes most of the time."""
    new = model.__new__(model)
    # What pydantic's own `model_construct` sets, which looks at each field before.
    _set(new, "__dict__", fields)
    _set(new, "__pydantic_fields_set__", fields.keys())
    _set(new, "__pydantic_extra__", None)
    _set(new, "__pydantic_private__", None)
    return new


_set = object.__setattr__


def from_item(model: type[Model], item: Item) -> Model:
    """The entity, or UnreadableItem."""
    try:
        return model.model_validate(item)
    except ValidationError as error:
        problems = map(_in_words, error.errors(include_url=False, include_input=False))
        raise UnreadableItem(key_of(item), _type_name(model), problems) from None


def from_item_again(model: type[Model], item: Item) -> Model:
    """As `from_item`, for what is read often and seldom changes.

    SQLite answers with the same item as long as it is as it was, so that the entity can be the same, too.
    """
    kept = _again.get(id(item))
    if kept is not None and kept[0] is item and isinstance(kept[1], model):
        return kept[1]
    entity = from_item(model, item)
    if len(_again) >= AGAIN:
        _again.pop(next(iter(_again)))  # the oldest
    _again[id(item)] = item, entity
    return entity


AGAIN = 2048
_again: dict[int, tuple[Item, Entity]] = {}
"""The item is kept with its entity: so no other one can have its identity."""


def from_items(model: type[Model], items: Iterable[Item]) -> Iterator[Model]:
    """The entities that can be read; one that cannot is logged and left out, and never stops a loop."""
    for item in items:
        try:
            yield from_item(model, item)
        except UnreadableItem as unreadable:
            log.warning(
                "item.unreadable",
                key=str(unreadable.key),
                expected=unreadable.expected,
                problems=unreadable.problems,
            )


_SMALL = 10**15
"""Numbers below it need no look at how many digits they have."""


def stored(value: object) -> Value:
    """A field's value as the table keeps it."""
    if type(value) is str and value.isascii():  # most values are, or whole numbers
        return value
    if type(value) is int and -_SMALL < value < _SMALL:
        return value
    return _writer(type(value))(value)


@cache
def _writer(kind: type) -> Callable[[Any], Value]:
    """How values of a type are written; found once: asking what a value is takes longer than writing it."""
    for known, write in _WRITERS:
        if issubclass(kind, known):
            return write
    raise InvalidItem(f"{kind.__name__} values cannot be stored")


def _checked(value: str | float | Decimal | None) -> Value:
    """In its one form (1.0 is 1, and an enumeration's text its value); what cannot be stored is refused."""
    try:
        return canonical(cast("Value", value))[0]
    except ValueProblem as problem:
        raise InvalidItem(str(problem)) from problem


def _attributes(model: BaseModel) -> dict[str, Value]:
    """The fields by alias; those that are None are left out."""
    fields = model.__dict__
    return {
        alias: stored(value)
        for name, alias in _aliases(type(model)).items()
        if (value := fields[name]) is not None
    }


def _members(values: Mapping[object, object]) -> dict[str, Value]:
    kept = {str(stored(name)): stored(member) for name, member in values.items()}
    try:
        for name in kept:
            check_name(name)
    except ValueProblem as problem:
        raise InvalidItem(str(problem)) from problem
    return kept


_WRITERS: Sequence[tuple[type | tuple[type, ...], Callable[[Any], Value]]] = (
    (BaseModel, _attributes),
    ((str, bool, int, Decimal, type(None)), _checked),
    (Enum, lambda value: stored(value.value)),
    (datetime, timestamp),
    (date, date.isoformat),
    (time, lambda value: value.isoformat("minutes")),
    (Mapping, _members),
    (Week, WEEK.write),
    (ByName, lambda value: stored(value.name)),
    ((list, tuple), lambda value: list(map(stored, value))),
)


@cache
def _aliases(model: type[BaseModel]) -> dict[str, str]:
    return {name: field.serialization_alias or name for name, field in model.model_fields.items()}


@cache
def attributes_of(model: type[Entity]) -> tuple[str, ...]:
    """The names in the table that the model writes or reads."""
    others = [one.validation_alias for one in model.model_fields.values()]
    read = [str(name) for one in others if isinstance(one, AliasChoices) for name in one.choices]
    return tuple(dict.fromkeys([*_aliases(model).values(), *read]))


@cache
def _replaced(model: type[Entity], key: type[KeyOf]) -> tuple[str, ...]:
    """All that a new item of the model takes the place of: when the old one was created stays."""
    places = [name for place in key.indexes for name in place.attribute_names()]
    return tuple(name for name in (*attributes_of(model), *places) if name != CREATED)


def _check_places(key: KeyOf, places: Sequence[IndexKeyOf]) -> None:
    for place in places:
        if type(place) not in key.indexes:
            raise InvalidItem(f"{key.key}: a {key.item_type} does not stand in {type(place).__name__}")


def _check_no_author(key: KeyOf) -> None:
    if _has_author(type(key)):
        raise InvalidItem(f"{key.key}: a {key.item_type} has an author; write it with `authored`")


@cache
def _has_author(key: type[KeyOf]) -> bool:
    return any(isinstance(held, Authored) for held in key.held)


def _type_name(model: type[Entity]) -> str:
    return str(model.model_fields["type"].default)


def _in_words(problem: ErrorDetails) -> str:
    where = ".".join(str(part) for part in problem["loc"]) or "the item"
    return f"{where} is missing" if problem["type"] == "missing" else f"{where}: {_lowered(problem['msg'])}"


def _lowered(text: str) -> str:
    return text[:1].lower() + text[1:]
