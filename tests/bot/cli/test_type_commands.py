"""No type of item is without somebody who can make, see and remove it."""

import click
import pytest

from bot.cli.root import new_root
from bot.features import FEATURES
from tests.catalogue import is_written
from tests.type_commands import TYPE_COMMANDS, By, Kept
from tracker.store.keys import KeyOf

WRITTEN = sorted(cls.item_type for cls in KeyOf.declared.values() if is_written(cls))


def command_called(words: str) -> click.Command | None:
    """None where there is no such command."""
    found: click.Command | None = new_root(FEATURES)
    for word in words.split():
        assert isinstance(found, click.Group)
        found = found.get_command(click.Context(found), word)
        if found is None:
            return None
    return found


@pytest.mark.parametrize("type_", WRITTEN)
def test_every_type_that_is_written_has_its_commands(type_: str) -> None:
    row = TYPE_COMMANDS.get(type_)
    assert row is not None, f"add a row for {type_} to tests/type_commands.py"
    commands = (row.make, row.show, row.remove) if isinstance(row, By) else (row.show, row.remove)
    assert [one for one in commands if command_called(one) is None] == []


def test_whatever_nobody_makes_says_why_it_is_there() -> None:
    assert all(row.why.strip() for row in TYPE_COMMANDS.values() if isinstance(row, Kept))


def test_no_row_is_about_a_type_that_is_not_there() -> None:
    assert TYPE_COMMANDS.keys() <= KeyOf.declared.keys()


def test_a_command_that_is_not_there_is_noticed() -> None:
    assert command_called("habit fly") is None
    assert command_called("habit done") is not None
