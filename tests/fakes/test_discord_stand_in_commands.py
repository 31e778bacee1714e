"""Commands are synced, refused when they are wrong, and used only as they were synced."""

import asyncio
from typing import Any

import discord
import pytest

from tests.fakes.discord.files import Upload
from tests.fakes.discord.impossible import Impossible
from tests.fakes.discord.server import FakeDiscord
from tests.fakes.discord.tiny_bot import TinyBot


def command(**changes: Any) -> dict[str, Any]:  # noqa: ANN401 - JSON
    return {"name": "goal", "description": "Goals", **changes}


def option(name: str = "text", **changes: Any) -> dict[str, Any]:  # noqa: ANN401 - JSON
    return {"name": name, "description": "An option", "type": 3, **changes}


async def synced(bot: TinyBot, *commands: dict[str, Any]) -> list[Any]:
    return await bot.http.bulk_upsert_global_commands(bot.application_id, list(commands))


# Syncing.


async def test_commands_are_kept_as_they_were_synced(fake: FakeDiscord, bot: TinyBot) -> None:
    assert fake.commands.names == {
        "ping",
        "panel",
        "card",
        "think",
        "everything",
        "goal add",
        "server announce",
    }
    goal = fake.commands["goal add"]
    assert [option["name"] for option in goal["options"]] == ["goal", "day_start"]
    assert fake.commands["ping"]["contexts"] == [0, 1, 2]
    assert fake.commands["ping"]["integration_types"] == [0, 1]
    assert {command.name for command in await bot.tree.fetch_commands()} == {
        one["name"] for one in fake.commands
    }


async def test_a_command_keeps_its_id_when_the_list_is_put_again(fake: FakeDiscord, bot: TinyBot) -> None:
    before = fake.commands["ping"]
    await bot.tree.sync()
    assert fake.commands["ping"]["id"] == before["id"]
    assert fake.commands["ping"]["version"] != before["version"]
    assert fake.commands.syncs == 2


async def test_commands_of_a_guild_are_there_only_and_come_first(fake: FakeDiscord, bot: TinyBot) -> None:
    clan, ada = fake.guild("clan"), fake.user("ada")
    bot.tree.copy_global_to(guild=discord.Object(clan.id))
    bot.tree.clear_commands(guild=None)
    await bot.tree.sync(guild=discord.Object(clan.id))
    await bot.tree.sync()
    assert list(fake.commands) == []
    assert (await ada.slash("ping", in_=clan.channel)).text == "pong ada"
    assert bot.seen[-1].data["guild_id"] == str(clan.id)
    with pytest.raises(Impossible, match="no command /ping"):
        await ada.slash("ping")


async def test_commands_for_a_guild_without_the_bot_are_refused(fake: FakeDiscord, bot: TinyBot) -> None:
    with pytest.raises(discord.Forbidden) as refused:
        await bot.tree.sync(guild=discord.Object(fake.guild("clan", installed=False).id))
    assert refused.value.code == 50001


DEEP = option("a", type=2, options=[option("b", type=2, options=[option("c", type=1)])])


@pytest.mark.parametrize(
    ("wrong", "place"),
    [
        (command(name="Goal"), "0.name"),
        (command(name="my goal"), "0.name"),
        (command(name="x" * 33), "0.name"),
        (command(name=""), "0.name"),
        (command(description=""), "0.description"),
        (command(description="x" * 101), "0.description"),
        ({"name": "goal"}, "0.description"),
        (command(name_localizations={"de": "Ziel"}), "0.name_localizations.de"),
        (command(name_localizations={"klingon": "ziel"}), "0.name_localizations"),
        (command(options=[option(f"o{n}") for n in range(26)]), "0.options"),
        (command(options=[option(), option()]), "0.options"),
        (command(options=[option(), option("later", required=True)]), "0.options"),
        (command(options=[option("Big")]), "0.options.0.name"),
        (command(options=[option(description="")]), "0.options.0.description"),
        (command(options=[option(type=12)]), "0.options.0.type"),
        (command(options=[option(type=1), option("plain")]), "0.options"),
        (command(description_localizations={"klingon": "x"}), "0.description_localizations"),
        (command(description_localizations={"de": ""}), "0.description_localizations.de"),
        (command(type=3, name="x" * 33, description=""), "0.name"),
        (command(options=[option("a", type=2, options=[option()])]), "0.options.0.options.0.type"),
        (
            command(options=[option("a", type=2, options=[option("b", type=1, options=[option("C")])])]),
            "0.options.0.options.0.options.0.name",
        ),
        (command(options=[option(min_length=-1)]), "0.options.0.min_length"),
        (
            command(options=[option(type=4, choices=[{"name": "a", "value": 1.5}])]),
            "0.options.0.choices.0.value",
        ),
        (
            command(options=[option(type=10, choices=[{"name": "a", "value": 2**54}])]),
            "0.options.0.choices.0.value",
        ),
        (command(options=[DEEP]), "0.options.0.options.0.type"),
        (command(options=[option(type=1, options=[option(type=1)])]), "0.options.0.options.0.type"),
        (
            command(options=[option(choices=[{"name": "x" * 101, "value": "1"}])]),
            "0.options.0.choices.0.name",
        ),
        (command(options=[option(choices=[{"name": "a", "value": 1}])]), "0.options.0.choices.0.value"),
        (
            command(options=[option(choices=[{"name": f"{n}", "value": f"{n}"} for n in range(26)])]),
            "0.options.0.choices",
        ),
        (
            command(options=[option(autocomplete=True, choices=[{"name": "a", "value": "a"}])]),
            "0.options.0.autocomplete",
        ),
        (command(options=[option(type=5, autocomplete=True)]), "0.options.0"),
        (command(options=[option(min_value=1)]), "0.options.0"),
        (command(options=[option(max_length=6001)]), "0.options.0.max_length"),
        (
            command(options=[option(type=1, options=[option(f"o{n}") for n in range(26)])]),
            "0.options.0.options",
        ),
        (command(contexts=[3]), "0.contexts.0"),
        (command(integration_types=[2]), "0.integration_types.0"),
        (command(integration_types=[]), "0.integration_types"),
        (command(default_member_permissions="all"), "0.default_member_permissions"),
        (command(type=9), "0.type"),
        (command(type=2, description="A menu"), "0.description"),
    ],
)
async def test_a_wrong_command_is_refused_at_its_place(
    bot: TinyBot, wrong: dict[str, Any], place: str
) -> None:
    with pytest.raises(discord.HTTPException) as refused:
        await synced(bot, wrong)
    assert refused.value.code == 50035
    assert f"In {place}:" in refused.value.text


async def test_names_may_be_in_any_script(bot: TinyBot) -> None:
    names = ["ziel", "größe", "цель", "目標", "เป้าหมาย", "लक्ष्य", "day-start", "it's_2"]
    assert len(await synced(bot, *(command(name=name) for name in names))) == len(names)


async def test_two_commands_of_one_name_are_refused(bot: TinyBot) -> None:
    with pytest.raises(discord.HTTPException, match="must be unique"):
        await synced(bot, command(), command())


async def test_a_hundred_commands_are_enough(bot: TinyBot) -> None:
    hundred = [command(name=f"goal{number}") for number in range(100)]
    assert len(await synced(bot, *hundred)) == 100
    with pytest.raises(discord.HTTPException) as refused:
        await synced(bot, *hundred, command())
    assert refused.value.code == 30032


async def test_a_command_has_at_most_8000_characters(bot: TinyBot) -> None:
    def of_size(size: int) -> dict[str, Any]:
        options = [
            option(f"{number:02}", description="d" * 98, choices=[{"name": "n" * 50, "value": "v" * 50}] * 2)
            for number in range(25)
        ]
        whole = command(name="g" * 5, description="d" * 10, options=options)
        whole["description"] = "d" * (10 + size - 7515)
        return whole

    await synced(bot, of_size(7600))
    wide = of_size(7600)
    wide["options"][0]["description_localizations"] = {"de": "d" * 100}
    await synced(bot, wide)
    wide["options"] = [
        {**one, "choices": [*one["choices"], {"name": "c" * 30, "value": "c"}]} for one in wide["options"]
    ]
    with pytest.raises(discord.HTTPException, match=r"maximum size \(8000\)"):
        await synced(bot, wide)


# Using them.


async def test_options_arrive_nested_and_typed(fake: FakeDiscord, bot: TinyBot) -> None:
    answer = await fake.user("ada").slash("goal add", goal="99 wc", day_start=4)
    assert answer.text == "added 99 wc from 4"
    data = bot.seen[-1].data
    assert data["options"] == [
        {
            "name": "add",
            "type": 1,
            "options": [
                {"name": "goal", "type": 3, "value": "99 wc"},
                {"name": "day_start", "type": 4, "value": 4},
            ],
        }
    ]


async def test_people_channels_roles_files_and_choices_are_resolved(fake: FakeDiscord, bot: TinyBot) -> None:
    clan, ada, bob = fake.guild("clan"), fake.user("ada"), fake.user("bob")
    answer = await ada.slash(
        "everything",
        who=bob,
        where=clan.channel,
        what=clan.role("Raiders"),
        file=Upload("note.txt", b"hello"),
        size="Big",
        share_of=0.25,
        in_=clan.channel,
    )
    assert answer.text == "bob general Raiders hello 2 0.25"
    assert bot.failures == []


@pytest.mark.parametrize(
    ("name", "options", "why"),
    [
        ("gaol add", {}, "no command /gaol"),
        ("goal remove", {}, "not a command"),
        ("goal", {}, "subcommands"),
        ("goal add", {}, "cannot be sent without 'goal'"),
        ("goal add", {"goal": "x", "name": "y"}, "has no option 'name'"),
        ("goal add", {"goal": 99}, "does not take 99"),
        ("goal add", {"goal": "x", "day_start": 24}, "from 0 to 23"),
        ("goal add", {"goal": "x", "day_start": True}, "does not take True"),
        ("ping", {"share": "yes"}, "does not take 'yes'"),
        ("everything", {"who": "bob"}, "does not take 'bob'"),
    ],
)
async def test_what_was_not_synced_cannot_be_sent(
    fake: FakeDiscord, bot: TinyBot, name: str, options: dict[str, object], why: str
) -> None:
    with pytest.raises(Impossible, match=why):
        await fake.user("ada").slash(name, **options)
    assert bot.seen == []


async def test_only_the_choices_can_be_chosen(fake: FakeDiscord, bot: TinyBot) -> None:
    ada = fake.user("ada")
    with pytest.raises(Impossible, match="not among the choices"):
        await ada.slash("everything", who=ada, size="Huge")
    assert bot.seen == []


async def test_a_bot_whose_code_has_changed_meets_its_old_commands(fake: FakeDiscord, bot: TinyBot) -> None:
    await synced(bot, command(options=[option("add", type=1, options=[option("name")])]))
    asked = asyncio.create_task(fake.user("ada").slash("goal add", name="99 wc"))
    await bot.news.until(lambda: bool(bot.failures), fake.patience)
    asked.cancel()
    assert [type(failure) for failure in bot.failures] == [discord.app_commands.CommandSignatureMismatch]


async def test_a_command_for_managers_is_hidden_from_others_unless_it_is_opened(
    fake: FakeDiscord, bot: TinyBot
) -> None:
    clan, ada = fake.guild("clan"), fake.user("ada")
    with pytest.raises(Impossible, match="hidden from ada"):
        await ada.slash("server announce", in_=clan.channel)
    clan.open_command("server")
    assert (await ada.slash("server announce", in_=clan.channel)).text == "manager: False"
    clan.permit(ada, "manage_guild")
    assert (await ada.slash("server announce", in_=clan.channel)).text == "manager: True"
    clan.forbid(ada, "manage_guild")
    assert (await ada.slash("server announce", in_=clan.channel)).text == "manager: False"
    assert bot.failures == []


async def test_a_command_for_guilds_is_not_offered_in_private(fake: FakeDiscord, bot: TinyBot) -> None:
    with pytest.raises(Impossible, match="not offered to ada here"):
        await fake.user("ada").slash("server announce")
    assert bot.seen == []


async def test_where_and_by_whom_the_bot_was_installed_is_told(fake: FakeDiscord, bot: TinyBot) -> None:
    clan, elsewhere = fake.guild("clan"), fake.guild("elsewhere", installed=False)
    ada, guest = fake.user("ada", locale="de"), fake.user("guest", installed=False)
    places = [
        (guest, clan.channel, {0: clan.id}, discord.app_commands.AppCommandContext(guild=True)),
        (ada, clan.channel, {0: clan.id, 1: ada.id}, discord.app_commands.AppCommandContext(guild=True)),
        (ada, elsewhere.channel, {1: ada.id}, discord.app_commands.AppCommandContext(guild=True)),
        (ada, ada.dm, {0: 0, 1: ada.id}, discord.app_commands.AppCommandContext(dm_channel=True)),
        (
            ada,
            fake.private_channel(ada, guest),
            {1: ada.id},
            discord.app_commands.AppCommandContext(private_channel=True),
        ),
    ]
    for person, channel, owners, context in places:
        await person.slash("ping", in_=channel)
        seen = bot.seen[-1]
        assert (seen._integration_owners, seen.context.to_array()) == (owners, context.to_array())
        assert (seen.user.id, seen.locale.value, seen.channel_id) == (person.id, person.locale, channel.id)
        assert seen.filesize_limit == 10 * 1024 * 1024
    with pytest.raises(Impossible, match="not offered to guest here"):
        await guest.slash("ping", in_=elsewhere.channel)


# Autocomplete.


async def test_autocomplete_brings_the_suggestions(fake: FakeDiscord, bot: TinyBot) -> None:
    [choice] = await fake.user("ada").autocomplete("goal add", goal="99")
    assert (choice.name, choice.value) == ("99 Woodcutting", "99 wc")
    assert bot.seen[-1].data["options"][0]["options"] == [
        {"name": "goal", "type": 3, "value": "99", "focused": True}
    ]


async def test_autocomplete_sends_what_else_is_filled_in(fake: FakeDiscord, bot: TinyBot) -> None:
    await fake.user("ada").autocomplete("goal add", goal="99", day_start=3, focus="goal")
    assert bot.seen[-1].namespace.day_start == 3


async def test_an_option_without_autocomplete_has_none(fake: FakeDiscord, bot: TinyBot) -> None:
    with pytest.raises(Impossible, match="no autocomplete"):
        await fake.user("ada").autocomplete("goal add", goal="99", day_start=3)
    assert bot.seen == []


@pytest.mark.parametrize(
    ("choices", "place"),
    [
        ([discord.app_commands.Choice(name="n", value="v")] * 26, "data.choices"),
        ([discord.app_commands.Choice(name="x" * 101, value="v")], "data.choices.0.name"),
        ([discord.app_commands.Choice(name="n", value="x" * 101)], "data.choices.0.value"),
        ([discord.app_commands.Choice(name="", value="v")], "data.choices.0.name"),
        ([discord.app_commands.Choice(name="n", value=3)], "data.choices.0.value"),
    ],
)
async def test_wrong_suggestions_are_refused(
    fake: FakeDiscord, bot: TinyBot, choices: list[Any], place: str
) -> None:
    async def suggest(_interaction: discord.Interaction) -> list[Any]:
        return choices

    bot.does["suggest"] = suggest
    refusal = await fake.refusal_of(fake.user("ada").autocomplete("goal add", goal="99"))
    assert refusal.code == 50035
    found = refusal.errors
    for step in place.split("."):
        found = found[step]
    assert found["_errors"]
