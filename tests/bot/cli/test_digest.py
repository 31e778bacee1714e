"""`questlog digest --preview`, and the settings of the digest."""

from zoneinfo import ZoneInfo

from bot.exits import Exit
from tests.bot.cli.terminal import Terminal
from tests.tracker.store.items import everything
from tracker.clock import system_clock
from tracker.digest.planning import Round
from tracker.goals.model import Frequency
from tracker.store.keys import DueKey


async def test_without_goals_there_is_nothing_to_say(terminal: Terminal) -> None:
    times = {"frequency": "daily", "time": "08:00", "whenQuiet": False, "timezone": "UTC"}
    assert await terminal.answer("digest", "--preview") == {"messages": [], "digest": times}
    looked, nothing, hint, when = await terminal.lines("digest", "--preview")
    assert looked.startswith("Looked into the SQLite file ")
    assert nothing.startswith("Nothing to say")
    assert hint.startswith("Set a goal: questlog goal add")
    assert when == "Your digest comes every day at 08:00 (UTC)."


async def test_without_preview_it_says_how_digests_are_set(terminal: Terminal) -> None:
    code, name, message = await terminal.refusal("digest")
    assert (code, name) == (Exit.USAGE, "usage")
    assert "account set --digest" in message


async def test_it_shows_every_goal_and_sends_nothing(terminal: Terminal) -> None:
    await terminal.answer("account", "set", "--digest-when-quiet", "yes", "--timezone", "Europe/Berlin")
    terminal.game.osrs("Oak Chopper").train("Woodcutting", 1000).train("Attack", 2000)
    await terminal.set_goal("Oak Chopper", "99 wc", Frequency.DAILY)
    await terminal.set_goal("Oak Chopper", "50 attack", Frequency.DAILY)
    [message] = (await terminal.answer("digest", "--preview"))["messages"]
    assert message.keys() == {"title", "text", "channel", "facts"}
    assert "99 Woodcutting" in message["text"]
    assert "50 Attack" in message["text"]
    shown = await terminal.lines("digest", "--preview")
    assert shown[:2] == ["Your next digest, if it came now", message["title"]]
    assert shown[-1] == ("Your digest comes every day at 08:00, also when nothing has moved (Europe/Berlin).")
    assert (await terminal.answer("outbox", "list"))["messages"] == []


async def test_its_settings_are_set_and_shown(terminal: Terminal) -> None:
    options = ["--digest", "weekly", "--digest-time", "7pm", "--digest-when-quiet", "yes"]
    changed = await terminal.answer("account", "set", *options, "--urgent-passes", "yes")
    settings = changed["account"]["settings"]
    assert (settings["digest"], settings["digestTime"], settings["digestWhenQuiet"]) == (
        "weekly",
        "19:00",
        True,
    )
    assert settings["urgentPasses"] is True
    when = "on Mondays at 19:00, also when nothing has moved"
    assert ["digest", when] in [line.split(maxsplit=1) for line in await terminal.lines("account", "show")]
    assert (await terminal.lines("digest", "--preview"))[-1] == f"Your digest comes {when} (UTC)."
    await terminal.answer("account", "set", "--digest", "off")
    assert "off" in (await terminal.lines("digest", "--preview"))[-1]


async def test_a_digest_that_makes_no_sense_is_refused(terminal: Terminal) -> None:
    code, name, message = await terminal.refusal("account", "set", "--digest", "hourly")
    assert (code, name) == (Exit.PROBLEM, "invalid_setting")
    assert "daily, weekly, off" in message


async def test_the_next_round_follows_a_change_of_zone_or_time(terminal: Terminal) -> None:
    terminal.game.osrs("Oak Chopper").train("Woodcutting", 1000)
    await terminal.set_goal("Oak Chopper", "99 wc", Frequency.DAILY)
    await terminal.answer("account", "set", "--timezone", "Asia/Kathmandu", "--digest-time", "06:30")
    async with terminal.store() as (table, me):
        [item] = [one for one in (await everything(table)).values() if one["type"] == "due"]
        planned = Round.model_validate(item)
        assert planned.key == DueKey(me.id, "round", "daily")
    assert f"{planned.due_at.astimezone(ZoneInfo('Asia/Kathmandu')):%H:%M}" == "06:30"
    assert planned.due_at > system_clock()


async def test_with_the_account_go_its_characters_and_what_only_they_watched(terminal: Terminal) -> None:
    terminal.game.osrs("Oak Chopper").train("Woodcutting", 1000)
    await terminal.set_goal("Oak Chopper", "99 wc")
    await terminal.answer("account", "delete", "--yes")
    assert (await terminal.answer("poll", "--once", "--all"))["polled"] == []


async def test_a_mute_is_set_shown_and_ended(terminal: Terminal) -> None:
    changed = await terminal.answer("account", "set", "--timezone", "Europe/Berlin", "--mute", "3 days")
    assert changed["account"]["settings"]["mutedUntil"] is not None
    shown = [line.split(maxsplit=2) for line in await terminal.lines("account", "show")]
    assert ["muted", "until"] in [words[:2] for words in shown]
    ended = await terminal.answer("account", "set", "--mute", "off")
    assert ended["account"]["settings"]["mutedUntil"] is None


async def test_a_mute_that_makes_no_sense_is_refused_and_nothing_is_changed(terminal: Terminal) -> None:
    _, name, message = await terminal.refusal("account", "set", "--digest", "weekly", "--mute", "a while")
    assert (name, "such as 2h" in message) == ("invalid_setting", True)
    assert (await terminal.answer("account", "show"))["account"]["settings"]["digest"] == "daily"
