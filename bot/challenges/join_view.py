"""Joining and leaving a challenge, as people read it."""

from bot.challenges import documents
from bot.challenges.view import JOIN, LITERALLY, PRIVATE, PUBLIC, STATUS, name_of
from bot.names import NAME, shown_name
from bot.view import Action, On, Strong, Text, Usage, View, Weight, question
from bot.visit import Visit
from tracker.challenge.model import Counted, Phase
from tracker.challenge.wording import weeks_text
from tracker.front_ends import FrontEnd
from tracker.tones import Tone

LEAVE = "leave-challenge"


def joining(here: Visit, done: documents.Joining) -> View:
    match done:
        case documents.ChallengeJoined():
            return joined_in(here, done)
        case documents.ProofAsked():
            return proof(here, done)
        case documents.AccountAsked():
            return which_account(here, done)


def joined_in(here: Visit, done: documents.ChallengeJoined) -> View:
    one = done.challenge
    coming = one.phase is Phase.COMING
    begins: Text = ("It begins on ", On(one.starts), ".") if coming else ("This week counts already.",)
    seen = ("Others there see you as ", Strong(shown_name(done.name, NAME)))
    return View(
        tone=Tone.GOOD,
        lead=(f"You are in {name_of(one)}. {done.counting}: {one.aim}. ", *begins),
        hints=[
            (*seen, ", with your count of each week and your streak, and nothing else."),
            *([PUBLIC] if done.is_public else []),
            *([PRIVATE] if one.counts is Counted.COMMITS else []),
            ("See how you stand: ", STATUS(one.name.lower())),
        ],
    )


def proof(here: Visit, done: documents.ProofAsked) -> View:
    one, login = done.challenge, done.github
    again = Usage(
        sms=f"{JOIN.sms} github {login}", cli=f"questlog challenge join {{}} --github {login} --check"
    )
    pressed = here.front_end in {FrontEnd.DISCORD, FrontEnd.WEB}
    where = (" into the bio of ", LITERALLY(f"github.com/{login}"))
    return View(
        title=f"Join {name_of(one)}: show that the account is yours",
        tone=Tone.TRIUMPH,
        lead=(
            *(
                "1. Write ",
                LITERALLY(done.code),
                *where,
                ", or make a public gist with it as its description.",
            ),
        ),
        hints=[
            "2. Press the button. You can remove the code after that."
            if pressed
            else ("2. Then: ", again(one.name.lower())),
            _will_see(done.name),
            "GitHub takes a minute now and then until it shows what you wrote.",
        ],
        actions=[
            Action("gh-check", (one.id, login), "Check it now", Weight.MAIN),
            Action("gh-name", (one.id, done.name), "Change"),
        ],
    )


def which_account(here: Visit, done: documents.AccountAsked) -> View:
    return View(
        title=f"Join {name_of(done.challenge)}: which account on GitHub is yours?",
        tone=Tone.TRIUMPH,
        lead="Its commits are counted. First you show that it is yours, by a code that I give you.",
        hints=[_will_see(done.name), PRIVATE],
        actions=[Action("gh-name", (done.challenge.id, done.name), "Name my account", Weight.MAIN)],
    )


def _will_see(name: str) -> Text:
    seen = Strong(shown_name(name, NAME))
    return ("Others there will see you as ", seen, ", with your commits of each week.")


def leaving(here: Visit, one: documents.StatusDocument) -> View:
    current = one.streak.current
    streak = f" Your streak of {weeks_text(current)} may end with it." if current > 1 else ""
    return question(
        LEAVE,
        one.challenge.id,
        f"Leave {name_of(one.challenge)}?",
        f"What you did this week goes, and what is not settled yet.{streak} Weeks that are settled stay.",
        yes="Yes, leave it",
        no="Stay",
    )


def left(here: Visit, done: documents.ChallengeLeft) -> View:
    name = name_of(done.challenge)
    words = f"You are no longer in {name}. Weeks that are settled stay as they were."
    return View(lead=words, tone=Tone.QUIET)
