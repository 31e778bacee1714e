// What makes pages nicer where scripts run: keys, and where somebody is after a page has changed.
// Everything works without it.
"use strict";

(() => {
  let going = false;

  const writing = (target) =>
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

  const press = (key) => {
    const link = document.querySelector(`a[data-key="${CSS.escape(key)}"]`);
    if (link) link.click();
    return Boolean(link);
  };

  const things = () => [...document.querySelectorAll(".thing, .list tbody tr:not(.group), .rows li")];

  const move = (step) => {
    const every = things();
    const at = every.findIndex((one) => one.contains(document.activeElement));
    const next = every[Math.min(Math.max(at + step, 0), every.length - 1)];
    const target = next && next.querySelector("a, button, summary");
    if (target) target.focus();
  };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || writing(event.target)) return;
    if (localStorage.getItem("keys") === "off" && event.key !== "?") return;
    if (going) {
      going = false;
      if (press(event.key)) event.preventDefault();
      return;
    }
    switch (event.key) {
      case "g":
        going = true;
        setTimeout(() => { going = false; }, 1500);
        break;
      case "n":
        if (press("n")) event.preventDefault();
        break;
      case "j":
        move(1);
        break;
      case "k":
        move(-1);
        break;
      case "x": {
        const thing = document.activeElement && document.activeElement.closest(".thing, tr");
        const tick = thing && thing.querySelector(".tick");
        if (tick) tick.click();
        break;
      }
      case "?":
        showKeys();
        break;
    }
  });

  const showKeys = () => {
    let dialog = document.getElementById("keys");
    if (!dialog) {
      dialog = document.createElement("dialog");
      dialog.id = "keys";
      const lines = [...document.querySelectorAll(".menu a[data-key]")]
        .map((link) => [`g ${link.dataset.key}`, link.textContent.trim()])
        .concat([["n", "something new"], ["j, k", "down, up"], ["x", "tick off"], ["?", "this"]]);
      const title = document.createElement("h2");
      title.textContent = "Keys";
      title.tabIndex = -1;
      title.autofocus = true;  // else the box at the end is focused, and the list begins out of sight
      const list = document.createElement("dl");
      list.className = "facts";
      for (const [key, words] of lines) {
        const line = document.createElement("div");
        const term = document.createElement("dt");
        const text = document.createElement("dd");
        term.textContent = key;
        text.textContent = words;
        line.append(term, text);
        list.append(line);
      }
      const label = document.createElement("label");
      label.className = "check";
      const off = document.createElement("input");
      off.type = "checkbox";
      off.checked = localStorage.getItem("keys") === "off";
      off.addEventListener("change", () => localStorage.setItem("keys", off.checked ? "off" : "on"));
      label.append(off, "No keys but this one");
      const close = document.createElement("button");
      close.className = "button plain";
      close.textContent = "Close";
      close.addEventListener("click", () => dialog.close());
      dialog.append(title, list, label, close);
      document.body.append(dialog);
    }
    dialog.showModal();
  };

  // A page that is open shows what happens elsewhere: a tick on another device, a number that moves. Nothing is
  // changed under the hands of somebody who types, and nothing is sent where it is still the same.
  const root = document.body.dataset.root;
  let following = null;
  let waiting = null;

  const hasTyped = () =>
    [...document.querySelectorAll("main textarea, main input[type=text]")].some((one) => one.value !== one.defaultValue);

  const isBusy = () =>
    writing(document.activeElement) ||
    hasTyped() ||
    document.querySelector("main .form, main details[open], dialog[open], .htmx-request");

  const refresh = (_, pause = 200) => {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      if (isBusy()) {
        refresh(_, 2000);
        return;
      }
      const seen = document.getElementById("seen");
      if (!seen) return;
      const said = document.getElementById("said").innerHTML;
      const headers = { "X-Seen": seen.dataset.mark };
      window.htmx.ajax("GET", location.pathname + location.search, { target: "#page", swap: "innerHTML", headers })
        .then(() => {
          const now = document.getElementById("said");
          if (now && !now.innerHTML.trim()) now.innerHTML = said;
        });
    }, pause);
  };

  const follow = () => {
    if (following || document.hidden || !document.getElementById("seen")) return;
    following = new EventSource(`${root}/following`);
    for (const kind of ["habit", "task", "metric", "goal", "message", "missed"]) {
      following.addEventListener(kind, refresh);
    }
    following.addEventListener("error", () => {
      if (following.readyState === EventSource.CLOSED) following = null;
    });
  };

  // What others say is looked for while a talk is open, also while somebody types: only the talk is changed.
  const listen = async () => {
    const talk = document.getElementById("talk");
    const seen = document.getElementById("seen");
    if (!talk || !seen || document.hidden || talk.querySelector("details[open]")) return;
    const headers = { "HX-Request": "true", "X-Seen": seen.dataset.mark };
    const answer = await fetch(location.pathname + location.search, { headers });
    if (answer.status !== 200 || !talk.isConnected) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const now = page.getElementById("talk");
    if (!now || talk.contains(document.activeElement)) return;
    talk.replaceWith(now);
    seen.dataset.mark = page.getElementById("seen").dataset.mark;
    window.htmx.process(now);
  };
  setInterval(() => listen().catch(() => {}), 5000);  // offline: the next one may come through

  document.addEventListener("questlog:changed", refresh);
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) {
      if (following) following.close();
      following = null;
    } else {
      follow();
      refresh();
    }
  });
  follow();

  // A chart that can be zoomed into takes the place of its picture: drag over it, and press twice to go back.
  const drawCharts = () => {
    for (const link of document.querySelectorAll("a.chart[data-series]:not([data-drawn])")) {
      link.dataset.drawn = "yes";
      draw(link).catch(() => {});  // the picture stays
    }
  };

  const load = (link) => {
    if (window.uPlot) return Promise.resolve();
    const style = document.createElement("link");
    style.rel = "stylesheet";
    style.href = link.dataset.style;
    const script = document.createElement("script");
    script.src = link.dataset.script;
    document.head.append(style, script);
    return new Promise((done, failed) => {
      script.addEventListener("load", done);
      script.addEventListener("error", failed);
    });
  };

  const draw = async (link) => {
    const answer = await fetch(link.dataset.series);
    const found = await answer.json();
    if (found.times.length < 2) return;
    await load(link);
    if (!window.uPlot) return;  // it starts in no browser whose language it does not know
    const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
    const probe = document.createElement("i");
    const shade = (name) => {
      probe.style.color = `var(${name})`;
      document.body.append(probe);
      const found = getComputedStyle(probe).color;
      probe.remove();
      return found || colour(name);
    };
    const box = document.createElement("div");
    box.className = "zooming";
    link.before(box);
    const axis = { stroke: shade("--soft"), grid: { stroke: shade("--line"), width: 1 }, ticks: { stroke: shade("--line") } };
    const said = (value, decimals) => (value === null || value === undefined
      ? "" : `${new Intl.NumberFormat(undefined, { maximumFractionDigits: decimals }).format(value)} ${found.unit}`.trim());
    const exact = (value) => said(value, 9);
    const rounded = (value) => said(value, 2);  // of what was worked out
    const dated = (_, at) => (at === null ? "" : new Date(at * 1000).toLocaleDateString(undefined, { day: "numeric", month: "short", year: "numeric" }));
    const number = { label: found.name, stroke: shade("--accent"), width: 2, points: { size: 4 }, value: (_, value) => exact(value) };
    const points = { paths: () => null, points: { show: true, size: 3, fill: shade("--accent") } };
    const lines = [{ label: "on", value: dated }, found.level ? { ...number, ...points } : number];
    const ahead = found.ahead || { times: [], lines: [], band: null };
    const newest = found.times.length - 1;
    const last = found.times[newest];
    const later = ahead.times.map((at) => Math.max(at, last)).filter((at, place, all) => at > last && all.indexOf(at) === place);
    const data = [[...found.times, ...later], [...found.values, ...later.map(() => null)]];
    for (const line of ahead.lines) {
      const values = later.map((at) => line.values[ahead.times.indexOf(at)]);
      const before = found.times.map((_, place) => (place < found.times.length - 1 ? null : found.values[place]));
      const dash = line.name === "needed" ? [2, 4] : [6, 4];
      const outer = ahead.band && ahead.band.includes(line.name);
      const stroke = shade(outer ? "--soft" : line.name === "needed" ? "--bad" : "--good");
      const value = (_, found, __, at) => (at === null || at <= newest ? "" : rounded(found));
      lines.push({ label: line.name, stroke, dash, width: outer ? 1 : 2, spanGaps: true, points: { show: false }, value });
      data.push([...before, ...values]);
    }
    const place = (name) => 2 + ahead.lines.findIndex((one) => one.name === name);
    const middle = (at) => data[at][found.times.length];
    const pair = ahead.band ? ahead.band.map(place).sort((one, other) => middle(other) - middle(one)) : null;
    const bands = pair ? [{ series: pair, fill: shade("--good-soft") }] : [];
    if (found.level) {
      lines.push({ label: "trend", stroke: shade("--accent"), width: 2, points: { show: false }, value: (_, value) => rounded(value) });
      data.push([...found.level, ...later.map(() => null)]);
    }
    const level = (label, value, colour, dash) => {
      lines.push({ label, stroke: shade(colour), dash, points: { show: false }, value: () => exact(value) });
      data.push(data[0].map(() => value));
    };
    if (found.target !== null) level("target", found.target, "--warning", [6, 4]);
    for (const limit of found.limits) level(limit.name, limit.value, "--bad", [2, 3]);
    const size = () => ({ width: box.clientWidth, height: Math.round(Math.min(340, Math.max(220, box.clientWidth * 0.5))) });
    const short = (value) => new Intl.NumberFormat(undefined, { notation: "compact", maximumFractionDigits: 2 }).format(value);
    const when = (at, step) => new Date(at * 1000).toLocaleString(undefined, step < 86400 && at % 86400
      ? { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }
      : step < 86400 * 28 ? { day: "numeric", month: "short" } : { month: "short", year: "numeric" });
    const chart = new window.uPlot(
      {
        ...size(),
        series: lines,
        bands,
        axes: [{ ...axis, space: 72, values: (_, times, __, ___, step) => times.map((at) => when(at, step)) }, { ...axis, size: 56, values: (_, values) => values.map(short) }],
        cursor: { drag: { x: true, y: false } },
        // Where nothing is pointed at, the newest value is read.
        hooks: { setLegend: [(one) => { if (one.legend.idx === null || one.legend.idx === undefined) one.setLegend({ idx: newest }, false); }] },
      },
      data,
      box,
    );
    link.hidden = !found.keepsPicture;
    window.addEventListener("resize", () => { if (box.isConnected) chart.setSize(size()); });
  };

  drawCharts();
  document.addEventListener("htmx:afterSettle", drawCharts);

  // A new page begins at its top, and whoever listens to it hears its title. A tick leaves everything in place, and so
  // does a page that comes to rest only when somebody is already at something in it.
  document.addEventListener("htmx:afterSettle", (event) => {
    const { requestConfig, target } = event.detail;
    if (!target || target.id !== "page" || !requestConfig || requestConfig.verb !== "get") return;
    const main = document.getElementById("main");
    if (requestConfig.headers["X-Seen"] || main.contains(document.activeElement)) return;
    window.scrollTo(0, 0);
    main.focus({ preventScroll: true });
  });
})();
