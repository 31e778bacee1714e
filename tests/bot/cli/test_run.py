"""`questlog run` from outside: it gets ready, answers, obeys signals, and refuses to start twice."""

import json
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from bot.exits import Exit
from tests.bot.service import fresh_service, get, service

HOLDING = "tests.bot.holding_service"


def test_it_starts_without_any_configuration_and_says_where_everything_is(tmp_path: Path) -> None:
    with fresh_service(tmp_path) as running:
        url = running.ready()

        assert running.events == ["starting", "data", "discord off", "ready"]
        assert running.lines[1]["store"] == f"SQLite file {tmp_path / 'questlog.db'}"
        assert get(f"{url}/healthz") == (200, "ok\n")
        status, body = get(f"{url}/readyz")
        assert (status, json.loads(body)["parts"]["store"]) == (200, "ok")


def test_metrics_show_build_process_and_jobs(tmp_path: Path) -> None:
    with service(tmp_path) as running:
        status, text = get(f"{running.ready()}/metrics")

    assert status == 200
    for sample in (
        "questlog_build_info{",
        "process_resident_memory_bytes ",
        "python_gc_collections_total{",
        'questlog_job_runs_total{job="heartbeat"} ',
        'questlog_job_errors_total{job="ttl-sweep"} 0.0',
    ):
        assert f"\n{sample}" in text


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_stops_it_cleanly(tmp_path: Path, number: signal.Signals) -> None:
    with service(tmp_path) as running:
        running.ready()
        running.signal(number)

        assert running.ended() == Exit.OK
        assert running.lines[-2]["signal"] == number.name
        assert running.events[-1] == "stopped"


def test_work_that_does_not_end_in_time_is_handed_back_and_the_exit_is_clean(tmp_path: Path) -> None:
    with service(tmp_path, "0.1", module=HOLDING) as running:
        running.until("holding")
        running.signal(signal.SIGTERM)

        assert running.ended() == Exit.OK
        handed_back = running.lines[-2]
        assert handed_back["event"].startswith("job handed back")
        assert (handed_back["job"], len(handed_back["run"])) == ("hold", 26)


@pytest.mark.parametrize("second", [signal.SIGTERM, signal.SIGINT])
def test_a_second_signal_ends_it_at_once(tmp_path: Path, second: signal.Signals) -> None:
    with service(tmp_path, "3600", module=HOLDING) as running:
        running.until("holding")
        running.signal(signal.SIGTERM)
        running.until("waiting for running jobs")
        running.signal(second)

        assert running.ended() == -second


def test_while_it_waits_for_running_work_it_is_alive_but_not_ready(tmp_path: Path) -> None:
    with service(tmp_path, "3600", module=HOLDING) as running:
        url = running.ready()
        running.until("holding")
        running.signal(signal.SIGTERM)
        running.until("waiting for running jobs")

        status, body = get(f"{url}/readyz")
        assert (status, json.loads(body)["parts"]["service"]) == (503, "stopping")
        assert get(f"{url}/healthz")[0] == 200


def test_it_starts_again_after_kill_9(tmp_path: Path) -> None:
    with service(tmp_path) as running:
        running.ready()
        running.signal(signal.SIGKILL)
        assert running.ended() == -signal.SIGKILL

    with service(tmp_path) as again:
        assert get(f"{again.ready()}/readyz")[0] == 200


def test_a_second_start_on_the_same_file_is_refused_however_the_file_is_written(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "link.db").symlink_to("questlog.db")
    with service(tmp_path) as first:
        first.ready()
        for spelling in ("questlog.db", "./folder/../questlog.db", "link.db"):
            with service(tmp_path, QUESTLOG_STORE__PATH=spelling) as second:
                assert second.ended() == Exit.ALREADY_RUNNING
            said = second.events[-1]
            assert f"already runs on {tmp_path / 'questlog.db'} (process {first.process.pid})" in said
            assert "store.path" in said
        first.signal(signal.SIGTERM)
        assert first.ended() == Exit.OK


def test_two_services_on_two_files_run_side_by_side(tmp_path: Path) -> None:
    with service(tmp_path) as one, service(tmp_path, QUESTLOG_STORE__PATH="other.db") as two:
        assert one.ready() != two.ready()


def test_a_port_that_is_taken_is_refused(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with service(tmp_path, QUESTLOG_WEB__PORT=str(port)) as refused:
            assert refused.ended() == Exit.WEB

    assert f"port {port}: another program does" in refused.events[-1]


def test_a_missing_folder_is_refused_by_the_store(tmp_path: Path) -> None:
    with service(tmp_path, QUESTLOG_STORE__PATH="missing/questlog.db") as refused:
        assert refused.ended() == Exit.STORE

    assert "the directory missing for the database does not exist" in refused.events[-1]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("kind", ["folder", "device"])
def test_what_is_no_file_is_refused_by_the_store_and_gets_no_lock(tmp_path: Path, kind: str) -> None:
    place = tmp_path / "place"
    place.mkdir() if kind == "folder" else place.symlink_to("/dev/null")
    with service(tmp_path, QUESTLOG_STORE__PATH="place") as refused:
        assert refused.ended() == Exit.STORE

    assert "place is not a file; set store.path" in refused.events[-1]
    assert list(tmp_path.iterdir()) == [place]
    assert not Path("/dev/null.lock").exists()


def test_a_lock_that_cannot_be_written_is_refused_with_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "questlog.db.lock").mkdir()
    with service(tmp_path) as refused:
        assert refused.ended() == Exit.STORE

    assert f"cannot write {tmp_path / 'questlog.db.lock'}" in refused.events[-1]
    assert not (tmp_path / "questlog.db").exists()


def test_a_signal_during_the_start_ends_it_cleanly(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:  # accepts, and never answers
        settings = {
            "QUESTLOG_STORE__ENGINE": "dynamodb",
            "QUESTLOG_STORE__ENDPOINT_URL": f"http://127.0.0.1:{silent.getsockname()[1]}",
            "AWS_ACCESS_KEY_ID": "test",
            "AWS_SECRET_ACCESS_KEY": "test",
        }
        with service(tmp_path, **settings) as starting:
            connection, _ = silent.accept()
            with connection:
                starting.signal(signal.SIGTERM)
                assert starting.ended() == Exit.OK

    assert "ready" not in starting.events


def test_the_embedded_service_does_not_load_what_makes_a_start_slow(tmp_path: Path) -> None:
    script = "import sys, bot.cli.run; print(sorted({'boto3', 'botocore', 'aioboto3'} & set(sys.modules)))"
    loaded = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True
    )

    assert loaded.stdout == "[]\n"
