"""Components are refused wherever Discord refuses them, in rows, in layouts and in modals."""

from typing import Any

import discord
import pytest

from tests.fakes.discord.check_modals import check_modal
from tests.fakes.discord.forms import Form, Json
from tests.fakes.discord.refusals import Refused
from tests.fakes.discord.server import FakeDiscord
from tests.fakes.discord.tiny_bot import TinyBot

V2 = 1 << 15
TEXT = {"type": 10, "content": "text"}


def button(custom_id: str | None = "b", **changes: object) -> Json:
    return {"type": 2, "style": 1, "label": "Press", "custom_id": custom_id, **changes}


def menu(**changes: object) -> Json:
    return {"type": 3, "custom_id": "m", "options": [{"label": "a", "value": "a"}], **changes}


def people(**changes: object) -> Json:
    return {"type": 5, "custom_id": "p", **changes}


def row(*parts: Json) -> Json:
    return {"type": 1, "components": list(parts)}


def options(count: int) -> list[Json]:
    return [{"label": str(number), "value": str(number)} for number in range(count)]


def buttons(count: int) -> list[Json]:
    return [button(str(number)) for number in range(count)]


async def code_and_text(fake: FakeDiscord, bot: TinyBot, body: Json) -> tuple[int, str]:
    channel = fake.guild("clan").channel
    route = discord.http.Route("POST", "/channels/{channel_id}/messages", channel_id=channel.id)
    with pytest.raises(discord.HTTPException) as refused:
        await bot.http.request(route, json=body)
    assert channel.messages == []
    return refused.value.code, refused.value.text


async def accepted(fake: FakeDiscord, bot: TinyBot, body: Json) -> bool:
    channel = fake.guild("clan").channel
    route = discord.http.Route("POST", "/channels/{channel_id}/messages", channel_id=channel.id)
    await bot.http.request(route, json=body)
    return len(channel.messages) == 1


@pytest.mark.parametrize(
    ("components", "place"),
    [
        ([row(button(str(number))) for number in range(6)], "components"),
        ([row(*buttons(6))], "components.0.components"),
        ([row()], "components.0.components"),
        ([row(menu(), button())], "components.0.components"),
        ([button()], "components.0.type"),
        ([TEXT], "components.0.type"),
        ([row({"type": 4, "custom_id": "t", "style": 1, "label": "l"})], "components.0.components.0.type"),
        ([row(button(None))], "components.0.components.0.custom_id"),
        ([row(button("x" * 101))], "components.0.components.0.custom_id"),
        ([row(button("")), row(menu())], "components.0.components.0.custom_id"),
        ([row(button("same"), button("same"))], "components.0.components.1.custom_id"),
        ([row(button("m")), row(menu())], "components.1.components.0.custom_id"),
        ([row(button(label="x" * 81))], "components.0.components.0.label"),
        ([row(button(label=None))], "components.0.components.0.label"),
        ([row(button(style=7))], "components.0.components.0.style"),
        ([row(button(url="https://example.com"))], "components.0.components.0"),
        ([row(button(None, style=5))], "components.0.components.0.url"),
        ([row(button(style=5, url="https://example.com"))], "components.0.components.0"),
        ([row(button(None, style=5, url="ftp://example.com"))], "components.0.components.0.url"),
        ([row(button(None, style=5, url=f"https://{'x' * 512}"))], "components.0.components.0.url"),
        ([row(menu(options=[]))], "components.0.components.0.options"),
        ([row(menu(options=options(26)))], "components.0.components.0.options"),
        (
            [row(menu(options=[{"label": "x" * 101, "value": "a"}]))],
            "components.0.components.0.options.0.label",
        ),
        (
            [row(menu(options=[{"label": "a", "value": "x" * 101}]))],
            "components.0.components.0.options.0.value",
        ),
        (
            [row(menu(options=[{"label": "a", "value": "a", "description": "x" * 101}]))],
            "components.0.components.0.options.0.description",
        ),
        ([row(menu(options=options(1) * 2))], "components.0.components.0.options"),
        ([row(menu(placeholder="x" * 151))], "components.0.components.0.placeholder"),
        ([row(menu(max_values=2))], "components.0.components.0.max_values"),
        ([row(menu(options=options(3), min_values=3, max_values=2))], "components.0.components.0.min_values"),
        ([row(people(max_values=26))], "components.0.components.0.max_values"),
        ([row(people(min_values=-1))], "components.0.components.0.min_values"),
        (
            [row(menu(options=[{**one, "default": True} for one in options(2)]))],
            "components.0.components.0.options",
        ),
        ([row({"type": 2, "style": 6})], "components.0.components.0.sku_id"),
        ([row(button(None, style=6, sku_id="1", url="https://example.com"))], "components.0.components.0"),
    ],
)
async def test_wrong_rows_are_refused_at_their_place(
    fake: FakeDiscord, bot: TinyBot, components: list[Json], place: str
) -> None:
    code, text = await code_and_text(fake, bot, {"content": "x", "components": components})
    assert code == 50035
    assert f"In {place}:" in text


def gallery(*urls: str, **changes: object) -> Json:
    return {"type": 12, "items": [{"media": {"url": url}, **changes} for url in urls]}


def section(*texts: Json, accessory: Json | None) -> Json:
    return {"type": 9, "components": list(texts), "accessory": accessory}


PICTURE = "https://example.com/a.png"


@pytest.mark.parametrize(
    ("components", "place"),
    [
        ([TEXT] * 41, "components"),
        ([{"type": 17, "components": [TEXT] * 40}], "components"),
        ([section(TEXT, accessory=button(str(number))) for number in range(14)], "components"),
        ([{"type": 10, "content": "x" * 2001}] * 2, "components"),
        ([], "components"),
        ([{"type": 10, "content": ""}], "components.0.content"),
        ([{"type": 17, "components": []}], "components.0.components"),
        (
            [{"type": 17, "components": [{"type": 17, "components": [TEXT]}]}],
            "components.0.components.0.type",
        ),
        ([{"type": 17, "accent_color": -1, "components": [TEXT]}], "components.0.accent_color"),
        ([button()], "components.0.type"),
        ([section(TEXT, accessory=None)], "components.0.accessory.type"),
        (
            [section(TEXT, accessory={"type": 11, "media": {"url": "ftp://example.com"}})],
            "components.0.accessory.media.url",
        ),
        (
            [section(TEXT, accessory={"type": 11, "media": {"url": PICTURE}, "description": "x" * 1025})],
            "components.0.accessory.description",
        ),
        ([section(*[TEXT] * 4, accessory=button())], "components.0.components"),
        ([section(button("x"), accessory=button())], "components.0.components.0.type"),
        ([gallery(*[PICTURE] * 11)], "components.0.items"),
        ([gallery()], "components.0.items"),
        ([gallery("attachment://none.png")], "components.0.items.0.media"),
        ([gallery("file:///etc/passwd")], "components.0.items.0.media.url"),
        ([gallery(PICTURE, description="x" * 1025)], "components.0.items.0.description"),
        ([{"type": 13, "file": {"url": PICTURE}}], "components.0.file.url"),
        ([{"type": 14, "spacing": 3}], "components.0.spacing"),
        ([{**TEXT, "id": 5}, {**TEXT, "id": 5}], "components.1.id"),
        ([section(TEXT, accessory=button("a")), row(button("a"))], "components.1.components.0.custom_id"),
    ],
)
async def test_wrong_layouts_are_refused_at_their_place(
    fake: FakeDiscord, bot: TinyBot, components: list[Json], place: str
) -> None:
    code, text = await code_and_text(fake, bot, {"flags": V2, "components": components})
    assert code == 50035
    assert f"In {place}:" in text


@pytest.mark.parametrize("legacy", [{"content": "x"}, {"embeds": [{"title": "t"}]}])
async def test_a_layout_goes_with_neither_text_nor_embeds(
    fake: FakeDiscord, bot: TinyBot, legacy: Json
) -> None:
    code, text = await code_and_text(fake, bot, {"flags": V2, "components": [TEXT], **legacy})
    assert code == 50035
    assert "cannot be used when using MessageFlags.IS_COMPONENTS_V2" in text


async def test_the_largest_messages_there_may_be_are_accepted(fake: FakeDiscord, bot: TinyBot) -> None:
    rows = [row(*(button(f"{line}.{place}") for place in range(5))) for line in range(5)]
    assert await accepted(fake, bot, {"content": "x", "components": rows})
    assert await accepted(fake, bot, {"flags": V2, "components": [{**TEXT, "content": "x" * 100}] * 40})
    everything = [
        {
            "type": 17,
            "components": [
                section(TEXT, TEXT, TEXT, accessory={"type": 11, "media": {"url": PICTURE}}),
                gallery(*[PICTURE] * 10),
                {"type": 14},
                row(menu(options=options(25), max_values=25)),
                row(*buttons(5)),
            ],
        }
    ]
    assert await accepted(fake, bot, {"flags": V2, "components": everything})


def field(**changes: object) -> Json:
    return {"type": 4, "custom_id": "f", "style": 1, **changes}


def label(component: object, **changes: object) -> Json:
    return {"type": 18, "label": "Name", "component": component, **changes}


def modal(*parts: Any, **changes: object) -> Json:  # noqa: ANN401 - JSON
    return {"title": "Rename", "custom_id": "rename", "components": list(parts), **changes}


def group(kind: int, count: int) -> Json:
    return {"type": kind, "custom_id": "g", "options": options(count)}


@pytest.mark.parametrize(
    ("wrong", "place"),
    [
        (modal(label(field()), title="x" * 46), ["title"]),
        (modal(label(field()), title=""), ["title"]),
        (modal(label(field()), custom_id="x" * 101), ["custom_id"]),
        (modal(), ["components"]),
        (modal(*(label(field(custom_id=str(number))) for number in range(6))), ["components"]),
        (modal(field()), ["components", "0", "type"]),
        (modal(row(button())), ["components", "0", "components", "0", "type"]),
        (modal(row(field())), ["components", "0", "components", "0", "label"]),
        (modal(label(None)), ["components", "0", "component"]),
        (modal(label(button())), ["components", "0", "component", "type"]),
        (modal(label(field(), label="x" * 46)), ["components", "0", "label"]),
        (modal(label(field(), description="x" * 101)), ["components", "0", "description"]),
        (modal(label(field()), label(field())), ["components", "1", "component", "custom_id"]),
        (modal(label(field(style=3))), ["components", "0", "component", "style"]),
        (modal(label(field(max_length=4001))), ["components", "0", "component", "max_length"]),
        (modal(label(field(min_length=5, max_length=4))), ["components", "0", "component", "min_length"]),
        (modal(label(field(value="x" * 4001))), ["components", "0", "component", "value"]),
        (modal(label(field(placeholder="x" * 101))), ["components", "0", "component", "placeholder"]),
        (modal(label(menu(options=[]))), ["components", "0", "component", "options"]),
        (modal(label(menu(disabled=True))), ["components", "0", "component", "disabled"]),
        (modal(label(field()), {"type": 10, "content": ""}), ["components", "1", "content"]),
        (modal(label(field(min_length=-1))), ["components", "0", "component", "min_length"]),
        (
            modal(label({"type": 19, "custom_id": "u", "min_values": -1})),
            ["components", "0", "component", "min_values"],
        ),
        (modal(label({**group(22, 3), "min_values": -1})), ["components", "0", "component", "min_values"]),
        (modal(label({**group(22, 3), "max_values": 11})), ["components", "0", "component", "max_values"]),
        (modal(label(group(21, 1))), ["components", "0", "component", "options"]),
        (modal(label(group(22, 11))), ["components", "0", "component", "options"]),
        (
            modal(label({"type": 19, "custom_id": "u", "max_values": 11})),
            ["components", "0", "component", "max_values"],
        ),
    ],
)
def test_wrong_modals_are_refused_at_their_place(wrong: Json, place: list[str]) -> None:
    form = Form()
    check_modal(form, wrong)
    with pytest.raises(Refused) as refused:
        form.accept()
    found = refused.value.refusal.errors
    for step in place:
        found = found[step]
    assert found["_errors"]


async def test_a_wrong_modal_is_refused_over_the_wire(fake: FakeDiscord, bot: TinyBot) -> None:
    async def open_it(interaction: discord.Interaction) -> None:
        await interaction.response.send_modal(discord.ui.Modal(title="x" * 46))

    bot.does["ping"] = open_it
    refusal = await fake.refusal_of(fake.user("ada").slash("ping"))
    assert refusal.errors["data"]["title"]["_errors"]
