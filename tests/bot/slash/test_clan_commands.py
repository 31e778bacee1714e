"""`/clan` over the wire: what members gained, of those who agreed to it by name, and of nobody else."""

import pytest

from tests.bot.slash.bot_world import BotWorld
from tests.bot.slash.clans import Clan
from tests.bot.slash.players import done, press
from tests.fakes.discord.answers import Answer
from tests.fakes.discord.users import FakeUser
from tests.world import HOURS
from tracker.servers.model import News


@pytest.fixture
async def clan(world: BotWorld, ada: FakeUser, bob: FakeUser) -> Clan:
    """Ada and Bob agreed to what they gain; Cyd agreed to goals that are reached alone."""
    clan = Clan.of(world)
    await clan.set_up()
    world.hiscores.osrs("Zezima").train("Overall", 1_001_000, level=100).train("Fishing", 1000)
    await clan.member(ada, "Zezima", agreed=[News.GAINS])
    await clan.member(bob, "Lynx Titan", agreed=[News.GAINS, News.REACHED])
    await clan.member(world.discord.user("cyd"), "Hidden One", agreed=[News.REACHED])
    for name, xp in (("Zezima", 1_040_000), ("Lynx Titan", 1_070_000), ("Hidden One", 9_999_999)):
        player = world.hiscores.osrs(name)
        player.train("Woodcutting", xp)
    world.hiscores.osrs("Zezima").train("Overall", 1_041_500, level=101).train("Fishing", 1500)
    await world.pass_time(HOURS)
    return clan


async def asked(clan: Clan, by: FakeUser, command: str, **options: object) -> Answer:
    return await done(await by.slash(f"clan {command}", in_=clan.guild.channel, **options))


async def test_who_gained_most_of_a_skill_of_those_who_agreed_to_it(clan: Clan, ada: FakeUser) -> None:
    found = await asked(clan, ada, "gains", skill="wc")

    lines = found.text.splitlines()
    assert "The Clan: most in Woodcutting this week" in lines[0]
    assert "Lynx Titan · +70,000 xp" in found.text
    assert "Zezima · +40,000 xp" in found.text
    assert found.text.index("Lynx Titan") < found.text.index("Zezima")
    assert "Hidden" not in found.text
    assert "2 members agreed" in found.text
    assert found.ephemeral
    assert "Zezima" not in (await asked(clan, ada, "gains", skill="zulrah")).text


async def test_without_a_skill_it_is_all_of_them_and_the_best_of_each(clan: Clan, ada: FakeUser) -> None:
    every = await asked(clan, ada, "gains", period="today")
    assert "most in all skills today" in every.text
    assert "Zezima · +40,500 xp" in every.text

    best = await asked(clan, ada, "top")
    assert "Woodcutting" in best.text
    assert "Fishing** · Zezima · +500 xp" in best.text
    first = await asked(clan, ada, "top", skill="woodcutting", share=True)
    assert not first.ephemeral
    assert "Lynx Titan" in first.text


async def test_who_takes_it_back_is_gone_at_once(clan: Clan, ada: FakeUser, bob: FakeUser) -> None:
    await bob.slash("announce off", in_=clan.guild.channel, what=News.GAINS.value)
    found = await asked(clan, ada, "gains", skill="woodcutting")
    assert "Lynx Titan" not in found.text
    assert "1 member agreed" in found.text


async def test_what_is_no_skill_is_refused_in_words(clan: Clan, ada: FakeUser) -> None:
    assert "did you mean woodcutting?" in (await asked(clan, ada, "gains", skill="wodcuting")).text


async def test_a_long_list_has_pages_also_after_a_restart(clan: Clan, ada: FakeUser) -> None:
    for number in range(10):
        member = clan.world.discord.user(f"m{number}")
        await clan.member(member, f"Member {number}", agreed=[News.GAINS])
        clan.world.hiscores.osrs(f"Member {number}").train("Woodcutting", 1_000_100 + number)
    await clan.world.pass_time(HOURS)
    found = await asked(clan, ada, "gains", skill="woodcutting")
    assert "Member 0" not in found.text
    await clan.world.restart()
    assert "Member 0" in (await press(found, "Next")).text
