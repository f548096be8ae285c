import type { JournalEntry, MockState, OperationSummary, Sequence } from "@workflow-api/mock";

/** What queues a response. */
type Item = Sequence["scenarios"][number];

/** What the buttons do. */
export interface Actions {
  next(operationId: string, item: Item): void;
  always(operationId: string, item: Item): void;
  clear(operationId: string): void;
}

/** An element: `make("p.soft", "text")`. What is `undefined` is omitted. */
function make(name: string, ...children: readonly (Node | string | undefined)[]): HTMLElement {
  const [tag = "", ...classes] = name.split(".");
  const made = document.createElement(tag);
  made.className = classes.join(" ");
  made.append(...children.filter((each) => each !== undefined));
  return made;
}

/** An element that opens to show the rest. */
function details(summary: HTMLElement, ...children: readonly (Node | undefined)[]): HTMLElement {
  return make("details", summary, ...children);
}

/** @param subject - What it concerns, for those who only hear its label. */
function button(text: string, subject: string, onclick: () => void): HTMLElement {
  const made = make("button", text);
  made.setAttribute("type", "button");
  made.setAttribute("aria-label", `${text}: ${subject}`);
  made.addEventListener("click", onclick);
  return made;
}

function statusBadge(status: number | string): HTMLElement {
  return make(`b.s${String(status)[0]}`, String(status));
}

/** A long path breaks at its slashes. */
function requestLine(method: string, path: string): HTMLElement {
  return make("code", `${method} `, ...breakable(path));
}

function breakable(path: string): (Node | string)[] {
  return path.split(/(?<=\/)/).flatMap((part) => [make("wbr"), part]);
}

/** The operations, each a line that opens to show its responses, and those that are omitted. */
export function operationsView({ omitted, operations }: MockState, actions: Actions): Node[] {
  const views = operations.map((operation) => operationView(operation, actions));
  if (omitted.length === 0) return views;
  const rows = omitted.map(({ method, operationId, path, reason }) =>
    make("li", make("h3", operationId), requestLine(method, path), make("p.note", reason)),
  );
  const title = make("h3", `${omitted.length} not supported: they get a 501`);
  return [...views, details(make("summary", title), make("ul", ...rows))];
}

function operationView(operation: OperationSummary, actions: Actions): HTMLElement {
  const { curl, method, operationId, path, responses, summary } = operation;
  const rows = responses.map(({ isDefault = false, item, name, status, summary: text }) => {
    const isNamed = name !== String(status);
    return make(
      "li",
      statusBadge(status),
      make(
        "div",
        make("strong", isNamed ? name : "no example", isDefault ? " (default)" : ""),
        make("p.soft", text),
      ),
      make(
        "span",
        button("Use next", `${operationId} ${name}`, () => actions.next(operationId, item)),
        button("Always use", `${operationId} ${name}`, () => actions.always(operationId, item)),
      ),
    );
  });
  return details(
    make("summary", make("h3", operationId), requestLine(method, path), make("span.soft", summary)),
    make("ul", ...rows),
    curl === undefined ? undefined : commandView(curl),
  );
}

/** A command, which breaks before its headers, and its URL at slashes. */
function commandView(command: string): HTMLElement {
  const [start = "", ...options] = command.split(/ (?=-H|--data)/);
  const pieces = options.flatMap((option) => [" ", make("span.piece", option)]);
  const view = make("pre", ...breakable(start), ...pieces);
  view.tabIndex = 0;
  view.setAttribute("aria-label", "Command");
  return view;
}

/** The responses that wait, a line for each operation. */
export function queuesView(sequences: readonly Sequence[], actions: Actions): HTMLElement[] {
  return sequences.map(({ operation, repeat, scenarios }) => {
    const names = scenarios.map(nameOf).join(", then ");
    const text = `${repeat ? "Always" : "Next"} for ${operation}: ${names}`;
    return make(
      "li",
      text,
      button("Clear", operation, () => actions.clear(operation)),
    );
  });
}

/** Of a named response its name, of another its status. */
export function nameOf(item: Item): string {
  return String(typeof item === "object" ? item.status : item);
}

/** A request, with what is wrong with it, which opens to show both messages. */
export function requestView(entry: JournalEntry): HTMLElement {
  const { at, dropped, duration, explanation, method, response, status, target } = entry;
  const { nearest, notes, reason, scenario, violations } = explanation;
  const why = [scenario === reason ? undefined : scenario, reason, nearest];
  return make(
    "li",
    details(
      make(
        "summary",
        statusBadge(dropped ? "drop" : (status ?? "…")),
        target === "" ? make("code", "(not HTTP)") : requestLine(method, target),
        make("span.soft", why.filter((text) => text !== undefined).join(" · ")),
        make("time.soft", `${new Date(at).toLocaleTimeString()}, ${duration} ms`),
        ...violations.map(({ message, part, pointer }) =>
          make("p.bad", `${part}${pointer} ${message}`),
        ),
        ...notes.map(({ message, part }) => make("p.note", `${part} ${message}`)),
      ),
      make("div.messages", messageView("Request", entry), messageView("Response", response)),
    ),
  );
}

/** The headers and the body of a message, as they were sent; JSON with a member a line. */
function messageView(title: string, { body, headers }: JournalEntry["response"]): HTMLElement {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\n`);
  const text = make("pre", `${lines.join("")}\n${indented(body)}`.trim());
  text.tabIndex = 0;
  text.setAttribute("aria-label", title);
  return make("div", make("h3", title), text);
}

function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    // It is no JSON, or the beginning of a long body.
    return body;
  }
}
