"""Segments of SMS: counted against a slow and obvious oracle, and texts that are made to fit."""

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.sms.segments import cheaper, fit, is_gsm, segments

CLOSING = "Reply MORE for the rest."
LETTERS = st.text(st.sampled_from("ab \n@é€^{[|áč…\u2019\u2013🏆👍🏽"), max_size=400)
LONG_GSM = st.text(st.sampled_from("abc @é€^{ \n"), min_size=140, max_size=800)


def obvious(text: str) -> int:
    """The fewest segments, over all places where the text could be divided."""
    alphabet = (
        "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿"
    )
    alphabet += "abcdefghijklmnopqrstuvwxyzäöñüà"
    if set(text) <= set(alphabet + "\f^{}\\[~]|€"):
        sizes, alone, room = [1 if letter in alphabet else 2 for letter in text], 160, 153
    else:
        sizes, alone, room = [len(letter.encode("utf-16-le")) // 2 for letter in text], 70, 67
    if sum(sizes) <= alone:
        return 1

    @cache
    def fewest(start: int) -> int:
        if start >= len(sizes):
            return 0
        # The two longest show whether a shorter one could ever be better.
        ends = (end for end in range(start + 1, len(sizes) + 1) if sum(sizes[start:end]) <= room)
        return 1 + min(map(fewest, list(ends)[-2:]))

    for start in range(len(sizes), 0, -1):  # from the end, so that nothing nests deeply
        fewest(start)
    return fewest(0)


@given(LETTERS | st.text(max_size=200).filter(lambda text: text.isprintable()))
def test_segments_are_as_few_as_can_be(text: str) -> None:
    assert segments(text) == obvious(text)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", 1),
        ("a" * 160, 1),
        ("a" * 161, 2),
        ("a" * 306, 2),
        ("a" * 307, 3),
        ("€" * 80, 1),
        ("€" * 81, 2),
        ("a" * 152 + "€" * 77, 3),  # the sign has no room in the first segment
        ("č" * 70, 1),
        ("č" * 71, 2),
        ("🏆" * 35, 1),
        ("🏆" * 66, 2),
        ("🏆" * 67, 3),  # 33 in each: half of one has no room
    ],
)
def test_a_segment_holds_so_much(text: str, count: int) -> None:
    assert segments(text) == count


@given(LETTERS | LONG_GSM, st.integers(1, 4), st.sampled_from(["", CLOSING]))
def test_what_is_fitted_fits_and_says_where_it_was_cut(text: str, most: int, closing: str) -> None:
    fitted = fit(text, most, closing)
    assert segments(fitted.text) <= most
    if not fitted.rest:
        assert fitted.text.split() == cheaper(text).split() or not text.split()
        return
    assert fitted.text.endswith(closing)
    kept = fitted.text.removesuffix(f"\n{closing}" if closing else "")
    whole_line = bool(closing) and cheaper(text).startswith(f"{kept}\n")  # where nothing was broken off
    assert whole_line or kept.endswith(("...", "…"))
    kept = kept if whole_line else kept.removesuffix("...").removesuffix("…")
    assert cheaper(text).startswith(kept)
    assert (kept + fitted.rest).split() != []
    assert "".join((kept + fitted.rest).split()) == "".join(cheaper(text).split())


@given(LONG_GSM, st.integers(1, 3))
def test_a_cut_does_not_make_a_cheap_text_dear(text: str, most: int) -> None:
    assert is_gsm(fit(text, most, CLOSING).text)


def test_a_text_is_cut_after_a_word() -> None:
    fitted = fit("word " * 100, 1, CLOSING)
    assert fitted.text == ("word " * 26).strip() + "...\n" + CLOSING
    assert fitted.rest == ("word " * 74)


def test_a_text_without_words_is_cut_where_the_room_ends() -> None:
    fitted = fit("a" * 500, 1, CLOSING)
    assert len(fitted.text) == 160
    assert fitted.rest == "a" * (500 - (160 - len("...\n" + CLOSING)))


def test_what_looks_like_one_character_stays_whole() -> None:
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
    kept = fit(family * 20, 1).text.removesuffix("…")
    assert kept == family * (len(kept) // len(family))


def test_typographic_characters_give_way_where_that_saves_a_segment() -> None:
    dear = "“Gym” \u2013 it\u2019s time…" + "\u00a0now" * 20
    assert segments(dear) == 2
    assert cheaper(dear) == '"Gym" - it\'s time...' + " now" * 20
    assert cheaper("“Gym” \u2013 it\u2019s time…") == "“Gym” \u2013 it\u2019s time…"
    assert cheaper("č" * 71 + "…") == "č" * 71 + "…"
