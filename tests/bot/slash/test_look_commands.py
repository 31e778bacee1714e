"""`/look` over the wire: any player's numbers with a chart, kept nowhere, and so often a minute."""

from tests.bot.slash.bot_world import BotWorld
from tests.fakes.discord.users import FakeUser
from tracker.goals.characters.service import LOOKS


async def test_any_player_is_looked_up_with_a_chart_and_nothing_is_kept(
    world: BotWorld, ada: FakeUser
) -> None:
    page = world.hiscores.osrs("_Lynx_ T", "ironman")
    page.train("Woodcutting", 13_034_431, level=99, rank=1234).score("Zulrah", 512).score("Vorkath", 7_000)
    place = world.discord.guild("clan").channel

    own = await ada.slash("look", player="_lynx_ t", mode="ironman", in_=place)
    shared = await ada.slash("look", player="_lynx_ t", mode="ironman", share=True, in_=place)

    assert own.ephemeral
    assert "### \\_lynx\\_ t" in own.text
    assert "Old School RuneScape · ironman" in own.text
    assert "Woodcutting 99" in own.text
    assert "Vorkath 7,000, Zulrah 512" in own.text
    assert "Attack" not in own.text
    [chart] = own.attachments
    assert (chart.filename, chart.content[:4]) == ("skills.png", b"\x89PNG")
    assert "Shared by Ada" in shared.text
    kept = {str(item["type"]) async for item in world.table.scan()}
    assert not {"character", "subject", "latestReading"} & kept


async def test_who_is_not_there_and_who_asks_too_often_is_told_so(
    world: BotWorld, ada: FakeUser, bob: FakeUser
) -> None:
    world.hiscores.osrs("Zezima").train("Woodcutting", 100)

    assert "do not list nobody" in (await ada.slash("look", player="Nobody")).text
    for _ in range(LOOKS.most - 1):
        await ada.slash("look", player="Zezima")

    assert "Please wait" in (await ada.slash("look", player="Zezima")).text
    assert "Woodcutting" in (await bob.slash("look", player="Zezima")).text
