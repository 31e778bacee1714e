"""Insights on Discord over the wire: for the person alone, with a picture, hidden by a menu or a button."""

from tests.bot.slash.bot_world import BotWorld
from tests.bot.slash.keepers import menus, offered
from tests.bot.slash.players import account, done, press
from tests.conversations.insights import has_gained
from tests.fakes.discord.users import FakeUser
from tests.world import MINUTES
from tracker.insights.rounds import InsightRound
from tracker.store.entity import to_item

HIDE = "Don't show again"
RISING = "Weight: rising"


async def gained(world: BotWorld, user: FakeUser) -> None:
    await user.slash("today")
    await has_gained(world.table, world.clock, await account(world, user))


async def test_they_are_for_the_person_alone_and_come_with_a_picture(world: BotWorld, ada: FakeUser) -> None:
    await gained(world, ada)

    answer = await done(await ada.slash("insights show"))

    assert RISING in answer.text
    assert answer.ephemeral
    assert len(answer.message.attachments) == 1


async def test_a_menu_hides_one_and_shows_the_others(world: BotWorld, ada: FakeUser) -> None:
    await gained(world, ada)
    shown = await done(await ada.slash("insights show"))
    [first] = offered(shown, HIDE)

    after = await done(await shown.choose(HIDE, first))

    assert RISING not in after.text
    assert HIDE not in menus(after)
    assert "1 insight hidden" in after.text


async def test_what_is_told_can_be_hidden_by_a_press(world: BotWorld, ada: FakeUser) -> None:
    await gained(world, ada)
    await done(await ada.slash("insights tell", on=True))
    work = InsightRound(user=(await account(world, ada)).id, due_at=world.clock())
    await world.table.put(to_item(work, work.key, work.place))
    await world.pass_time(5 * MINUTES)
    told = (await ada.receives())[-1]
    assert RISING in told.text

    hidden = await press(told, HIDE)

    assert "Not shown again" in hidden.text
    assert RISING not in (await done(await ada.slash("insights show"))).text
