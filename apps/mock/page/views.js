/**
 * An element: `make("p.soft", "text")`, `make("button.plain", { onclick }, "Clear")`. What is
 * `undefined` is omitted.
 */
function make(name, ...rest) {
  const [tag, ...classes] = name.split(".");
  const made = document.createElement(tag);
  made.className = classes.join(" ");
  for (const each of rest.flat()) {
    if (typeof each === "string" || each instanceof Node) made.append(each);
    else for (const [key, value] of Object.entries(each ?? {})) setAttribute(made, key, value);
  }
  return made;
}

function setAttribute(made, key, value) {
  if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
  else made.setAttribute(key, value);
}

function button(name, label, text, onclick) {
  return make(name, { type: "button", "aria-label": label, "data-key": label, onclick }, text);
}

function statusBadge(status) {
  return make(`span.status.s${String(status)[0]}`, String(status));
}

/** A long path breaks at its slashes. */
function requestLine(method, path) {
  const parts = path.split(/(?<=\/)/).flatMap((part) => [make("wbr"), part]);
  return make("code.line", make(`b.${method.toLowerCase()}`, method), " ", parts);
}

/**
 * The operations with their scenarios, and what is set for them. What is written into a form stays.
 */
export function operationsView(state, actions) {
  return state.operations.map(({ method, operationId, path, scenarios, summary }) => {
    const sequence = state.sequences.find(({ operation }) => operation === operationId);
    const rows = scenarios.map((each) => scenarioView(operationId, each, actions));
    const form = forms.get(operationId) ?? responseForm(operationId, actions);
    forms.set(operationId, form);
    return make(
      "article.operation.card",
      make("h3", operationId),
      requestLine(method, path),
      make("p.soft", summary),
      sequence && sequenceView(operationId, sequence, actions),
      rows.length === 0
        ? make("p.soft", "No scenario: responses are generated.")
        : make("ul.scenarios", rows),
      form,
    );
  });
}

const forms = new Map();

/** The form that queues a response of one's own. */
function responseForm(operationId, { next, say }) {
  const field = (tag, name, label, attributes) =>
    make("label", label, make(tag, { name, "data-key": `${label} ${operationId}`, ...attributes }));
  const onsubmit = (event) => {
    event.preventDefault();
    const { body, status } = event.target.elements;
    try {
      const text = body.value.trim();
      const content = text === "" ? {} : { body: JSON.parse(text) };
      next(operationId, { status: Number(status.value), ...content });
    } catch (error) {
      say(`The body is not JSON: ${error.message}`, true);
    }
  };
  return make(
    "details.own",
    make("summary.more", { "data-key": `Own ${operationId}` }, "Another response"),
    make(
      "form",
      { onsubmit, "aria-label": `Another response of ${operationId}` },
      field("input", "status", "Status", { value: "503", inputmode: "numeric", size: "4" }),
      field("textarea", "body", "Body (JSON, or empty)", { rows: "4", spellcheck: "false" }),
      make("button", { type: "submit" }, "Use next"),
    ),
  );
}

function sequenceView(operationId, { repeat, scenarios }, actions) {
  const clear = button("button.plain.end", `Clear ${operationId}`, "Clear", () =>
    actions.clear(operationId),
  );
  return make(
    "p.sequence",
    make("span", `${repeat ? "Always" : "Next"}: ${scenarios.map(nameOf).join(", then ")}`),
    clear,
  );
}

/** Of a scenario its name, of another response its status. */
export function nameOf(item) {
  return typeof item === "string" ? item : String(item.status);
}

function scenarioView(operationId, scenario, actions) {
  const { call, curl, isDefault, name, status, summary } = scenario;
  const action = (className, text, onclick) =>
    button(className, `${text}: ${operationId} ${name}`, text, onclick);
  return make(
    "li.scenario",
    statusBadge(status),
    make(
      "div.what",
      make("strong", name),
      isDefault ? make("span.soft", " default") : undefined,
      make("p.soft", summary),
    ),
    make(
      "div.actions",
      action("button.primary", "Use next", () => actions.next(operationId, name)),
      make(
        "details.menu",
        make("summary.more", { "aria-label": `More for ${operationId} ${name}` }, "⋯"),
        make(
          "div",
          action("button", "Always use", () => actions.always(operationId, name)),
          action("button", "Copy curl", () => actions.copy(curl, "the curl command")),
          action("button", "Copy client call", () => actions.copy(call, "the client call")),
        ),
      ),
    ),
  );
}

/** Hides the operations that have a text neither in their names nor in those of their scenarios. */
export function filterOperations(place, text) {
  const wanted = text.trim().toLowerCase();
  for (const each of place.children) each.hidden = !each.textContent.toLowerCase().includes(wanted);
}

const reasons = {
  default: "default: no scenario matches",
  queued: "queued here",
  preferred: "preferred by the request",
  generated: "generated from the contract",
  failed: "failed on purpose",
};

/** A request, which opens to show what is wrong with it, and its response. */
export function requestView(request, key) {
  const { answer, at, dropped, duration, method, status, target, why } = request;
  const lines = [
    why.nearest && make("span.why.soft", `nearest: ${why.nearest}`),
    ...why.violations.map(({ message, part, pointer }) =>
      make("span.why.bad", `${part}${pointer} ${message}`),
    ),
    ...why.notes.map(({ message, part }) => make("span.why.note", `${part} ${message}`)),
  ].filter(Boolean);
  const reason = [why.scenario, reasons[why.reason] ?? why.reason];
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
        make("span.why.soft", reason.filter(Boolean).join(" · ")),
        lines.slice(0, mostLines),
      ),
      make("div", lines.slice(mostLines)),
      partsView("Response", answer),
      partsView("Request", request),
      make("p.soft", new Date(at).toLocaleTimeString()),
    ),
  );
}

/** More than these are shown on opening. */
const mostLines = 4;

function partsView(title, { body, headers }) {
  const rows = Object.entries(headers).flatMap(([name, value]) => [
    make("dt", name),
    make("dd", value),
  ]);
  const shown = { tabindex: "0", "aria-label": `Body of the ${title}` };
  return [
    make("h3", title),
    rows.length === 0 ? undefined : make("dl", rows),
    body === "" ? undefined : make("pre", shown, readable(body)),
  ];
}

/**
 * JSON as programs write it, a member a line; other text, and the beginning of a long one, as it
 * came.
 */
function readable(body) {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
