import { element, requestLine, statusBadge } from "./element.js";

/** Why an answer was given, in words. What stands for itself is not among them. */
const reasons = {
  matched: "the request has its values",
  default: "no scenario has the values of the request; this is the default",
  sequence: "it was set to answer",
  engine: "Prism answered by itself",
};

/** Shows the requests, the newest first. Those that are there already stay as they are, open or selected. */
export function showRequests(place, requests) {
  const [first] = requests;
  const known = new Map([...place.children].map((each) => [each.dataset.id, each]));
  const ids = requests.map(({ number, at }) => `${number} ${at}`);
  for (const [id, each] of known) if (!ids.includes(id)) each.remove();
  for (const [index, request] of requests.entries()) {
    if (!known.has(ids[index])) place.prepend(requestElement(request, ids[index]));
  }
  place.start = first === undefined ? 1 : requests.at(-1).number;
}

function requestElement(request, id) {
  const { number, at, method, target, status, operationId, scenario, reason } = request;
  const why =
    scenario === undefined ? (reasons[reason] ?? reason) : `${scenario}: ${reasons[reason] ?? reason}`;
  return element(
    "li",
    { class: "arrived", "data-id": id },
    element(
      "details",
      {},
      element(
        "summary",
        {},
        statusBadge(status),
        requestLine(method, target),
        element("span", { class: "why" }, operationId === undefined ? why : `${operationId} · ${why}`),
      ),
      element("p", {}, `Request ${number}, at `, element("time", { datetime: at }, timeOf(at))),
      checksElement(request.validated),
      element("h4", {}, "Headers"),
      listElement(Object.entries(request.headers)),
      ...(request.body === undefined
        ? []
        : [element("h4", {}, "Body"), element("pre", { tabindex: "0", "aria-label": "Body" }, request.body)]),
    ),
  );
}

function timeOf(at) {
  return new Date(at).toLocaleTimeString();
}

const marks = { valid: "✓", invalid: "✗", absent: "–", unchecked: "?" };

function checksElement(checks) {
  if (checks.length === 0)
    return element("p", { class: "empty" }, "No operation was addressed: nothing was validated.");
  const row = ({ part, outcome, expected }) =>
    element(
      "li",
      { class: outcome },
      element("span", { "aria-hidden": "true" }, marks[outcome]),
      element(
        "span",
        {},
        `${part} `,
        element("small", {}, outcome === "invalid" ? expected : wordsOf(outcome)),
      ),
    );
  return element(
    "div",
    {},
    element("h4", {}, "Validated"),
    element("ul", { class: "checks" }, ...checks.map(row)),
  );
}

function wordsOf(outcome) {
  return {
    valid: "as the contract asks",
    absent: "not sent",
    unchecked: "not looked at: the credentials come first",
  }[outcome];
}

function listElement(entries) {
  return element(
    "dl",
    {},
    ...entries.flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, value)]),
  );
}
