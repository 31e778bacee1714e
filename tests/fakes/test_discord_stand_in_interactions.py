"""Interactions are answered once and in time; then come edits, more messages, buttons, menus and modals."""

import asyncio
import io
from typing import Any

import aiohttp
import discord
import pytest
from discord import ui

from tests.fakes.clock import HandClock
from tests.fakes.discord.component_types import BUTTON, walk
from tests.fakes.discord.impossible import Impossible
from tests.fakes.discord.interactions import PING, ask
from tests.fakes.discord.server import FakeDiscord
from tests.fakes.discord.tiny_bot import TinyBot, connected
from tests.fakes.discord.tiny_commands import PNG


async def refused(fake: FakeDiscord) -> int:
    """The code of the only refusal, when it has come."""
    await fake.until(lambda: bool(fake.refusals))
    [only] = fake.refusals
    assert only.refusal is not None
    return only.refusal.code


# Answers.


async def test_an_answer_is_what_the_person_sees(fake: FakeDiscord, bot: TinyBot) -> None:
    ada, clan = fake.user("ada"), fake.guild("clan")
    private = await ada.slash("ping", in_=clan.channel)
    shared = await ada.slash("ping", in_=clan.channel, share=True)
    assert (private.text, private.ephemeral) == ("pong ada", True)
    assert (shared.text, shared.ephemeral) == ("pong ada", False)
    assert clan.channel.messages == [shared.message]
    assert ada.dms == []
    assert bot.failures == []


async def test_an_embed_and_its_picture_can_be_read(fake: FakeDiscord, bot: TinyBot) -> None:
    async def show(interaction: discord.Interaction) -> None:
        embed = discord.Embed(title="99 Woodcutting", description="almost").set_footer(text="3 days")
        embed.add_field(name="left", value="1,000").set_image(url="attachment://chart.png")
        await interaction.response.send_message(embed=embed, file=discord.File(_picture(), "chart.png"))

    bot.does["ping"] = show
    answer = await fake.user("ada").slash("ping")
    assert answer.text == "99 Woodcutting\nalmost\nleft\n1,000\n3 days"
    [embed], [file] = answer.embeds, answer.attachments
    assert embed["image"]["url"] == file.url
    assert (file.filename, file.content, file.size) == ("chart.png", PNG, (3, 2))


async def test_a_deferred_answer_is_waited_for(fake: FakeDiscord, bot: TinyBot) -> None:
    answer = await fake.user("ada").slash("think")
    assert (answer.text, answer.deferred, answer.ephemeral) == ("thought", True, True)
    await answer.until(lambda it: bool(it.followups))
    assert [(one.text, one.ephemeral) for one in answer.followups] == [("and more", True)]
    assert bot.failures == []


async def test_the_first_message_after_a_deferral_takes_its_place(fake: FakeDiscord, bot: TinyBot) -> None:
    async def think(interaction: discord.Interaction) -> None:
        await interaction.response.defer(ephemeral=True)
        await interaction.followup.send("here it is", ephemeral=False)

    bot.does["ping"] = think
    answer = await fake.user("ada").slash("ping")
    assert (answer.text, answer.ephemeral, answer.followups) == ("here it is", True, [])


async def test_an_answer_can_be_read_edited_and_deleted(fake: FakeDiscord, bot: TinyBot) -> None:
    async def change(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("one")
        original = await interaction.original_response()
        more = await interaction.followup.send("more", wait=True)
        await original.edit(content=f"{original.content}, two")
        await more.edit(content="more still")
        await more.delete()
        await interaction.followup.send("last")

    bot.does["ping"] = change
    answer = await fake.user("ada").slash("ping")
    await answer.until(lambda it: len(it.followups) == 2)
    assert answer.text == "one, two"
    assert [(one.text, one.deleted) for one in answer.followups] == [("more still", True), ("last", False)]


async def test_a_deleted_answer_is_unknown(fake: FakeDiscord, bot: TinyBot) -> None:
    async def vanish(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("gone soon")
        await interaction.delete_original_response()
        await interaction.edit_original_response(content="too late")

    bot.does["ping"] = vanish
    answer = await fake.user("ada").slash("ping")
    assert await refused(fake) == 10008
    assert answer.message.deleted


async def test_a_ping_is_answered(fake: FakeDiscord, bot: TinyBot) -> None:
    ada = fake.user("ada")
    interaction = await ask(fake, PING, ada, ada.dm, {}, owners={}, title="ping")
    assert interaction.response == 1
    assert bot.failures == []


# Once, and in time.


async def test_an_interaction_is_answered_only_once(fake: FakeDiscord, bot: TinyBot) -> None:
    async def stutter(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("one")
        interaction.response._response_type = None
        await interaction.response.send_message("two")

    bot.does["ping"] = stutter
    answer = await fake.user("ada").slash("ping")
    assert await refused(fake) == 40060
    assert answer.text == "one"


async def test_the_first_answer_has_three_seconds(fake: FakeDiscord, bot: TinyBot, clock: HandClock) -> None:
    seconds = iter([2.9, 3.1])

    async def dawdle(interaction: discord.Interaction) -> None:
        clock.advance(next(seconds))
        await interaction.response.send_message("at last")

    bot.does["ping"] = dawdle
    assert (await fake.user("ada").slash("ping")).text == "at last"
    assert (await fake.refusal_of(fake.user("ada").slash("ping"))).code == 10062


@pytest.mark.parametrize(("minutes", "code"), [(14, None), (16, 50027)])
async def test_the_token_is_worth_a_quarter_of_an_hour(
    fake: FakeDiscord, bot: TinyBot, clock: HandClock, minutes: int, code: int | None
) -> None:
    async def come_back(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("one")
        clock.advance(60 * minutes)
        await interaction.edit_original_response(content="two")

    bot.does["ping"] = come_back
    answer = await fake.user("ada").slash("ping")
    await fake.until(lambda: answer.text == "two" or bool(fake.refusals))
    assert [asked.refusal.code for asked in fake.refusals if asked.refusal] == ([code] if code else [])


async def test_a_message_before_the_answer_is_refused(fake: FakeDiscord, bot: TinyBot) -> None:
    async def hurry(interaction: discord.Interaction) -> None:
        await interaction.followup.send("too early")

    bot.does["ping"] = hurry
    assert (await fake.refusal_of(fake.user("ada").slash("ping"))).code == 10015


def callback(interaction: discord.Interaction) -> discord.http.Route:
    return discord.http.Route(
        "POST",
        "/interactions/{webhook_id}/{webhook_token}/callback",
        webhook_id=interaction.id,
        webhook_token=interaction.token,
    )


async def test_a_callback_that_wants_no_response_gets_none(fake: FakeDiscord, bot: TinyBot) -> None:
    async def answer(interaction: discord.Interaction) -> None:
        await bot.http.request(callback(interaction), json={"type": 4, "data": {"content": "plain"}})

    bot.does["ping"] = answer
    assert (await fake.user("ada").slash("ping")).text == "plain"
    assert [asked.status for asked in fake.asked("/callback")] == [204]


async def test_an_answer_of_the_wrong_kind_is_refused(fake: FakeDiscord, bot: TinyBot) -> None:
    async def update_nothing(interaction: discord.Interaction) -> None:
        await bot.http.request(callback(interaction), json={"type": 7, "data": {"content": "changed"}})

    bot.does["ping"] = update_nothing
    assert (await fake.refusal_of(fake.user("ada").slash("ping"))).code == 50035


async def test_who_installed_the_bot_alone_gets_five_further_messages(
    fake: FakeDiscord, bot: TinyBot
) -> None:
    async def talk(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("0")
        for number in range(1, 7):
            await interaction.followup.send(str(number))

    bot.does["ping"] = talk
    elsewhere = fake.guild("elsewhere", installed=False)
    answer = await fake.user("ada").slash("ping", in_=elsewhere.channel)
    assert await refused(fake) == 40094
    assert len(answer.followups) == 5


# Buttons and menus.


async def test_a_button_changes_its_message(fake: FakeDiscord, bot: TinyBot) -> None:
    panel = await fake.user("ada").slash("panel")
    assert panel.buttons == ["Rename", "Later", "Done"]
    done = await panel.click("Done")
    assert done.changed_the_message
    assert (panel.text, panel.buttons) == ("ada did 7", [])
    assert bot.failures == []


async def test_a_button_works_in_a_process_that_never_sent_the_message(fake: FakeDiscord) -> None:
    ada = fake.user("ada")
    async with connected(fake):
        panel = await ada.slash("panel")
    async with connected(fake):
        assert (await panel.click("Done")).text == "ada did 7"


async def test_a_button_can_be_acknowledged_first(fake: FakeDiscord, bot: TinyBot) -> None:
    panel = await fake.user("ada").slash("panel")
    later = await panel.click("Later")
    assert later.deferred
    await later.until(lambda it: it.text == "later it is")
    assert panel.text == "later it is"
    assert bot.failures == []


async def test_others_can_press_what_they_can_see(fake: FakeDiscord, bot: TinyBot) -> None:
    ada, bob, clan = fake.user("ada"), fake.user("bob"), fake.guild("clan")
    shared = await ada.slash("panel", in_=clan.channel)
    assert (await shared.click("Done", by=bob)).text == "bob did 7"
    private = await ada.slash("card", in_=clan.channel)
    with pytest.raises(Impossible, match="only for ada"):
        await private.click("Done", by=bob)
    in_dm = await ada.slash("panel")
    with pytest.raises(Impossible, match="bob cannot see this channel"):
        await in_dm.click("Done", by=bob)
    assert bot.failures == []


async def test_a_menu_brings_what_was_chosen(fake: FakeDiscord, bot: TinyBot) -> None:
    ada, bob, clan = fake.user("ada"), fake.user("bob"), fake.guild("clan")
    panel = await ada.slash("panel", in_=clan.channel)
    assert (await panel.choose("zone", "Europe/Berlin")).text == "you live in Europe/Berlin"
    assert (await panel.choose("Your zone", "Paris")).text == "you live in Europe/Paris"
    assert (await panel.choose("A friend", bob)).text == "hello bob"
    assert bot.failures == []


async def test_only_what_is_there_can_be_pressed_and_chosen(fake: FakeDiscord, bot: TinyBot) -> None:
    async def show(interaction: discord.Interaction) -> None:
        view = ui.View()
        view.add_item(ui.Button(label="Dead", custom_id="dead", disabled=True))
        view.add_item(ui.Button(label="Docs", url="https://example.com"))
        await interaction.response.send_message("look", view=view)

    ada = fake.user("ada")
    panel = await ada.slash("panel")
    bot.does["ping"] = show
    dead = await ada.slash("ping")
    with pytest.raises(Impossible, match="0 of 'Explode'"):
        await panel.click("Explode")
    with pytest.raises(Impossible, match="'Mars' is not among"):
        await panel.choose("zone", "Mars")
    with pytest.raises(Impossible, match="1 to 1 values, not 2"):
        await panel.choose("zone", "Paris", "Berlin")
    with pytest.raises(Impossible, match="disabled"):
        await dead.click("Dead")
    with pytest.raises(Impossible, match="a link"):
        await dead.click("Docs")
    dead.message.deleted = True
    with pytest.raises(Impossible, match="gone"):
        await dead.click("Dead")


# Modals.


async def test_a_modal_is_filled_in_and_submitted(fake: FakeDiscord, bot: TinyBot) -> None:
    panel = await fake.user("ada").slash("panel")
    modal = (await panel.click("Rename")).modal
    assert (modal.title, modal.fields) == ("Rename", ["New name", "Zone"])
    answer = await modal.submit(new_name="Woodcutting", zone="Europe/Paris")
    assert (answer.text, answer.ephemeral) == ("Woodcutting in ['Europe/Paris']", True)
    as_it_was = await (await panel.click("Rename")).modal.submit()
    assert as_it_was.text == "nameless in []"
    assert bot.failures == []


async def test_a_modal_is_submitted_only_as_it_can_be_filled_in(fake: FakeDiscord, bot: TinyBot) -> None:
    modal = (await (await fake.user("ada").slash("panel")).click("Rename")).modal
    with pytest.raises(Impossible, match="0 to 20"):
        await modal.submit(new_name="x" * 21)
    with pytest.raises(Impossible, match="0 to 20"):
        await modal.submit(new_name="")
    with pytest.raises(Impossible, match="not among"):
        await modal.submit(zone="Mars")
    with pytest.raises(Impossible, match="no field"):
        await modal.submit(colour="red")
    assert bot.failures == []


async def test_a_modal_has_fields_of_every_kind(fake: FakeDiscord, bot: TinyBot) -> None:
    class Everything(ui.Modal, title="Everything"):
        intro = ui.TextDisplay("Fill this in")
        who = ui.Label(text="Who", component=ui.UserSelect())
        days = ui.Label(text="Days", component=ui.CheckboxGroup(options=[_box("Mon"), _box("Tue")]))
        size = ui.Label(text="Size", component=ui.RadioGroup(options=[_radio("S"), _radio("L")]))
        sure = ui.Label(text="Sure", component=ui.Checkbox())

        async def on_submit(self, interaction: discord.Interaction) -> None:
            parts: list[Any] = [
                self.who.component,
                self.days.component,
                self.size.component,
                self.sure.component,
            ]
            who, days, size, sure = parts
            await interaction.response.send_message(
                f"{who.values[0].name} {days.values} {size.value} {sure.value}"
            )

    async def open_it(interaction: discord.Interaction) -> None:
        await interaction.response.send_modal(Everything())

    bot.does["ping"] = open_it
    ada, clan = fake.user("ada"), fake.guild("clan")
    modal = (await ada.slash("ping", in_=clan.channel)).modal
    answer = await modal.submit(who=ada, days=["Mon", "Tue"], size="L", sure=True)
    assert answer.text == "ada ['Mon', 'Tue'] L True"


# Components V2.


async def test_a_card_shows_its_file_and_keeps_its_button(fake: FakeDiscord, bot: TinyBot) -> None:
    card = await fake.user("ada").slash("card")
    assert (card.text, card.ephemeral, card.message.in_v2) == ("### 99 Woodcutting", True, True)
    [chart] = card.attachments
    [gallery] = [part for part in walk(card.components) if "items" in part]
    assert gallery["items"][0]["media"]["url"] == chart.url
    assert all(part["id"] for part in walk(card.components))
    async with aiohttp.ClientSession() as session, session.get(chart.url) as response:
        assert (await response.read(), response.content_type) == (PNG, "image/png")
    assert [part["label"] for part in walk(card.components) if part["type"] == BUTTON] == ["Done"]
    assert bot.failures == []


async def test_a_file_that_a_card_shows_is_not_listed_again(fake: FakeDiscord, bot: TinyBot) -> None:
    card = await fake.user("ada").slash("card")
    assert card.message.payload["attachments"] == []
    assert bot.failures == []


async def test_a_card_stays_a_card(fake: FakeDiscord, bot: TinyBot) -> None:
    card = await fake.user("ada").slash("card")
    refusal = await fake.refusal_of(card.click("Done"))
    assert "MESSAGE_CANNOT_USE_LEGACY_FIELDS" in str(refusal.errors)
    assert bot.failures == []


# Many.


async def test_five_hundred_at_once_are_all_answered(fake: FakeDiscord, bot: TinyBot) -> None:
    people = [fake.user(f"person{number}") for number in range(500)]
    answers = await asyncio.gather(*(person.slash("ping") for person in people))
    assert [answer.text for answer in answers] == [f"pong {person}" for person in people]
    assert bot.failures == []


async def test_what_was_can_be_forgotten(fake: FakeDiscord, bot: TinyBot) -> None:
    ada = fake.user("ada")
    await ada.slash("ping", share=True)
    fake.forget()
    assert (fake.requests, ada.dm.messages) == ([], [])
    assert (await ada.slash("ping")).text == "pong ada"
    assert bot.failures == []


def _picture() -> io.BytesIO:
    return io.BytesIO(PNG)


def _box(label: str) -> discord.CheckboxGroupOption:
    return discord.CheckboxGroupOption(label=label)


def _radio(label: str) -> discord.RadioGroupOption:
    return discord.RadioGroupOption(label=label)
