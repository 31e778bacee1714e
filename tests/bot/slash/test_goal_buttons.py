"""The buttons under what is told on Discord: for the right person only, and also after a restart."""

from dataclasses import dataclass
from datetime import timedelta

import pytest

from scheduler.channels.channel import Message
from scheduler.channels.discord.buttons import act_button
from scheduler.channels.discord.card import card
from tests.bot.slash.bot_world import BotWorld
from tests.fakes.discord.answers import Answer
from tests.fakes.discord.messages import FakeMessage
from tests.fakes.discord.refusals import DM_CLOSED
from tests.fakes.discord.users import FakeUser
from tests.scheduler.channels.messages import part
from tests.world import HOURS
from tracker.accounts.identity import parse_identity
from tracker.accounts.model import User
from tracker.goals.model import Goal, GoalStatus
from tracker.goals.recording.messages import GoalAct
from tracker.notify import outbox
from tracker.notify.model import Notification
from tracker.sections import DIGEST

NOT_YOURS = "This is not yours."


@dataclass
class Story:
    """Somebody with a goal, and what she is told when it moves."""

    world: BotWorld
    ada: FakeUser
    user: User
    goal: Goal

    @classmethod
    async def begin(cls, world: BotWorld, ada: FakeUser, *, webhook: bool = False) -> "Story":
        user = await world.accounts.get_or_register(parse_identity(f"discord:{ada.id}"))
        channels = world.client.services.channels
        await channels.add(user.id, "discord", f"dm:{ada.id}")
        if webhook:
            await channels.add(user.id, "webhook", world.webhook.url)
        world.hiscores.osrs("Zezima").train("Woodcutting", 1_000_000)
        goal = await world.goal(user, await world.character(user), "99 wc")
        await world.pass_time(HOURS)
        return cls(world, ada, user, goal)

    async def moves(self, xp: int) -> None:
        self.world.hiscores.osrs("Zezima").train("Woodcutting", xp)
        await self.world.pass_time(HOURS)

    async def is_told(self, xp: int = 7_100_000) -> FakeMessage:
        before = len(self.ada.dms)
        await self.moves(xp)
        return (await self.ada.receives(before + 1))[-1]

    async def status(self) -> GoalStatus:
        return (await self.world.goals.find(self.user.id, self.goal.id)).status


@pytest.fixture
async def story(world: BotWorld, ada: FakeUser) -> Story:
    return await Story.begin(world, ada)


async def press(message: FakeMessage | Answer, button: str, by: FakeUser | None = None) -> Answer:
    """Until the answer is there, also where one was only promised at first."""
    answer = await message.click(button, by)
    return await answer.until(lambda it: not it.message.loading)


# What they do


async def test_a_milestone_comes_as_a_card_with_buttons(story: Story) -> None:
    told = await story.is_told()
    assert "50 % of 99 Woodcutting" in told.text
    assert told.buttons == ["Show the goal", "Pause it"]


async def test_show_shows_the_goal_to_the_person_alone_with_its_chart(story: Story) -> None:
    told = await story.is_told()
    answer = await press(told, "Show the goal")
    assert answer.ephemeral
    assert "99 Woodcutting" in answer.text
    assert "Zezima" in answer.text
    assert [file.filename for file in answer.attachments] == ["goal.png"]
    assert story.ada.dms[-1].text == told.text


async def test_pause_pauses_and_can_be_taken_back_in_place(story: Story) -> None:
    told = await story.is_told()
    paused = await press(told, "Pause it")
    assert paused.ephemeral
    assert "Paused. I keep recording it, and send no messages about it." in paused.text
    assert await story.status() is GoalStatus.PAUSED
    resumed = await press(paused, "Go on with it")
    assert resumed.changed_the_message
    assert "Resumed. I send messages about it again." in resumed.text
    assert resumed.buttons == ["Pause it"]
    assert await story.status() is GoalStatus.ACTIVE


async def test_a_goal_that_is_paused_already_says_so_and_stays_so(story: Story) -> None:
    told = await story.is_told()
    await press(told, "Pause it")
    again = await press(told, "Pause it")
    assert again.ephemeral
    assert "paused already" in again.text
    assert await story.status() is GoalStatus.PAUSED


async def test_a_goal_that_is_reached_is_shown_without_more_to_do(story: Story) -> None:
    told = await story.is_told(13_100_000)
    assert told.buttons == ["Show the goal"]
    answer = await press(told, "Show the goal")
    assert answer.buttons == []


async def test_a_goal_that_is_gone_says_so(story: Story) -> None:
    told = await story.is_told()
    await story.world.goals.remove(story.user, story.goal)
    for button in ("Show the goal", "Pause it"):
        answer = await press(told, button)
        assert answer.ephemeral
        assert "This goal no longer exists." in answer.text


# After a restart


async def test_they_work_after_a_restart_for_what_was_sent_before_it(story: Story) -> None:
    told = await story.is_told()
    await story.world.restart()
    assert "99 Woodcutting" in (await press(told, "Show the goal")).text
    paused = await press(told, "Pause it")
    assert await story.status() is GoalStatus.PAUSED
    await story.world.restart()
    assert (await press(paused, "Go on with it")).changed_the_message
    assert await story.status() is GoalStatus.ACTIVE


# For the right person only


async def shared(story: Story) -> FakeMessage:
    """Ada's buttons where everybody can press them."""
    place = story.world.discord.guild("clan").channel
    facts = {"goal": story.goal.id}
    told = Message("m", (part(kind="goal-state", group=story.goal.character, facts=facts, text="x" * 5000),))
    await story.world.client.get_partial_messageable(place.id).send(view=card(told, owner=story.ada.id))
    [message] = place.messages
    return message


@pytest.mark.parametrize("button", ["Show the goal", "Pause it", "Read all of it"])
async def test_others_learn_nothing_and_change_nothing(story: Story, bob: FakeUser, button: str) -> None:
    message = await shared(story)
    refused = await press(message, button, by=bob)
    assert refused.ephemeral
    assert refused.text.startswith(NOT_YOURS)
    assert await story.status() is GoalStatus.ACTIVE
    assert await story.world.account_of(bob) is None
    await story.world.goals.remove(story.user, story.goal)
    assert (await press(message, button, by=bob)).text == refused.text


async def test_whoever_owns_them_uses_them_anywhere_and_only_they_see_it(story: Story) -> None:
    message = await shared(story)
    answer = await press(message, "Show the goal", by=story.ada)
    assert answer.ephemeral
    assert "Zezima" in answer.text


async def test_a_goal_of_another_is_not_found_by_its_name(story: Story, bob: FakeUser) -> None:
    """Bob's own button, with the names of Ada's goal in it."""
    user = await story.world.accounts.get_or_register(parse_identity(f"discord:{bob.id}"))
    assert user.id != story.user.id
    facts = {"goal": story.goal.id}
    told = Message("m", (part(kind="goal-state", group=story.goal.character, facts=facts),))
    await story.world.client.get_partial_messageable(bob.dm.id).send(view=card(told, owner=bob.id))
    assert "no longer exists" in (await press(bob.dms[0], "Show the goal")).text
    assert "no longer exists" in (await press(bob.dms[0], "Pause it")).text
    assert await story.status() is GoalStatus.ACTIVE


@pytest.mark.parametrize("act", list(GoalAct))
def test_a_button_says_what_it_does(act: GoalAct) -> None:
    assert act_button(act, "goal", 1, ("zezima", "h2k7wd")).label


# What is too long


def long_note(story: Story, entity: str, paragraphs: int) -> Notification:
    now = story.world.clock()
    return Notification(
        person=story.user.id,
        kind=DIGEST,
        entity=entity,
        period="once",
        title=f"Your goals, {entity} @everyone",
        text="\n\n".join(
            f"{number}. **Goal** {entity}-{number} of [x](https://x.example)" for number in range(paragraphs)
        ),
        created_at=now,
        not_before=now,
        expires_at=now + timedelta(days=1),
    )


async def tell(story: Story, *notes: Notification) -> FakeMessage:
    for note in notes:
        await outbox.enqueue(story.world.table, note)
    await story.world.context.dispatcher.run(hurry=True)
    return (await story.ada.receives())[-1]


async def test_all_of_a_long_message_is_one_press_away_page_by_page_also_after_a_restart(
    story: Story,
) -> None:
    told = await tell(story, long_note(story, "a", 150), long_note(story, "b", 3))
    assert told.buttons == ["Read all of it"]
    await story.world.restart()
    page = await press(told, "Read all of it")
    assert page.ephemeral
    read = page.text
    while "Next" in page.buttons:
        page = await press(page, "Next")
        assert page.changed_the_message
        read += page.text
    numbers = [f"a-{number}" for number in range(150)] + [f"b-{number}" for number in range(3)]
    assert [name for name in numbers if f" {name} " not in read] == []
    assert "https://" not in read
    assert "@everyone" not in read
    assert "**Goal**" not in read
    assert story.world.discord.refusals == []


async def test_a_message_that_is_not_kept_any_more_says_so(story: Story) -> None:
    told = await tell(story, long_note(story, "a", 150))
    story.world.clock.advance(91 * 24 * HOURS)
    answer = await press(told, "Read all of it")
    assert answer.ephemeral
    assert "no longer kept" in answer.text


# Closed, and open again


async def test_who_closes_their_messages_is_told_elsewhere_and_written_to_again_after_a_press(
    world: BotWorld, ada: FakeUser
) -> None:
    story = await Story.begin(world, ada, webhook=True)
    told = await story.is_told()
    ada.close_dms()
    await story.moves(10_100_000)
    assert len(ada.dms) == 1
    [milestone, notice] = world.told()
    assert milestone["kind"] == "goal-milestone"
    assert notice["kind"] == "channel-off"
    assert str(DM_CLOSED.code) in notice["text"]
    ada.open_dms()
    await press(told, "Show the goal")
    assert "99 Woodcutting reached!" in (await story.is_told(13_100_000)).text
    assert len(world.told()) == 2
