"""config.example.toml is true: every setting, with its default, and nothing else."""

import re
import tomllib
from itertools import pairwise
from pathlib import Path

import pytest

from bot.config import load
from bot.config.keys import Setting, outline
from tracker.settings import Settings

EXAMPLE = Path(__file__).parents[2] / "config.example.toml"
SETTINGS = list(outline(Settings).settings.values())


def uncommented(text: str) -> str:
    """The example with every setting switched on. A remark has a space after its #, a setting has none."""
    return re.sub(r"^#(?=\S)", "", text, flags=re.MULTILINE)


def default_of(setting: Setting) -> object:
    """What holds where nothing is set, as TOML writes it."""
    default: object = Settings()
    for name in setting.location:
        default = getattr(default, name)
    return "" if default is None else setting.adapter.dump_python(default, mode="json")


@pytest.fixture
def everything(tmp_path: Path) -> Path:
    path = tmp_path / "questlog.toml"
    path.write_text(uncommented(EXAMPLE.read_text()))
    return path


def test_the_example_is_valid_and_changes_nothing() -> None:
    assert load(EXAMPLE, {}) == Settings()


def test_with_everything_switched_on_it_is_valid_and_still_changes_nothing(everything: Path) -> None:
    assert load(everything, {}) == Settings()


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.key)
def test_every_setting_is_there_with_its_default(everything: Path, setting: Setting) -> None:
    value = tomllib.loads(everything.read_text())
    for name in setting.location:
        value = value[name]
    assert setting.field.is_required() or value == default_of(setting)


def test_every_setting_is_explained_just_above_it() -> None:
    lines = EXAMPLE.read_text().splitlines()
    for before, line in pairwise(lines):
        if re.match(r"#?[a-z_]+ =", line):
            assert re.match(r"# \w|# \"", before), line
