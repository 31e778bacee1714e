"""The contracts of import-linter for bot/ leave nothing out; and what they cannot say of features."""

import tomllib
from pathlib import Path
from typing import Any

import grimp

from bot.features import FEATURES

ROOT = Path(__file__).parents[2]
CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
FEATURE_FOLDERS = {one.folder for one in FEATURES}
ROOTS = {"bot.__main__", "bot.app", "bot.cli", "bot.demo"}
"""They hand the list of features to the front ends."""
DOORS = {"documents", "gains_usecases", "looks", "requests", "usecases", "view"}
"""Of a feature, for others."""


def contract(words: str) -> dict[str, Any]:
    [found] = [one for one in CONTRACTS if words in one["name"]]
    return found


def test_whatever_is_no_feature_and_no_root_is_machinery() -> None:
    found = contract("the machinery names no feature")
    there = {f"bot.{one.stem}" for one in (ROOT / "bot").iterdir() if one.name[0] != "_"} | {"bot.__main__"}
    machinery = {one.removesuffix(".*") for one in found["source_modules"]}
    assert set(found["forbidden_modules"]) == FEATURE_FOLDERS
    assert machinery | FEATURE_FOLDERS | ROOTS == there


def test_every_feature_has_its_layer() -> None:
    layers = contract("bot: each feature knows only those below it")["layers"]
    assert sorted(f"bot.{one.strip()}" for layer in layers for one in layer.split("|")) == sorted(
        FEATURE_FOLDERS
    )


def test_no_view_is_forgotten() -> None:
    views = {f"bot.{one.parent.name}.{one.stem}" for one in (ROOT / "bot").glob("*/*_view.py")}
    views = {one for one in views if one.rpartition(".")[0] in FEATURE_FOLDERS}
    for words in ("knows no front end", "nor the library of one"):
        named = set(contract(words)["source_modules"])
        assert {one for one in named if one.endswith("_view")} == views


def test_one_feature_reaches_another_only_through_its_doors() -> None:
    graph = grimp.build_graph("bot")
    wrong = [
        f"{module} -> {other}"
        for module in graph.modules
        for other in graph.find_modules_directly_imported_by(module)
        if _feature(module) != (owner := _feature(other)) and owner and _feature(module)
        if other.rpartition(".")[2] not in DOORS
    ]
    assert wrong == []


def _feature(module: str) -> str:
    folder = ".".join(module.split(".")[:2])
    return folder if folder in FEATURE_FOLDERS else ""
