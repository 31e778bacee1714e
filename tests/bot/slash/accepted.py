"""Cards that Discord takes, and their layout."""

from collections.abc import Collection

from bot.slash.cards import Card
from tests.bot.slash.markdown import layout
from tests.fakes.discord.check_components import check_layout
from tests.fakes.discord.component_types import walk
from tests.fakes.discord.forms import Form, Json


def accepted(card: Card, files: Collection[str] = ()) -> list[Json]:
    """The components, which Discord takes; text is counted as its client does, where an emoji is two."""
    components = card.to_components()
    form = Form()
    check_layout(form, components, set(files))
    form.accept()
    texts = [one["content"] for one in walk(components) if one["type"] == 10]
    assert sum(len(text.encode("utf-16-le")) // 2 for text in texts) <= 4000
    assert all(text.strip() for text in texts)
    return components


def layouts(card: Card, files: Collection[str] = ()) -> list[str]:
    return [layout(one["content"]) for one in walk(accepted(card, files)) if one["type"] == 10]
