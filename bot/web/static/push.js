// Messages in this browser: subscribed to by a press, and never without one.
"use strict";

(() => {
  const subscribed = async (key) => {
    if (!("serviceWorker" in navigator) || !("PushManager" in window)) {
      throw new Error("This browser takes no messages from pages that are opened like this. It needs https; on an iPhone, the home screen.");
    }
    if ((await Notification.requestPermission()) !== "granted") {
      throw new Error("The browser does not allow messages from Questlog. Allow them in its settings for this page, and press again.");
    }
    const { pushManager } = await navigator.serviceWorker.ready;
    const options = { userVisibleOnly: true, applicationServerKey: key };
    return pushManager.subscribe(options).catch(async (error) => {
      const before = await pushManager.getSubscription();  // to another key, as of another Questlog at this address
      if (!before) throw error;
      await before.unsubscribe();
      return pushManager.subscribe(options);
    });
  };

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.dataset.pushKey === undefined || form.elements.address.value) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const problem = document.getElementById("push-problem");
    problem.textContent = "";
    subscribed(form.dataset.pushKey).then((found) => {
      const { endpoint, keys } = found.toJSON();
      form.elements.address.value = [endpoint, keys.p256dh, keys.auth].join(" ");
      form.requestSubmit();
    }).catch((error) => { problem.textContent = error.message; });
  }, true);
})();
