import type { Behaviour, JournalEntry, OperationSummary, Sequence } from "@workflow-api/mock";

/** What `/__mock/state` says of the mock. */
export interface State {
  readonly title: string;
  readonly version: string;
  readonly url: string;
  /** The origin of the real service. `null`: there is none. */
  readonly upstream: string | null;
  readonly contractError: string | null;
  readonly operations: readonly OperationSummary[];
  readonly omitted: readonly OmittedSummary[];
  readonly sequences: readonly Sequence[];
  readonly behaviour: Behaviour;
}

interface OmittedSummary {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly reason: string;
}

/** What queues a response. */
type Item = Sequence["scenarios"][number];

/** What the buttons do. */
export interface Actions {
  next(operationId: string, item: Item): void;
  always(operationId: string, item: Item): void;
  clear(operationId: string): void;
  copy(text: string, what: string): void;
}

type Attributes = Readonly<Record<string, string | ((event: Event) => void)>>;
type Child = string | Node | Attributes | undefined;

/**
 * An element: `make("p.soft", "text")`, `make("button.plain", { onclick }, "Clear")`. What is
 * `undefined` is omitted.
 */
function make(name: string, ...rest: readonly (Child | readonly Child[])[]): HTMLElement {
  const [tag = "", ...classes] = name.split(".");
  const made = document.createElement(tag);
  made.className = classes.join(" ");
  for (const each of rest.flat()) {
    if (each === undefined) continue;
    if (typeof each === "string" || each instanceof Node) made.append(each);
    else for (const [key, value] of Object.entries(each)) setAttribute(made, key, value);
  }
  return made;
}

function setAttribute(made: HTMLElement, key: string, value: Attributes[string]): void {
  if (typeof value === "string") made.setAttribute(key, value);
  else made.addEventListener(key.slice(2), value);
}

function button(name: string, label: string, text: string, onclick: () => void): HTMLElement {
  return make(name, { type: "button", "aria-label": label, "data-key": label, onclick }, text);
}

function statusBadge(status: number | string): HTMLElement {
  return make(`span.status.s${String(status)[0]}`, String(status));
}

/** A long path breaks at its slashes. */
function requestLine(method: string, path: string): HTMLElement {
  const parts = path.split(/(?<=\/)/).flatMap((part) => [make("wbr"), part]);
  return make("code.line", make(`b.${method.toLowerCase()}`, method), " ", parts);
}

/** The operations that were opened or closed by hand. */
const opened = new Map<string, boolean>();

/** Up to so many operations are open at first. */
const mostOpen = 2;

/** The operations, each a line that opens to show its responses. */
export function operationsView(state: State, actions: Actions): HTMLElement[] {
  const isOpen = state.operations.length <= mostOpen;
  const operations = state.operations.map((operation) => {
    const { method, operationId, path, responses, scenarios, summary } = operation;
    const sequence = state.sequences.find((each) => each.operation === operationId);
    const ontoggle = (event: Event): void => {
      if (event.currentTarget instanceof HTMLDetailsElement)
        opened.set(operationId, event.currentTarget.open);
    };
    const details = make(
      "details",
      { ontoggle, ...((opened.get(operationId) ?? isOpen) && { open: "" }) },
      make(
        "summary",
        { "data-key": `Operation ${operationId}` },
        make("h3", operationId),
        requestLine(method, path),
      ),
      summary === "" ? undefined : make("p.soft", summary),
      make(
        "ul.scenarios",
        scenarios.map((each) => responseView(operationId, { ...each, item: each.name }, actions)),
        responses.map((each) => responseView(operationId, each, actions)),
      ),
    );
    const queue = sequence && sequenceView(operationId, sequence, actions);
    return make("article.operation.card", queue, details);
  });
  return [...operations, ...omittedView(state.omitted)];
}

function omittedView(omitted: readonly OmittedSummary[]): HTMLElement[] {
  if (omitted.length === 0) return [];
  const rows = omitted.map(({ method, operationId, path, reason }) =>
    make("li", make("h3", operationId), requestLine(method, path), make("p.why.note", reason)),
  );
  const title = `${omitted.length} not supported: they get a 501`;
  const details = make("details", make("summary", make("h3", title)), make("ul", rows));
  return [make("article.operation.card", details)];
}

function sequenceView(operationId: string, sequence: Sequence, actions: Actions): HTMLElement {
  const { repeat, scenarios } = sequence;
  const names = scenarios.map(nameOf).join(", then ");
  return make(
    "p.sequence",
    make("span", `${repeat ? "Always" : "Next"}: ${names}`),
    button("button.plain.end", `Clear ${operationId}`, "Clear", () => actions.clear(operationId)),
  );
}

/** Of a named response its name, of another its status. */
export function nameOf(item: Item): string {
  if (typeof item !== "object") return String(item);
  return String(item.status);
}

interface ResponseRow {
  readonly item: Item;
  readonly name: string;
  readonly status: number;
  readonly summary: string;
  readonly isDefault?: boolean;
  readonly curl?: string;
}

function responseView(operationId: string, row: ResponseRow, actions: Actions): HTMLElement {
  const { curl, isDefault = false, item, name, status, summary } = row;
  const action = (className: string, text: string, onclick: () => void): HTMLElement =>
    button(className, `${text}: ${operationId} ${name}`, text, onclick);
  const copy =
    curl === undefined
      ? undefined
      : action("button", "Copy curl command", () => actions.copy(curl, "the curl command"));
  return make(
    "li.scenario",
    statusBadge(status),
    make(
      "div.what",
      make("strong", name === String(status) ? "no example" : name),
      isDefault ? make("span.soft", " default") : undefined,
      summary === "" ? undefined : make("p.soft", summary),
    ),
    make(
      "div.actions",
      action("button.primary", "Use next", () => actions.next(operationId, item)),
      make(
        "details.menu",
        make("summary.more", { "aria-label": `More for ${operationId} ${name}` }, "⋯"),
        make(
          "div",
          action("button", "Always use", () => actions.always(operationId, item)),
          copy,
        ),
      ),
    ),
  );
}

/** Hides the operations that have a text neither in their names nor in those of their responses. */
export function filterOperations(list: HTMLElement, text: string): void {
  const wanted = text.trim().toLowerCase();
  for (const each of list.children)
    if (each instanceof HTMLElement) each.hidden = !each.textContent.toLowerCase().includes(wanted);
}

const reasons: Readonly<Partial<Record<JournalEntry["explanation"]["reason"], string>>> = {
  default: "default: no scenario matches",
  queued: "queued here",
  preferred: "preferred by the request",
  generated: "generated from the contract",
  failed: "failed on purpose",
  forwarded: "from the service",
  omitted: "not supported",
};

/** A request, which opens to show what is wrong with it, and its response. */
export function requestView(entry: JournalEntry, key: string): HTMLElement {
  const { at, dropped, duration, explanation, method, response, status, target } = entry;
  const { nearest, notes, reason, scenario, violations } = explanation;
  const lines = [
    ...(nearest === undefined ? [] : [make("span.why.soft", `nearest: ${nearest}`)]),
    ...violations.map(({ message, part, pointer }) =>
      make("span.why.bad", `${part}${pointer} ${message}`),
    ),
    ...notes.map(({ message, part }) => make("span.why.note", `${part} ${message}`)),
  ];
  const why = [scenario === reason ? undefined : scenario, reasons[reason] ?? reason];
  return make(
    "li.card",
    { "data-key": key },
    make(
      "details",
      make(
        "summary.request",
        statusBadge(dropped ? "drop" : status),
        target === "" ? make("code", "(not HTTP)") : requestLine(method, target),
        make("span.soft", `${duration} ms`),
        make("span.why.soft", why.filter((text) => text !== undefined).join(" · ")),
        lines.slice(0, mostLines),
      ),
      make("div", lines.slice(mostLines)),
      partsView("Response", response),
      partsView("Request", entry),
      make("p.soft", new Date(at).toLocaleTimeString()),
    ),
  );
}

/** More than these are shown on opening. */
const mostLines = 4;

function partsView(title: string, { body, headers }: JournalEntry["response"]): Child[] {
  const rows = Object.entries(headers).flatMap(([name, value]) => [
    make("dt", name),
    make("dd", value),
  ]);
  const attributes = { tabindex: "0", "aria-label": `Body of the ${title}` };
  return [
    make("h3", title),
    rows.length === 0 ? undefined : make("dl", rows),
    body === "" ? undefined : make("pre", attributes, readable(body)),
  ];
}

/** JSON with a member a line; other text, and the beginning of a long one, as it was received. */
function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
