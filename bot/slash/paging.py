"""The buttons that turn the pages of a list: each says which list it is, whose, and where it leads."""

from typing import Any

from discord import ui

from bot.slash.cards import Row, row
from bot.view import Paging

LONGEST_ID = 100
"""Of a button, for Discord."""


def page_id(place: Paging, owner: int, number: int) -> str:
    about = f":{place.about}" if place.about else ""
    return f"ql:page:{place.list}:{owner}:{number}{about}"


def turn_buttons(place: Paging, owner: int) -> list[Row]:
    """Back and next, where there is more than one page. No buttons where their ids would be too long."""
    if place.count == 1 or len(page_id(place, owner, place.count)) > LONGEST_ID:
        return []
    number, last = place.number, place.count - 1
    back: ui.Button[Any] = ui.Button(
        label="Back", custom_id=page_id(place, owner, max(number - 1, 0)), disabled=number == 0
    )
    further: ui.Button[Any] = ui.Button(
        label="Next", custom_id=page_id(place, owner, min(number + 1, last)), disabled=number == last
    )
    return [row(back, further)]
