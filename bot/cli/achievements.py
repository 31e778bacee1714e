"""`questlog achievements`: what a person has achieved, and when, and what is still to come."""

from collections.abc import Sequence
from datetime import datetime

import click

from bot.cli.ending import json_option
from bot.cli.invocation import Invocation
from bot.cli.person import Desk, at_desk, person_option
from bot.cli.screen import answer, plain, show
from tracker.accounts.identity import Identity
from tracker.accounts.model import User
from tracker.habits.model import UnlockedAchievement
from tracker.rewards.achievements import ACHIEVEMENTS, Achievement
from tracker.rewards.wallet import achievements_of
from tracker.store.segments import timestamp
from tracker.words import day_text


@click.command()
@person_option
@json_option
@click.pass_obj
def achievements(invocation: Invocation, wanted: Identity, *, as_json: bool) -> None:
    """Show what you achieved, and what is to come."""

    async def collect(desk: Desk) -> tuple[User, list[UnlockedAchievement]]:
        user = await desk.person(wanted)
        return user, await achievements_of(desk.table, user.id)

    user, held = at_desk(invocation, collect)
    if as_json:
        answer(as_data(held))
    else:
        show_achievements(user, held, invocation.clock())


def to_come(held: Sequence[UnlockedAchievement]) -> list[Achievement]:
    known = {one.id for one in held}
    return [one for one in ACHIEVEMENTS if one.id not in known]


def as_data(held: Sequence[UnlockedAchievement]) -> dict[str, object]:
    """The answer of `--json`, described in docs/cli.md."""
    return {
        "achievements": [
            *({**_named(one), "unlockedAt": timestamp(one.unlocked_at)} for one in held),
            *({**_named(one), "unlockedAt": None} for one in to_come(held)),
        ]
    }


def _named(one: UnlockedAchievement | Achievement) -> dict[str, object]:
    return {"id": one.id, "title": one.title, "text": one.text}


def show_achievements(user: User, held: Sequence[UnlockedAchievement], now: datetime) -> None:
    from rich.table import Table  # noqa: PLC0415 - only people need it
    from rich.text import Text  # noqa: PLC0415

    coming, today = to_come(held), now.astimezone(user.zone).date()
    show(Text(f"{len(held)} of {len(held) + len(coming)} achieved", "bold"))
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    for one in held:
        day = day_text(one.unlocked_at.astimezone(user.zone).date(), today)
        table.add_row(Text(f"\N{BLACK STAR} {plain(one.title)}"), Text(plain(one.text)), Text(day))
    for one in coming:
        table.add_row(Text(f"\N{WHITE STAR} {one.title}", "dim"), Text(one.text, "dim"))
    show(table)
