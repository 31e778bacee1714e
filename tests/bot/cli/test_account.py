"""`questlog account`: a person sees, changes, takes along and deletes what Questlog knows about them."""

import errno
import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from bot.exits import Exit
from bot.private_file import write_private
from tests.bot.cli.mother import mother
from tests.bot.cli.typed import typed_in
from tests.bot.service import HERE, service
from tests.tracker.store.items import everything
from tracker.accounts.identity import parse_identity as known_as
from tracker.accounts.service import Accounts
from tracker.clock import system_clock
from tracker.ids import ulids
from tracker.store.sqlite import SqliteTable
from tracker.store.table import Table, Update

TELLING = {
    "urgentPasses": False,
    "mutedUntil": None,
    "digest": "daily",
    "digestTime": "08:00",
    "digestWhenQuiet": False,
}


def environment() -> dict[str, str]:
    own = {name: value for name, value in os.environ.items() if not name.upper().startswith("QUESTLOG_")}
    return {**own, **HERE}


def questlog(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return mother().run_now(["account", *arguments], folder, environment())


def answer(folder: Path, *arguments: str) -> Any:  # noqa: ANN401 - any JSON
    """The JSON of a command that succeeds."""
    result = questlog(folder, *arguments, "--json")
    assert (result.returncode, result.stderr) == (Exit.OK, "")
    return json.loads(result.stdout)


def refusal(folder: Path, *arguments: str) -> tuple[int, str, str]:
    """The exit code, the code for programs and the message of a command that fails."""
    result = questlog(folder, *arguments, "--json")
    error = json.loads(result.stdout)["error"]
    assert result.stderr == "".join(f"questlog: {line}\n" for line in error["message"].splitlines())
    return result.returncode, error["code"], error["message"]


def names(folder: Path) -> list[str]:
    """Of all that Questlog wrote there."""
    return sorted(path.name for path in folder.iterdir() if path.name != "questlog.db" or path.stat().st_size)


@pytest.fixture(autouse=True)
def store(tmp_path: Path) -> None:
    """It is there, and empty: without one, a command that only reads would make none."""
    (tmp_path / "questlog.db").touch()


@pytest.fixture
async def opened(tmp_path: Path) -> Any:  # noqa: ANN401 - a fixture that yields a table
    """The store that the commands use, opened beside them."""
    table = await SqliteTable.open(tmp_path / "questlog.db", system_clock)
    try:
        yield table
    finally:
        await table.close()


def test_the_local_person_is_made_at_first_use_and_stays_the_same(tmp_path: Path) -> None:
    first = answer(tmp_path, "show")["account"]

    assert first["identities"] == {"local": "me"}
    days = {"timezone": "UTC", "dayStart": "00:00", "quietHours": None}
    assert first["settings"] == days | TELLING
    assert answer(tmp_path, "show")["account"] == first


def test_people_see_their_account_as_lines(tmp_path: Path) -> None:
    questlog(tmp_path, "set", "--nickname", "Ada", "--quiet-hours", "22-7")

    lines = questlog(tmp_path, "show").stdout.splitlines()

    assert [line.split("  ")[0] for line in lines][:4] == [
        "identities",
        "time zone",
        "day starts",
        "quiet hours",
    ]
    assert "local:me, nickname:Ada" in lines[0]
    assert "from 22:00 to 07:00" in lines[3]


def test_settings_are_set_and_shown(tmp_path: Path) -> None:
    options = [
        "--timezone",
        "europe/berlin",
        "--day-start",
        "4",
        "--quiet-hours",
        "22-7",
    ]

    changed = answer(tmp_path, "set", *options, "--nickname", "Ada")["account"]

    assert changed["identities"] == {"local": "me", "nickname": "Ada"}
    assert changed["settings"] == {
        "timezone": "Europe/Berlin",
        "dayStart": "04:00",
        "quietHours": {"from": "22:00", "to": "07:00"},
        **TELLING,
    }
    assert answer(tmp_path, "show")["account"] == changed


def test_there_is_no_setting_for_a_language(tmp_path: Path) -> None:
    refused = questlog(tmp_path, "set", "--locale", "de")

    assert refused.returncode == Exit.USAGE
    assert refused.stderr == "questlog: No such option '--locale'; see questlog account set --help\n"
    assert "locale" not in questlog(tmp_path, "show").stdout


def test_a_nickname_and_quiet_hours_can_be_given_up(tmp_path: Path) -> None:
    answer(tmp_path, "set", "--nickname", "Ada", "--quiet-hours", "22-7")

    changed = answer(tmp_path, "set", "--nickname", "", "--quiet-hours", "off")["account"]

    assert changed["identities"] == {"local": "me"}
    assert changed["settings"]["quietHours"] is None


def test_wrong_settings_are_all_explained_and_nothing_is_changed(tmp_path: Path) -> None:
    before = answer(tmp_path, "show")

    status, code, message = refusal(
        tmp_path, "set", "--timezone", "UTC+1", "--day-start", "30", "--nickname", "Ada"
    )

    assert (status, code) == (Exit.PROBLEM, "invalid_setting")
    assert "UTC+1 is an offset" in message
    assert "'30' is not a time of the day" in message
    assert answer(tmp_path, "show") == before


def test_setting_nothing_is_a_mistake_of_usage(tmp_path: Path) -> None:
    assert refusal(tmp_path, "set")[:2] == (Exit.USAGE, "nothing_to_set")


@pytest.mark.parametrize("action", ["show", "export", "delete"])
def test_a_person_who_is_not_there_is_not_made_for_an_operator(tmp_path: Path, action: str) -> None:
    options = ["--yes"] if action == "delete" else []

    for who in ("discord:123", "ada"):
        ended = refusal(tmp_path, action, *options, "--identity", who)
        assert ended[:2] == (Exit.PROBLEM, "no_such_user")
    ended = refusal(tmp_path, action, *options, "--identity", "pigeon:ada")
    assert ended[:2] == (Exit.USAGE, "invalid_identity")


async def test_an_operator_acts_for_the_person_of_an_identity(tmp_path: Path, opened: Table) -> None:
    ada = await Accounts(opened, system_clock, ulids()).register(known_as("email:ada@example.org"))
    address = ["--identity", "email:Ada@example.org"]

    assert answer(tmp_path, "show", *address)["account"]["id"] == ada.id
    assert answer(tmp_path, "set", "--digest", "off", *address)["account"]["settings"]["digest"] == "off"
    assert answer(tmp_path, "export", *address)["user"]["id"] == ada.id
    assert refusal(tmp_path, "set", "--nickname", "x", *address)[1] == "invalid_identity"
    assert answer(tmp_path, "delete", "--yes", *address) == {"deleted": 2}
    assert await everything(opened) == {}


async def test_a_taken_nickname_is_refused_without_saying_whose_it_is(tmp_path: Path, opened: Table) -> None:
    accounts = Accounts(opened, system_clock, ulids())
    ada = await accounts.register(known_as("email:ada@example.org"))
    await accounts.claim(ada.id, known_as("nick:Ada"))

    status, code, message = refusal(tmp_path, "set", "--nickname", "ada")

    assert (status, code) == (Exit.PROBLEM, "identity_taken")
    assert message == "This nickname belongs to another account."


async def test_an_unreadable_account_is_named_and_nothing_is_damaged(tmp_path: Path, opened: Table) -> None:
    me = await Accounts(opened, system_clock, ulids()).register(known_as("local:me"))
    await opened.put({**(await opened.get(me.key.key) or {}), "dayStart": "early"})
    before = await everything(opened)

    status, code, message = refusal(tmp_path, "show")

    assert (status, code) == (Exit.STORE, "store")
    assert message.startswith(f"USER#{me.id} / METADATA is not a readable user: dayStart: ")
    assert await everything(opened) == before


async def test_an_unreadable_account_can_be_exported_and_deleted(tmp_path: Path, opened: Table) -> None:
    me = await Accounts(opened, system_clock, ulids()).register(known_as("local:me"))
    await opened.update(Update(me.key.key, remove=["createdAt"]))

    assert answer(tmp_path, "export")["user"]["id"] == me.id
    assert answer(tmp_path, "delete", "--yes") == {"deleted": 2}
    assert await everything(opened) == {}


@pytest.mark.parametrize("option", ["--timezone", "--day-start", "--quiet-hours", "--digest"])
def test_long_text_is_not_told_back_whole(tmp_path: Path, option: str) -> None:
    status, code, message = refusal(tmp_path, "set", option, "x" * 120_000)

    assert (status, code) == (Exit.USAGE, "bad_body")
    assert len(message) < 400

    status, code, message = refusal(tmp_path, "set", option, "x" * 4_000)

    assert (status, code) == (Exit.PROBLEM, "invalid_setting")
    assert len(message) < 400


def test_an_export_goes_to_the_terminal_as_one_document(tmp_path: Path) -> None:
    document = json.loads(questlog(tmp_path, "export").stdout)

    assert document["questlog"] == 1
    assert document["items"].keys() == {"user", "lock"}
    assert document == answer(tmp_path, "export") | {"exportedAt": document["exportedAt"]}


def test_a_dash_is_the_terminal_too(tmp_path: Path) -> None:
    document = json.loads(questlog(tmp_path, "export", "--out", "-").stdout)

    assert document["user"]["local"] == "me"
    assert names(tmp_path) == ["questlog.db"]


def test_an_export_to_a_file_is_private(tmp_path: Path) -> None:
    file = tmp_path / "me.json"

    assert answer(tmp_path, "export", "--out", "me.json") == {"file": "me.json", "items": 2}

    assert json.loads(file.read_text())["user"]["local"] == "me"
    assert file.stat().st_mode & 0o777 == 0o600
    assert names(tmp_path) == ["me.json", "questlog.db"]


def test_an_export_replaces_a_file_only_by_force(tmp_path: Path) -> None:
    file = tmp_path / "me.json"
    file.write_text("older")
    file.chmod(0o644)

    status, code, message = refusal(tmp_path, "export", "--out", "me.json")

    assert (status, code) == (Exit.PROBLEM, "file_exists")
    assert "--force" in message
    assert file.read_text() == "older"

    answer(tmp_path, "export", "--out", "me.json", "--force")

    assert json.loads(file.read_text())["user"]["local"] == "me"
    assert file.stat().st_mode & 0o777 == 0o600
    assert names(tmp_path) == ["me.json", "questlog.db"]


@pytest.mark.parametrize("ending", ["", "-wal", "-shm", "-journal", ".lock"])
@pytest.mark.parametrize("way", ["name", "symlink", "hard link"])
def test_an_export_never_takes_the_place_of_the_database(tmp_path: Path, ending: str, way: str) -> None:
    answer(tmp_path, "show")
    target, out = tmp_path / f"questlog.db{ending}", tmp_path / f"questlog.db{ending}"
    if way != "name":
        out = tmp_path / "me.json"
        if way == "symlink":
            out.symlink_to(target)
        else:
            target.touch()
            out.hardlink_to(target)
    before = (tmp_path / "questlog.db").read_bytes()

    status, code, message = refusal(tmp_path, "export", "--force", "--out", str(out))

    assert (status, code) == (Exit.PROBLEM, "cannot_write")
    assert "keeps its database there" in message
    assert (tmp_path / "questlog.db").read_bytes() == before


def test_not_even_of_a_database_that_is_yet_to_be_made(tmp_path: Path) -> None:
    (tmp_path / "questlog.db").unlink()
    assert refusal(tmp_path, "export", "--out", "questlog.db")[1] == "cannot_write"
    assert names(tmp_path) == []


def test_an_export_through_a_link_goes_where_the_link_leads(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    link, target = tmp_path / "me.json", tmp_path / "folder" / "real.json"
    link.symlink_to(target)

    answer(tmp_path, "export", "--out", "me.json")
    first = target.read_text()
    assert refusal(tmp_path, "export", "--out", "me.json")[1] == "file_exists"
    answer(tmp_path, "set", "--digest", "off")
    answer(tmp_path, "export", "--out", "me.json", "--force")

    assert link.is_symlink()
    assert not target.is_symlink()
    assert json.loads(first)["user"]["digest"] == "daily"
    assert json.loads(target.read_text())["user"]["digest"] == "off"


@pytest.mark.parametrize("out", ["/dev/null", "pipe", "folder", "."])
def test_an_export_takes_the_place_of_no_device_pipe_or_folder(tmp_path: Path, out: str) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()

    status, code, message = refusal(tmp_path, "export", "--force", "--out", out)

    assert (status, code) == (Exit.PROBLEM, "cannot_write")
    assert message.startswith(f"cannot write {out}: it is ")
    assert (tmp_path / "pipe").is_fifo()
    assert names(tmp_path) == ["folder", "pipe"]


def test_an_export_that_cannot_be_written_says_why_and_leaves_nothing(tmp_path: Path) -> None:
    status, code, message = refusal(tmp_path, "export", "--out", "missing/me.json")

    assert (status, code) == (Exit.PROBLEM, "cannot_write")
    assert message == "cannot write missing/me.json: No such file or directory"
    assert names(tmp_path) == ["questlog.db"]


@pytest.mark.parametrize("hard_links", [True, False])
def test_a_file_that_somebody_makes_at_the_last_moment_is_not_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, hard_links: bool
) -> None:
    def refused(*_: object) -> None:
        raise PermissionError(errno.EPERM, "no hard links on this file system")

    if not hard_links:
        monkeypatch.setattr(os, "link", refused)
    write_private(tmp_path / "new.json", "mine")
    (tmp_path / "theirs.json").write_text("theirs")

    with pytest.raises(FileExistsError):
        write_private(tmp_path / "theirs.json", "mine")

    assert (tmp_path / "new.json").read_text() == "mine"
    assert (tmp_path / "theirs.json").read_text() == "theirs"
    assert names(tmp_path) == ["new.json", "theirs.json"]


def test_without_a_terminal_nothing_is_deleted_unless_told_so(tmp_path: Path) -> None:
    before = answer(tmp_path, "show")

    status, code, message = refusal(tmp_path, "delete")

    assert (status, code) == (Exit.PROBLEM, "not_confirmed")
    assert "--yes" in message
    assert "account export --out FILE" in message
    assert answer(tmp_path, "show") == before


def test_at_a_terminal_deletion_asks_and_offers_the_export(tmp_path: Path) -> None:
    before = answer(tmp_path, "show")

    status, seen = typed_in(tmp_path, environment(), "n\n", "account", "delete")

    assert status == Exit.PROBLEM
    assert "cannot be undone" in seen
    assert "account export --out FILE" in seen
    assert answer(tmp_path, "show") == before


def test_a_yes_at_the_terminal_deletes_everything(tmp_path: Path) -> None:
    before = answer(tmp_path, "show")["account"]

    status, seen = typed_in(tmp_path, environment(), "y\n", "account", "delete")

    assert status == Exit.OK
    assert "Everything about local:me is deleted: 2 items." in seen
    assert answer(tmp_path, "show")["account"]["id"] != before["id"]


def test_deleting_again_is_no_error(tmp_path: Path) -> None:
    answer(tmp_path, "show")

    assert answer(tmp_path, "delete", "--yes") == {"deleted": 2}
    assert answer(tmp_path, "delete", "--yes") == {"deleted": 0}
    assert questlog(tmp_path, "delete", "--yes").stdout == "There is nothing about local:me.\n"


def test_all_of_it_works_while_the_service_runs(tmp_path: Path) -> None:
    with service(tmp_path) as running:
        running.ready()
        answer(tmp_path, "set", "--timezone", "Asia/Tokyo")

        assert answer(tmp_path, "export")["user"]["timezone"] == "Asia/Tokyo"
        # The user and its lock, and the link to sign in that the service printed, with what leads from it.
        assert answer(tmp_path, "delete", "--yes") == {"deleted": 4}
        assert running.process.poll() is None
