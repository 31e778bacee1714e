"""Numbers on the web as goals, over the wire: from `/character add-number` to everything that follows."""

import io
from collections.abc import AsyncIterator

import pytest

from bot import logs
from tests.bot.cli.shell import logging_as_before
from tests.bot.slash.bot_world import BotWorld
from tests.bot.slash.card_text import words
from tests.bot.slash.players import EVIL, account, aim, break_store, done, follow, goals_of, press
from tests.fakes.clock import HandClock
from tests.fakes.discord.answers import Answer
from tests.fakes.discord.users import FakeUser
from tests.fakes.faulty_table import FaultyTable
from tests.fakes.json_site import JsonSite
from tests.fakes.web_faults import Fault, html_with_200, page, rate_limited, server_error, slow_headers
from tests.world import HOURS
from tracker.goals.characters.service import LOOKS
from tracker.settings import Settings
from tracker.store.sqlite import SqliteTable

DAY = 24 * HOURS
SECRET = "hunter2-token"  # noqa: S105 - it opens nothing
AT_HOME = {"allow_private": True, "requests_per_second": 1000}


@pytest.fixture
async def site() -> AsyncIterator[JsonSite]:
    async with JsonSite.running() as running:
        yield running


@pytest.fixture
async def world(sqlite_table: SqliteTable, clock: HandClock) -> AsyncIterator[BotWorld]:
    """Its operator allows addresses of this machine. Its table fails when it is told to."""
    async with BotWorld.on_discord(FaultyTable(sqlite_table), clock, http_json=AT_HOME) as world:
        yield world


def counting(site: JsonSite, count: object, path: str = "/n.json") -> str:
    """Where a number is served, behind a secret."""
    return f"{site.serve(path, {'data': [{'count': count}]})}?key={SECRET}"


async def add(user: FakeUser, url: str, name: str = "Commits", **options: object) -> Answer:
    given = {"path": "data[0].count", "unit": "commits", **options}
    return await done(await user.slash("character add-number", name=name, url=url, **given))


async def names(world: BotWorld, user: FakeUser) -> list[str]:
    return [one.name for one in await world.characters.list((await account(world, user)).id)]


# Adding


async def test_a_number_is_followed_and_its_present_value_said(
    world: BotWorld, ada: FakeUser, site: JsonSite
) -> None:
    answer = await add(ada, counting(site, 1_234))

    assert answer.ephemeral
    assert "You follow Commits now" in answer.text
    assert "It is **1,234 commits** now." in words(answer.text)
    assert "/goal add" in answer.text
    assert "--header" in answer.text
    assert await names(world, ada) == ["Commits"]


async def test_without_a_path_the_document_is_the_number(ada: FakeUser, site: JsonSite) -> None:
    answer = await done(
        await ada.slash("character add-number", name="Steps", url=site.serve("/steps", "12,345"))
    )

    assert "It is **12,345** now." in words(answer.text)


async def test_a_number_that_is_null_is_followed_and_has_a_goal_once_it_has_a_value(
    world: BotWorld, ada: FakeUser, site: JsonSite
) -> None:
    added = await add(ada, counting(site, None))
    refused = await ada.slash("goal add", goal="100")
    counting(site, 42)
    await world.pass_time(HOURS)

    assert "It has no value yet." in added.text
    assert "Commits has no value yet" in refused.text
    assert "Goal set." in (await ada.slash("goal add", goal="100")).text


@pytest.mark.parametrize(
    ("url", "said"),
    [
        (f"ftp://example.org/{SECRET}", "start with http"),
        (SECRET, "start with http"),
        (f"http://ada:{SECRET}@example.org/", "must not hold a name or password"),
        (f"http://[{SECRET}/", "That is no address"),
    ],
)
async def test_a_bad_address_is_refused_and_not_repeated(
    world: BotWorld, ada: FakeUser, url: str, said: str
) -> None:
    answer = await add(ada, url)

    assert answer.ephemeral
    assert said in words(answer.text)
    assert SECRET not in answer.text
    assert await names(world, ada) == []


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("data[0].stars", "has no stars on the way to data[0].stars"),
        ("data[7].count", "has no 7 on the way"),
        ("data", "At data, the answer of 127.0.0.1 has something that is no number"),
        ("data[", "is no path: write names with dots between them"),
        (EVIL, "is no path"),
    ],
)
async def test_a_path_that_leads_to_no_number_says_why(
    world: BotWorld, ada: FakeUser, site: JsonSite, path: str, said: str
) -> None:
    answer = await add(ada, counting(site, 42), path=path)

    assert answer.ephemeral
    assert said in words(answer.text)
    assert "@everyone" not in answer.text
    assert "Error" not in answer.text  # it is theirs to put right
    assert SECRET not in answer.text
    assert await names(world, ada) == []


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (html_with_200(), "is no JSON that Questlog can read. Nothing was added."),
        (page("", 404), "answered that there is nothing. Nothing was added."),
        (page("", 401), "If it wants a token, questlog character add-number at the terminal sends one"),
        (server_error(), "status 503). Nothing was added. Please try again later."),
        (rate_limited(), "asked for fewer requests. Nothing was added. Please try again later."),
        (slow_headers(60), "did not answer within 20 seconds. Nothing was added. Please try again later."),
    ],
    ids=["a web page", "nothing", "a refusal", "down", "busy", "slow"],
)
async def test_a_server_that_has_no_number_says_what_it_was_and_what_to_do(
    world: BotWorld, ada: FakeUser, site: JsonSite, fault: Fault, said: str
) -> None:

    answer = await add(ada, f"{site.answer('/n.json', fault)}?key={SECRET}")

    assert answer.ephemeral
    assert said in words(answer.text)
    assert SECRET not in answer.text
    assert await names(world, ada) == []


async def test_what_was_put_right_can_be_added_at_once(ada: FakeUser, site: JsonSite) -> None:
    url = f"{site.answer('/n.json', page('', 403))}?key={SECRET}"
    assert "refused to answer" in (await add(ada, url)).text

    counting(site, 42)

    assert "You follow Commits now" in (await add(ada, url)).text


async def test_a_private_network_is_not_looked_into_unless_the_operator_allows_it(
    sqlite_table: SqliteTable, clock: HandClock, site: JsonSite
) -> None:
    async with BotWorld.on_discord(sqlite_table, clock) as world:
        ada = world.discord.user("ada")
        answer = await add(ada, counting(site, 42))

        assert "leads into a private network, where Questlog may not look" in answer.text
        assert "allow_private" in words(answer.text)
        assert SECRET not in answer.text
        assert site.asked == []
        assert await names(world, ada) == []


async def test_a_slow_server_is_waited_for_in_private(world: BotWorld, ada: FakeUser, site: JsonSite) -> None:
    world.client.defer_seconds = 0.01
    place = world.discord.guild("clan").channel
    url = f"{site.answer('/n.json', slow_headers(0.1))}?key={SECRET}"

    answer = await ada.slash("character add-number", name="Count", url=url, path="count", in_=place)

    assert answer.deferred
    assert answer.ephemeral
    assert "You follow Count now" in (await done(answer)).text


async def test_two_numbers_need_two_names_and_one_number_one(
    world: BotWorld, ada: FakeUser, site: JsonSite
) -> None:
    await add(ada, counting(site, 42))
    same_name = await add(ada, counting(site, 43, "/other.json"), name="COMMITS")
    same_number = await add(ada, counting(site, 42), name="Pushes")

    assert "You follow Commits already. Give this number another name." in same_name.text
    assert "Commits is among your characters already." in same_number.text
    assert await names(world, ada) == ["Commits"]


@pytest.mark.parametrize("name", [" ", "a\x1bb", "\u202eabc"])
async def test_a_name_can_be_seen(world: BotWorld, ada: FakeUser, site: JsonSite, name: str) -> None:
    answer = await add(ada, counting(site, 42), name=name)

    assert "A name has 1 to 40 letters" in answer.text
    assert site.asked == []
    assert await names(world, ada) == []


async def test_what_people_call_a_number_is_harmless(ada: FakeUser, site: JsonSite) -> None:
    name, unit = "**@everyone** `x`", "[x](https://evil.example)"
    await add(ada, counting(site, 42), name=name, unit=unit)
    await ada.slash("goal add", goal="100")

    for command in ("character list", "goal list", "today", "gains", "stats", "digest now"):
        answer = await done(await ada.slash(command))
        assert "@everyone" not in answer.text
        assert "https://evil" not in answer.text


async def test_too_many_looks_in_a_minute_have_to_wait_whatever_is_looked_at(
    world: BotWorld, ada: FakeUser, bob: FakeUser, site: JsonSite
) -> None:
    await follow(world, ada)
    texts = [(await add(ada, counting(site, "no"))).text for _ in range(LOOKS.most)]

    assert "Please wait" in texts[-1]
    assert not any("Please wait" in text for text in texts[:-1])
    assert "You follow Commits now" in (await add(bob, counting(site, 42))).text


async def test_a_store_that_is_down_is_told(world: BotWorld, ada: FakeUser, site: JsonSite) -> None:
    await ada.slash("settings show")
    break_store(world)

    answer = await add(ada, counting(site, 42))

    assert "cannot reach its records" in answer.text
    assert SECRET not in answer.text


# Secrets


async def test_an_address_is_neither_shown_nor_suggested_nor_logged(
    world: BotWorld, ada: FakeUser, site: JsonSite
) -> None:
    out, settings = io.StringIO(), Settings.model_validate({"log": {"level": "debug", "format": "json"}})
    with logging_as_before():
        logs.configure(settings, stream=out)
        seen = [await add(ada, counting(site, 42)), await add(ada, counting(site, "no"), name="Other")]
        seen.append(await add(ada, f"{site.answer('/e', server_error())}?key={SECRET}", name="Other"))
        await aim(world, ada, "100 by 1 march")
        site.answer("/n.json", server_error())
        await world.pass_time(DAY, step=HOURS)
        site.answer("/n.json", page("", 404))
        await world.pass_time(DAY, step=HOURS)
        for command in ("character list", "goal list", "today", "gains", "stats", "digest now", "help"):
            seen += [await done(await ada.slash(command))]
        seen.append(await done(await ada.slash("goal show", goal="commits")))
        seen.append(await ada.slash("character remove", character="Commits"))
        choices = [
            choice
            for command, option in (("goal show", "goal"), ("goal add", "character"), ("gains", "character"))
            for choice in await ada.autocomplete(command, **{option: ""})
        ]

    told = [message.text for message in ada.dm.messages]
    assert len(told) >= 2  # of the outages, and of the goal
    assert len(choices) == 3
    for text in (*(repr(answer.message) for answer in seen), *told, *map(str, choices), out.getvalue()):
        assert SECRET not in text
        assert "/n.json" not in text
    assert "character add-number" in out.getvalue()  # that there was trouble is known


# What follows


async def counted(world: BotWorld, site: JsonSite, ada: FakeUser, *goals: str) -> None:
    """Commits from 42 on, on Friday 1 January 2100, and two more each day until Wednesday."""
    await add(ada, counting(site, 42))
    await aim(world, ada, *goals)
    for day in range(1, 6):
        counting(site, 42 + 2 * day)
        await world.pass_time(DAY, step=6 * HOURS)


@pytest.mark.parametrize(
    ("typed", "understood"),
    [
        ("100", "Commits 100: 58 commits to go"),
        (
            "100 commits by 1 march",
            "Commits 100 by Monday 1 March 2100: 58 commits to go · 0.97 commits a day",
        ),
        ("commits 30", "Commits 30: 12 commits to go"),
        ("+8", "Commits 50: 8 commits to go"),
    ],
)
async def test_a_goal_is_understood_while_it_is_typed(
    ada: FakeUser, site: JsonSite, typed: str, understood: str
) -> None:
    await add(ada, counting(site, 42))

    [choice] = await ada.autocomplete("goal add", goal=typed)

    assert (choice.name, choice.value) == (understood, typed)


async def test_what_is_no_goal_on_a_number_is_said_while_it_is_typed(ada: FakeUser, site: JsonSite) -> None:
    await add(ada, counting(site, 42))

    [wrong] = await ada.autocomplete("goal add", goal="99 wc")
    examples = await ada.autocomplete("goal add", goal="")

    assert "I do not understand 'wc'. Goals look like `1000`" in wrong.name
    assert "1000 by end of year" in [one.value for one in examples]
    for one in examples:
        assert "❓" not in (await ada.autocomplete("goal add", goal=one.value))[0].name


async def test_goals_on_a_number_stand_in_every_list(world: BotWorld, ada: FakeUser, site: JsonSite) -> None:
    await counted(world, site, ada, "100 commits by 1 march then 200", "30")

    listed, today = await ada.slash("goal list"), await ada.slash("today")
    digest, stats = await done(await ada.slash("digest now")), await ada.slash("stats")

    assert "### Commits\n**Commits 100**" in listed.text
    assert "to go 48 commits" in listed.text
    assert "**Commits 100**\n" in today.text
    assert "Commits 100: 17.2 %" in digest.text
    assert "52 commits" in digest.text
    assert "**Commits** +4 commits" in stats.text


async def test_a_goal_on_a_number_is_shown_with_its_chart(
    world: BotWorld, ada: FakeUser, site: JsonSite
) -> None:
    await counted(world, site, ada, "100 commits by 1 march then 200")

    shown = await done(await ada.slash("goal show", goal="commits"))

    assert "### Commits 100\n-# Commits · a number on the web" in shown.text
    assert "**To go** 48 commits" in shown.text
    assert "**Then** Commits 200" in shown.text
    [chart] = shown.attachments
    assert str(chart.description).startswith("Commits 100: 17.2 %")


async def test_gains_of_a_number_also_between_two_days(
    world: BotWorld, ada: FakeUser, site: JsonSite
) -> None:
    await counted(world, site, ada, "100")

    ever = await done(await ada.slash("gains"))
    between = await done(await ada.slash("gains", **{"from": "monday", "to": "yesterday"}))

    assert "+4 commits this week · +10 commits this month · +10 commits in all" in ever.text
    assert "-# Monday 4 January 2100 to Tuesday 5 January 2100" in between.text
    assert between.text.endswith("+4 commits")
    assert len(between.attachments) == 1


async def test_pages_of_a_number_with_the_longest_name_turn_after_a_restart(
    world: BotWorld, ada: FakeUser, site: JsonSite
) -> None:
    name = "n" * 40
    await add(ada, counting(site, 42), name=name)
    await aim(world, ada, *(str(100 + goal) for goal in range(10)))
    first = await done(await ada.slash("gains", character=name, **{"from": "7 days ago"}))
    await world.restart()

    second = await press(first, "Next")

    assert "Friday 25 December 2099 to Friday 1 January 2100 · page 2 of 2" in second.text


async def test_a_renamed_number_keeps_its_goals_under_the_new_name(
    world: BotWorld, ada: FakeUser, site: JsonSite
) -> None:
    await counted(world, site, ada, "100")

    renamed = await ada.slash("character rename", character="commits", name="Pushes")
    listed = await ada.slash("goal list")

    assert "Commits is Pushes now" in renamed.text
    assert "### Pushes\n**Pushes 100 commits**" in listed.text
    assert "Commits" not in listed.text
    [choice] = await ada.autocomplete("goal edit", goal="pushes")
    [becomes] = await ada.autocomplete("goal edit", goal=choice.value, new="120 pushes")
    assert becomes.name == "Becomes Pushes 120 commits"


async def test_a_removed_number_is_not_looked_at_any_more(
    world: BotWorld, ada: FakeUser, site: JsonSite
) -> None:
    await counted(world, site, ada, "100")
    question = await ada.slash("character remove", character="Commits")

    gone = await press(question, "Yes, remove it")
    await world.pass_time(HOURS)  # a look may have been under way
    asked = len(site.asked)
    await world.pass_time(DAY, step=HOURS)

    assert "Commits is removed, with 1 goal." in gone.text
    assert await goals_of(world, ada) == []
    assert len(site.asked) == asked


async def test_what_is_anothers_is_not_seen_even_where_the_number_is_the_same(
    world: BotWorld, ada: FakeUser, bob: FakeUser, site: JsonSite
) -> None:
    await counted(world, site, ada, "100")
    [goal] = await goals_of(world, ada)

    nothing = [
        await done(await bob.slash("goal show", goal=goal.id)),
        await bob.slash("character remove", character="Commits"),
        await bob.slash("character rename", character="Commits", name="Mine"),
    ]
    own = await add(bob, counting(site, 52), name="Stars", unit="stars")
    listed = await bob.slash("character list")

    assert all("You have no" in answer.text for answer in nothing)
    assert "It is **52 stars** now." in words(own.text)
    assert "Commits" not in listed.text
    assert await names(world, ada) == ["Commits"]
