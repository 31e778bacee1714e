"""What texts say: by examples, and whatever somebody may text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.sms import grammar
from bot.sms.grammar import Asked, Said, asked, clean
from bot.sms.part import Phrase
from tests.bot.sms.sentences import PHRASES, parse


@pytest.mark.parametrize(
    ("text", "command", "rest"),
    [
        ("goals", "goals", ""),
        ("GOALS", "goals", ""),
        ("  Goals!! ", "goals", ""),
        ("/goals", "goals", ""),
        ("“goals”", "goals", ""),
        ("'goals'", "goals", ""),
        ("goals\N{NO-BREAK SPACE}", "goals", ""),
        (
            "\N{PERSON RAISING BOTH HANDS IN CELEBRATION}\N{EMOJI MODIFIER FITZPATRICK TYPE-4} goals",
            "goals",
            "",
        ),
        ("goals please", "goals", ""),
        ("my goals", "goals", ""),
        ("\N{FULLWIDTH LATIN SMALL LETTER G}oals", "goals", ""),
        ("goal woodcutting", "goal", "woodcutting"),
        ("Goal: 99 WC", "goal", "99 WC"),
        ("show “99 wc”", "goal", "99 wc"),
        ("to do", "today", ""),
        ("add 99 wc by 1 march", "add", "99 wc by 1 march"),
        ("new goal 99 wc", "add goal", "99 wc"),
        ("snooze 2h", "snooze", "2h"),
        ("mute until 6pm", "snooze", "until 6pm"),
        ("pause until mon", "pause", "until mon"),
        ("unmute", "resume", ""),
        ("time zone Europe/Berlin", "zone", "Europe/Berlin"),
        ("tz Europe/Berlin", "zone", "Europe/Berlin"),
        ("quiet hours 22\N{EN DASH}7", "quiet", "22-7"),
        ("digest 8am", "digest", "8am"),
        ("?", "?", ""),
        ("???", "?", ""),
        ("?goal", "?", "goal"),
        ("? goal", "?", "goal"),
        ("hello", "?", ""),
        ("y", "y", ""),
        ("OK!", "y", ""),
    ],
)
def test_a_command_is_known_by_its_first_words(text: str, command: str, rest: str) -> None:
    said = parse(text)

    assert (said.command, said.rest) == (command, rest)


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("1", (1,)),
        ("1 3", (1, 3)),
        ("3, 1", (3, 1)),
        ("#2.", (2,)),
        ("1 and 2", (1, 2)),
        ("1,2;3 & 4", (1, 2, 3, 4)),
        ("1\N{VARIATION SELECTOR-16}\N{COMBINING ENCLOSING KEYCAP}", (1,)),
    ],
)
def test_numbers_are_items_of_the_last_list(text: str, numbers: tuple[int, ...]) -> None:
    assert parse(text).numbers == numbers


@pytest.mark.parametrize("text", ["123456", " 123 456 ", "123-456.", "“123456”"])
def test_six_digits_are_a_code(text: str) -> None:
    assert parse(text).code == "123456"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("gaols", "goals"),
        ("tody", "today"),
        ("snoze 2h", "snooze 2h"),
        ("Puase until mon", "pause until mon"),
        ("dgest", "digest"),
        ("unmut", "resume"),
        ("achive wc", "archive wc"),
    ],
)
def test_what_is_nearly_a_command_is_not_done_but_remembered(text: str, line: str) -> None:
    said = parse(text)

    assert (said.command, said.nearest) == (None, line)


@pytest.mark.parametrize("text", ["wc", "99 wc", "zulrah", "xyzzy", "woodcutting"])
def test_words_that_are_no_command_stay_words(text: str) -> None:
    assert parse(text) == Said(text)


@pytest.mark.parametrize(
    "text", ["Liked “1. 99 Woodcutting”", 'Laughed at "Goal set."', "Loved \u2018x\u2019"]
)
def test_a_reaction_asks_for_nothing(text: str) -> None:
    assert parse(text).is_reaction


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        *(
            (word, Asked.STOP)
            for word in ("STOP", "stop", "Stop.", " STOPALL ", "opt-out", "'cancel'", "quit!")
        ),
        *((word, Asked.STOP) for word in ("unsubscribe", "end", "revoke", "OPTOUT")),
        ("START", Asked.START),
        ("unstop", Asked.START),
        ("yes", Asked.MAYBE_START),
        ("help", Asked.HELP),
        ("INFO", Asked.HELP),
        ("stop it", None),
        ("y", None),
        ("start over", None),
        ("goals", None),
        ("", None),
    ],
)
def test_the_words_of_carriers_are_one_word(text: str, meaning: Asked | None) -> None:
    assert asked(text) is meaning


def test_what_twilio_takes_a_message_for_decides() -> None:
    assert asked("arret", "STOP") is Asked.STOP
    assert asked("hola", "START") is Asked.START
    assert asked("goals", "HELP") is Asked.HELP
    assert asked("STOP", "START") is Asked.STOP
    assert asked("STOP", "nonsense") is Asked.STOP


def test_each_word_means_one_command_and_each_command_is_done_by_somebody() -> None:
    said = [word for phrase in PHRASES.values() for word in (phrase.name, *phrase.also)]

    assert len(said) == len(set(said))
    assert not set(said) & (grammar.STOP_WORDS | grammar.START_WORDS | grammar.HELP_WORDS)


@pytest.mark.parametrize("phrase", PHRASES.values(), ids=lambda phrase: phrase.name)
def test_a_usage_is_understood(phrase: Phrase) -> None:
    assert parse(phrase.usage).command == phrase.name
    assert all(parse(word).command == phrase.name for word in (phrase.name, *phrase.also))
    assert not phrase.menu or parse(phrase.menu).command == phrase.name


@given(
    st.text()
    | st.sampled_from([phrase.usage for phrase in PHRASES.values()]).flatmap(
        lambda usage: st.text(max_size=3).map(lambda noise: noise + usage + noise)
    )
)
def test_any_text_is_understood_as_something(text: str) -> None:
    said = parse(text)

    assert said.command is None or said.command in PHRASES
    assert all(0 <= number < 1000 for number in said.numbers)
    assert said.words == " ".join(said.words.split())
    assert said.nearest is None or parse(said.nearest).command in PHRASES
    assert asked(text) in (None, *Asked)


@given(st.text())
def test_cleaning_twice_is_cleaning_once(text: str) -> None:
    assert clean(clean(text)) == clean(text)
