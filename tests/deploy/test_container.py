"""The image and compose.yaml: small context, no privileges, reachable from this machine only."""

import re
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.deploy.templates import ROOT

COMPOSE = ROOT / "compose.yaml"
DOCKERFILE = (ROOT / "Dockerfile").read_text().replace("\\\n", " ")
SHIPPED = DOCKERFILE.rpartition("FROM ")[2]


@pytest.fixture
def service() -> dict[str, Any]:
    return yaml.safe_load(COMPOSE.read_text())["services"]["questlog"]


def instruction(name: str, text: str = SHIPPED) -> list[str]:
    return re.findall(rf"^{name} +(.+?) *$", text, re.MULTILINE)


def test_the_image_runs_as_a_person_without_rights() -> None:
    (user,) = instruction("USER")
    assert all(int(number) >= 1000 for number in user.split(":"))


def test_the_labels_say_what_the_project_says() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    labels = dict(re.findall(r'org\.opencontainers\.image\.(\w+)="([^"]+)"', SHIPPED))
    assert labels == {
        "title": project["name"],
        "description": project["description"],
        "licenses": project["license"],
    }


def test_everything_is_installed_by_hash() -> None:
    installs = re.findall(r"pip\S* (?:--python \S+ )?install ([^&\n]+)", DOCKERFILE)
    assert len(installs) == 3
    assert [i for i in installs if "--require-hashes" not in i and "--no-deps --no-index" not in i] == []


def test_what_the_image_copies_is_let_through_and_nothing_else() -> None:
    copied = [
        source
        for line in instruction("COPY", DOCKERFILE)
        if not line.startswith("--from")
        for source in line.split()[:-1]
    ]
    rules = [line for line in (ROOT / ".dockerignore").read_text().splitlines() if line[:1] not in ("", "#")]
    assert rules[0] == "*"
    assert {rule[1:] for rule in rules if rule.startswith("!")} == set(copied)
    assert all((ROOT / source).exists() for source in copied)


def test_every_package_of_the_distribution_is_copied() -> None:
    found = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["packages"]["find"]
    assert {name.rstrip("*") for name in found["include"]} <= set(
        " ".join(instruction("COPY", DOCKERFILE)).split()
    )


def test_compose_publishes_on_this_machine_only(service: dict[str, Any]) -> None:
    assert service["ports"]
    assert all(port.startswith("127.0.0.1:") for port in service["ports"])


def test_compose_gives_no_privileges(service: dict[str, Any]) -> None:
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]


def test_the_data_is_in_a_named_volume_where_the_image_keeps_it(service: dict[str, Any]) -> None:
    (volume,) = instruction("VOLUME")
    assert service["volumes"] == [f"data:{volume}"]
    assert f"QUESTLOG_STORE__PATH={volume}/questlog.db" in SHIPPED


def test_compose_bounds_what_a_fault_could_take_from_the_machine(service: dict[str, Any]) -> None:
    assert 100 <= service["pids_limit"] <= 1000
    assert service["mem_limit"] == service["memswap_limit"] == "1g"


def test_both_stages_stand_on_one_base_which_compose_names_by_its_digest(service: dict[str, Any]) -> None:
    assert instruction("FROM", DOCKERFILE) == ["${PYTHON_IMAGE} AS build", "${PYTHON_IMAGE}"]
    (base,) = instruction("ARG", DOCKERFILE.partition("FROM ")[0])
    assert re.fullmatch(r"PYTHON_IMAGE=python:3\.1\d-slim", base)
    pinned = service["build"]["args"]["PYTHON_IMAGE"]
    assert re.fullmatch(f"{base.partition('=')[2]}@sha256:[0-9a-f]{{64}}", pinned)


DOCKER = """#!/bin/sh
echo "$@" >> asked
if [ "$1" = image ]; then echo "python@{digest}"; fi
"""


@pytest.mark.parametrize("before", ["python:3.12-slim", "python:3.12-slim@sha256:" + "0" * 64])
def test_make_pin_writes_the_digest_of_today(tmp_path: Path, before: str) -> None:
    digest = "sha256:" + "0123456789abcdef" * 4
    made = pin(tmp_path, before, digest)
    assert made.returncode == 0, made.stderr
    assert (tmp_path / COMPOSE.name).read_text() == (
        f"      args:\n        PYTHON_IMAGE: python:3.12-slim@{digest}  # renewed\n"
    )
    assert (tmp_path / "asked").read_text().splitlines()[0] == "pull --quiet python:3.12-slim"


def test_make_pin_changes_nothing_where_there_is_no_digest(tmp_path: Path) -> None:
    made = pin(tmp_path, "python:3.12-slim", "nonsense")
    assert made.returncode != 0
    assert "no digest of python:3.12-slim: nonsense" in made.stderr
    assert "@" not in (tmp_path / COMPOSE.name).read_text()


def pin(folder: Path, image: str, digest: str) -> subprocess.CompletedProcess[str]:
    """By the project's own Makefile, with a Docker that says so."""
    (folder / COMPOSE.name).write_text(f"      args:\n        PYTHON_IMAGE: {image}  # renewed\n")
    docker = folder / "docker"
    docker.write_text(DOCKER.replace("{digest}", digest))
    docker.chmod(0o755)
    command = ["make", "--file", str(ROOT / "Makefile"), "pin", f"DOCKER={docker}"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_compose_waits_longer_than_a_stop_may_take(service: dict[str, Any]) -> None:
    assert int(service["stop_grace_period"].removesuffix("s")) > 10
