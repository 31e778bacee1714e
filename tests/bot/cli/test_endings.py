"""A command that fails says why in one clear line, and ends with the exit code of that failure."""

import json
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from bot.cli.invocation import Invocation
from bot.cli.registry import CommandPlace
from bot.cli.root import Root
from bot.exits import Exit


@pytest.fixture
def questlog(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> Root:
    """The root group, with a command that fails as it is told."""
    caplog.set_level("WARNING")
    config = tmp_path / "questlog.toml"
    config.write_text("web.port = 'x'\nlog.level = 'loud'")
    root = Root("questlog", places={"end": CommandPlace("tests.bot.cli.failing:end", "Fail.")})
    root.params.append(click.Option(["--debug"], is_flag=True))
    root.callback = click.pass_context(lambda ctx, debug: setattr(ctx, "obj", Invocation((), config, debug)))
    return root


def run(questlog: Root, *arguments: str) -> Result:
    return CliRunner().invoke(questlog, arguments, prog_name="questlog")


@pytest.mark.parametrize(
    ("how", "exit_code", "code", "message"),
    [
        ("refused", Exit.PROBLEM, "refused", "there is no person Ann; ask `questlog account list`"),
        ("running", Exit.ALREADY_RUNNING, "already_running", "Questlog runs already"),
        ("taken", Exit.PROBLEM, "name_taken", "the name is taken"),
        ("unavailable", Exit.STORE, "store", "the folder /x does not exist; create it"),
        ("throttled", Exit.STORE, "store", "the store is too busy; try again"),
    ],
)
def test_a_known_failure_is_one_line_and_its_code_and_json_on_request(
    questlog: Root, how: str, exit_code: Exit, code: str, message: str
) -> None:
    plain, as_json = run(questlog, "end", how), run(questlog, "end", how, "--json")
    assert (plain.exit_code, plain.stdout, plain.stderr) == (exit_code, "", f"questlog: {message}\n")
    assert (as_json.exit_code, as_json.stderr) == (exit_code, plain.stderr)
    assert json.loads(as_json.stdout) == {"error": {"code": code, "message": message}}


def test_a_wrong_configuration_is_one_line_for_each_problem(questlog: Root) -> None:
    result = run(questlog, "end", "config", "--json")
    assert result.exit_code == Exit.CONFIG
    lines = result.stderr.splitlines()
    assert [line.split(": ")[0] for line in lines] == ["questlog", "questlog"]
    assert "web.port" in lines[0]
    assert "log.level" in lines[1]
    assert json.loads(result.stdout)["error"]["code"] == "config"


def test_a_bug_is_an_apology_without_a_traceback(questlog: Root) -> None:
    result = run(questlog, "end", "bug")
    first, second = result.stderr.splitlines()
    assert result.exit_code == Exit.BUG
    assert first == "questlog: sorry, this is a bug in Questlog: ZeroDivisionError: division by zero"
    assert "report" in second
    assert "--debug" in second


def test_with_debug_a_bug_shows_where_it_happened(questlog: Root) -> None:
    result = run(questlog, "--debug", "end", "bug")
    assert result.exit_code == Exit.BUG
    assert "Traceback (most recent call last):" in result.stderr
    assert result.stderr.splitlines()[-2].startswith("questlog: sorry")


def test_at_log_level_debug_a_bug_shows_where_it_happened_too(
    questlog: Root, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")
    assert "Traceback (most recent call last):" in run(questlog, "end", "bug").stderr


def test_with_debug_a_known_failure_still_shows_no_traceback(questlog: Root) -> None:
    assert "Traceback" not in run(questlog, "--debug", "end", "refused").stderr


@pytest.mark.parametrize(
    ("line", "message", "told"),
    [
        (
            ["end", "usage"],
            "one or the other, not both",
            "one or the other, not both; see questlog end --help",
        ),
        (
            ["end", "0", "--nope"],
            "No such option '--nope'.",
            "No such option '--nope'; see questlog end --help",
        ),
        (["end"], "Missing argument 'HOW'.", "Missing argument 'HOW'; see questlog end --help"),
        (
            ["--nope", "end", "0"],
            "No such option '--nope'.",
            "No such option '--nope'; see questlog --help",
        ),
        (
            ["and"],
            "There is no command 'and'; did you mean 'end'?",
            "There is no command 'and'; did you mean 'end'? See questlog --help",
        ),
    ],
)
def test_a_wrong_command_line_is_one_line_that_names_the_help_and_json_on_request(
    questlog: Root, line: list[str], message: str, told: str
) -> None:
    plain, as_json = run(questlog, *line), run(questlog, *line, "--json")
    assert plain.exit_code == as_json.exit_code == Exit.USAGE
    assert plain.stderr == as_json.stderr == f"questlog: {told}\n"
    assert plain.stdout == ""
    assert json.loads(as_json.stdout) == {"error": {"code": "usage", "message": message}}


def test_a_message_of_several_lines_about_a_wrong_command_line_is_one_line(questlog: Root) -> None:
    result = run(questlog, "end", "several lines")
    assert result.stderr == "questlog: choose from: one, or the other; see questlog end --help\n"


def test_a_command_line_without_a_command_shows_the_help(questlog: Root) -> None:
    result = run(questlog)
    assert result.exit_code == Exit.USAGE
    assert "Usage: questlog" in result.stderr
    assert "end  Fail." in result.stderr


@pytest.mark.parametrize("line", [["end"], ["end", "--nope", "--", "--json"]])
def test_without_the_request_a_wrong_command_line_leaves_stdout_empty(
    questlog: Root, line: list[str]
) -> None:
    assert run(questlog, *line).stdout == ""


def test_output_that_nobody_reads_is_no_bug(questlog: Root) -> None:
    result = run(questlog, "end", "pipe")
    assert result.exit_code == 1
    assert result.stderr == ""


def test_a_command_that_ends_itself_keeps_its_code(questlog: Root) -> None:
    assert run(questlog, "end", "0").exit_code == 0
    assert run(questlog, "end", "9").exit_code == 9


def test_the_exit_codes_are_promised() -> None:
    assert {code.name: code.value for code in Exit} == {
        "OK": 0,
        "PROBLEM": 1,
        "USAGE": 2,
        "CONFIG": 3,
        "STORE": 4,
        "ALREADY_RUNNING": 5,
        "WEB": 6,
        "DISCORD": 7,
        "BUG": 70,
    }


@pytest.mark.parametrize("exit_code", Exit)
def test_every_exit_code_is_documented(exit_code: Exit) -> None:
    page = (Path(__file__).parents[3] / "docs" / "configuration.md").read_text()
    assert f"| {exit_code.value} | {exit_code.name} |" in page
