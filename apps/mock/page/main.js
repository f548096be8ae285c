import { filterOperations, nameOf, operationsView, requestView } from "./views.js";

/** How often the page asks the mock for news, in milliseconds. */
const interval = 1000;

const at = (id) => document.getElementById(id);

/** What is shown, and the same as text: only changes are rendered. */
let state;
let shown = "";

/** Sends a request to the mock. A refusal is shown, and gives `undefined`. */
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
  /** Queues a scenario or a response. */
  async next(operationId, item) {
    const waiting = state.sequences.find(({ operation }) => operation === operationId);
    const before = waiting === undefined || waiting.repeat ? [] : waiting.scenarios;
    const done = before.length === 0 ? "comes next" : `is number ${before.length + 1} in the queue`;
    await setSequence(operationId, { scenarios: [...before, item] }, `${nameOf(item)} ${done}.`);
  },
  always: (operationId, name) =>
    setSequence(operationId, { scenarios: [name], repeat: true }, `${name} comes from now on.`),
  clear: (operationId) => setSequence(operationId, { scenarios: [] }, "Back to the default."),
  say,
  async copy(text, what) {
    try {
      await navigator.clipboard.writeText(text);
      say(`Copied ${what}.`);
    } catch {
      say("The browser does not let this page copy.", true);
    }
  },
};

function setSequence(operationId, sequence, done) {
  const path = `sequences/${encodeURIComponent(operationId)}`;
  return set(() => ask("PUT", path, sequence), done);
}

/** Changes something, and shows the new state. */
async function set(change, done) {
  const changed = await change();
  if (changed === undefined) return;
  showState(changed);
  say(done);
}

function showState(current) {
  const text = JSON.stringify(current);
  if (text === shown) return;
  state = current;
  shown = text;
  document.title = `${state.title} · mock`;
  at("title").textContent = `${state.title} ${state.version}`;
  at("url").textContent = state.url;
  at("docs").hidden = state.docs === null;
  at("docs").href = state.docs ?? ".";
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
  const [last] = requests.slice(-1);
  at("waiting").hidden = last !== undefined;
  const count = last === undefined ? "" : `${last.number} in all, the latest got ${last.status}`;
  // Only a change is announced.
  if (at("count").textContent !== count) at("count").textContent = count;
}

function keyOf({ at: time, number }) {
  return `${number} ${time}`;
}

async function refresh() {
  const [current, requests] = await Promise.all([ask("GET", "state"), ask("GET", "requests")]);
  if (current !== undefined) showState(current);
  if (requests !== undefined) showRequests(requests);
}

at("behaviour").addEventListener("submit", (event) => {
  event.preventDefault();
  const { delay, fail } = at("behaviour").elements;
  const body = { delay: delay.value || null, fail: fail.value || null };
  set(() => ask("PUT", "behaviour", body), "Applied to all responses.");
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
    say("The mock does not respond. Is it still running?", true);
  }
  at("page").hidden = false;
  setTimeout(keepFresh, interval);
}

// The page is shown with its own fonts, so that no line moves.
await Promise.all(["1rem Inter", "1rem Geist Mono"].map((font) => document.fonts.load(font)));
keepFresh();
