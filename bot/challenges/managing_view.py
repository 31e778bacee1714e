"""Changing, ending and removing a challenge, as people read it."""

from dataclasses import replace
from datetime import timedelta

from bot.challenges import documents
from bot.challenges.view import challenge, name_of
from bot.challenges.weeks_view import standings
from bot.view import Text, Usage, View, question
from bot.visit import Visit
from tracker.challenge.wording import weeks_text
from tracker.tones import Tone
from tracker.words import people_count

REMOVE = "remove-challenge"
_JUST_NOW = timedelta(minutes=1)
END = Usage("/challenge end", "end challenge {}", "questlog challenge end {}")


def changed(here: Visit, done: documents.ChallengeChanged) -> View:
    shown = challenge(here, done.challenge, notice="Changed")
    return replace(shown, lead=" ".join([*done.changes, *_told(done.told)]), actions=())


def removal(here: Visit, one: documents.ChallengeRemoval) -> View:
    name = name_of(one.challenge)
    its = f"Its {weeks_text(one.weeks)} with streaks and standings" if one.weeks else "It and who is in it"
    gone = f"{its} are gone then, for good."
    return question(
        REMOVE,
        one.challenge.id,
        f"Remove {name} for everybody?",
        " ".join([gone, *_told(one.told)]),
        ("To keep the standings, end it instead: ", END(one.challenge.name.lower())),
    )


def removed(here: Visit, done: documents.ChallengeRemoval) -> View:
    words = " ".join([f"{name_of(done.challenge)} is removed, for everybody.", *_told(done.told)])
    return View(lead=words, tone=Tone.QUIET)


def counted(here: Visit, done: documents.ChallengeCounted) -> View:
    notes: list[Text] = []
    if done.waiting:
        notes.append(f"You were counted just now. {_people(done.waiting)} more are counted next.")
    elif not done.people and (at := done.standings.counted_at) and here.now - at < _JUST_NOW:
        notes.append("Everybody was counted less than a minute ago. Try again in a minute.")
    return standings(here, done.standings, notes)


def _told(others: int) -> list[str]:
    return [f"Everybody else in it is told: {_people(others)}."] if others else []


def _people(number: int) -> str:
    return people_count(number)
