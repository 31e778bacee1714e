"""What defines a number on the web, and what is refused before anybody is asked."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scheduler.sources.source import BadSubject
from scheduler.sources.web.json_path import Absent, follow, number_of, steps_of
from scheduler.sources.web.json_target import HttpJsonTarget

URL = "https://example.org/n.json"


@pytest.mark.parametrize(
    ("path", "steps"),
    [
        ("", ()),
        ("$", ()),
        ("count", ("count",)),
        ("$.count", ("count",)),
        ("data.items[0].count", ("data", "items", 0, "count")),
        ("$.data.items[-1]", ("data", "items", -1)),
        ("[2][0]", (2, 0)),
        ('["a.b"].c', ("a.b", "c")),
        ("a['b c']", ("a", "b c")),
        (" total-count ", ("total-count",)),
        ("items.0.count", ("items", "0", "count")),
        ("größe.π", ("größe", "π")),
    ],
)
def test_a_path_is_names_and_places(path: str, steps: tuple[str | int, ...]) -> None:
    assert steps_of(path) == steps


@pytest.mark.parametrize(
    "path", ["a..b", ".", "a.", "a[", "a[]", "a[x]", "a[*]", "*", "$..a", "$a", "a[?(@.b)]", "a]", "a" * 201]
)
def test_another_path_is_refused_with_an_example(path: str) -> None:
    with pytest.raises(BadSubject, match=r"is no path: .* such as data\.items\[0\]\.count"):
        steps_of(path)


def test_a_place_may_be_counted_from_the_end_and_written_with_a_dot() -> None:
    assert follow({"items": [1, 2, 3]}, steps_of("items[-1]")) == 3
    assert follow({"items": [1, 2, 3]}, steps_of("items.1")) == 2


@pytest.mark.parametrize("path", ["b", "a.b", "items[3]", "items.x", "text[0]", "items.999999999999", "a[0]"])
def test_a_place_that_is_not_there_is_named(path: str) -> None:
    with pytest.raises(Absent) as caught:
        follow({"a": 5, "items": [1, 2, 3], "text": "abc"}, steps_of(path))
    assert path.replace("[", ".").replace("]", "").endswith(str(caught.value))


@given(st.text(max_size=30))
def test_any_path_is_steps_or_a_refusal(path: str) -> None:
    try:
        steps = steps_of(path)
    except BadSubject:
        return
    with_nothing = follow({}, steps) if not steps else None
    assert with_nothing in ({}, None)


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.decimals() | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
)


@given(_JSON)
def test_any_value_is_a_number_or_none_or_refused(value: object) -> None:
    try:
        number = number_of(value)
    except ValueError:
        return
    assert number is None or abs(number) < 10**38


@pytest.mark.parametrize(
    "url",
    ["http://example.org", "https://example.org:8443/a?b=c", "https://bücher.example/", "http://[::1]/x"],
)
def test_addresses_of_the_web_are_taken(url: str) -> None:
    assert HttpJsonTarget.of(url, "n").host


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("", "start with http"),
        ("example.org/n.json", "start with http"),
        ("ftp://example.org/", "start with http"),
        ("file:///etc/passwd", "start with http"),
        ("http:///n.json", "no address|start with http"),
        ("http://[::1", "no address"),
        ("http://example.org:99999/", "no address"),
        ("http://me:hunter2@example.org/", "must not hold a name or password"),
        ("http://example.org/\r\nX: y", "no line breaks"),
        ("http://example.org/" + "x" * 2000, "at most 2000 characters"),
    ],
)
def test_other_addresses_are_refused_without_being_repeated(url: str, reason: str) -> None:
    with pytest.raises(BadSubject, match=reason) as caught:
        HttpJsonTarget.of(url, "n")
    assert "hunter2" not in str(caught.value)


@pytest.mark.parametrize(
    ("headers", "reason"),
    [
        ({"X Key": "v"}, "A header has a name"),
        ({"": "v"}, "A header has a name"),
        ({"X-Key": "a\r\nHost: b"}, "A header has a name"),
        ({"X-Key": "\u00e9"}, "A header has a name"),
        ({"Host": "internal"}, "sets the header Host itself"),
        ({"transfer-encoding": "chunked"}, "sets the header transfer-encoding itself"),
        ({f"X-{number}": "v" for number in range(21)}, "At most 20 headers"),
    ],
)
def test_headers_that_could_break_a_request_are_refused(headers: dict[str, str], reason: str) -> None:
    with pytest.raises(BadSubject, match=reason):
        HttpJsonTarget.of(URL, "n", headers=headers)


def test_a_path_is_checked_when_it_is_defined() -> None:
    with pytest.raises(BadSubject):
        HttpJsonTarget.of(URL, "a[*]")


def test_the_same_question_is_the_same_subject_and_the_unit_is_no_part_of_it() -> None:
    one = HttpJsonTarget.of(URL, "n", unit="stars", headers={"A": "1", "B": "2"})
    assert one.key == HttpJsonTarget.of(f" {URL}", "n", headers={"B": "2", "A": "1"}).key


@pytest.mark.parametrize(
    "other",
    [
        HttpJsonTarget.of(f"{URL}?x", "n"),
        HttpJsonTarget.of(URL, "m"),
        HttpJsonTarget.of(URL, "n", headers={"Authorization": "somebody else"}),
    ],
)
def test_another_question_is_another_subject(other: HttpJsonTarget) -> None:
    assert other.key != HttpJsonTarget.of(URL, "n").key
