"""No secret is told by a problem of the configuration, wherever it was written."""

from pathlib import Path

import pytest

from tests.bot.later_settings import SECRET, LaterSettings, later, problems


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "questlog.toml"
    path.write_text("")
    return path


@pytest.mark.parametrize("how", ["toml", "variable", "file"])
def test_a_wrong_secret_is_not_told_even_by_its_own_rule(file: Path, tmp_path: Path, how: str) -> None:
    name, environ = "QUESTLOG_SOURCES__RUNESCAPE__TOKEN", {}
    match how:
        case "toml":
            file.write_text("sources.runescape.token = 'sesame-open'")
        case "variable":
            environ = {name: "sesame-open"}
        case _:
            (tmp_path / "token").write_text("sesame-open\n")
            environ = {f"{name}_FILE": str(tmp_path / "token")}
    (line,) = problems(file, environ, LaterSettings)
    assert line.endswith("sources.runescape.token is ***; a token starts with hunter, unlike ***")


def test_a_secret_of_the_wrong_type_is_not_told(file: Path) -> None:
    file.write_text("sources.runescape.token = 12345678")
    assert problems(file, schema=LaterSettings) == [f"{file}: sources.runescape.token is ***; allowed: text"]


@pytest.mark.parametrize(
    "content",
    [
        f"sources.runescape.tokn = '{SECRET}'",
        f"sources.runescape = '{SECRET}'",
        f"token = '{SECRET}'",
        f"[sources.runescape]\ntoken = '{SECRET}'\n[web]\nport = {{ x = '{SECRET}' }}",
        f"[sources.runescape]\ntoken = '{SECRET}' = 5",
    ],
)
def test_a_secret_in_the_wrong_place_is_not_told(file: Path, content: str) -> None:
    file.write_text(content)
    found = problems(file, schema=LaterSettings)
    assert found
    assert SECRET not in "".join(found)


@pytest.mark.parametrize(
    "name",
    [
        "QUESTLOG_SOURCES__RUNESCAPE__TOKN",
        "QUESTLOG_SOURCES__RUNESCAPE",
        "QUESTLOG_SOURCES__RUNESCAPE__TOKEN_FILE",
    ],
)
def test_a_secret_in_the_wrong_variable_is_not_told(file: Path, name: str) -> None:
    found = problems(file, {name: SECRET}, LaterSettings)
    assert name in "".join(found)
    assert SECRET not in "".join(found)


def test_secrets_do_not_show_in_the_settings_either(file: Path) -> None:
    settings = later(file, {"QUESTLOG_SOURCES__RUNESCAPE__TOKEN": SECRET})
    assert SECRET not in repr(settings)
