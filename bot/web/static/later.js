// What was pressed without a network: it waits in this browser, and is sent once. Pages use this, and the worker.
// Each press keeps the number of its form, by which Questlog knows it where it comes twice, and who pressed it.
"use strict";

self.later = (() => {
  const MOST = 200;
  const DAY = 86_400_000;
  const TOO_LATE = 7 * DAY;  // a day further back cannot be logged
  const ABANDONED = 30 * DAY;  // whoever pressed it never came back
  const PATIENCE = 15_000;

  const opened = () => new Promise((done, failed) => {
    const asked = indexedDB.open("questlog", 1);
    asked.onupgradeneeded = () => {
      asked.result.createObjectStore("presses", { keyPath: "once" });
      asked.result.createObjectStore("days", { keyPath: "who" });
    };
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => failed(asked.error);
  });

  const within = async (store, mode, act) => {
    const base = await opened();
    try {
      const transaction = base.transaction(store, mode);
      const asked = act(transaction.objectStore(store));
      return await new Promise((done, failed) => {
        transaction.oncomplete = () => done(asked.result);
        transaction.onabort = () => failed(transaction.error);
      });
    } finally {
      base.close();
    }
  };

  // Where a browser keeps nothing, as some do in private windows, nothing waits.
  const every = async () => {
    const found = await within("presses", "readonly", (all) => all.getAll()).catch(() => []);
    return found.sort((one, other) => one.at - other.at);
  };
  const write = (press) => within("presses", "readwrite", (all) => all.put(press));
  const drop = (once) => within("presses", "readwrite", (all) => all.delete(once));

  const keep = async (press) => {
    if ((await every()).length >= MOST) throw new Error("too much waits");
    await write({ ...press, at: Date.now() });
  };

  // One at a time, of all pages and the worker: others wait. Where a browser has no locks, the numbers do alone.
  const alone = (act) => (navigator.locks ? navigator.locks.request("questlog-later", act) : act());

  const deliver = async (press) => {
    const answer = await fetch(press.path, {
      method: "POST",
      headers: { "X-Pressed-By": press.who },
      body: new URLSearchParams(press.fields),
      redirect: "error",
      signal: AbortSignal.timeout(PATIENCE),
    });
    const isOurs = (answer.headers.get("Content-Type") || "").startsWith("application/json");
    if (!isOurs) throw new Error("somebody else answered, such as a hotel's network");
    return { status: answer.status, ...await answer.json() };
  };

  const canWait = (answer) => answer.status >= 500 || answer.status === 429 || answer.code === "under_way";

  // What Questlog said to each, in the order in which they were pressed. What does not arrive goes on waiting.
  const send = (who = null) => alone(async () => {
    const told = [];
    for (const press of (await every()).filter((one) => !who || one.who === who)) {
      if (Date.now() - press.at > ABANDONED) await drop(press.once);
      if (press.problem) continue;
      const refuse = (text) => write({ ...press, tried: true, problem: text });
      if (Date.now() - press.at > TOO_LATE) {
        await refuse("It waited for more than a week, so it was not sent.");
        continue;
      }
      let answer;
      try {
        if (!press.tried) await write({ ...press, tried: true });
        answer = await deliver(press);
      } catch {
        break;  // no network yet
      }
      if (answer.status === 401 || canWait(answer)) break;
      if (answer.code === "other_person") continue;  // it waits for whoever pressed it
      if (answer.status === 200) {
        await drop(press.once);
        told.push({ who: press.who, ...answer });
      } else {
        await refuse(answer.text);
      }
    }
    return told;
  });

  // Nothing that may have arrived: it would be done all the same. Answers whether it was taken back.
  const takeBack = (once) => alone(async () => {
    const found = (await every()).find((one) => one.once === once);
    if (!found || found.tried) return false;
    await drop(once);
    return true;
  });

  // What is to be done on the day that was shown last, to be ticked off where no page can be had: of one person.
  const keepDay = async (day) => {
    await forgetDays();
    await within("days", "readwrite", (all) => all.put({ ...day, at: Date.now() }));
  };
  const forgetDays = () => within("days", "readwrite", (all) => all.clear());
  const lastDay = async () => {
    const [day] = await within("days", "readonly", (all) => all.getAll()).catch(() => []);
    return day && Date.now() - day.at < 2 * DAY ? day : null;
  };

  const forget = async () => {
    await forgetDays();
    await within("presses", "readwrite", (all) => all.clear());
  };

  return { every, keep, drop, takeBack, send, keepDay, lastDay, forgetDays, forget };
})();
