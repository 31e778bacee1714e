"""The lock on a database file."""

import os
from pathlib import Path

import pytest

from bot.exits import Exit, Refusal
from bot.single_instance import single_instance
from tracker.settings import StoreSettings
from tracker.store.errors import StoreUnavailable


def store(path: Path) -> StoreSettings:
    return StoreSettings(path=path)


def test_the_second_one_is_refused_while_the_first_one_runs(tmp_path: Path) -> None:
    settings = store(tmp_path / "q.db")

    with single_instance(settings), pytest.raises(Refusal) as refused, single_instance(settings):
        pytest.fail("both run")

    assert refused.value.exit_code is Exit.ALREADY_RUNNING
    assert f"{tmp_path / 'q.db'} (process {os.getpid()})" in str(refused.value)


def test_the_next_one_starts_once_the_first_one_has_ended(tmp_path: Path) -> None:
    settings = store(tmp_path / "q.db")

    with single_instance(settings):
        pass
    with single_instance(settings):
        assert (tmp_path / "q.db.lock").read_text() == f"{os.getpid()}\n"


def test_a_refused_start_leaves_the_name_of_the_first_one_in_the_lock(tmp_path: Path) -> None:
    settings = store(tmp_path / "q.db")
    with single_instance(settings):
        (tmp_path / "q.db.lock").write_text("4711\n")
        for _ in range(2):
            with pytest.raises(Refusal, match="process 4711"), single_instance(settings):
                pytest.fail("both run")


def test_a_link_to_the_file_is_the_same_file(tmp_path: Path) -> None:
    (tmp_path / "link.db").symlink_to(tmp_path / "q.db")

    direct, linked = store(tmp_path / "q.db"), store(tmp_path / "link.db")
    with single_instance(direct), pytest.raises(Refusal), single_instance(linked):
        pytest.fail("both run")


def test_a_shorter_pid_leaves_nothing_of_a_longer_one(tmp_path: Path) -> None:
    (tmp_path / "q.db.lock").write_text("999999999999\n")

    with single_instance(store(tmp_path / "q.db")):
        assert (tmp_path / "q.db.lock").read_text() == f"{os.getpid()}\n"


def test_beside_what_is_no_file_there_is_no_lock(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "loop").symlink_to("loop")
    before = sorted(tmp_path.iterdir())

    for name in ("folder", "pipe", "loop", "pipe/q.db", "folder/none/q.db"):
        with single_instance(store(tmp_path / name)):
            assert sorted(tmp_path.rglob("*")) == before


def test_a_lock_that_takes_no_text_is_refused_with_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "q.db.lock").symlink_to("/dev/full")

    with (
        pytest.raises(StoreUnavailable, match=r"cannot write .*lock"),
        single_instance(store(tmp_path / "q.db")),
    ):
        pytest.fail("it runs without its name in the lock")


def test_many_may_run_on_dynamodb(tmp_path: Path) -> None:
    settings = StoreSettings(engine="dynamodb", path=tmp_path / "q.db")

    with single_instance(settings), single_instance(settings):
        assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("mode", [None, 0o644])
def test_the_lock_is_for_its_owners_eyes_only(tmp_path: Path, mode: int | None) -> None:
    lock = tmp_path / "q.db.lock"
    if mode is not None:
        lock.touch()
        lock.chmod(mode)

    with single_instance(store(tmp_path / "q.db")):
        assert lock.stat().st_mode & 0o777 == 0o600
