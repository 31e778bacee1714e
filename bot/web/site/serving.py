"""Every page and every act: from a request to a use case and back, by the tables of the features."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from aiohttp import web

from bot.view import Text, View
from bot.visit import Visit
from bot.web.live.stream import stream
from bot.web.live.watchers import TooManyWatchers
from bot.web.routes import any_name
from bot.web.site import forms, late
from bot.web.site.failing import Handler, guarded
from bot.web.site.notice import LONGEST, SECONDS, Notice
from bot.web.site.over_time import series
from bot.web.site.part import Act, File, Form, Link, Page
from bot.web.site.place import HOME, SAID, Place, safe_next
from bot.web.site.posted import occasion_of, posted
from bot.web.site.rendering import answer, download, picture
from bot.web.site.scene import PageScene, frame_of, values_of
from bot.web.site.tables import Tables, filled, names_in
from bot.web.site.things import thing_of
from bot.web.site.visiting import Door, NotSignedIn
from bot.web.there import GUILD
from tracker.accounts.model import User
from tracker.refusals import Reason, Refused
from tracker.servers.service import check_manager
from tracker.tones import Tone

BACK, PICTURE, PREVIEW, SERIES = "_back", "_picture", "_preview", "_series"
MENU, FOLLOW = "/menu", "/following"
UNDO = (":undo", "-undo")
"""How the name of an action ends that takes back what was done."""


class Pages:
    """The pages of all features."""

    def __init__(self, door: Door, place: Place, tables: Tables) -> None:
        self._door, self._place, self._tables = door, place, tables

    def routes(self) -> list[web.RouteDef]:
        """`…/offers/new` before `…/offers/{offer}`: the first that fits is taken."""
        return sorted(self._every(), key=lambda route: route.path.count("{"))

    def _every(self) -> Iterator[web.RouteDef]:
        yield web.get(MENU, self._guarded(self._menu))
        yield web.get(FOLLOW, self._guarded(self._following))
        for page in self._tables.pages:
            yield web.get(any_name(page.path), self._guarded(self._showing(page)))
        for act in self._tables.acts:
            yield web.post(any_name(act.path), self._guarded(self._doing(act)))
            if act.form is not None:
                yield web.get(any_name(act.path), self._guarded(self._asking(act, act.form)))
            elif act.shows_answer:
                yield web.get(any_name(act.path), self._guarded(self._answered(act)))
        for file in self._tables.files:
            yield web.get(any_name(file.path), self._guarded(self._giving(file)))

    def _guarded(self, handler: Handler) -> Handler:
        return guarded(handler, self._place, self._door)

    async def _visit(self, request: web.Request, place: Page | Act, occasion: str | None = None) -> Visit:
        """Of whoever asks; on the server that the path names, and there only where they may be."""
        here = (await self._door.visitor(request, occasion)).visit
        if (server := request.match_info.get(GUILD)) is not None:
            here = await self._door.there(here, server)
        if place.for_managers:
            check_manager(here.guild)
        return here

    async def _menu(self, request: web.Request) -> web.StreamResponse:
        scene = self._scene(request, (await self._door.visitor(request)).visit, {})
        return self._heard(scene, answer(request, "menu.html", scene=scene, frame=scene.frame))

    async def _following(self, request: web.Request) -> web.StreamResponse:
        """What happens to the person while a page is open, which then asks whether it is still so."""
        here = (await self._door.visitor(request)).visit

        async def allowed() -> User | None:
            try:
                return (await self._door.visitor(request)).visit.person
            except (NotSignedIn, Refused):
                return None

        try:
            return await stream(request, here.services, self._door.watchers, here.person, allowed)
        except TooManyWatchers:
            raise web.HTTPServiceUnavailable(headers={"Retry-After": "60"}) from None

    def _showing(self, page: Page) -> Handler:
        async def shown(request: web.Request) -> web.StreamResponse:
            here = await self._visit(request, page)
            values = values_of(request, page.path)
            if page.form is not None and forms.lacks(page, values):
                return await self._form(request, here, page, page.form, values)
            try:
                document = await page.do(here, forms.ask_of(page.ask, {**page.fixed, **values}))
            except Refused as refused:
                if page.form is None:
                    raise
                self._door.count(refused)
                return await self._form(request, here, page, page.form, values, refused=refused)
            view = page.view(here, document)
            if SERIES in values and page.over_time is not None:
                return await series(here, page.over_time, document, values)
            if PICTURE in values:
                return await _picture(request, here, view, dark=values[PICTURE] == "dark")
            scene = self._scene(request, here, values, page.title)
            more = dict(page.context(here, document) if page.context else {})
            links = page.links(document) if callable(page.links) else page.links
            more |= {"view": view, "links": links, "zooms": page.over_time is not None}
            response = answer(request, page.template, scene=scene, frame=scene.frame, **more)
            return self._heard(scene, response)

        return shown

    def _giving(self, file: File) -> Handler:
        async def given(request: web.Request) -> web.StreamResponse:
            here = (await self._door.visitor(request)).visit
            return download(await file.do(here, forms.ask_of(file.ask, values_of(request, file.path))))

        return given

    def _asking(self, act: Act, form: Form) -> Handler:
        async def asked(request: web.Request) -> web.StreamResponse:
            here = await self._visit(request, act)
            values = values_of(request, act.path)
            before = await form.filled(here, values) if form.filled else dict[str, str]()
            said = {**before, **values}
            if PREVIEW in values:
                ink = self._scene(request, here, {}).ink
                return answer(request, "preview.html", ink=ink, words=await _previewed(form, here, said))
            return await self._form(request, here, act, form, said)

        return asked

    def _doing(self, act: Act) -> Handler:
        async def done(request: web.Request) -> web.StreamResponse:
            typed = await posted(request, self._place)
            here = await self._visit(request, act, occasion_of(typed))
            said = {**typed, **values_of(request, act.path)}
            if act.waits:
                return await self._once(request, here, act, typed, said)
            try:
                document = await self._carried_out(here, act, said)
            except Refused as refused:
                return await self._refused(request, here, act, said, refused)
            view = act.view(here, document)
            after = act.then(document) if callable(act.then) else filled(act.then, said)
            then = self._tables.there(after, here.guild)
            if act.shows_answer:
                scene, links = self._scene(request, here, said), () if act.ends else (Link("Go on", then),)
                return answer(request, "view.html", scene=scene, frame=scene.frame, view=view, links=links)
            return self._led(safe_next(typed.get(BACK)) or then, self._said(request, here, view))

        return done

    async def _carried_out(self, here: Visit, act: Act, said: Mapping[str, str]) -> Any:  # noqa: ANN401 - as `Do`
        wanted = await self._wanted(here, act, said)
        return await act.do(here, forms.ask_of(act.ask, {**act.fixed, **wanted}))

    async def _once(
        self, request: web.Request, here: Visit, act: Act, typed: dict[str, str], said: Mapping[str, str]
    ) -> web.StreamResponse:
        """A press that may come late, or twice."""

        async def act_on() -> Notice:
            return self._said(request, here, act.view(here, await self._carried_out(here, act, said)))

        late.check_person(request, here)
        try:
            answered = await late.once(here, request.path, typed, act_on)
        except Refused as refused:
            if late.is_late(request):
                raise
            return await self._refused(request, here, act, said, refused)
        if late.is_late(request):
            return late.answered(answered)
        after = HOME if callable(act.then) else filled(act.then, said)
        then = self._tables.there(after, here.guild)
        return self._led(safe_next(typed.get(BACK)) or then, answered)

    def _answered(self, act: Act) -> Handler:
        """An answer that is asked for again is not said again: a browser may reload its address."""

        async def led(request: web.Request) -> web.StreamResponse:
            here = await self._visit(request, act)
            after = HOME if callable(act.then) else filled(act.then, values_of(request, act.path))
            address = self._place.path(self._tables.there(after, here.guild))
            headers = {"Location": address, "Cache-Control": "no-store"}
            return web.Response(status=303, headers=headers)

        return led

    async def _wanted(self, here: Visit, act: Act, said: Mapping[str, str]) -> Mapping[str, str]:
        """Of a form about a thing that is there, only what somebody has changed."""
        if act.form is None or act.form.filled is None:
            return said
        before = await act.form.filled(here, said)
        asked = {one.name for one in forms.inputs(act, act.form, said)}
        changed = forms.changes({name: said.get(name, "") for name in asked}, before)
        return {**changed, **{name: said[name] for name in names_in(act.path)}}

    async def _refused(
        self, request: web.Request, here: Visit, act: Act, said: Mapping[str, str], refused: Refused
    ) -> web.StreamResponse:
        """Beside what was typed; or on the page on which a button was pressed."""
        back = safe_next(said.get(BACK))
        is_gone = refused.reason is Reason.UNKNOWN and refused.field in names_in(act.path)
        if is_gone or (act.form is None and back is None):
            raise refused
        self._door.count(refused)
        if act.form is not None:
            return await self._form(request, here, act, act.form, said, refused=refused)
        return self._led(back or "/", Notice.refused(refused))

    async def _form(
        self,
        request: web.Request,
        here: Visit,
        act: Act | Page,
        form: Form,
        said: Mapping[str, str],
        *,
        refused: Refused | None = None,
    ) -> web.Response:
        if form.choose is not None:
            form = replace(form, choices={**form.choices, **await form.choose(here, said)})
        scene = self._scene(request, here, said)
        found = await forms.with_offers(here, form, said, forms.inputs(act, form, said, refused))
        address = self._place.path(filled(act.path, said))
        first = [one for one in found if not form.first or one.name in form.first]
        rest = [one for one in found if one not in first]
        is_open = any(one.problem or one.name in request.query or (refused and one.value) for one in rest)
        response = answer(
            request,
            "form.html",
            status=200 if refused is None else 422,
            scene=scene,
            frame=scene.frame,
            form=form,
            thing=await thing_of(here, self._tables, scene.ink, act.path, said),
            first=first,
            rest=rest,
            is_open=is_open,
            kept=forms.kept(act, found, said),
            action=address,
            method="post" if isinstance(act, Act) else "get",
            back=safe_next(said.get(BACK)),
            refused=refused,
            instead=_instead(act, said, refused, address),
        )
        return self._heard(scene, response)

    def _scene(
        self, request: web.Request, here: Visit, values: Mapping[str, str], title: str = ""
    ) -> PageScene:
        frame = frame_of(request, self._place, lambda path: self._tables.there(path, here.guild))
        return PageScene(here, frame, self._tables, values, title)

    def _said(self, request: web.Request, here: Visit, view: View) -> Notice:
        ink = self._scene(request, here, {}).ink
        words = ink.plain(view.notice) or ink.plain(view.lead) or ink.plain(view.title) or "Done."
        undo = next((one for one in view.actions if one.name.endswith(UNDO)), None)
        tone = Tone.GOOD if view.tone is Tone.PLAIN else view.tone
        return Notice(words[:LONGEST], tone, undo and (undo.name, undo.about))

    def _led(self, path: str, said: Notice) -> web.Response:
        headers = {"Location": self._place.path(path), "Cache-Control": "no-store"}
        response = web.Response(status=303, headers=headers)
        self._place.set_cookie(response, SAID, said.packed(), SECONDS)
        return response

    def _heard(self, scene: PageScene, response: web.Response) -> web.Response:
        if scene.frame.said is not None:
            self._place.drop_cookie(response, SAID)
        return response


async def _previewed(form: Form, here: Visit, said: Mapping[str, str]) -> Text | None:
    """What was understood so far; why not, where that says more than nothing."""
    try:
        return None if form.preview is None else await form.preview(here, said)
    except Refused as refused:
        return f"{refused}"


async def _picture(request: web.Request, here: Visit, view: View, *, dark: bool) -> web.StreamResponse:
    drawn = None if view.chart is None else await view.chart.draw(here.services, dark=dark)
    if drawn is None:
        raise web.HTTPNotFound(text="There is no picture.\n")
    return picture(request, drawn.png)


def _instead(
    act: Act | Page, said: Mapping[str, str], refused: Refused | None, address: str
) -> list[tuple[str, str]]:
    """What may have been meant: links to the same form with that in it."""
    name = None if refused is None or not refused.field else forms.field_name(act.ask, refused.field)
    if refused is None or name is None or name in names_in(act.path):
        return []
    typed = {one: value for one, value in said.items() if value and one in act.ask.model_fields}
    typed = {one: value for one, value in typed.items() if one not in names_in(act.path)}
    return [(one.label, f"{address}?{urlencode({**typed, name: one.value})}") for one in refused.suggestions]
