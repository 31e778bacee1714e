"""The words of a page: what somebody reads, and what is said of its pictures."""

from tests.rendering.words import words_of


def test_lines_are_lines_and_the_head_is_not_read() -> None:
    page = "<head><title>No</title><style>p {}</style></head><body><h2>A</h2><p>b <strong>c</strong></p>"

    assert words_of(page) == "A\nb c"


def test_pictures_are_read_by_their_words_and_buttons_apart_from_each_other() -> None:
    page = '<figure><img alt="Up &amp; up"></figure><div><button>One</button><button>Two</button></div>'

    assert words_of(page) == "[Up & up]\n(One) (Two)"
