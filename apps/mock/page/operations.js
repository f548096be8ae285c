import { button, element, replace, requestLine, statusBadge } from "./element.js";
import { copy, sequenceOf, setSequence } from "./mock.js";
import { scenarioElement } from "./scenario.js";

/** More operations than these are closed until they are wanted. */
const mostOpen = 4;

/** Shows the operations with their scenarios, and what is set for them. `act` sets something and shows the state then. */
export function showOperations(place, state, act) {
  const isOpen = state.operations.length <= mostOpen;
  replace(place, ...state.operations.map((operation) => operationElement(operation, state, isOpen, act)));
}

function operationElement(operation, state, isOpen, act) {
  const { operationId, method, path, summary, scenarios, unreached } = operation;
  const sequence = sequenceOf(state, operationId);
  return element(
    "details",
    { class: "operation", "data-key": operationId, open: isOpen || sequence !== undefined },
    element(
      "summary",
      {},
      element("h3", {}, operationId),
      requestLine(method, path),
      summary === "" ? undefined : element("small", {}, summary),
    ),
    sequence === undefined ? undefined : sequenceElement(operationId, sequence, act),
    scenarios.length === 0
      ? withoutScenario(operation)
      : element("ul", {}, ...scenarios.map((scenario) => scenarioElement(operation, scenario, state, act))),
    unreached.length === 0 ? undefined : unreachedElement(unreached, scenarios.length > 0),
  );
}

/** The documented responses that no scenario is, and how a request gets them. */
function unreachedElement(unreached, hasScenarios) {
  const row = ({ status, isDefault, prefer }) =>
    element(
      "li",
      {},
      statusBadge(status),
      element(
        "small",
        {},
        ...(isDefault
          ? [hasScenarios ? "what no scenario matches" : "to any valid request"]
          : ["to a request with the header ", element("code", {}, `Prefer: ${prefer}`)]),
      ),
    );
  return element("ul", { "aria-label": "Without a scenario" }, ...unreached.map(row));
}

function withoutScenario({ operationId, curl }) {
  return element(
    "div",
    { class: "bare" },
    element("p", { class: "empty" }, "It has no scenario: Prism answers from the contract."),
    button(`curl ${operationId}`, "Copy curl", `Copy curl of ${operationId}`, () =>
      copy(curl, "the curl command"),
    ),
    element("pre", { tabindex: "0", "aria-label": `curl command of ${operationId}` }, curl),
  );
}

function sequenceElement(operationId, { scenarios, repeat }, act) {
  const text = repeat ? `Always: ${scenarios.join(", then ")}` : `Next: ${scenarios.join(", then ")}`;
  return element(
    "p",
    { class: "sequence" },
    element("span", {}, text),
    button(`clear ${operationId}`, "Clear", `Clear the sequence of ${operationId}`, () =>
      act(() => setSequence(operationId, []), `${operationId} answers as usual again.`),
    ),
  );
}

/**
 * Hides the operations that have a text neither in their names nor in those of their scenarios.
 * @returns How many are left.
 */
export function filterOperations(place, none, text) {
  const wanted = text.trim().toLowerCase();
  let shown = 0;
  for (const each of place.children) {
    const names = [...each.querySelectorAll("summary, strong")].map(({ textContent }) => textContent);
    each.hidden = !names.join(" ").toLowerCase().includes(wanted);
    if (!each.hidden) shown++;
    if (!each.hidden && wanted !== "") each.open = true;
  }
  none.hidden = shown > 0;
  return shown;
}
