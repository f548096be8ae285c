import { element, requestLine, statusBadge } from "./element.js";
import { refusalElements, refusalLine } from "./refusal.js";

/** Why an answer was given, in words. What stands for itself is not among them. */
const reasons = {
  matched: "the request has its values",
  default: "no scenario has the values of the request; this is the default",
  sequence: "it was set to answer",
  engine: "made from the contract by Prism, without a scenario",
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
        target === "" ? element("code", {}, "(no request could be read)") : requestLine(method, target),
        element("span", { class: "why" }, operationId === undefined ? why : `${operationId} · ${why}`),
      ),
      element("p", {}, `Request ${number}, at `, element("time", { datetime: at }, timeOf(at))),
      ...refusalElements(request),
      checksElement(request),
      ...headersElements(Object.entries(request.headers)),
      ...(request.body === undefined
        ? []
        : [
            element("h3", {}, "Body"),
            element("pre", { tabindex: "0", "aria-label": "Body" }, readable(request.body)),
          ]),
    ),
  );
}

function whyOf(request) {
  const { scenario, reason, headers } = request;
  const { prefer = "" } = headers;
  if (scenario !== undefined) return `${scenario}: ${reasons[reason] ?? reason}`;
  if (reason === "engine" && /\b(?:code|example|dynamic)\s*=/i.test(prefer))
    return `asked for by Prefer: ${prefer}`;
  return reasons[reason] ?? refusalLine(request);
}

function timeOf(at) {
  return new Date(at).toLocaleTimeString();
}

const marks = { valid: "✓", invalid: "✗", absent: "–", unchecked: "?" };

function checksElement({ validated, operationId, status }) {
  if (validated.length === 0) return element("p", { class: "empty" }, whyUnchecked(operationId, status));
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
    element("ul", { class: "checks" }, ...validated.map(row)),
  );
}

function whyUnchecked(operationId, status) {
  if (operationId !== undefined) return "The operation has no requirements: there was nothing to validate.";
  return [404, 405].includes(status)
    ? "It matched no operation: nothing was validated."
    : "It was refused before it was checked against the contract: nothing was validated.";
}

function wordsOf(outcome) {
  return {
    valid: "valid",
    invalid: "invalid",
    absent: "not sent",
    unchecked: "not checked: the credentials come first",
  }[outcome];
}

function headersElements(entries) {
  if (entries.length === 0) return [];
  const rows = entries.flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, value)]);
  return [element("h3", {}, "Headers"), element("dl", {}, ...rows)];
}

/** JSON as programs write it, a member a line. Any other text, and the beginning of a long one, as it came. */
function readable(body) {
  try {
    const value = JSON.parse(body);
    return JSON.stringify(value) === body ? JSON.stringify(value, null, 2) : body;
  } catch {
    return body;
  }
}
