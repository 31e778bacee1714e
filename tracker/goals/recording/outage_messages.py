"""What a person is told when there are no numbers for long, and when they are back."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from tracker.goals.games.game import game_keys
from tracker.goals.recording.messages import MessageContext, moment
from tracker.locales import worded_for
from tracker.notify.kinds import Kind, MessageLook, declare
from tracker.notify.model import Notification, StillTrueCheck
from tracker.store.segments import Subject, timestamp
from tracker.subjects import Outage, OutageKind
from tracker.tones import Tone

OUTAGE_CHECK = "outage"
TOLD_CHECK = "told"

_LIFE = timedelta(days=2)
_TROUBLE = MessageLook("\N{WARNING SIGN}\N{VARIATION SELECTOR-16}", Tone.WARNING)
_RELIEF = MessageLook("\N{WHITE HEAVY CHECK MARK}", Tone.GOOD)

NOT_FOUND = declare(Kind("not-found", "there are no numbers{character} any more", _TROUBLE))
FOUND_AGAIN = declare(Kind("found-again", "there are numbers{character} again", _RELIEF))
SOURCE_DOWN = declare(Kind("source-down", "the source of your numbers does not answer", _TROUBLE))
SOURCE_BACK = declare(Kind("source-back", "the source of your numbers answers again", _RELIEF))

_BEGINS = {OutageKind.NOT_FOUND: NOT_FOUND, OutageKind.DOWN: SOURCE_DOWN}
_ENDS = {OutageKind.NOT_FOUND: FOUND_AGAIN, OutageKind.DOWN: SOURCE_BACK}


@worded_for
def begin_message(scene: MessageContext, subject: Subject, outage: Outage, *, what: str) -> Notification:
    """That a character is not found, or that a source is down. `what` is the cause in a few words, if any."""
    since = moment(outage.since, scene.now, scene.user.zone)
    if outage.kind is OutageKind.NOT_FOUND:
        title = f"{scene.character} is not found"
        text = _missing_text(scene, since, what)
    else:
        title = f"No numbers from {_source(scene)}"
        text = (
            f"Since {since}, Questlog gets no numbers from {_source(scene)}{_after(': ', what)}. "
            f"Your goals keep their last numbers; nothing is lost. "
            f"Questlog keeps trying, and tells you when there are numbers again."
        )
    check = StillTrueCheck(name=OUTAGE_CHECK, reference=outage_reference(subject, outage.since))
    return _note(_BEGINS, subject, outage, scene, title=title, text=text, check=check)


def _missing_text(scene: MessageContext, since: str, what: str) -> str:
    if not scene.game.source:
        return (
            f"Since {since}, {_source(scene)} has nothing at the address that you gave{_after('; ', what)}. "
            f"Your goals keep their last numbers, and Questlog keeps looking. If the address has changed, "
            f"please add the number anew: `/character add-number` on Discord, or "
            f"`questlog character add-number` at a terminal."
        )
    return (
        f"Since {since}, {_source(scene)} do not list {scene.character}{_after('; ', what)}. "
        f"Your goals keep their last numbers. Please check the spelling; if the name was changed, say so "
        f"with `questlog character rename`, and everything goes on."
    )


def _after(sign: str, what: str) -> str:
    return f"{sign}{what}" if what else ""


@worded_for
def end_message(scene: MessageContext, subject: Subject, outage: Outage) -> Notification:
    """That it is over. It goes out only if its beginning did."""
    since = moment(outage.since, scene.now, scene.user.zone)
    if outage.kind is OutageKind.NOT_FOUND:
        title = f"{scene.character} is found again"
        text = f"There are numbers for {scene.character} again, for the first time since {since}."
    else:
        title = f"Numbers from {_source(scene)} are back"
        text = f"There are numbers again, for the first time since {since}."
    told = begin_message(scene, subject, outage, what="").outbox_id
    return _note(
        _ENDS,
        subject,
        outage,
        scene,
        title=title,
        text=f"{text} Your goals go on; nothing was lost.",
        check=StillTrueCheck(name=TOLD_CHECK, reference=told),
    )


def outage_reference(subject: Subject, since: datetime) -> str:
    """What the check is about, to be read by `referred_outage`."""
    return f"{timestamp(since)}/{_text(subject)}"


def referred_outage(reference: str) -> tuple[Subject, datetime]:
    since, _, text = reference.partition("/")
    source, _, key = text.partition(":")
    return Subject(source, key), datetime.fromisoformat(since)


def _text(subject: Subject) -> str:
    return f"{subject.source}:{subject.key}"


def _is_shared(subject: Subject) -> bool:
    """Whether the source is one server for all. Each number on the web has its own."""
    return subject.source in game_keys()


def _source(scene: MessageContext) -> str:
    """One name for it, at the beginning and at the end."""
    return scene.game.source or f"the site of {scene.character}"


def _note(
    kinds: Mapping[OutageKind, Kind],
    subject: Subject,
    outage: Outage,
    scene: MessageContext,
    *,
    title: str,
    text: str,
    check: StillTrueCheck,
) -> Notification:
    missing = outage.kind is OutageKind.NOT_FOUND
    return Notification(
        person=scene.user.id,
        kind=kinds[outage.kind],
        entity=_text(subject) if missing or not _is_shared(subject) else subject.source,
        period=timestamp(outage.since) if missing else outage.since.date().isoformat(),
        title=title,
        text=text,
        facts={"character": scene.character, "source": subject.source, "since": timestamp(outage.since)},
        created_at=scene.now,
        not_before=scene.now,
        expires_at=scene.now + _LIFE,
        check=check,
    )
