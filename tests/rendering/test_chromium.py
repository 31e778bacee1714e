"""The program that makes the pictures: found and asked, or said to be missing. No test needs it."""

from pathlib import Path

import pytest

from tests.rendering.__main__ import main
from tests.rendering.chromium import NoChromium, NoPicture, environment_of, find_chromium, photograph


def program(folder: Path, name: str, script: str) -> Path:
    made = folder / name
    made.write_text(f"#!/bin/sh\n{script}\n")
    made.chmod(0o755)
    return made


def test_it_is_found_where_programs_are(tmp_path: Path) -> None:
    there = program(tmp_path, "chromium-browser", "")

    assert find_chromium({"PATH": str(tmp_path)}) == str(there)


def test_who_has_it_elsewhere_says_so(tmp_path: Path) -> None:
    program(tmp_path, "chromium", "")
    other = program(tmp_path, "my-chromium", "")

    assert find_chromium({"PATH": str(tmp_path), "CHROMIUM": str(other)}) == str(other)


def test_one_that_was_fetched_serves_where_none_is_installed(tmp_path: Path) -> None:
    (tmp_path / "lib").mkdir()
    fetched = program(tmp_path, "chromium", "")

    found = find_chromium({"PATH": "/no/such"}, fetched=tmp_path)

    assert found == str(fetched)
    assert environment_of(found)["LD_LIBRARY_PATH"] == str(tmp_path / "lib")


@pytest.mark.parametrize(
    ("environment", "missing"),
    [({}, "no chromium, chromium-browser, google-chrome in"), ({"CHROMIUM": "/no/such"}, "no /no/such in")],
)
def test_where_there_is_none_it_says_what_is_missing_and_where_it_looked(
    tmp_path: Path, environment: dict[str, str], missing: str
) -> None:
    with pytest.raises(NoChromium) as refused:
        find_chromium({"PATH": str(tmp_path), **environment}, fetched=tmp_path)

    assert f"{missing} {tmp_path}. Install it" in str(refused.value)


def test_make_ends_with_the_reason_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CHROMIUM", "/no/such")

    assert main(tmp_path) == 1
    assert capsys.readouterr().err.startswith("Pages are drawn by Chromium, and there is none")
    assert list(tmp_path.iterdir()) == []


SHOOTS = """
for given in "$@"; do
  case "$given" in
    --screenshot=*) target="${given#--screenshot=}" ;;
    file://*) page="${given#file://}" ;;
  esac
done
cp "$page" "$target"
"""


def test_what_it_is_given_is_the_page(tmp_path: Path) -> None:
    copier = program(tmp_path, "chromium", SHOOTS)

    assert photograph(str(copier), "<p>Grüße</p>").decode() == "<p>Grüße</p>"


def test_where_no_picture_was_made_it_says_why(tmp_path: Path) -> None:
    broken = program(tmp_path, "chromium", "echo no space left >&2; exit 21")

    with pytest.raises(NoPicture, match=r"made no picture \(code 21\): no space left"):
        photograph(str(broken), "<p></p>")
