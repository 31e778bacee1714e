"""What people write for themselves is shown with its layout, and can do nothing else on a page."""

from html.parser import HTMLParser
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.web.site.markdown import html

TAGS = {"p", "br", "h3", "ul", "ol", "li", "blockquote", "pre", "code", "strong", "em", "i", "s"}


class Reader(HTMLParser):
    """As a browser reads it: which tags there are, and whether each is closed where it was opened."""

    def __init__(self) -> None:
        super().__init__()
        self.words, self.open, self.tags = "", list[str](), set[str]()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert not attrs
        self.tags.add(tag)
        self.words += " "
        if tag != "br":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words += data


def read(text: str) -> Reader:
    reader = Reader()
    reader.feed(str(html(text)))
    reader.close()
    return reader


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Slept **well**, *so* _so_", "<p>Slept <strong>well</strong>, <em>so</em> <i>so</i></p>"),
        ("~~not~~ a ~ b ~", "<p><s>not</s> a ~ b ~</p>"),
        ("one\ntwo\n\nthree", "<p>one<br>two</p><p>three</p>"),
        ("# A day\nof mine", "<h3>A day</h3><p>of mine</p>"),
        ("- one\n* two\n1. first", "<ul><li>one</li><li>two</li></ul><ol><li>first</li></ol>"),
        ("> said\n> she", "<blockquote>said<br>she</blockquote>"),
        ("`a*b*c` and\n```\n**no** <b>\n```", "<p><code>a*b*c</code> and</p><pre>**no** &lt;b&gt;</pre>"),
        ("2*3*4, snake_case_name, #anna, 5 * 6 * 7", "<p>2*3*4, snake_case_name, #anna, 5 * 6 * 7</p>"),
        ("**a *b** c*", "<p><strong>a *b</strong> c*</p>"),
        ("**never closed", "<p>**never closed</p>"),
        ("<script>alert(1)</script>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>"),
        ("[here](https://evil.example)", "<p>[here](https://evil.example)</p>"),
    ],
)  # fmt: skip
def test_what_is_written_has_its_layout(text: str, shown: str) -> None:
    assert str(html(text)) == shown


@given(st.text(alphabet="*_~`#>-+1. <&/\"'=ab\n", max_size=120))
def test_only_known_tags_come_of_it_each_closed_where_it_was_opened(text: str) -> None:
    found = read(text)
    assert found.tags <= TAGS
    assert found.open == []


@given(st.text(alphabet="ab <&\"'=/\n", max_size=120))
def test_words_without_markdown_stay_as_they_are(text: str) -> None:
    assert read(text).words.split() == text.split()


def test_much_of_it_takes_no_time() -> None:
    assert read("*_" * 1000 + "a" + "_*" * 1000).open == []
    assert read("**a " * 1000).tags == {"p"}


@pytest.mark.parametrize("opens", ["**a ", "*a ", "_a_ **b", "***a ", "~~a ", "`a"])
def test_a_line_of_what_is_never_closed_takes_as_long_as_many_short_ones(opens: str) -> None:
    line, lines = opens * 4000, "\n".join([opens * 40] * 100)
    assert seconds_for(line) < 20 * seconds_for(lines) + 0.05


def seconds_for(text: str) -> float:
    """Of the processor, however busy that is."""
    took: list[float] = []
    for _ in range(2):
        began = process_time()
        html(text)
        took.append(process_time() - began)
    return min(took)
