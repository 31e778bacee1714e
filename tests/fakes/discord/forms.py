"""Checks of a request's body that collect everything wrong with it, each at its place."""

from typing import Any, Self, TypeAlias

from tests.fakes.discord.refusals import Refused, invalid_form

Json: TypeAlias = dict[str, Any]


class Form:
    """`form.at("embeds", 0, "title").text(value, 0, 256)`, and at the end `form.accept()`."""

    def __init__(self, errors: Json | None = None, path: tuple[str, ...] = ()) -> None:
        self._errors: Json = {} if errors is None else errors
        self._path = path

    def at(self, *path: str | int) -> Self:
        return type(self)(self._errors, (*self._path, *map(str, path)))

    def accept(self) -> None:
        if self._errors:
            raise Refused(invalid_form(self._errors))

    def wrong(self, code: str, message: str) -> None:
        place = self._errors
        for step in self._path:
            place = place.setdefault(step, {})
        place.setdefault("_errors", []).append({"code": code, "message": message})

    def missing(self) -> None:
        self.wrong("BASE_TYPE_REQUIRED", "This field is required")

    def text(self, value: object, least: int, most: int) -> None:
        if value is None:
            self.missing()
        elif not isinstance(value, str):
            self.wrong("STRING_TYPE_CONVERT", "Could not interpret value as string.")
        else:
            self._length(len(value), least, most)

    def maybe_text(self, value: object, least: int, most: int) -> None:
        if value is not None:
            self.text(value, least, most)

    def items(self, value: object, least: int, most: int) -> list[Any]:
        """The list, or nothing if it is none; too long or too short a one is said."""
        if value is None and not least:
            return []
        if not isinstance(value, list):
            self.missing() if value is None else self.wrong(
                "LIST_TYPE_CONVERT", "Only iterables may be used."
            )
            return []
        self._length(len(value), least, most)
        return value

    def number(self, value: object, least: float, most: float) -> None:
        if isinstance(value, bool) or not isinstance(value, int | float):
            self.wrong("NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')
        elif not least <= value <= most:
            self.wrong("NUMBER_TYPE_RANGE", f"int value should be between {least} and {most}.")

    def maybe_number(self, value: object, least: float, most: float) -> None:
        if value is not None:
            self.number(value, least, most)

    def one_of(self, value: object, choices: set[int]) -> bool:
        if type(value) is int and value in choices:
            return True
        self.wrong("BASE_TYPE_CHOICES", f"Value must be one of {sorted(choices)}.")
        return False

    def link(self, value: object, schemes: tuple[str, ...], most: int = 2048) -> None:
        self.text(value, 1, most)
        if isinstance(value, str) and not value.startswith(tuple(f"{scheme}://" for scheme in schemes)):
            self.wrong("URL_TYPE_INVALID_SCHEME", f"Scheme must be one of {schemes}.")

    def _length(self, length: int, least: int, most: int) -> None:
        if least <= length <= most:
            return
        if least:
            self.wrong("BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")
        else:
            self.wrong("BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")
