// What a page does without a network: what is ticked off waits and is shown as waiting, and today can still be seen.
"use strict";

(() => {
  const { later } = self;
  const root = document.body.dataset.root;
  const asDone = "Waits for the network. Press again to take it back.";
  const seen = () => document.getElementById("seen");
  const who = () => (seen() ? seen().dataset.who : null);
  let pause = null;

  const say = (text, tone = "warning", dismissed = null) => {
    const said = document.getElementById("said");
    if (!said || !text) return;
    const box = document.createElement("div");
    box.className = `said tone-${tone}`;
    const words = document.createElement("p");
    words.textContent = text;
    box.append(words);
    if (dismissed) {
      const button = document.createElement("button");
      button.className = "button plain";
      button.textContent = "Dismiss";
      button.dataset.dismiss = dismissed;
      box.append(button);
    }
    if (!dismissed) said.querySelectorAll(".said:not(:has([data-dismiss]))").forEach((one) => one.remove());
    said.append(box);
  };

  // What a form is about, whatever its number is: the same thing waits once.
  const about = (path, fields) => {
    const said = Object.entries(fields).filter(([name]) => !name.startsWith("_")).sort();
    return JSON.stringify([path, said]);
  };

  const pressOf = (form) => {
    const fields = Object.fromEntries(new FormData(form));
    const path = new URL(form.action).pathname;
    return { once: fields._once, who: who(), path, fields, label: form.dataset.later, about: about(path, fields) };
  };

  const mark = (thing, waits) => {
    thing.classList.toggle("waiting", waits);
    const button = thing.querySelector("button");
    if (waits && !button.dataset.title) button.dataset.title = button.title;
    button.title = waits ? asDone : button.dataset.title || button.title;
    if (button.hasAttribute("aria-pressed")) button.setAttribute("aria-pressed", `${waits}`);
  };

  const markAll = async () => {
    const waiting = (await later.every()).filter((one) => !one.problem && one.who === who()).map((one) => one.about);
    for (const form of document.querySelectorAll("form[data-later]")) {
      const waits = waiting.includes(pressOf(form).about);
      if (waits || form.parentElement.classList.contains("waiting")) mark(form.parentElement, waits);
    }
  };

  const tellRefused = async () => {
    for (const one of await later.every()) {
      const isShown = document.querySelector(`[data-dismiss="${CSS.escape(one.once)}"]`);
      if (one.problem && one.who === who() && !isShown) say(`${one.label} was not done. ${one.problem}`, "bad", one.once);
    }
  };

  const told = (answers) => {
    const mine = answers.filter((one) => one.who === who());
    if (!mine.length) return;
    document.dispatchEvent(new Event("questlog:changed"));
    say(["Sent what waited:", ...mine.map((one) => one.text)].join("\n"), mine[mine.length - 1].tone);
  };

  const send = async () => {
    clearTimeout(pause);
    const mine = (one) => !one.problem && one.who === who();
    if (!who() || !(await later.every()).some(mine)) return;
    if (navigator.onLine) told(await later.send(who()));
    await tellRefused();
    await markAll();
    if ((await later.every()).some(mine)) pause = setTimeout(send, 30_000);
  };

  const keep = async (press, tried) => {
    try {
      await later.keep({ ...press, tried });
    } catch {
      say("You are offline, and this browser can keep no more. Try again when you are online.", "bad");
      return;
    }
    say(`${press.label}: kept on this device, and sent when you are online.`);
    await markAll();
    const ready = "serviceWorker" in navigator && (await navigator.serviceWorker.getRegistration());
    if (ready && ready.sync) ready.sync.register("later").catch(() => {});  // not every browser lets it
    pause = pause || setTimeout(send, 30_000);
  };

  const takeBack = async (found) => {
    const isGone = await later.takeBack(found.once);
    say(isGone ? `${found.label}: taken back.` : `${found.label} may have arrived already. Undo it when you are online.`);
    await markAll();
  };

  const isLate = (target) => target instanceof HTMLFormElement && target.dataset.later !== undefined;

  document.addEventListener("htmx:beforeRequest", (event) => {
    const form = event.detail.elt;
    if (!isLate(form)) return;
    const waits = form.parentElement.classList.contains("waiting");
    if (!waits && navigator.onLine) return;
    event.preventDefault();
    const press = pressOf(form);
    later.every().then((all) => {
      const found = all.find((one) => !one.problem && one.who === press.who && one.about === press.about);
      return found ? takeBack(found) : keep(press, false);
    });
  });

  // The answer may be lost, and not the request: its number says so to Questlog.
  const failed = (event) => {
    const { elt, requestConfig } = event.detail;
    if (isLate(elt)) keep(pressOf(elt), true);
    else if (!requestConfig || !requestConfig.headers["X-Seen"]) {
      say("Questlog cannot be reached. Nothing was done; try again when you are online.", "bad");
    }
  };
  document.addEventListener("htmx:sendError", failed);
  document.addEventListener("htmx:timeout", failed);

  document.addEventListener("click", (event) => {
    const once = event.target instanceof Element && event.target.closest("[data-dismiss]");
    if (!once) return;
    later.drop(once.dataset.dismiss);
    once.closest(".said").remove();
  });

  // Whoever signs out leaves nothing here. What still waits is sent before; what is refused is read first.
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.dataset.leaves === undefined) return;
    event.preventDefault();
    (async () => {
      await send();
      const waiting = (await later.every()).filter((one) => one.who === who());
      if (waiting.length && !form.dataset.asked) {
        form.dataset.asked = "yes";
        say("Something that you ticked off offline is not done yet. Sign out once more to drop it.");
        return;
      }
      await later.forget().catch(() => {});  // it keeps nothing
      form.submit();
    })();
  });

  const keepDay = async () => {
    const heading = document.querySelector("h1[data-day]");
    if (!heading || !who()) return;
    const things = [...document.querySelectorAll("form[data-later]")].map(pressOf);
    await later.keepDay({ who: who(), day: heading.dataset.day, things }).catch(() => {});  // a private window
  };

  const shown = async () => {
    await keepDay();
    await markAll();
    await tellRefused();
  };

  // Questlog may be away while the network is there, or come later than it.
  const comeBack = async () => {
    const answer = navigator.onLine && (await fetch(`${root}/manifest.webmanifest`, { cache: "no-store" }).catch(() => null));
    clearTimeout(pause);
    if (answer && answer.ok) location.reload();
    else pause = setTimeout(comeBack, 5000);
  };

  // The page of the worker, where no other can be had.
  const showKept = async (place) => {
    const day = await later.lastDay();
    comeBack();
    window.addEventListener("online", comeBack);
    if (!day) return;
    const waiting = (await later.every()).map((one) => one.about);
    const name = new Date(`${day.day}T12:00`).toLocaleDateString("en-GB", { weekday: "long", day: "numeric", month: "long" });
    document.getElementById("kept-title").textContent = `To do on ${name}`;
    document.getElementById("kept-said").hidden = false;
    for (const thing of day.things) {
      const line = document.createElement("li");
      const button = document.createElement("button");
      const name = document.createElement("span");
      line.className = "thing";
      button.className = "tick";
      name.className = "name";
      name.textContent = thing.label;
      button.setAttribute("aria-label", `${thing.label}: done`);
      button.setAttribute("aria-pressed", "false");
      button.append(document.getElementById("check").content.cloneNode(true));
      line.append(button, name);
      place.append(line);
      const set = (waits) => mark(line, waits);
      set(waiting.includes(thing.about));
      button.addEventListener("click", async () => {
        const found = (await later.every()).find((one) => one.about === thing.about && !one.problem);
        await (found ? takeBack(found) : keep({ ...thing, once: found ? found.once : thing.once }, false));
        set((await later.every()).some((one) => one.about === thing.about && !one.problem));
      });
    }
  };

  const ready = async () => {
    const kept = document.getElementById("kept");
    if (kept) {
      await showKept(kept);
    } else if (who()) {
      await shown();
      await send();
    } else if (document.querySelector("main[data-signed-out]")) {
      await later.forgetDays().catch(() => {});
      const waiting = (await later.every()).length;
      if (waiting) say(`What was ticked off offline waits here (${waiting}). It is sent when the same person signs in.`);
    }
  };

  document.addEventListener("htmx:afterSettle", () => shown());
  window.addEventListener("online", send);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) send(); });
  ready();
  if ("serviceWorker" in navigator && who()) {
    navigator.serviceWorker.addEventListener("message", (event) => { if (event.data.told) told(event.data.told); });
    window.addEventListener("load", () => navigator.serviceWorker.register(`${root}/worker.js`, { scope: `${root}/` }));
  }
})();
