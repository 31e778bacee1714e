"""The rules for modals, and for the choices of an autocomplete."""

from tests.fakes.discord.check_components import Seen, check_options, check_select, check_text
from tests.fakes.discord.component_types import (
    CHECKBOX,
    CHECKBOX_GROUP,
    LABEL,
    RADIO_GROUP,
    ROW,
    SELECTS,
    TEXT,
    TEXT_INPUT,
    UPLOAD,
)
from tests.fakes.discord.forms import Form, Json

_IN_LABEL = {TEXT_INPUT, *SELECTS, UPLOAD, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX}


def check_modal(form: Form, modal: Json) -> None:
    form.at("title").text(modal.get("title"), 1, 45)
    form.at("custom_id").text(modal.get("custom_id"), 1, 100)
    seen = Seen()
    for place, component in enumerate(form.at("components").items(modal.get("components"), 1, 5)):
        _check_part(form.at("components", place), component, seen)


def _check_part(form: Form, part: Json, seen: Seen) -> None:
    if not form.at("type").one_of(part.get("type"), {ROW, TEXT, LABEL}):
        return
    if part["type"] == TEXT:
        check_text(form, part, seen)
    elif part["type"] == LABEL:
        form.at("label").text(part.get("label"), 1, 45)
        form.at("description").maybe_text(part.get("description"), 0, 100)
        _check_field(form.at("component"), part.get("component"), _IN_LABEL, seen)
    else:
        for place, field in enumerate(form.at("components").items(part.get("components"), 1, 1)):
            form.at("components", place, "label").text(field.get("label"), 1, 45)
            _check_field(form.at("components", place), field, {TEXT_INPUT}, seen)


def _check_field(form: Form, field: object, allowed: set[int], seen: Seen) -> None:
    if not isinstance(field, dict):
        form.missing()
        return
    if not form.at("type").one_of(field.get("type"), allowed):
        return
    if field.get("disabled"):
        form.at("disabled").wrong("MODAL_COMPONENT_DISABLED", "Components in a modal cannot be disabled")
    if field["type"] in SELECTS:
        check_select(form, field, seen)
        return
    seen.custom_id(form, field)
    if field["type"] == TEXT_INPUT:
        _check_input(form, field)
    elif field["type"] == UPLOAD:
        form.at("min_values").number(field.get("min_values", 1), 0, 10)
        form.at("max_values").number(field.get("max_values", 1), 1, 10)
    elif field["type"] == RADIO_GROUP:
        check_options(form.at("options"), field.get("options"), 2, 10)
    elif field["type"] == CHECKBOX_GROUP:
        check_options(form.at("options"), field.get("options"), 1, 10)
        form.at("min_values").maybe_number(field.get("min_values"), 0, 10)
        form.at("max_values").maybe_number(field.get("max_values"), 1, 10)


def _check_input(form: Form, field: Json) -> None:
    form.at("style").one_of(field.get("style"), {1, 2})
    form.at("min_length").maybe_number(field.get("min_length"), 0, 4000)
    form.at("max_length").maybe_number(field.get("max_length"), 1, 4000)
    form.at("value").maybe_text(field.get("value"), 0, 4000)
    form.at("placeholder").maybe_text(field.get("placeholder"), 0, 100)
    if (field.get("min_length") or 0) > (field.get("max_length") or 4000):
        form.at("min_length").wrong("TEXT_INPUT_LENGTHS", "min_length exceeds max_length")


_STRING, _INTEGER, _NUMBER = 3, 4, 10
_MOST_PRECISE = 2**53


def check_choices(form: Form, choices: object, option_type: int) -> None:
    for place, choice in enumerate(form.items(choices, 0, 25)):
        form.at(place, "name").text(choice.get("name"), 1, 100)
        check_choice_value(form.at(place, "value"), choice.get("value"), option_type)


def check_choice_value(form: Form, value: object, option_type: int) -> None:
    if option_type == _STRING:
        form.text(value, 1, 100)
    elif option_type == _INTEGER and not isinstance(value, int):
        form.wrong("NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')
    else:
        form.number(value, -_MOST_PRECISE, _MOST_PRECISE)
