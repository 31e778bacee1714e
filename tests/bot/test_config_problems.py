"""What is wrong is said in one line each: where, which key, what was found, and what is allowed."""

import re
from pathlib import Path

import pytest

from tests.bot.later_settings import LaterSettings, problem, problems


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "questlog.toml"
    path.write_text("")
    return path


@pytest.mark.parametrize(
    ("content", "line"),
    [
        ("store.engine = 'mysql'", 'store.engine is "mysql"; allowed: "sqlite" or "dynamodb"'),
        ("web.port = true", "web.port is true; allowed: a whole number from 0 to 65535"),
        ("web.port = '8080'", 'web.port is "8080"; allowed: a whole number from 0 to 65535'),
        ("web.port = 8080.0", "web.port is 8080.0; allowed: a whole number from 0 to 65535"),
        ("web.port = 65536", "web.port is 65536; allowed: a whole number from 0 to 65535"),
        ("web.port = [80]", "web.port is [80]; allowed: a whole number from 0 to 65535"),
        ("web.host = 127", "web.host is 127; allowed: text that is not empty"),
        ("web.host = ''", 'web.host is ""; allowed: text that is not empty'),
        ("web.host = 2026-01-01", 'web.host is "2026-01-01"; allowed: text that is not empty'),
        ("store.path = 5", "store.path is 5; allowed: a path"),
        ("store.path = ''", 'store.path is ""; allowed: the path of a file, such as questlog.db'),
        (
            "store.path = ':memory:'",
            'store.path is ":memory:"; allowed: the path of a file, such as questlog.db',
        ),
        (
            "store.path = 'a\\u0000b'".replace("'", '"'),
            "store.path holds a zero byte; allowed: a path, without one",
        ),
        (
            "store.table = 'a b'",
            'store.table is "a b"; allowed: 3 to 255 letters, digits, dots, dashes and underscores',
        ),
        (
            "web.public_url = 'example.org'",
            'web.public_url is "example.org"; allowed: an address such as https://example.org or "" for none',
        ),
        ("store = 'questlog.db'", "store is text; allowed: a section, [store]"),
        ("[[store]]", "store is a list; allowed: a section, [store]"),
        ("store.engin = 'sqlite'", "unknown key store.engin; did you mean store.engine?"),
        ("store.Engine = 'sqlite'", "unknown key store.Engine; did you mean store.engine?"),
        ("[stroe]\npath = 'x'", "unknown key stroe; did you mean store?"),
        ("prot = 80", "unknown key prot; did you mean web.port?"),
        ("log.zzz = 1", "unknown key log.zzz; known: level, format"),
        (
            '"a\\nb" = 1',
            (
                r"unknown key a\nb; known: apprise, challenges, discord, email, habits, history, log, "
                "notify, poll, push, rooms, sms, sources, store, web, webhook"
            ),
        ),
        (
            f"web.host = {'[' * 250}{']' * 250}",
            "web.host is too long or too deep to read; allowed: text that is not empty",
        ),
        (
            f"web.port = 0x{'f' * 5000}",
            "web.port is too long or too deep to read; allowed: a whole number from 0 to 65535",
        ),
    ],
)
def test_a_wrong_file_gets_one_line_with_file_key_finding_and_what_is_allowed(
    file: Path, content: str, line: str
) -> None:
    file.write_text(content)
    assert problem(file) == f"{file}: {line}"


@pytest.mark.parametrize(
    ("name", "value", "line"),
    [
        ("QUESTLOG_WEB__PORT", "http", 'web.port is "http"; allowed: a whole number from 0 to 65535'),
        ("QUESTLOG_STORE__PATH", "", 'store.path is ""; allowed: the path of a file, such as questlog.db'),
        ("QUESTLOG_LOG__FORMAT", "xml", 'log.format is "xml"; allowed: "auto" or "human" or "json"'),
        ("QUESTLOG_STORE__PTH", "x", "no such setting; did you mean QUESTLOG_STORE__PATH?"),
        ("QUESTLOG_STORE_PATH", "x", "no such setting; did you mean QUESTLOG_STORE__PATH?"),
        ("QUESTLOG_STORE__PTH_FILE", "x", "no such setting; did you mean QUESTLOG_STORE__PATH_FILE?"),
        ("questlog_web__prot", "x", "no such setting; did you mean QUESTLOG_WEB__PORT?"),
        ("QUESTLOG_123456789", "x", "no such setting; config.example.toml lists what there is"),
        (
            "QUESTLOG_STORE",
            "x",
            "store is a section; set its keys one by one, such as QUESTLOG_STORE__ENGINE",
        ),
        ("QUESTLOG_STORE__PATH_FILE", "/no/such", "cannot read /no/such: No such file or directory"),
    ],
)
def test_a_wrong_variable_gets_one_line_that_starts_with_its_name(
    file: Path, name: str, value: str, line: str
) -> None:
    assert problem(file, {name: value}) == f"{name}: {line}"


def test_a_variable_given_in_two_spellings_is_refused(file: Path) -> None:
    assert problem(file, {"QUESTLOG_WEB__PORT": "1", "questlog_web__port": "2"}) == (
        "questlog_web__port: web.port is also set as QUESTLOG_WEB__PORT; keep one of them"
    )


def test_a_file_named_by_a_variable_must_be_text(file: Path, tmp_path: Path) -> None:
    (tmp_path / "host").write_bytes(b"\xff\xfe")
    name = "QUESTLOG_WEB__HOST_FILE"
    assert problem(file, {name: str(tmp_path / "host")}) == (
        f"{name}: cannot read {tmp_path / 'host'}: it is not a text file in UTF-8"
    )


def test_a_syntax_error_names_line_and_column(file: Path) -> None:
    file.write_text("[web]\nport = = 80\n")
    assert problem(file) == f"{file}:2:8: Invalid value"


def test_what_a_file_lacks_is_not_told_when_nobody_could_read_it(file: Path) -> None:
    file.write_text("[web]\nport = = 80\n")
    assert len(problems(file, schema=LaterSettings)) == 1


def test_an_unfinished_file_is_named(file: Path) -> None:
    file.write_text("[web")
    assert re.match(rf"{re.escape(str(file))}(:1:5)?: Expected ']'", problem(file))


def test_a_file_that_is_not_utf8_is_named(file: Path) -> None:
    file.write_bytes(b"[web]\n# caf\xe9\n")
    assert problem(file) == f"{file}: byte 12 is not UTF-8; save the file as UTF-8"


def test_a_named_file_that_is_missing_is_a_problem(tmp_path: Path) -> None:
    missing = tmp_path / "none.toml"
    assert problem(missing) == f"{missing}: cannot be read: No such file or directory"


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    assert problem(tmp_path) == f"{tmp_path}: cannot be read: Is a directory"


def test_all_problems_are_told_at_once_and_those_of_the_file_even_where_a_variable_wins(file: Path) -> None:
    file.write_text("[web]\nport = 'x'\n[stroe]\n[log]\nlevel = 'loud'")
    found = problems(
        file, {"QUESTLOG_WEB__PORT": "81", "QUESTLOG_WEB__HOST": "", "QUESTLOG_X": ""}, LaterSettings
    )
    assert [line.removeprefix(f"{file}: ").split()[0] for line in found] == [
        "web.port",
        "unknown",
        "log.level",
        "QUESTLOG_WEB__HOST:",
        "QUESTLOG_X:",
        "sources.runescape.token",
    ]


def test_a_value_that_breaks_a_rule_of_its_section_is_blamed_on_the_layer_that_wins(file: Path) -> None:
    file.write_text("sources.runescape.token = 5")
    name = "QUESTLOG_SOURCES__RUNESCAPE__TOKEN"
    assert problems(file, {name: "sesame"}, LaterSettings) == [
        f"{file}: sources.runescape.token is ***; allowed: text",
        f"{name}: sources.runescape.token is ***; a token starts with hunter, unlike ***",
    ]


def test_a_long_value_is_cut(file: Path) -> None:
    file.write_text(f"store.table = '{'a' * 300}'")
    assert '"' + "a" * 78 + "…; allowed: 3 to 255" in problem(file)
