"""How this Questlog works, as whoever runs it reads it."""

from collections.abc import Iterator

from bot.operator.documents import Examined, JobHealth, SourceHealth, WaitingWork, Workings
from bot.view import At, Column, Fact, Row, Text, View
from bot.visit import Visit
from tracker.tones import Tone
from tracker.words import count_of, people

TONES = {"ok": Tone.GOOD, "off": Tone.QUIET, "broken": Tone.BAD}
SIGNS = {
    "ok": "\N{CHECK MARK}",
    "off": "\N{WHITE SMALL SQUARE}\N{VARIATION SELECTOR-16}",
    "broken": "\N{CROSS MARK}",
}


def workings(here: Visit, found: Workings) -> View:
    del here
    return View(
        title="How Questlog works",
        facts=[[*_facts(found)]],
        sections=[
            View(
                title="Sources",
                noun="source",
                columns=(Column("state"),),
                rows=[*map(_source, found.sources)],
            ),
            View(
                title="Workers",
                noun="worker",
                columns=(Column("shards"),),
                rows=[
                    Row(one.worker, one.worker, (", ".join(map(str, one.shards)),)) for one in found.workers
                ],
                lead=None if found.workers else "Nobody polls now.",
            ),
            View(
                title="Work that is due",
                noun="work",
                columns=(Column("due"), Column("since")),
                rows=[_work(one) for one in found.work if one.due],
                lead=None if any(one.due for one in found.work) else "Nothing waits to be done.",
            ),
            View(
                title="Jobs",
                subtitle="of this process, and when each last ended well",
                compact=True,
                rows=[*map(_job, found.jobs)],
                lead=None if found.jobs else "This process runs no jobs.",
            ),
        ],
    )


def _facts(found: Workings) -> Iterator[Fact]:
    yield Fact("Version", found.version)
    yield Fact("People", f"{people(found.people)} with a goal, a habit or a task; servers count, too")
    yield Fact("Store", found.store)
    if found.stored_bytes is not None:
        yield Fact("Stored", _megabytes(found.stored_bytes))
    more = "more than " if any(one.more for one in found.work) else ""
    yield Fact("Due now", f"{more}{count_of(sum(one.due for one in found.work), 'piece')} of work")
    free = f"{count_of(found.free_shards, 'shard')} polled by nobody" if found.free_shards else "none is free"
    yield Fact("Shards", free)


def _source(one: SourceHealth) -> Row:
    if one.rests_until is None:
        return Row(one.name, one.name, ("answers",), symbol=SIGNS["ok"], tone=Tone.GOOD)
    state: Text = (f"{one.why}; asked again ", At(one.rests_until))
    return Row(one.name, one.name, (state,), symbol=SIGNS["broken"], tone=Tone.BAD)


def _work(one: WaitingWork) -> Row:
    due = f"{people(one.due)}{' or more' if one.more else ''}"
    since: Text | None = None if one.since is None else (At(one.since),)
    return Row(one.name, _name(one.name), (due, since))


def _job(one: JobHealth) -> Row:
    """It is well unless the last run failed."""
    failed = one.failed_at
    is_well = failed is None or (one.good_at is not None and one.good_at > failed)
    good: Text = "not run yet" if one.good_at is None else (At(one.good_at),)
    if failed is None or is_well:
        look = ("off", Tone.QUIET) if one.good_at is None else ("ok", Tone.GOOD)
        return Row(one.name, _name(one.name), (good,), symbol=SIGNS[look[0]], tone=look[1])
    cells: tuple[Text, ...] = (("failed ", At(failed), "; the log says why"), good)
    return Row(one.name, _name(one.name), cells, symbol=SIGNS["broken"], tone=Tone.BAD)


def _name(job: str) -> str:
    return job.replace("-", " ")


def _megabytes(size: int) -> str:
    return f"{size / 1_000_000:,.1f} MB"


def examined(here: Visit, found: Examined) -> View:
    del here
    broken = sum(one.state == "broken" for one in found.checks)
    return View(
        title="What the doctor says",
        tone=Tone.BAD if broken else Tone.GOOD,
        lead=f"{count_of(broken, 'check')} found something broken." if broken else "Nothing is broken.",
        noun="check",
        columns=(Column("state"), Column("found"), Column("what to do")),
        rows=[
            Row(
                one.name,
                one.name,
                (one.state, one.found, one.advice or None),
                symbol=SIGNS[one.state],
                tone=TONES[one.state],
            )
            for one in found.checks
        ],
    )
