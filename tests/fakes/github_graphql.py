"""Enough of GraphQL for a stand-in of GitHub: a query is parsed, checked, priced and answered field by field.

What a query may ask for is a tree of dicts: a value, or a function of the field's arguments that gives one.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeAlias

_TOKEN = re.compile(r'\.\.\.|\$?[A-Za-z_]\w*|-?\d+|"(?:[^"\\]|\\.)*"|[{}()\[\]:!]|\S')
_MOST_NODES = 500_000

Tree: TypeAlias = Mapping[str, Any]


class GraphqlError(Exception):
    """One entry of `errors`."""

    def __init__(self, message: str, kind: str | None = None) -> None:
        super().__init__(message)
        self.entry: dict[str, Any] = {"message": message}
        if kind:
            self.entry["type"] = kind

    def at(self, *path: str) -> dict[str, Any]:
        return {**self.entry, "path": [*path], "locations": [{"line": 2, "column": 3}]}


@dataclass
class Field:
    name: str
    alias: str
    arguments: dict[str, Any]
    fields: "list[Field]" = field(default_factory=list)


class _Tokens:
    def __init__(self, text: str) -> None:
        self._tokens = _TOKEN.findall(text.replace(",", " "))
        self._place = 0

    @property
    def next(self) -> str | None:
        return self._tokens[self._place] if self._place < len(self._tokens) else None

    def take(self, wanted: str | None = None) -> str:
        token = self.next
        if token is None or wanted not in (None, token):
            raise GraphqlError(f"Parse error on {token!r}: expected {wanted or 'more'!r}")
        self._place += 1
        return token


class Query:
    """One operation, with its fragments put in place and its variables filled in."""

    def __init__(self, text: str, variables: Mapping[str, Any]) -> None:
        self._tokens = _Tokens(text)
        self._variables = variables
        self._declared: set[str] = set()
        self._fragments: dict[str, list[Any]] = {}
        operation: list[Any] = []
        while self._tokens.next:
            if self._tokens.take() == "query":
                operation = self._operation()
            else:
                self._fragment()
        self.fields = self._filled(operation)

    @cached_property
    def cost(self) -> int:
        """Points: a request for each list there may be, full as they may be, by the hundred."""
        return max(1, round(sum(_requests(one, 1) for one in self.fields) / 100))

    def check(self) -> None:
        if (nodes := sum(_nodes(one, 1) for one in self.fields)) > _MOST_NODES:
            raise GraphqlError(f"This query requests up to {nodes} nodes.", "MAX_NODE_LIMIT_EXCEEDED")

    def answer(self, tree: Tree) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        """Data and errors. A field of the root that fails is null, and spoils no other."""
        data: dict[str, Any] = {}
        errors: list[dict[str, Any]] = []
        for one in self.fields:
            try:
                data[one.alias] = _value(one, tree, "Query")
            except GraphqlError as error:
                if "type" not in error.entry:
                    raise  # no such field: nothing is answered at all
                data[one.alias] = None
                errors.append(error.at(one.alias))
        return data, errors

    def _operation(self) -> list[Any]:
        if self._tokens.next not in {"{", "("}:
            self._tokens.take()
        if self._tokens.next == "(":
            self._tokens.take()
            while self._tokens.next != ")":
                self._declare()
            self._tokens.take()
        return self._selection()

    def _declare(self) -> None:
        name = self._tokens.take().removeprefix("$")
        self._tokens.take(":")
        self._tokens.take()
        if self._tokens.next == "!":
            self._tokens.take()
            if self._variables.get(name) is None:
                raise GraphqlError(f"Variable ${name} of type was provided invalid value")
        self._declared.add(name)

    def _fragment(self) -> None:
        name = self._tokens.take()
        self._tokens.take("on")
        self._tokens.take()
        self._fragments[name] = self._selection()

    def _selection(self) -> list[Any]:
        found: list[Any] = []
        self._tokens.take("{")
        while self._tokens.next != "}":
            if self._tokens.next == "...":
                self._tokens.take()
                found.append(self._tokens.take())
            else:
                found.append(self._field())
        self._tokens.take("}")
        return found

    def _field(self) -> Field:
        alias = name = self._tokens.take()
        if self._tokens.next == ":":
            self._tokens.take()
            name = self._tokens.take()
        arguments = dict(self._arguments()) if self._tokens.next == "(" else {}
        fields = self._selection() if self._tokens.next == "{" else []
        return Field(name, alias, arguments, fields)

    def _arguments(self) -> Iterator[tuple[str, Any]]:
        self._tokens.take("(")
        while self._tokens.next != ")":
            name = self._tokens.take()
            self._tokens.take(":")
            yield name, self._argument(self._tokens.take())
        self._tokens.take(")")

    def _argument(self, token: str) -> object:
        if not token.startswith("$"):
            return token[1:-1] if token.startswith('"') else int(token)
        if (name := token[1:]) not in self._declared and self._declared:
            raise GraphqlError(f"Variable {token} is used but not declared")
        return self._variables.get(name)

    def _filled(self, fields: list[Any]) -> list[Field]:
        """Fragments come after the operation, so they are put in place at the end."""
        whole: list[Field] = []
        for one in fields:
            if isinstance(one, Field):
                whole.append(Field(one.name, one.alias, one.arguments, self._filled(one.fields)))
            else:
                whole += self._filled(self._fragments[one])
        return whole


def _value(one: Field, tree: Tree, kind: str) -> Any:  # noqa: ANN401 - JSON
    if one.name not in tree:
        raise GraphqlError(f"Field '{one.name}' doesn't exist on type '{kind}'")
    found = tree[one.name]
    if isinstance(found, Callable):
        found = found(**one.arguments)
    if isinstance(found, Mapping):
        return {inner.alias: _value(inner, found, one.name) for inner in one.fields}
    if isinstance(found, list):
        return [{inner.alias: _value(inner, row, one.name) for inner in one.fields} for row in found]
    return found


def _requests(one: Field, times: int) -> int:
    inner = times * one.arguments.get("maxRepositories", 1) * one.arguments.get("first", 1)
    own = times if "first" in one.arguments else 0
    return own + sum(_requests(below, inner) for below in one.fields)


def _nodes(one: Field, times: int) -> int:
    inner = times * one.arguments.get("maxRepositories", 1) * one.arguments.get("first", 1)
    own = inner if "first" in one.arguments else 0
    return own + sum(_nodes(below, inner) for below in one.fields)
