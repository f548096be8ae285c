import { element, requestLine, statusBadge } from "./element.js";

/** Why an answer was given, in words. What stands for itself is not among them. */
const reasons = {
  matched: "the request has its values",
  default: "no scenario has the values of the request; this is the default",
  sequence: "it was set to answer",
  engine: "Prism answered by itself",
};

/** What to do about a request that was refused for something else than its parts. */
const advice = {
  401: "Send credentials of this form: the mock takes any. A curl command of the operation has some.",
  404: "Compare its path with those of the operations, or what it prefers with the scenarios.",
  405: "Use a method that the path has: the header Allow of the answer lists them.",
  406: "Accept a media type that the operation answers, or */*.",
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
  const { number, at, method, target, status, operationId } = request;
  const why = whyOf(request);
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
      ...refusalElements(request),
      checksElement(request.validated),
      element("h3", {}, "Headers"),
      listElement(Object.entries(request.headers)),
      ...(request.body === undefined
        ? []
        : [element("h3", {}, "Body"), element("pre", { tabindex: "0", "aria-label": "Body" }, request.body)]),
    ),
  );
}

function whyOf({ scenario, reason, errors }) {
  if (errors !== undefined) {
    const [first] = errors;
    const { length } = errors.filter(({ way }) => way === first.way);
    const more = length === 1 ? "" : `, and ${length - 1} more`;
    const otherwise = length === errors.length ? "" : ", or another way of authenticating";
    return `refused: ${placeOf(first)} ${first.expected}${more}${otherwise}`;
  }
  const text = reasons[reason] ?? reason;
  return scenario === undefined ? text : `${scenario}: ${text}`;
}

function placeOf({ in: place, name, pointer }) {
  return [place, name, pointer].filter((part) => part !== undefined).join(" ");
}

/** What is wrong, each with where it stands and what came, and what to do. */
function refusalElements({ errors, status, operationId, scenario }) {
  const todo = scenario !== undefined ? undefined : (advice[status] ?? (errors && adviceFor(operationId)));
  return [
    ...(errors === undefined ? [] : [element("h3", {}, "Refused"), errorsElement(errors)]),
    ...(todo === undefined ? [] : [element("p", { class: "todo" }, todo)]),
  ];
}

function adviceFor(operationId) {
  return `Change it, or compare it with a request that is right: a curl command of ${operationId}.`;
}

function errorsElement(errors) {
  const row = (error) =>
    element(
      "li",
      {},
      element("strong", {}, placeOf(error)),
      " ",
      element("span", {}, error.expected),
      error.received === undefined
        ? undefined
        : element("small", {}, "it is ", element("code", {}, JSON.stringify(error.received))),
    );
  const ways = Map.groupBy(errors, ({ way = 1 }) => way);
  const lists = [...ways.values()].flatMap((each, index) => [
    ...(index === 0 ? [] : [element("p", { class: "or" }, "or")]),
    element("ul", { class: "errors" }, ...each.map(row)),
  ]);
  return element("div", {}, ...lists);
}

function timeOf(at) {
  return new Date(at).toLocaleTimeString();
}

const marks = { valid: "✓", invalid: "✗", absent: "–", unchecked: "?" };

function checksElement(checks) {
  if (checks.length === 0)
    return element("p", { class: "empty" }, "No operation was addressed: nothing was validated.");
  const row = ({ part, outcome }) =>
    element(
      "li",
      { class: outcome },
      element("span", { "aria-hidden": "true" }, marks[outcome]),
      element("span", {}, `${part} `, element("small", {}, wordsOf(outcome))),
    );
  return element(
    "div",
    {},
    element("h3", {}, "Validated"),
    element("ul", { class: "checks" }, ...checks.map(row)),
  );
}

function wordsOf(outcome) {
  return {
    valid: "as the contract asks",
    invalid: "not as the contract asks",
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
