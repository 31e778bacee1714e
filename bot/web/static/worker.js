// Keeps what every page needs, and shows a page of its own where there is no network. Before it stand `ROOT`, `SHELL`, `ICON`,
// and the name of this edition. No page of anybody is ever kept here.
"use strict";

const OFFLINE = `${ROOT}/offline`;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(EDITION).then((kept) => kept.addAll(SHELL)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) {
      if (name !== EDITION && name.startsWith("shell-")) await caches.delete(name);
    }
    if (self.registration.navigationPreload) await self.registration.navigationPreload.enable();
    await self.clients.claim();
  })());
});

const page = async (event) => {
  try {
    return (await event.preloadResponse) || (await fetch(event.request));
  } catch {
    return caches.match(OFFLINE, { ignoreVary: true });
  }
};

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  const path = new URL(request.url).pathname;
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (SHELL.includes(path)) event.respondWith(caches.match(path, { ignoreVary: true }).then((kept) => kept || fetch(request)));
});

self.addEventListener("sync", (event) => {
  if (event.tag === "later") event.waitUntil(self.later.send().then((told) => tellPages(told)));
});

const tellPages = async (told) => {
  for (const one of await self.clients.matchAll()) one.postMessage({ told });
};

// Messages. The same one, if it comes twice, is shown once.
self.addEventListener("push", (event) => {
  const told = event.data ? event.data.json() : { title: "Questlog", body: "", path: "/", id: "" };
  const shown = { body: told.body, tag: told.id, data: told.path, icon: ICON };
  event.waitUntil(self.registration.showNotification(told.title, shown));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const path = event.notification.data;
  const isOurs = typeof path === "string" && /^\/(?![/\\])/.test(path);
  const address = new URL(ROOT + (isOurs ? path : "/"), self.location.origin).href;
  event.waitUntil((async () => {
    for (const one of await self.clients.matchAll({ type: "window" })) {
      if ("navigate" in one) return one.navigate(address).then((there) => there && there.focus());
    }
    return self.clients.openWindow(address);
  })());
});

// The push service has given this browser another address.
self.addEventListener("pushsubscriptionchange", (event) => {
  const old = event.oldSubscription;
  if (!old) return;
  event.waitUntil((async () => {
    const now = event.newSubscription || (await self.registration.pushManager.subscribe(old.options));
    const { endpoint, keys } = now.toJSON();
    const body = new URLSearchParams({ old: old.endpoint, address: [endpoint, keys.p256dh, keys.auth].join(" ") });
    await fetch(`${ROOT}/channels/browser/renewed`, { method: "POST", body, redirect: "manual" });
  })());
});
