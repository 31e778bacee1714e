"""Links for strangers as people read them, on any front end."""

from dataclasses import replace

from bot.names import NAME, TITLE, shown_name
from bot.shares.documents import ShareLinkDocument, ShareLinkEnded, ShareLinkList, ShareLinkMade, SharePreview
from bot.view import Action, At, Column, Fact, Row, Text, Usage, View, WebAddress, Weight, joined
from bot.visit import Visit
from tracker.front_ends import FrontEnd
from tracker.shares.model import Shareable
from tracker.tones import Tone
from tracker.words import count_of, listed

GOAL = Usage("/share goal goal:{}", "share goal {}", "questlog share goal {}")
LIST = Usage("/share list", "shares", "questlog share list")
END = Usage("/share end link:{}", "end share {}", "questlog share end {}")
MAKE = "share-link"
"""What is asked before a link is made."""
NOUN = "link"
KINDS = {
    Shareable.GOAL: "goal",
    Shareable.HABIT: "habit",
    Shareable.LEADERBOARD: "leaderboard",
    Shareable.CHALLENGE: "challenge",
}


def preview(here: Visit, found: SharePreview) -> View:
    """What strangers would see, and the question whether they shall."""
    title = shown_name(found.title, TITLE)
    about = (found.kind.value, found.thing)
    actions = [Action(f"yes:{MAKE}", (*about, "false"), "Make the link", Weight.MAIN)]
    if found.name is not None:
        label = f"With my name, {shown_name(found.name)}"
        actions.append(Action(f"yes:{MAKE}", (*about, "true"), label))
    if here.front_end is FrontEnd.DISCORD:
        actions.append(Action(f"no:{MAKE}", (), "Don't share it"))
    return View(
        title=f"Share {title} with whoever has the link?",
        tone=Tone.WARNING,
        hints=[
            f"They see {listed(found.shows)}.",
            f"They do not see {listed(found.hides)}. {_named(found)}",
            "You can end the link whenever you like.",
            *_unreachable(found),
        ],
        actions=actions,
    )


def _named(found: SharePreview) -> str:
    if found.kind not in {Shareable.GOAL, Shareable.HABIT}:
        return "Whoever leaves it is gone from there, too."
    if found.named and found.name is not None:
        return f"Your name is shown as {shown_name(found.name)}."
    return "Your name is not shown."


def _unreachable(found: SharePreview) -> list[Text]:
    """Nobody sets up a page for strangers by accident: until then it is this machine's alone."""
    if found.is_reachable:
        return []
    how = "Whoever runs Questlog can change that: web.public_url says where others reach it."
    return [("Only this machine can open it, at ", WebAddress(found.address), f". {how}")]


def made(here: Visit, done: ShareLinkMade) -> View:
    """The link alone stands first, so that it can be copied."""
    title = shown_name(done.title, TITLE)
    hints: list[Text] = [
        f"Whoever has it sees {listed(done.shows)}. {_named(done)}",
        "It is shown this once: Questlog keeps no copy. You can make another.",
        ("As a badge: ", *_address(done.badge)),
        ("To end it: ", END(done.id)),
        *_unreachable(done),
    ]
    if here.front_end is FrontEnd.TERMINAL:
        return View(lead=_address(done.url), hints=hints)
    return View(title=f"The link to {title}", lead=_address(done.url), hints=hints)


def _address(url: str | None) -> tuple[WebAddress, ...]:
    return () if url is None else (WebAddress(url),)


def links(here: Visit, found: ShareLinkList) -> View:
    if not found.links:
        return View(
            title="Nothing is shared",
            empty=True,
            lead=("No stranger sees anything of yours. To let them see a goal: ", GOAL("NAME")),
        )
    rows = [
        Row(one.id, shown_name(one.title), (_kind(one), (At(one.created_at, "day"),))) for one in found.links
    ]
    return View(
        title="What strangers can see",
        noun=NOUN,
        subtitle=count_of(len(rows), "link"),
        columns=(Column("what"), Column("since")),
        rows=rows,
        ids=True,
        signs=False,
        hints=[("To end one: ", END(found.links[0].id))],
    )


def links_of_server(there: Visit, found: ShareLinkList) -> View:
    """For those who manage it. The rows lead nowhere: what ends a link stands beside the title."""
    if not found.links:
        return View(title="Nothing is shared", lead="No stranger sees anything of this server.", empty=True)
    return replace(links(there, found), noun="", hints=())


def _kind(one: ShareLinkDocument) -> Text:
    named = "with your name" if one.named else None
    return joined(KINDS[one.kind], named, "of this server" if one.server else None)


def link(here: Visit, one: ShareLinkDocument) -> View:
    name = Fact("Your name", "shown" if one.named else "not shown")
    return View(
        title=shown_name(one.title, NAME),
        id=one.id,
        lead="Whoever has this link can see it.",
        facts=[[Fact("What", KINDS[one.kind]), name, Fact("Since", (At(one.created_at),))]],
        hints=["The link itself was shown once, and is kept nowhere. Make another if you lost it."],
        actions=[Action("share:end", (one.id,), "End the link", Weight.DANGER)],
    )


def ended(here: Visit, done: ShareLinkEnded) -> View:
    return View(lead=done.message)
