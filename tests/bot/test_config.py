"""Settings come from a file, from variables, and from files that variables name."""

from pathlib import Path

import pytest
from pydantic import SecretStr

from bot.config import load, load_as
from tests.bot.later_settings import SECRET, LaterSettings, RuneScapeSettings, later, problem, problems
from tracker.settings import LogSettings, Settings, StoreSettings, WebSettings


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "questlog.toml"
    path.write_text("")
    return path


def test_without_file_and_variables_there_are_the_defaults(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert load(None, {"HOME": "/root"}) == Settings()


def test_questlog_toml_in_the_working_directory_is_read_by_itself(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file.write_text("web.port = 1234")
    monkeypatch.chdir(file.parent)
    assert load(None, {}).web.port == 1234


def test_a_named_file_is_read_in_place_of_questlog_toml(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file.write_text("web.port = 1234")
    other = file.with_name("other.toml")
    other.write_text("web.host = '::1'")
    monkeypatch.chdir(file.parent)
    assert load(other, {}).web == WebSettings(host="::1")


def test_every_layer_wins_over_the_one_before_it_key_by_key(file: Path, tmp_path: Path) -> None:
    file.write_text("[store]\npath = 'file.db'\ntable = 'from-file'\nregion = 'from-file'")
    named = tmp_path / "region"
    named.write_text("from-named-file\n")
    environ = {
        "QUESTLOG_STORE__TABLE": "from-variable",
        "QUESTLOG_STORE__REGION": "from-variable",
        "QUESTLOG_STORE__REGION_FILE": str(named),
    }
    assert load(file, environ).store == StoreSettings(
        path=Path("file.db"), table="from-variable", region="from-named-file"
    )


def test_variables_are_found_in_any_case_and_converted(file: Path) -> None:
    settings = load(file, {"questlog_web__port": "81", "QUESTLOG_LOG__Level": "debug"})
    assert settings == Settings(web=WebSettings(port=81), log=LogSettings(level="debug"))


def test_the_sources_that_had_a_say_are_known(file: Path) -> None:
    loaded = load_as(Settings, file, {"QUESTLOG_WEB__PORT": "81", "HOME": "/root"})
    assert loaded.origins == (str(file), "QUESTLOG_WEB__PORT")


@pytest.mark.parametrize("given_as", ["toml", "variable"])
def test_an_empty_text_for_an_optional_address_means_none(file: Path, given_as: str) -> None:
    if given_as == "toml":
        file.write_text("web.public_url = ''")
    environ = {"QUESTLOG_WEB__PUBLIC_URL": ""} if given_as == "variable" else {}
    assert load(file, environ).web.public_url is None


def test_an_empty_variable_takes_an_address_of_the_file_away(file: Path) -> None:
    file.write_text("web.public_url = 'https://example.org'")
    assert load(file, {"QUESTLOG_WEB__PUBLIC_URL": ""}).web.public_url is None


def test_an_empty_variable_is_otherwise_a_value_like_any_other(file: Path) -> None:
    assert problem(file, {"QUESTLOG_WEB__PORT": ""}) == (
        'QUESTLOG_WEB__PORT: web.port is ""; allowed: a whole number from 0 to 65535'
    )


@pytest.mark.parametrize("name", ["QUESTLOG_TEST_DYNAMODB_URL", "questlog_test_anything"])
def test_variables_of_the_tests_are_no_settings(file: Path, name: str) -> None:
    assert load(file, {name: "200"}) == Settings()


def test_the_mark_that_some_editors_put_first_is_no_part_of_a_file(file: Path) -> None:
    file.write_bytes(b"\xef\xbb\xbfweb.port = 81")
    assert load(file, {}).web.port == 81


def test_a_nested_section_is_read_from_all_layers(file: Path, tmp_path: Path) -> None:
    file.write_text("[sources.runescape]\nevery = 5\nworlds = [301]")
    (tmp_path / "token").write_text(f"{SECRET}\r\n")
    environ = {
        "QUESTLOG_SOURCES__RUNESCAPE__TOKEN_FILE": str(tmp_path / "token"),
        "QUESTLOG_SOURCES__RUNESCAPE__WORLDS": "[302, 303]",
        "QUESTLOG_SOURCES__RUNESCAPE__NOTE": "",
    }
    runescape = later(file, environ).sources.runescape
    assert runescape == RuneScapeSettings(token=SecretStr(SECRET), every=5, worlds=(302, 303), note="")


def test_a_setting_whose_name_ends_in_file_is_itself_and_no_file_to_read(file: Path) -> None:
    environ = {
        "QUESTLOG_SOURCES__RUNESCAPE__TOKEN": SECRET,
        "QUESTLOG_SOURCES__RUNESCAPE__KEY_FILE": "/run/secrets/key",
    }
    assert later(file, environ).sources.runescape.key_file == Path("/run/secrets/key")


def test_a_missing_setting_is_named_with_both_ways_to_give_it(file: Path) -> None:
    assert problems(file, schema=LaterSettings) == [
        f"sources.runescape.token is missing; set it in {file}, or as QUESTLOG_SOURCES__RUNESCAPE__TOKEN"
    ]


def test_a_list_in_a_variable_is_json(file: Path) -> None:
    environ = {
        "QUESTLOG_SOURCES__RUNESCAPE__TOKEN": SECRET,
        "QUESTLOG_SOURCES__RUNESCAPE__WORLDS": "1,2",
    }
    (line,) = problems(file, environ, LaterSettings)
    assert line == (
        "QUESTLOG_SOURCES__RUNESCAPE__WORLDS: sources.runescape.worlds is not JSON; "
        "allowed: a list, such as [1, 2]"
    )


def test_a_wrong_part_of_a_list_is_named(file: Path) -> None:
    file.write_text(f"[sources.runescape]\ntoken = '{SECRET}'\nworlds = [301, 'x']")
    assert problems(file, schema=LaterSettings) == [
        f'{file}: sources.runescape.worlds.1 is "x"; Input should be a valid integer'
    ]


def test_settings_that_are_wrong_together_name_everyone_who_gave_them(file: Path) -> None:
    file.write_text(f"web.public_url = 'https://example.org'\nsources.runescape.token = '{SECRET}'")
    assert problems(file, {"QUESTLOG_WEB__PORT": "81"}, LaterSettings) == [
        f"{file}, QUESTLOG_WEB__PORT: https needs a contact"
    ]
