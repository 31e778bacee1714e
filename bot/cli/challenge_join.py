"""`questlog challenge join`: be counted from this week on, as soon as it is known whose numbers are yours."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, nullcontext
from typing import TYPE_CHECKING, NamedTuple

import click

from bot.cli.challenge_view import as_data, find, typed
from bot.cli.character import without_warnings
from bot.cli.ending import json_option
from bot.cli.invocation import Invocation
from bot.cli.person import Desk, at_desk, person_option
from bot.cli.screen import answer, plain, say
from bot.exits import Exit, Refusal
from scheduler.sources.github.accounts import login_of
from tracker.accounts.identity import LOCAL_PERSON, Identity
from tracker.accounts.model import User
from tracker.challenge.errors import IsOver, NotProven
from tracker.challenge.model import Challenge, Counted, Participation, WhoMayJoin
from tracker.challenge.wording import aim_text, is_over
from tracker.goals.games.game import WEB
from tracker.rewards.wallet import wallet_of
from tracker.signing import Signer
from tracker.weeks import week_text

if TYPE_CHECKING:
    from scheduler.github_proof import GitHubProof


class Options(NamedTuple):
    """What was said besides the challenge."""

    name: str | None
    github: str | None
    check: bool
    character: str | None
    habit: str | None


class Joined(NamedTuple):
    challenge: Challenge
    who: Participation
    github: str | None


class Asked(NamedTuple):
    """The person is to show a code first."""

    challenge: Challenge
    github: str
    code: str
    advice: str


@click.command()
@click.argument("words", nargs=-1, required=True, metavar="CHALLENGE")
@click.option(
    "--as", "name", metavar="NAME", help="What others see; your nickname or GitHub name, if nothing is said."
)
@click.option("--github", metavar="NAME", help="Whose commits count: your account on GitHub.")
@click.option("--check", is_flag=True, help="The code is on GitHub now: look, and join.")
@click.option("--character", metavar="CHARACTER", help="Whose xp counts.")
@click.option("--habit", metavar="HABIT", help="Which habit counts; all of them, if none is named.")
@person_option
@json_option
@click.pass_obj
def join(
    invocation: Invocation,
    wanted: Identity,
    words: tuple[str, ...],
    *,
    name: str | None,
    github: str | None,
    check: bool,
    character: str | None,
    habit: str | None,
    as_json: bool,
) -> None:
    """Join a challenge, by its name or its id. This week counts already.

    Where commits count, the first time you get a code to show on GitHub: so everybody knows that the account
    is yours. Say the same again once it is there, or with --check.
    """
    options = Options(name, github, check, character, habit)

    async def enter(desk: Desk) -> Joined | Asked:
        user = await desk.person(wanted)
        found = await find(desk, user, " ".join(words))
        await refuse_strangers(desk, user, found)
        refuse_senseless(found, options)
        if is_over(found, desk.challenges.today(found)):
            raise IsOver(f"{found.name} is over.")  # before anybody shows a code for nothing
        return await entered(desk, user, found, options)

    outcome = at_desk(invocation, enter)
    if as_json:
        answer(joined_data(outcome) if isinstance(outcome, Joined) else asked_data(outcome))
    else:
        say(*(joined_lines(outcome) if isinstance(outcome, Joined) else asked_lines(outcome)))


async def refuse_strangers(desk: Desk, user: User, challenge: Challenge) -> None:
    """A challenge of a server is joined there, unless it is open to anybody."""
    if challenge.who is WhoMayJoin.ANYBODY or challenge.owner == user.id:
        return
    local = await desk.accounts.find(LOCAL_PERSON)
    if local is None or challenge.owner != local.id:
        raise Refusal(
            f"{plain(challenge.name)} is only for those where it was set up: join it there", code="not_open"
        )


def refuse_senseless(challenge: Challenge, options: Options) -> None:
    said = {
        Counted.COMMITS: ("--github", options.github),
        Counted.XP: ("--character", options.character),
        Counted.HABITS: ("--habit", options.habit),
    }
    for counted, (option, value) in said.items():
        if value is not None and counted is not challenge.counted:
            raise Refusal(
                f"{option} is not for {plain(challenge.name)}, which counts {challenge.counted.value}",
                code="usage",
                exit_code=Exit.USAGE,
            )
    if options.check and options.github is None:
        raise Refusal("--check goes with --github and the name there", code="usage", exit_code=Exit.USAGE)


async def entered(desk: Desk, user: User, challenge: Challenge, options: Options) -> Joined | Asked:
    if challenge.counted is Counted.COMMITS:
        proven = await proven_on_github(desk, user, challenge, options)
        if isinstance(proven, Asked):
            return proven
        user = proven
    who = await desk.challenges.join(
        user,
        challenge,
        await shown_name(desk, user, challenge, options.name),
        character=await chosen_character(desk, user, challenge, options.character),
        habit=await chosen_habit(desk, user, options.habit),
    )
    return Joined(challenge, who, proven_login(user) if challenge.counted is Counted.COMMITS else None)


async def proven_on_github(desk: Desk, user: User, challenge: Challenge, options: Options) -> User | Asked:
    """The person with an account that is theirs, or what they are to do."""
    if options.github is None:
        if user.github is not None:
            return user
        raise NotProven(
            "First show which GitHub account is yours: "
            f"questlog challenge join {typed(challenge)} --github YOUR-NAME"
        )
    login = login_of(options.github)
    if login.lower() == (proven_login(user) or "").lower():
        return user
    async with proof_of(desk) as proof:
        try:
            return await proof.confirm(user, login)
        except NotProven:
            if options.check:
                raise
            return Asked(challenge, login, proof.code(user, login), proof.advice(user, login))


@asynccontextmanager
async def proof_of(desk: Desk) -> AsyncGenerator["GitHubProof"]:
    """For one command. Imported here: aiohttp takes as long as everything else together."""
    from scheduler.github_proof import GitHubProof  # noqa: PLC0415
    from scheduler.sources.registry import open_github  # noqa: PLC0415
    from scheduler.sources.timing import Timing  # noqa: PLC0415

    with without_warnings() if desk.settings.log.level != "debug" else nullcontext():
        async with open_github(desk.settings.sources.github, Timing(desk.clock)) as github:
            yield GitHubProof(desk.accounts, github, await Signer.of(desk.table))


def proven_login(user: User) -> str | None:
    return None if user.github is None else user.github.partition(" ")[2]


async def shown_name(desk: Desk, user: User, challenge: Challenge, wanted: str | None) -> str:
    """What was said, or what others know the person by already."""
    login = proven_login(user) if challenge.counted is Counted.COMMITS else None
    wallet = await wallet_of(desk.table, user.id)
    if found := (wanted or "").strip() or user.nickname or wallet.shown_as or login:
        return found
    raise Refusal(
        "what are you called there? Others see that name: "
        f"questlog challenge join {typed(challenge)} --as NAME",
        code="name_missing",
        exit_code=Exit.USAGE,
    )


async def chosen_character(desk: Desk, user: User, challenge: Challenge, name: str | None) -> str | None:
    """Who follows one character need not name it."""
    if challenge.counted is not Counted.XP:
        return None
    if name is not None:
        found = await desk.characters.find(user.id, name)
        if found.game == WEB:
            raise Refusal(f"{plain(found.name)} is a number on the web, and has no xp", code="bad_challenge")
        return found.id
    with_xp = [one for one in await desk.characters.list(user.id) if one.game != WEB]
    if len(with_xp) == 1:
        return with_xp[0].id
    if not with_xp:
        raise Refusal("you follow nobody yet: questlog character add NAME", code="character_missing")
    names = ", ".join(plain(one.name) for one in with_xp)
    raise Refusal(
        f"whose xp counts? Say --character and one of {names}",
        code="character_missing",
        exit_code=Exit.USAGE,
    )


async def chosen_habit(desk: Desk, user: User, name: str | None) -> str | None:
    if name is None:
        return None
    found = await desk.habits.find(user.id, name)
    if found.target.at_most:
        raise Refusal(
            f"{plain(found.name)} is something to do less of: only what is done can be counted",
            code="bad_challenge",
        )
    return found.id


def joined_data(joined: Joined) -> dict[str, object]:
    """The answers of `--json`, described in docs/cli.md."""
    return {
        "challenge": as_data(joined.challenge),
        "joined": True,
        "name": joined.who.name,
        "since": week_text(joined.who.since),
        "github": joined.github,
    }


def asked_data(asked: Asked) -> dict[str, object]:
    return {
        "challenge": as_data(asked.challenge),
        "joined": False,
        "github": asked.github,
        "code": asked.code,
        "advice": asked.advice,
    }


def joined_lines(joined: Joined) -> tuple[str, ...]:
    challenge = joined.challenge
    name = plain(joined.who.name)
    commits = f" The commits of github.com/{joined.github} count." if joined.github else ""
    return (
        f"You are in {plain(challenge.name)} as {name}: {aim_text(challenge)}.{commits}",
        f"See how you stand: questlog challenge status {typed(challenge)}",
    )


def asked_lines(asked: Asked) -> tuple[str, ...]:
    return (
        f"First show that github.com/{asked.github} is yours.",
        asked.advice,
        f"Then: questlog challenge join {typed(asked.challenge)} --github {asked.github} --check",
    )
