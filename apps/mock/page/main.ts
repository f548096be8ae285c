import type { JournalEntry, Sequence } from "@workflow-api/mock";
import {
  type Actions,
  filterOperations,
  nameOf,
  operationsView,
  requestView,
  type State,
} from "./views.js";

/** How often the page asks the mock for news, in milliseconds. */
const interval = 1000;

/** The element with an id. */
function at<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id);
  if (found instanceof kind) return found;
  throw new Error(`The page has no ${id}.`);
}

const operations = at("operations", HTMLElement);
const filter = at("filter", HTMLInputElement);
const behaviour = at("behaviour", HTMLFormElement);

/** What is shown, and the same as text: only changes are rendered. */
let state: State | undefined;
let shown = "";

/** Sends a request to the mock. A refusal is shown, and gives `undefined`. */
async function ask<Value>(
  method: string,
  path: string,
  body?: unknown,
): Promise<Value | undefined> {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await fetch(`/__mock/${path}`, { method, ...sent });
  const value = await response.json();
  if (response.ok) return value;
  say(`${value.title}: ${value.detail}`, true);
  return undefined;
}

function say(text: string, isFailure = false): void {
  const said = at("said", HTMLElement);
  said.textContent = text;
  said.classList.toggle("bad", isFailure);
}

const actions: Actions = {
  /** Queues a response. */
  async next(operationId, item) {
    const waiting = state?.sequences.find(({ operation }) => operation === operationId);
    const before = waiting === undefined || waiting.repeat ? [] : waiting.scenarios;
    const done = before.length === 0 ? "comes next" : `is number ${before.length + 1} in the queue`;
    await setSequence(operationId, { scenarios: [...before, item] }, `${nameOf(item)} ${done}.`);
  },
  always(operationId, item) {
    const done = `${nameOf(item)} comes from now on.`;
    void setSequence(operationId, { scenarios: [item], repeat: true }, done);
  },
  clear: (operationId) => void setSequence(operationId, { scenarios: [] }, "Back to the default."),
  async copy(text, what) {
    try {
      await navigator.clipboard.writeText(text);
      say(`Copied ${what}.`);
    } catch {
      say("The browser does not let this page copy.", true);
    }
  },
};

async function setSequence(
  operationId: string,
  sequence: Partial<Sequence>,
  done: string,
): Promise<void> {
  const path = `sequences/${encodeURIComponent(operationId)}`;
  await set(() => ask("PUT", path, sequence), done);
}

/** Changes something, and shows the new state. */
async function set(change: () => Promise<State | undefined>, done: string): Promise<void> {
  const changed = await change();
  if (changed === undefined) return;
  showState(changed);
  say(done);
}

function showState(current: State): void {
  const text = JSON.stringify(current);
  if (text === shown) return;
  state = current;
  shown = text;
  const { contractError, title, upstream, url, version } = current;
  document.title = `${title} · mock`;
  at("title", HTMLElement).textContent = `${title} ${version}`;
  at("url", HTMLElement).textContent = upstream === null ? url : `${url} → ${upstream}`;
  const error = at("error", HTMLElement);
  error.hidden = contractError === null;
  error.textContent = `The contract on disk is broken. The last good one is served.\n${contractError}`;
  showBehaviour(current.behaviour);
  const focused = document.activeElement;
  const key = focused instanceof HTMLElement ? focused.dataset["key"] : undefined;
  operations.replaceChildren(...operationsView(current, actions));
  filterOperations(operations, filter.value);
  const again = key && operations.querySelector(`[data-key="${CSS.escape(key)}"]`);
  if (again instanceof HTMLElement) again.focus();
}

function showBehaviour(current: State["behaviour"]): void {
  for (const name of ["delay", "fail"] as const) {
    const field = behaviour.elements.namedItem(name);
    if (field instanceof HTMLInputElement && document.activeElement !== field)
      field.value = String(current[name] ?? "");
  }
  behaviour.classList.toggle("on", Object.values(current).some(Boolean));
}

function showRequests(requests: readonly JournalEntry[]): void {
  const list = at("requests", HTMLElement);
  const known = new Map<string, HTMLElement>();
  for (const each of list.children)
    if (each instanceof HTMLElement) known.set(each.dataset["key"] ?? "", each);
  const keys = new Set(requests.map(keyOf));
  for (const [key, each] of known) if (!keys.has(key)) each.remove();
  for (const request of requests)
    if (!known.has(keyOf(request))) list.prepend(requestView(request, keyOf(request)));
  const last = requests.at(-1);
  at("waiting", HTMLElement).hidden = last !== undefined;
  const count = at("count", HTMLElement);
  const text = last === undefined ? "" : `${last.number} in all, the latest got ${last.status}`;
  // Only a change is announced.
  if (count.textContent !== text) count.textContent = text;
}

function keyOf({ at: time, number }: JournalEntry): string {
  return `${number} ${time}`;
}

async function refresh(): Promise<void> {
  const [current, requests] = await Promise.all([
    ask<State>("GET", "state"),
    ask<JournalEntry[]>("GET", "requests"),
  ]);
  if (current !== undefined) showState(current);
  if (requests !== undefined) showRequests(requests);
}

behaviour.addEventListener("submit", (event) => {
  event.preventDefault();
  const given = new FormData(behaviour);
  const body = { delay: given.get("delay") || null, fail: given.get("fail") || null };
  void set(() => ask("PUT", "behaviour", body), "Applied to all responses.");
});
at("reset", HTMLElement).addEventListener("click", async () => {
  await set(() => ask("POST", "reset"), "Everything is reset.");
  await refresh();
});
filter.addEventListener("input", () => filterOperations(operations, filter.value));
document.addEventListener("click", ({ target }) => {
  for (const menu of document.querySelectorAll("details.menu"))
    if (menu instanceof HTMLDetailsElement && target instanceof Node && !menu.contains(target))
      menu.open = false;
});

async function keepFresh(): Promise<void> {
  try {
    if (!document.hidden) await refresh();
  } catch {
    say("The mock does not respond. Is it still running?", true);
  }
  at("page", HTMLElement).hidden = false;
  setTimeout(keepFresh, interval);
}

void keepFresh();
