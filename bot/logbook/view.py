"""The logbook as its person reads it, on any front end."""

from collections.abc import Iterator
from datetime import date, datetime, timedelta

from bot.logbook import documents
from bot.names import NAME, TITLE, shown_name
from bot.view import (
    Action,
    At,
    Column,
    Fact,
    On,
    Paging,
    Passage,
    Row,
    Text,
    Usage,
    View,
    Weight,
    joined,
    question,
)
from bot.visit import Visit
from tracker.days import local_day
from tracker.logbook.model import LEAST_ENERGY, MOST_ENERGY, LinkKind, Mood
from tracker.notify.policy import quiet_until
from tracker.words import (
    clock_text,
    count_of,
    day_text,
    in_full,
    month_text,
    near_day,
    people,
    short_day,
    weekday,
)

WRITE = Usage("/log text:{}", "log {}", "questlog log add {}")
SHOW = Usage("/logbook show day:{}", "log show {}", "questlog log show {}")
PROMPT = Usage("/logbook prompt at:{}", "log prompt {}", "questlog log prompt {}")
PAGE, REMOVE, OLDER = "logbook-page", "logbook-remove", "logbook-older"
WRITE_FORM, UNDO, ENERGY = "log", "log-undo", "energy"
"""Of buttons."""
LONGEST_ABOUT = 50
"""A button's id has room for so much of what was looked for."""

SYMBOLS = {
    Mood.LOW: "\N{WHITE SUN BEHIND CLOUD WITH RAIN}\N{VARIATION SELECTOR-16}",
    Mood.STEADY: "\N{SUN BEHIND CLOUD}",
    Mood.HIGH: "\N{BLACK SUN WITH RAYS}\N{VARIATION SELECTOR-16}",
}
BOOK = "\N{OPEN BOOK}"


def page(here: Visit, found: documents.PageShown, number: int = 0) -> View:
    if found.page is None:
        return _no_page(here, found)
    one, heading = found.page, _heading(found.day, here.today)
    return View(
        title=f"{heading}: {shown_name(one.title, TITLE * 2)}" if one.title else heading,
        symbol=BOOK,
        facts=[[*_facts(one)]],
        passages=[_passage(here, entry) for entry in one.entries],
        hints=[*_year_ago(found)],
        paging=Paging(PAGE, number, 1, f"{one.day}"),
        actions=[Action(WRITE_FORM, (f"{one.day}",), "Write more")],
    )


def _no_page(here: Visit, found: documents.PageShown) -> View:
    when = near_day(found.day, here.today)
    if found.day == here.today:
        lead: Text = ("Nothing is written today yet. Write something: ", WRITE("a good day"))
    else:
        lead = f"Nothing is written on the page of {when}."
    actions = [Action(WRITE_FORM, (f"{found.day}",), "Write", Weight.MAIN)]
    return View(
        title=_heading(found.day, here.today),
        empty=True,
        symbol=BOOK,
        lead=lead,
        hints=[*_year_ago(found)],
        actions=actions,
    )


def _heading(day: date, today: date) -> str:
    words = _day_words(day, today)
    return words[:1].upper() + words[1:]


def _day_words(day: date, today: date) -> str:
    near = near_day(day, today)
    return f"{near}, {in_full(day)}" if (today - day).days in (0, 1) else in_full(day)


def _year_ago(found: documents.PageShown) -> Iterator[Text]:
    if found.year_ago is not None:
        words = found.year_ago.text or _feeling(found.year_ago) or "a page"
        yield "A year ago: ", words


def _facts(one: documents.PageDocument) -> Iterator[Fact]:
    if one.mood is not None:
        yield Fact("Mood", one.mood.value.lower(), f"mood {one.mood.value.lower()}")
    if one.energy is not None:
        yield Fact("Energy", f"{one.energy} of {MOST_ENERGY}", f"energy {one.energy}")
    for kind in LinkKind:
        names = [shown_name(link.name, NAME) for link in one.links if link.kind is kind]
        if names:
            label = kind.value.capitalize() + ("s" if len(names) > 1 else "")
            yield Fact(label, ", ".join(names))
    if one.tags:
        yield Fact("Tags", " ".join(f"#{shown_name(tag, NAME)}" for tag in one.tags))


def _passage(here: Visit, entry: documents.EntryDocument) -> Passage:
    """Under the time of day; of one that was written later, with the day."""
    later = entry.written_on
    title = (
        f"{clock_text(entry.time)}"
        if later is None
        else f"{day_text(later, here.today)}, {clock_text(entry.time)}"
    )
    feeling = _feeling(entry)
    return Passage(entry.text, title=f"{title}, {feeling}" if feeling else title, is_markdown=True)


def _feeling(one: documents.EntryDocument | documents.DayLine) -> str:
    """`mood high, energy 7`."""
    mood = f"mood {one.mood.value.lower()}" if one.mood else None
    energy = f"energy {one.energy}" if one.energy is not None else None
    return ", ".join(filter(None, (mood, energy)))


def written(here: Visit, done: documents.PageChanged) -> View:
    """What was done; what was written is not repeated, but for what had to be understood."""
    entry = done.entry
    understood = _feeling(entry) if entry is not None else ""
    count = len(done.page.entries) if done.page else 0
    more = f"The page has {count} entries now." if count > 1 else None
    return View(
        title="Logbook",
        symbol=BOOK,
        lead=joined(
            done.message, f"{understood[:1].upper()}{understood[1:]}." if understood else None, more, by=" "
        ),
        actions=[*_after(done)],
    )


def _after(done: documents.PageChanged) -> Iterator[Action]:
    if done.page is not None and done.entry is not None:
        yield Action(UNDO, (f"{done.day}", done.entry.id), "Undo")
        yield Action(WRITE_FORM, (f"{done.day}",), "Write more")


def changed(here: Visit, done: documents.PageChanged) -> View:
    del here
    return View(title="Logbook", symbol=BOOK, lead=done.message)


def removal(here: Visit, found: documents.PageShown) -> View:
    count = len(found.page.entries) if found.page else 0
    entries = "Its one entry goes" if count == 1 else f"All of its {count} entries go"
    name = _day_words(found.day, here.today)
    return question(REMOVE, f"{found.day}", f"Remove the page of {name}?", f"{entries} for good.")


def week(here: Visit, found: documents.PagesShown) -> View:
    return _pages(here, found, f"Week of {day_text(found.first, here.today)}")


def month(here: Visit, found: documents.PagesShown) -> View:
    return _pages(here, found, month_text(found.first))


def _pages(here: Visit, found: documents.PagesShown, title: str) -> View:
    if not found.days:
        return View(title=title, symbol=BOOK, empty=True, lead=f"{title}: nothing is written there.")
    length = (found.last - found.first).days + 1
    return View(
        title=title,
        symbol=BOOK,
        noun="page",
        subtitle=f"{len(found.days)} of {length} days written",
        facts=[[*_sums(found)]],
        columns=(Column("written"), Column("felt")),
        rows=[_row(here, one) for one in found.days],
        signs=False,
        hints=[("One of them: ", SHOW(f"{found.days[-1].day}"))],
    )


def _sums(found: documents.PagesShown) -> Iterator[Fact]:
    moods = {"high": found.high, "steady": found.steady, "low": found.low}
    if any(moods.values()):
        yield Fact(
            "Mood", ", ".join(f"{count_of(count, 'day')} {name}" for name, count in moods.items() if count)
        )
    if found.energy is not None:
        yield Fact("Energy", f"{people(found.energy)} on average")


def _row(here: Visit, one: documents.DayLine) -> Row:
    del here
    return Row(
        f"{one.day}",
        short_day(one.day),
        (shown_name(one.text, TITLE) if one.text else None, _feeling(one) or None),
        symbol=SYMBOLS[one.mood] if one.mood else "",
    )


def found(here: Visit, result: documents.PagesFound) -> View:
    title = "Found in your logbook"
    further: list[Text] = []
    if result.older is not None:
        until = f"Looked back to {day_text(result.since, here.today)}. Go on: "
        further.append((until, _further(shown_name(result.words, NAME), result.older)()))
    if not result.found:
        words = shown_name(result.words, NAME)
        return View(
            title=title,
            symbol=BOOK,
            empty=True,
            lead=f"No page has {words}.",
            hints=further,
            actions=[*_older(result)],
        )
    return View(
        title=title,
        symbol=BOOK,
        noun="page",
        subtitle=count_of(len(result.found), "page"),
        columns=(Column("found"), Column("mood")),
        rows=[
            Row(
                f"{one.day}",
                (On(one.day),),
                (one.excerpt, one.mood.value.lower() if one.mood else None),
                symbol=SYMBOLS[one.mood] if one.mood else "",
            )
            for one in result.found
        ],
        signs=False,
        ids=True,
        hints=further,
        actions=[*_older(result)],
    )


def _further(words: str, day: date) -> Usage:
    return Usage(
        f"/logbook search words:{words} before:{day}",
        f"log search {words} before {day}",
        f"questlog log search {words} --before {day}",
    )


def _older(result: documents.PagesFound) -> Iterator[Action]:
    if result.older is not None and len(result.words) <= LONGEST_ABOUT:
        yield Action(OLDER, (f"{result.older}", result.words), "Older")


def prompt(here: Visit, found: documents.PromptShown) -> View:
    if found.at is None:
        lead: Text = ("I do not ask about your day. To be asked every evening: ", PROMPT("21:00"))
        return View(title="Evening question", symbol=BOOK, lead=lead)
    at = f"{clock_text(found.at)}"
    if found.next_at is None:
        lead = f"I stopped asking at {at}, because no answer came. It comes back when you write something."
        return View(title="Evening question", symbol=BOOK, lead=lead)
    often = "Once a week" if here.today + timedelta(days=1) < _day_of(here, found.next_at) else "Every day"
    hints: list[Text] = [("To end it: ", PROMPT("off"))]
    hours = here.person.quiet_hours
    later = quiet_until(found.next_at, hours, here.person.zone) if hours else None
    if later is not None:
        hints.insert(0, ("That is in your quiet hours, so it comes when they end: ", At(later), "."))
    lead = (
        f"{often} at {at} I ask for your mood and energy. Next: ",
        At(found.next_at),
        ".",
    )
    return View(title="Evening question", symbol=BOOK, lead=lead, hints=hints)


def _day_of(here: Visit, at: datetime) -> date:
    return local_day(at, here.person.zone, here.person.day_start)


def energy_question(here: Visit, done: documents.EveningAnswered) -> View:
    """The second tap. What was tapped before is not repeated: this stays in a conversation."""
    del here
    numbers = range(LEAST_ENERGY, MOST_ENERGY + 1)
    return View(
        title=f"How was {weekday(done.day)}?",
        symbol=BOOK,
        lead="Noted. And your energy? 1 is hardly any, 10 is plenty.",
        actions=[Action(f"{ENERGY}:{number}", (f"{done.day}",), f"{number}") for number in numbers],
    )


def evening_noted(here: Visit, done: documents.EveningAnswered) -> View:
    del here
    return View(
        title=f"How was {weekday(done.day)}?",
        symbol=BOOK,
        lead="Noted, thank you.",
        actions=[
            Action(UNDO, (f"{done.day}", done.entry), "Undo"),
            Action(WRITE_FORM, (f"{done.day}",), "Write a line"),
        ],
    )
