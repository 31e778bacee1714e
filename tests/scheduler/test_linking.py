"""Linking: a source is asked before anything is kept, and what it says decides."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import timedelta

import pytest

from scheduler.character_lookup import NoNumberThere, link_character, link_number, rename_character
from scheduler.sources.registry import Sources, open_sources
from scheduler.sources.source import LATER, BadSubject, Blocked, Malformed, NotFound, SourceFailure
from scheduler.sources.web.json_target import HttpJsonTarget
from tests.fakes.clock import HandClock
from tests.fakes.hiscores import FakeHiscores
from tests.fakes.hiscores_rows import RS3_SKILLS
from tests.fakes.json_site import JsonSite
from tests.fakes.web_faults import Fault, blocked, garbage, html_with_200, page, rate_limited, server_error
from tests.patience import PATIENCE
from tests.scheduler.sources.timing import HandTime
from tests.tracker.store.items import everything
from tracker.accounts.belongings import Holder
from tracker.accounts.export import exact_json, export_person
from tracker.accounts.identity import parse_identity
from tracker.accounts.model import User
from tracker.accounts.service import Accounts
from tracker.goals.characters.service import Characters, values_of
from tracker.goals.errors import AlreadyLinked, AnotherCharacter, CharacterNameTaken
from tracker.goals.model import Character
from tracker.ids import ulids
from tracker.listeners import character_listeners
from tracker.readings import Measure, Number, Quantity
from tracker.settings import HttpJsonSettings, SourcesSettings
from tracker.store.entity import from_item
from tracker.store.keys import ReadingKey, SubjectKey
from tracker.store.segments import Subject
from tracker.store.sqlite import SqliteTable
from tracker.subjects import DayReading, Observed

ATTACK = Quantity("attack", Measure.XP)
SECRET = {"Authorization": "Bearer geheim"}


@dataclass
class Registry:
    """Ada's characters, and the sources that decide about them."""

    game: FakeHiscores
    sources: Sources
    table: SqliteTable
    characters: Characters
    ada: User
    clock: HandClock

    async def link(self, name: str, **where: str) -> Character:
        return await link_character(self.sources, self.characters, self.ada.id, name, **where)

    async def rename(self, character: Character, name: str, *, anyway: bool = False) -> Character:
        return await rename_character(
            self.sources, self.characters, self.ada.id, character, name, anyway=anyway
        )

    async def link_number(self, url: str, name: str = "Commits", unit: str = "") -> Character:
        """With a secret header, for an operator who allows private addresses."""
        target = HttpJsonTarget.of(url, "data.count", unit=unit, headers=SECRET)
        settings = SourcesSettings(http_json=HttpJsonSettings(allow_private=True))
        async with open_sources(settings, timing=HandTime().timing) as sources:
            return await link_number(sources, self.characters, self.ada.id, name, target)

    async def names(self) -> list[str]:
        return [one.name for one in await self.characters.list(self.ada.id)]

    async def attack_by_day(self, subject: Subject) -> dict[str, Number]:
        days = ReadingKey.prefix(subject=subject)
        items = self.table.query_all(days.pk, prefix=days.prefix)
        kept = [from_item(DayReading, item) async for item in items]
        return {f"{one.at:%Y-%m-%d}": one.quantities[ATTACK] for one in kept}

    def a_year(self, name: str, total: int = 1_000_000) -> dict[str, Number]:
        """Attack in RuneMetrics, month by month until today: the xp by day."""
        self.game.rs3(name).train_all(RS3_SKILLS, 1_000_000)
        self.game.profile(name, {"Attack": (70, 10_000_000)})
        at = [self.clock() - n * timedelta(days=30) for n in range(12)]
        self.game.months(name, "Attack", total, {int(one.timestamp() * 1000): 10_000 for one in at})
        return {f"{one:%Y-%m-%d}": total - 10_000 * n for n, one in enumerate(at)}


@pytest.fixture
async def registry(sqlite_table: SqliteTable, clock: HandClock) -> AsyncIterator[Registry]:
    time = HandTime()
    time.seconds = (clock() - time.clock()).total_seconds()
    accounts = Accounts(sqlite_table, clock, ulids(clock))
    ada = await accounts.register(parse_identity("email:ada@example.org"))
    async with FakeHiscores.running() as game:
        urls = dict.fromkeys(("osrs_url", "rs3_url", "runemetrics_url"), game.url)
        settings = SourcesSettings.model_validate({"runescape": {**urls, "timeout_seconds": PATIENCE}})
        async with open_sources(settings, timing=time.timing) as sources:
            yield Registry(
                game,
                sources,
                sqlite_table,
                Characters(sqlite_table, clock, character_listeners(sqlite_table)),
                ada,
                clock,
            )


@pytest.fixture
async def site() -> AsyncIterator[JsonSite]:
    async with JsonSite.running() as running:
        yield running


# Characters.


async def test_a_character_is_linked_with_all_that_is_known_of_it(registry: Registry) -> None:
    registry.game.osrs("Oak Chopper").train("Attack", 1234)

    linked = await registry.link(" Oak_Chopper ")

    assert (linked.name, linked.game, linked.mode) == ("Oak_Chopper", "osrs", "main")
    assert linked.subject == Subject("osrs", "main:oak chopper")
    assert await registry.characters.list(registry.ada.id) == [linked]
    assert (await values_of(registry.table, linked.subject))[ATTACK] == 1234


async def test_a_mode_may_be_called_as_players_call_it(registry: Registry) -> None:
    registry.game.osrs("Oak Chopper", "hardcore").train("Attack", 1234)

    linked = await registry.link("oak chopper", mode="HCIM")

    assert (linked.mode, linked.subject.key) == ("hardcore", "hardcore:oak chopper")


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        (server_error(), "unavailable"),
        (html_with_200(), "unavailable"),
        (blocked(), "blocked"),
        (rate_limited(), "rate-limited"),
        (garbage(), "malformed"),
    ],
)
async def test_trouble_is_told_apart_and_nothing_is_kept(registry: Registry, fault: Fault, code: str) -> None:
    registry.game.osrs("Oak Chopper").train("Attack", 1234)
    registry.game.stay_wrong(fault)
    before = await everything(registry.table)

    with pytest.raises(SourceFailure) as failed:
        await registry.link("Oak Chopper")

    assert failed.value.code == code
    assert LATER not in str(failed.value)
    assert str(failed.value).endswith("Nothing was added. Please try again later.")
    assert await everything(registry.table) == before


async def test_while_a_source_is_left_alone_it_is_said_until_when(registry: Registry) -> None:
    registry.game.stay_wrong(blocked())
    for _ in range(2):
        with pytest.raises(Blocked) as failed:
            await registry.link("Oak Chopper")

    assert "Questlog asks again after 2100-01-01 00:15:00 UTC. Nothing was added." in str(failed.value)


async def test_nobody_of_that_name_is_not_kept(registry: Registry) -> None:
    before = await everything(registry.table)

    with pytest.raises(NotFound) as failed:
        await registry.link("Nobody")

    assert failed.value.code == "not-found"
    assert str(failed.value).endswith("Nothing was added.")
    assert await everything(registry.table) == before


@pytest.mark.parametrize(
    ("error", "code"),
    [("PROFILE_PRIVATE", "private"), ("NOT_A_MEMBER", "not-a-member"), ("NO_PROFILE", "not-found")],
)
async def test_in_runescape_3_it_is_said_why_nobody_is_found(
    registry: Registry, error: str, code: str
) -> None:
    registry.game.no_profile("Hidden", error)

    with pytest.raises(NotFound) as failed:
        await registry.link("Hidden", game="rs3")

    assert failed.value.code == code
    assert await registry.names() == []


@pytest.mark.parametrize(
    ("name", "where"),
    [
        ("far too long for a name", {}),
        ("Oak Chopper", {"mode": "easy"}),
        ("Oak Chopper", {"game": "chess"}),
    ],
)
async def test_what_cannot_be_is_refused_without_asking(
    registry: Registry, name: str, where: dict[str, str]
) -> None:
    with pytest.raises(BadSubject):
        await registry.link(name, **where)

    assert registry.game.asked == []


async def test_who_is_linked_already_is_not_asked_for_again(registry: Registry) -> None:
    registry.game.osrs("Oak Chopper").train("Attack", 1234)
    await registry.link("Oak Chopper")
    asked = len(registry.game.asked)

    with pytest.raises(AlreadyLinked, match="Oak Chopper"):
        await registry.link("oak-chopper")

    assert len(registry.game.asked) == asked


# A year of RuneScape 3.


async def test_a_character_of_runescape_3_brings_a_year_along(registry: Registry) -> None:
    year = registry.a_year("Oak Chopper")

    linked = await registry.link("oak chopper", game="rs3")

    assert await registry.attack_by_day(linked.subject) == year
    assert len(year) == 12


async def test_the_name_is_written_as_the_character_writes_it(registry: Registry) -> None:
    registry.game.rs3("oak chopper").train("Attack", 1000)
    registry.game.profile("Oak Chopper", {"Archaeology": (5, 4_000)})

    linked = await registry.link("oak_chopper", game="rs3")

    assert linked.name == "Oak Chopper"


async def test_so_it_is_where_all_skills_are_ranked(registry: Registry) -> None:
    registry.game.rs3("oak chopper").train_all(RS3_SKILLS, 1_000)
    registry.game.profile("Oak Chopper", {})

    linked = await registry.link("oak_chopper", game="rs3")

    assert linked.name == "Oak Chopper"


async def test_a_profile_of_somebody_else_names_nobody(registry: Registry) -> None:
    registry.game.rs3("oak chopper").train_all(RS3_SKILLS, 1_000)
    registry.game.profile("Oak Chopper", {}, name="Elm Chopper")

    linked = await registry.link("Oak_chopper", game="rs3")

    assert linked.name == "Oak_chopper"


async def test_where_there_is_no_profile_nobody_asks_for_its_year(registry: Registry) -> None:
    registry.a_year("Oak Chopper")
    registry.game.no_profile("Oak Chopper", "PROFILE_PRIVATE")

    await registry.link("Oak Chopper", game="rs3")

    assert [asked.path for asked in registry.game.asked if "monthly" in asked.path] == []


async def test_a_year_that_breaks_off_is_kept_as_far_as_it_came(registry: Registry) -> None:
    year = registry.a_year("Oak Chopper")
    registry.game.go_wrong(None, None, blocked(), path="monthly")  # the total and Attack are read

    linked = await registry.link("Oak Chopper", game="rs3")

    assert await registry.attack_by_day(linked.subject) == year


async def test_more_xp_in_the_past_than_now_is_somebody_elses(registry: Registry) -> None:
    registry.a_year("Oak Chopper", total=5_000_000)

    linked = await registry.link("Oak Chopper", game="rs3")

    assert await registry.attack_by_day(linked.subject) == {"2100-01-01": 1_000_000}


# Numbers on the web.


async def test_a_number_is_linked_with_its_definition(registry: Registry, site: JsonSite) -> None:
    url = site.serve("/n.json", {"data": {"count": 42}})

    linked = await registry.link_number(url, "  My\tCommits ", "commits")

    assert (linked.name, linked.game, linked.mode) == ("My Commits", "http_json", None)
    assert await values_of(registry.table, linked.subject) == {Quantity("value", Measure.VALUE): 42}
    observed = from_item(Observed, await registry.table.get(SubjectKey(linked.subject).key) or {})
    assert observed.definition == {"url": url, "path": "data.count", "unit": "commits", "headers": SECRET}
    assert site.asked[0][1]["Authorization"] == SECRET["Authorization"]


async def test_an_export_says_which_number_is_read_and_no_secret_header(
    registry: Registry, site: JsonSite
) -> None:
    url = site.serve("/n.json", {"data": {"count": 42}})
    linked = await registry.link_number(url, unit="commits")
    await registry.rename(linked, "Work")

    document = await export_person(registry.table, Holder(registry.ada.id), linked.created_at)

    [item] = document["items"]["character"]
    assert (item["name"], item["unit"]) == ("Work", "commits")
    assert item["definition"] == {"url": url, "path": "data.count", "headers": {"Authorization": "***"}}
    assert SECRET["Authorization"] not in exact_json(document)
    assert url not in repr(linked)


async def test_what_is_no_number_is_not_kept_and_no_secret_is_told(
    registry: Registry, site: JsonSite
) -> None:
    url = site.serve("/n.json", {"data": {}}) + "?key=geheim"

    with pytest.raises(NoNumberThere) as failed:
        await registry.link_number(url)

    assert failed.value.code == Malformed.code
    assert "geheim" not in str(failed.value)
    assert str(failed.value).endswith("Nothing was added.")
    assert await registry.names() == []


async def test_what_a_server_refuses_may_be_tried_later(registry: Registry, site: JsonSite) -> None:
    with pytest.raises(Blocked, match=r"Nothing was added\. Please try again later\."):
        await registry.link_number(site.answer("/n.json", page("no", 403)))


@pytest.mark.parametrize("name", ["", "  ", "x" * 41, "a\x1b[31mb", "\u202eabc"])
async def test_a_name_is_short_and_can_be_seen(registry: Registry, site: JsonSite, name: str) -> None:
    url = site.serve("/n.json", {"data": {"count": 42}})

    with pytest.raises(BadSubject, match="A name has"):
        await registry.link_number(url, name)
    with pytest.raises(BadSubject, match="A unit has"):
        await registry.link_number(url, unit=name or "\x00")

    assert site.asked == []


async def test_another_name_for_a_number_asks_nobody(registry: Registry, site: JsonSite) -> None:
    linked = await registry.link_number(site.serve("/n.json", {"data": {"count": 42}}))

    renamed = await registry.rename(linked, "Work")

    assert (renamed.name, renamed.subject, renamed.id) == ("Work", linked.subject, linked.id)
    assert len(site.asked) == 1


async def test_two_numbers_have_two_names(registry: Registry, site: JsonSite) -> None:
    first = await registry.link_number(site.serve("/n.json", {"data": {"count": 42}}))
    other = site.serve("/m.json", {"data": {"count": 43}})

    with pytest.raises(
        CharacterNameTaken, match=r"You follow Commits already\. Give this number another name\."
    ):
        await registry.link_number(other, "COMMITS")
    second = await registry.link_number(other, "Steps")
    with pytest.raises(CharacterNameTaken, match="You follow Commits already"):
        await registry.rename(second, "commits")
    await registry.rename(first, "commits")

    assert await registry.names() == ["commits", "Steps"]


# A character under its new name.


@pytest.fixture
async def chopper(registry: Registry) -> Character:
    registry.game.osrs("Oak Chopper").train("Attack", 5000)
    return await registry.link("Oak Chopper")


async def test_a_renamed_character_keeps_its_id(registry: Registry, chopper: Character) -> None:
    registry.game.forget("Oak Chopper")
    registry.game.osrs("Elm Chopper").train("Attack", 6000)

    renamed = await registry.rename(chopper, "Elm_Chopper")

    assert (renamed.id, renamed.name) == (chopper.id, "Elm_Chopper")
    assert renamed.subject == Subject("osrs", "main:elm chopper")
    assert await registry.names() == ["Elm_Chopper"]


async def test_another_spelling_asks_nobody(registry: Registry, chopper: Character) -> None:
    registry.game.stay_wrong(server_error())

    renamed = await registry.rename(chopper, "OAK chopper")

    assert (renamed.name, renamed.subject) == ("OAK chopper", chopper.subject)


async def test_a_name_that_nobody_has_changes_nothing(registry: Registry, chopper: Character) -> None:
    with pytest.raises(NotFound, match=r"Nothing was changed\."):
        await registry.rename(chopper, "Nobody")

    assert await registry.characters.list(registry.ada.id) == [chopper]


async def test_who_has_less_is_another_unless_it_is_wanted_anyway(
    registry: Registry, chopper: Character
) -> None:
    registry.game.osrs("Elm Chopper").train("Attack", 10)

    with pytest.raises(AnotherCharacter):
        await registry.rename(chopper, "Elm Chopper")
    renamed = await registry.rename(chopper, "Elm Chopper", anyway=True)

    assert renamed.name == "Elm Chopper"
