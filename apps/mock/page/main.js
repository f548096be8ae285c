import { filterOperations, operationsView, requestView } from "./views.js";

/** How often the mock is asked what is new, in milliseconds. */
const interval = 1000;

const at = (id) => document.getElementById(id);

/** What is shown, as text: what has not changed is left alone. */
let shown = "";

/** Asks the mock. What it refuses is said, and gives `undefined`. */
async function ask(method, path, body) {
  const response = await fetch(`/__mock/${path}`, {
    method,
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const value = await response.json();
  if (response.ok) return value;
  say(`${value.title}: ${value.detail}`, true);
  return undefined;
}

function say(text, isFailure = false) {
  at("said").textContent = text;
  at("said").classList.toggle("bad", isFailure);
}

const actions = {
  /** No scenarios: the operation answers as usual. */
  async answer(operationId, scenarios, repeat = false) {
    const path = `sequences/${encodeURIComponent(operationId)}`;
    const [last] = scenarios.slice(-1);
    const name = typeof last === "object" ? `A ${last.status}` : last;
    const done = repeat ? `${name} always answers.` : `${name} answers next.`;
    await set(
      () => ask("PUT", path, { scenarios, repeat }),
      name === undefined ? "As usual again." : done,
    );
  },
  async copy(text, what) {
    try {
      await navigator.clipboard.writeText(text);
      say(`Copied ${what}.`);
    } catch {
      say("The browser does not let this page copy.", true);
    }
  },
};

/** Changes something, says so, and shows the state after it. */
async function set(change, done) {
  const state = await change();
  if (state === undefined) return;
  showState(state);
  say(done);
}

function showState(state) {
  const text = JSON.stringify(state);
  if (text === shown) return;
  shown = text;
  document.title = `${state.title} · mock`;
  at("title").textContent = `${state.title} ${state.version}`;
  at("url").textContent = state.url;
  at("error").hidden = state.contractError === null;
  at("error").textContent =
    `The contract on disk is broken. The last good one is served.\n${state.contractError}`;
  for (const name of ["delay", "fail"]) {
    const field = at("behaviour").elements[name];
    if (document.activeElement !== field) field.value = state.behaviour[name] ?? "";
  }
  at("behaviour").classList.toggle("on", Object.values(state.behaviour).some(Boolean));
  const focused = document.activeElement?.dataset?.key;
  at("operations").replaceChildren(...operationsView(state, actions));
  filterOperations(at("operations"), at("filter").value);
  if (focused !== undefined)
    at("operations")
      .querySelector(`[data-key="${CSS.escape(focused)}"]`)
      ?.focus();
}

function showRequests(requests) {
  const list = at("requests");
  const known = new Map([...list.children].map((each) => [each.dataset.key, each]));
  const keys = new Set(requests.map(keyOf));
  for (const [key, each] of known) if (!keys.has(key)) each.remove();
  for (const request of requests)
    if (!known.has(keyOf(request))) list.prepend(requestView(request, keyOf(request)));
  at("waiting").hidden = requests.length > 0;
}

function keyOf({ at: time, number }) {
  return `${number} ${time}`;
}

async function refresh() {
  const [state, requests] = await Promise.all([ask("GET", "state"), ask("GET", "requests")]);
  if (state !== undefined) showState(state);
  if (requests !== undefined) showRequests(requests);
}

at("behaviour").addEventListener("submit", (event) => {
  event.preventDefault();
  const { delay, fail } = at("behaviour").elements;
  const body = { delay: delay.value || null, fail: fail.value || null };
  set(() => ask("PUT", "behaviour", body), "Applied to all answers.");
});
at("reset").addEventListener("click", async () => {
  await set(() => ask("POST", "reset"), "Everything is reset.");
  await refresh();
});
at("filter").addEventListener("input", () =>
  filterOperations(at("operations"), at("filter").value),
);
document.addEventListener("click", ({ target }) => {
  for (const menu of document.querySelectorAll(".menu[open]"))
    if (!menu.contains(target)) menu.open = false;
});

async function keepFresh() {
  try {
    if (!document.hidden) await refresh();
  } catch {
    say("The mock does not answer. Is it still running?", true);
  }
  setTimeout(keepFresh, interval);
}

keepFresh();
