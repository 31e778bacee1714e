"""Text as HTML: what Discord formats is formatted, and nothing that people are called becomes anything."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given

from bot.names import TITLE, shown_name
from bot.slash.render import written
from tests.bot.slash.markdown import shown_words
from tests.bot.slash.shown_scenes import NASTY, names
from tests.bot.visits import reader
from tests.fakes.discord.markdown import NotOurs
from tests.rendering.reader import Reader
from tests.rendering.text import text_html, words_html
from tests.rendering.words import words_of


def safe(name: str) -> str:
    """As a view shows a name, and Discord gets it."""
    return written(reader(), shown_name(name, TITLE))


READER = Reader(ZoneInfo("UTC"), datetime(2027, 1, 20, 18, tzinfo=UTC), {7: "clan"})


def html(content: str) -> str:
    return text_html(content, READER)


@pytest.mark.parametrize(
    ("content", "made"),
    [
        ("plain", "<p>plain</p>"),
        ("# A", "<h1>A</h1>"),
        ("## A", "<h2>A</h2>"),
        ("### A", "<h3>A</h3>"),
        ("-# a", "<small>a</small>"),
        ("a\n\nb", "<p>a</p><p><br></p><p>b</p>"),
        ("**1,234 xp** to go", "<p><strong>1,234 xp</strong> to go</p>"),
        ("say `/goal <add>`", "<p>say <code>/goal &lt;add&gt;</code></p>"),
        ("<t:1800468000:D>", "<p><time>20 January 2027</time></p>"),
        ("**by <t:1800471600:R>**", "<p><strong>by <time>in an hour</time></strong></p>"),
        ("</goal add:1>", '<p><span class="mention">/goal add</span></p>'),
        ("in <#7>", '<p>in <span class="mention">#clan</span></p>'),
        (r"\*a\* \# b", "<p>*a* # b</p>"),
        ("a < b & c".replace("<", r"\<"), "<p>a &lt; b &amp; c</p>"),
    ],
)
def test_what_discord_formats_is_formatted(content: str, made: str) -> None:
    assert html(content) == made


@pytest.mark.parametrize("content", ["*a*", "[a](https://b.test)", "@everyone", "> a", "<@1>"])
def test_what_questlog_does_not_write_is_refused(content: str) -> None:
    with pytest.raises(NotOurs):
        html(content)


@pytest.mark.parametrize(
    "emoji",
    [
        "✅",
        "⚠️",
        "🔻",
        "🏆",
        "⏸️",
        "⏳",
        "❓",
        "🗄️",
        "🏁",
        "↩️",
        "⏰",
        "‼️",
        "\U0001f468\u200d\U0001f469\u200d\U0001f467",
    ],
)
def test_emoji_are_as_large_as_discord_has_them(emoji: str) -> None:
    assert words_html(f"a {emoji} b") == f'a <span class="emoji">{emoji}</span> b'


@pytest.mark.parametrize("letters", ["▰▰▱", "1,234", "a → b", "漢字", "·"])
def test_letters_are_no_emoji(letters: str) -> None:
    assert words_html(letters) == letters


def check(name: str) -> None:
    """Between what is ours there are the letters of the name, and nothing else."""
    made = html(f"### {safe(name)}\n**{safe(name)}**")
    letters = words_html(shown_words(safe(name)))
    assert made.replace("\u200b", "") == f"<h3>{letters}</h3><p><strong>{letters}</strong></p>"


@pytest.mark.parametrize("name", [*NASTY, "<script>alert(1)</script>", '"><img src=x>', "&lt;b&gt;", "a & b"])
def test_a_name_becomes_neither_html_nor_formatting(name: str) -> None:
    check(name)


@given(name=names)
def test_neither_does_any_other(name: str) -> None:
    check(name)


def test_what_was_escaped_is_read_as_it_was_written() -> None:
    assert words_of(html(safe("<b>1 & 2</b>"))) == "<b>1 & 2</b>"
