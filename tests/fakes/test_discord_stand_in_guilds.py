"""What REST says of a guild and of one member, as the real client reads it: rights come by roles alone."""

import discord
import pytest

from tests.fakes.discord.server import FakeDiscord
from tests.fakes.discord.tiny_bot import TinyBot


async def test_what_a_member_may_do_follows_from_their_roles_and_from_who_owns_it(
    fake: FakeDiscord, bot: TinyBot
) -> None:
    ada, clan = fake.user("ada"), fake.guild("clan")
    clan.join(ada)

    async def may_manage() -> bool:
        guild = await bot.fetch_guild(clan.id)
        return (await guild.fetch_member(ada.id)).guild_permissions.manage_guild

    assert not await may_manage()
    clan.permit(ada, "manage_guild")
    assert await may_manage()
    clan.forbid(ada, "manage_guild")
    assert not await may_manage()
    clan.owner = ada
    assert await may_manage()
    raw = await bot.http.get_member(clan.id, ada.id)
    assert "permissions" not in raw  # only interactions bring them


async def test_whoever_is_not_there_is_unknown_and_without_the_bot_all_are(
    fake: FakeDiscord, bot: TinyBot
) -> None:
    ada, clan, other = fake.user("ada"), fake.guild("clan"), fake.guild("other", installed=False)
    with pytest.raises(discord.NotFound) as unknown:
        await bot.http.get_member(clan.id, ada.id)
    assert unknown.value.code == 10007
    other.join(ada)
    with pytest.raises(discord.Forbidden) as away:
        await bot.http.get_member(other.id, ada.id)
    assert away.value.code == 50001


async def test_channels_say_who_does_not_see_them(fake: FakeDiscord, bot: TinyBot) -> None:
    ada, clan = fake.user("ada"), fake.guild("clan")
    clan.join(ada)
    clan.text_channel("plans").hidden_from.add(ada)
    guild = await bot.fetch_guild(clan.id)
    member = await guild.fetch_member(ada.id)
    seen = {one.name: one.permissions_for(member).view_channel for one in await guild.fetch_channels()}
    assert seen == {"general": True, "plans": False}


async def test_threads_are_active_until_they_are_archived_and_only_where_the_bot_looks(
    fake: FakeDiscord, bot: TinyBot
) -> None:
    clan = fake.guild("clan")
    secret = clan.text_channel("secret")
    secret.forbid("view_channel")
    clan.thread("plans")
    clan.thread("staff", is_private=True)
    clan.thread("old").archived = True
    clan.thread("hidden", secret)
    guild = await bot.fetch_guild(clan.id)
    found = {one.name: one for one in await guild.active_threads()}
    assert {name: one.is_private() for name, one in found.items()} == {"plans": False, "staff": True}
    assert {one.parent_id for one in found.values()} == {clan.channel.id}
