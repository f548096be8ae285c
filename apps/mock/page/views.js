/** An element. Attributes that begin with `on` are listeners; children that are `undefined` are left out. */
function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value !== undefined && value !== false) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== undefined));
  return made;
}

function statusBadge(status) {
  const kind = typeof status === "number" ? `s${Math.floor(status / 100)}` : "s5";
  return element("span", { class: `status ${kind}` }, String(status));
}

/** A long path breaks at its slashes. */
function requestLine(method, path) {
  const parts = path.split(/(?<=\/)/).flatMap((part) => [element("wbr"), part]);
  return element(
    "code",
    { class: "line" },
    element("b", { class: method.toLowerCase() }, method),
    " ",
    ...parts,
  );
}

/** The operations with their scenarios, and what is set for them. */
export function operationsView(state, actions) {
  return state.operations.map(({ method, operationId, path, scenarios, summary }) => {
    const sequence = state.sequences[operationId];
    return element(
      "article",
      { class: "operation card" },
      element("h3", {}, operationId),
      requestLine(method, path),
      summary === "" ? undefined : element("p", { class: "soft" }, summary),
      sequence === undefined ? undefined : sequenceView(operationId, sequence, actions),
      scenarios.length === 0
        ? element("p", { class: "soft" }, "No scenario: answers are generated from the contract.")
        : element(
            "ul",
            { class: "scenarios" },
            ...scenarios.map((each) => scenarioView(operationId, each, sequence, actions)),
          ),
    );
  });
}

function sequenceView(operationId, { repeat, scenarios }, actions) {
  const label = repeat ? "Always" : "Next";
  return element(
    "p",
    { class: "sequence" },
    element("span", {}, `${label}: ${scenarios.join(", then ")}`),
    element(
      "button",
      {
        type: "button",
        class: "plain",
        "data-key": `clear ${operationId}`,
        "aria-label": `Clear ${operationId}`,
        onclick: () => actions.answer(operationId, []),
      },
      "Clear",
    ),
  );
}

function scenarioView(operationId, scenario, sequence, actions) {
  const { call, curl, isDefault, name, status, summary } = scenario;
  const waiting = sequence === undefined || sequence.repeat ? [] : sequence.scenarios;
  const item = (text, onclick) =>
    element("button", { type: "button", "aria-label": `${text}: ${operationId} ${name}`, onclick }, text);
  return element(
    "li",
    { class: "scenario" },
    statusBadge(status),
    element(
      "div",
      { class: "what" },
      element("strong", {}, name),
      isDefault ? element("span", { class: "tag" }, "default") : undefined,
      element("p", { class: "soft" }, summary),
    ),
    element(
      "button",
      {
        type: "button",
        class: "primary",
        "data-key": `next ${operationId} ${name}`,
        "aria-label": `Answer next: ${operationId} ${name}`,
        onclick: () => actions.answer(operationId, [...waiting, name]),
      },
      "Answer next",
    ),
    element(
      "details",
      { class: "menu" },
      element("summary", { class: "more", "aria-label": `More for ${operationId} ${name}` }, "⋯"),
      element(
        "div",
        {},
        item("Always answer", () => actions.answer(operationId, [name], true)),
        item("Copy curl", () => actions.copy(curl, "the curl command")),
        item("Copy client call", () => actions.copy(call, "the client call")),
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
  matched: "matched",
  default: "default, because no scenario matches",
  queued: "queued here",
  preferred: "preferred by the request",
  generated: "generated from the contract",
  refused: "refused",
  failed: "failed on purpose",
};

/** A request, and on opening it what is wrong with it, what came and what was answered. */
export function requestView(request, key) {
  const { answer, at, body, dropped, duration, headers, method, status, target, why } = request;
  return element(
    "li",
    { class: "card", "data-key": key },
    element(
      "details",
      {},
      element(
        "summary",
        { class: "request" },
        statusBadge(dropped ? "drop" : status),
        target === "" ? element("code", {}, "(not HTTP)") : requestLine(method, target),
        element(
          "span",
          { class: "why soft" },
          [why.scenario, reasons[why.reason], violationText(why.violations[0])].filter(Boolean).join(" · "),
        ),
        element("span", { class: "time soft" }, `${duration} ms`),
      ),
      ...(why.violations.length === 0 ? [] : [violationsView(why.violations)]),
      ...partsView("Answer", answer),
      ...partsView("Request", { headers, body }),
      element("p", { class: "soft" }, element("time", { datetime: at }, new Date(at).toLocaleTimeString())),
    ),
  );
}

function violationText(violation) {
  return violation === undefined ? "" : `${violation.part}${violation.pointer} ${violation.message}`;
}

function violationsView(violations) {
  return element(
    "ul",
    { class: "violations", "aria-label": "What is wrong" },
    ...violations.map(({ message, part, pointer }) =>
      element("li", {}, element("code", {}, `${part}${pointer}`), ` ${message}`),
    ),
  );
}

function partsView(title, { body, headers }) {
  const rows = Object.entries(headers).flatMap(([name, value]) => [
    element("dt", {}, name),
    element("dd", {}, value),
  ]);
  return [
    element("h3", {}, title),
    ...(rows.length === 0 ? [] : [element("dl", {}, ...rows)]),
    ...(body === ""
      ? []
      : [element("pre", { tabindex: "0", "aria-label": `Body of the ${title}` }, readable(body))]),
  ];
}

/** JSON as programs write it, a member a line; other text, and the beginning of a long one, as it came. */
function readable(body) {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
