import type { JournalEntry, MockState, Sequence } from "@workflow-api/mock";
import { type Actions, nameOf, operationsView, queuesView, requestView } from "./views.js";

/** How often the page asks the mock for news, in milliseconds. */
const interval = 1000;

/** The element with an id. */
function at<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id);
  if (found instanceof kind) return found;
  throw new Error(`The page has no ${id}.`);
}

const behaviour = at("behaviour", HTMLFormElement);

let state: MockState | undefined;

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
  show(`${value.title}: ${value.detail}`, true);
  return undefined;
}

/** Shows a message until the next one. */
function show(text: string, isFailure = false): void {
  const message = at("message", HTMLElement);
  message.textContent = text;
  message.classList.toggle("failure", isFailure);
}

/** Changes something, and shows the new state. */
async function set(method: string, path: string, body: unknown, done: string): Promise<void> {
  const changed = await ask<MockState>(method, path, body);
  if (changed === undefined) return;
  showState(changed);
  show(done);
}

function setSequence(operationId: string, sequence: Partial<Sequence>, done: string): void {
  void set("PUT", `sequences/${encodeURIComponent(operationId)}`, sequence, done);
}

const actions: Actions = {
  next(operationId, item) {
    const waiting = state?.sequences.find(({ operation }) => operation === operationId);
    const before = waiting === undefined || waiting.repeat ? [] : waiting.scenarios;
    const done = before.length === 0 ? "comes next" : `is number ${before.length + 1} in the queue`;
    setSequence(operationId, { scenarios: [...before, item] }, `${nameOf(item)} ${done}.`);
  },
  always(operationId, item) {
    const sequence = { scenarios: [item], repeat: true };
    setSequence(operationId, sequence, `${nameOf(item)} comes from now on.`);
  },
  clear: (operationId) => setSequence(operationId, { scenarios: [] }, "Back to the default."),
};

function showState(current: MockState): void {
  const before = state;
  state = current;
  const { contractError, operations, sequences, title, upstream, url, version } = current;
  document.title = `${title} · mock`;
  at("title", HTMLElement).textContent = `${title} ${version}`;
  at("url", HTMLElement).textContent = upstream === null ? url : `${url} → ${upstream}`;
  const error = at("error", HTMLElement);
  error.hidden = contractError === null;
  const served = "The contract on disk is broken. The last good one is served.";
  error.textContent = `${served}\n${contractError}`;
  showBehaviour(current.behaviour);
  // Only what has changed is made again: what is open or focused stays so.
  if (isOther(before?.sequences, sequences))
    at("queues", HTMLElement).replaceChildren(...queuesView(sequences, actions));
  if (isOther(before?.operations, operations))
    at("operations", HTMLElement).replaceChildren(...operationsView(current, actions));
}

function isOther(before: unknown, after: unknown): boolean {
  return JSON.stringify(before) !== JSON.stringify(after);
}

function showBehaviour(current: MockState["behaviour"]): void {
  for (const name of ["delay", "fail"] as const) {
    const field = behaviour.elements.namedItem(name);
    if (field instanceof HTMLInputElement && document.activeElement !== field)
      field.value = String(current[name] ?? "");
  }
  behaviour.classList.toggle("note", Object.values(current).some(Boolean));
}

/** The requests on the page, by their number and time: a number begins again after a reset. */
const views = new Map<string, { readonly isPending: boolean; readonly view: HTMLElement }>();

function showRequests(requests: readonly JournalEntry[]): void {
  const byKey = new Map(requests.map((each) => [`${each.number} ${each.at}`, each]));
  for (const [key, { view }] of views) {
    if (byKey.has(key)) continue;
    view.remove();
    views.delete(key);
  }
  for (const [key, request] of byKey) {
    const shown = views.get(key);
    if (shown?.isPending === false) continue;
    const view = requestView(request);
    views.set(key, { isPending: request.status === null, view });
    if (shown === undefined) at("requests", HTMLElement).prepend(view);
    else shown.view.replaceWith(view);
  }
  const last = requests.at(-1);
  const latest = last?.status === null ? "is pending" : `got ${last?.status}`;
  const text = last && `${last.number} in all, the latest ${latest}`;
  const count = at("count", HTMLElement);
  // Only a change is announced.
  if (count.textContent !== text) count.textContent = text ?? "None yet.";
}

async function refresh(): Promise<void> {
  const [current, requests] = await Promise.all([
    ask<MockState>("GET", "state"),
    ask<JournalEntry[]>("GET", "requests"),
  ]);
  if (current !== undefined) showState(current);
  if (requests !== undefined) showRequests(requests);
}

behaviour.addEventListener("submit", (event) => {
  event.preventDefault();
  const given = new FormData(behaviour);
  const body = { delay: given.get("delay") || null, fail: given.get("fail") || null };
  void set("PUT", "behaviour", body, "Applied to all responses.");
});
at("reset", HTMLElement).addEventListener("click", async () => {
  await set("POST", "reset", undefined, "Everything is reset.");
  await refresh();
});

async function keepFresh(): Promise<void> {
  try {
    if (!document.hidden) await refresh();
  } catch {
    show("The mock does not respond. Is it still running?", true);
  }
  at("page", HTMLElement).hidden = false;
  setTimeout(keepFresh, interval);
}

void keepFresh();
