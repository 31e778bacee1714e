"""`questlog challenge rebuild`: all statistics of a challenge once more, from its week records alone."""

from collections.abc import Sequence

import click

from bot.cli.challenge_view import as_data, find_or_only
from bot.cli.ending import json_option
from bot.cli.invocation import Invocation
from bot.cli.person import Desk, at_desk, person_option
from bot.cli.screen import answer, plain, say
from bot.exits import Exit, Refusal
from scheduler.aggregate import Checked, rebuild_all, rebuild_one
from tracker.accounts.identity import Identity


@click.command()
@click.argument("words", nargs=-1, metavar="[CHALLENGE]")
@click.option("--all", "everything", is_flag=True, help="Of everybody's challenges that are not over.")
@person_option
@json_option
@click.pass_obj
def rebuild(
    invocation: Invocation, wanted: Identity, words: tuple[str, ...], *, everything: bool, as_json: bool
) -> None:
    """Count all statistics of a challenge anew, from its weeks.

    They are kept up to date by themselves, and compared once a week: this should find nothing to repair. It
    works beside the service.
    """
    if everything and words:
        raise Refusal("one challenge or --all, not both", code="usage", exit_code=Exit.USAGE)

    async def work(desk: Desk) -> Sequence[Checked]:
        if everything:
            return await rebuild_all(desk.table, desk.clock)
        found = await find_or_only(desk, await desk.person(wanted), " ".join(words))
        return [await rebuild_one(desk.table, desk.clock, found)]

    checked = at_desk(invocation, work)
    if as_json:
        answer({"rebuilt": [checked_data(one) for one in checked]})
        return
    for one in checked:
        say(sentence(one))
    if not checked:
        say("There are no challenges under way.")


def checked_data(checked: Checked) -> dict[str, object]:
    """A part of the answer of `--json`, described in docs/cli.md."""
    return {"challenge": as_data(checked.challenge), **checked.rebuilt._asdict()}


def sentence(checked: Checked) -> str:
    people, weeks, repaired = checked.rebuilt
    who = f"{people:,} {'person' if people == 1 else 'people'}"
    when = f"{weeks:,} week{'' if weeks == 1 else 's'}"
    found = f"{repaired:,} repaired" if repaired else "all was right"
    return f"{plain(checked.challenge.name)}: {who} and {when} counted anew; {found}."
