"""`/offer` over the wire: made by who manages the server, won by members, told in its channel."""

import pytest

from tests.bot.slash.bot_world import BotWorld
from tests.bot.slash.clans import Clan
from tests.bot.slash.players import account, press
from tests.fakes.discord.users import FakeUser
from tests.world import HOURS
from tracker.rewards.model import Wallet
from tracker.store.entity import to_item
from tracker.store.keys import WalletKey


@pytest.fixture
async def clan(world: BotWorld) -> Clan:
    clan = Clan.of(world)
    await clan.set_up()
    return clan


async def give_coins(world: BotWorld, user: FakeUser, coins: int) -> None:
    person = await account(world, user)
    await world.table.put(to_item(Wallet(coins=coins, points=coins), WalletKey(person.id)))


async def test_only_who_manages_the_server_makes_awards_and_closes(clan: Clan, ada: FakeUser) -> None:
    clan.guild.join(ada)
    for command, options in (
        ("offer create", {"title": "Coffee", "coins": 5}),
        ("offer award", {"offer": "coffee", "who": "ada"}),
        ("offer close", {"offer": "coffee"}),
    ):
        answer = await ada.slash(command, in_=clan.guild.channel, **options)
        assert "Only people with the permission Manage Server" in answer.text


async def test_the_first_there_is_told_in_the_channel_and_gets_it_handed_over(
    world: BotWorld, clan: Clan, ada: FakeUser
) -> None:
    hall = clan.guild.channel
    await clan.member(ada, "Zezima", "99 wc", xp=13_000_000)
    made = await clan.leader.slash("offer create", in_=hall, title="10M", goal="99 wc", tags="skilling")
    assert "The first member to reach 99 Woodcutting in Old School RuneScape, from now on." in made.text
    listed = await ada.slash("offer list", in_=hall)
    assert "By claiming, you agree that everybody on the server sees it" in listed.text
    entered = await press(listed, "Claim 10M", by=ada)
    assert "You are in the race: 10M" in entered.text

    await clan.train("Zezima", 13_100_000)

    assert any("New: 10M" in text for text in clan.texts)
    assert any("reached 99 Woodcutting." in text for text in clan.texts)
    shown = await ada.slash("offer show", in_=hall, offer="10m")
    assert "yours" in shown.text
    assert "all taken" in shown.text
    done = await clan.leader.slash("offer award", in_=hall, offer="10m", who="ada")
    assert "is told that 10M was handed over" in done.text
    await world.pass_time(HOURS)
    assert any("Handed over: 10M" in one.text for one in ada.dms)


async def test_a_withdrawn_offer_gives_coins_back(world: BotWorld, clan: Clan, ada: FakeUser) -> None:
    hall = clan.guild.channel
    clan.guild.join(ada)
    await ada.slash("wallet", in_=hall)
    await give_coins(world, ada, 700)
    await clan.leader.slash("offer create", in_=hall, title="Coffee", coins=500)
    assert (
        "Coffee is yours. You have 200 coins left."
        in (await ada.slash("offer claim", in_=hall, offer="coffee")).text
    )

    closed = await clan.leader.slash("offer close", in_=hall, offer="coffee", withdraw=True)
    await world.pass_time(HOURS)

    assert "Coins go back" in closed.text
    assert "700 coins" in (await ada.slash("wallet", in_=hall)).text


async def test_what_makes_no_sense_is_refused(clan: Clan) -> None:
    hall = clan.guild.channel
    for options, said in (
        ({"title": "Nothing"}, "Say exactly one condition"),
        ({"title": "Rank", "goal": "rank 100 slayer"}, "A race can be for a level, xp or kills"),
        ({"title": "Both", "goal": "99 wc", "coins": 5}, "Say exactly one condition"),
        ({"title": "Raffle", "challenge": "nothing"}, "There is no challenge"),
        ({"title": "Late", "coins": 5, "ends": "in 3 years"}, "within a year"),
        ({"title": "Tags", "coins": 5, "tags": "a b c d e f"}, "up to 5 tags"),
    ):
        assert said in (await clan.leader.slash("offer create", in_=hall, **options)).text
