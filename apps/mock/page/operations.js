import { element, replace, requestLine, statusBadge } from "./element.js";
import { ask, copy, say } from "./mock.js";

/** More operations than these are closed until they are wanted. */
const mostOpen = 4;

/** Shows the operations with their scenarios, and what is set for them. `act` sets something and shows the state then. */
export function showOperations(place, state, act) {
  const isOpen = state.operations.length <= mostOpen;
  replace(place, ...state.operations.map((operation) => operationElement(operation, state, isOpen, act)));
}

function operationElement(operation, state, isOpen, act) {
  const { operationId, method, path, summary, scenarios } = operation;
  const sequence = state.sequences[operationId];
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
  );
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

function setSequence(operationId, body) {
  return ask("PUT", `sequences/${encodeURIComponent(operationId)}`, body);
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

function scenarioElement({ operationId }, scenario, state, act) {
  const { name, status, summary, isDefault } = scenario;
  const scope = `${operationId}/${name}`;
  const before = state.sequences[operationId];
  const queue = before === undefined || before.repeat ? [] : before.scenarios;
  const next = () => act(() => setSequence(operationId, [...queue, name]), `${name} answers next.`);
  const always = () =>
    act(() => setSequence(operationId, { scenarios: [name], repeat: true }), `${name} answers from now on.`);
  return element(
    "li",
    {},
    statusBadge(status),
    element(
      "div",
      { class: "what" },
      element("strong", {}, name),
      isDefault ? element("span", { class: "badge note" }, "default") : undefined,
      behaviourNote(state.scenarioBehaviours[scope]),
      element("small", {}, summary),
    ),
    element(
      "div",
      { class: "actions" },
      button(`next ${scope}`, "Answer next", `Answer next: ${scope}`, next),
      button(`always ${scope}`, "Always", `Always: ${scope}`, always),
      button(`curl ${scope}`, "Copy curl", `Copy curl of ${scope}`, () =>
        copy(scenario.curl, "the curl command"),
      ),
      button(`call ${scope}`, "Copy client call", `Copy client call of ${scope}`, () =>
        copy(scenario.call, "the client call"),
      ),
    ),
    detailsElement(scope, scenario, state.scenarioBehaviours[scope], act),
  );
}

function behaviourNote(behaviour) {
  if (behaviour === undefined) return undefined;
  const { delay, fail } = behaviour;
  const parts = [delay && `waits ${delay} ms`, fail && `fails ${fail}`].filter(Boolean);
  return element("span", { class: "badge note" }, parts.join(", "));
}

function detailsElement(scope, { curl, call }, behaviour, act) {
  const field = (name, label, value, placeholder, list) =>
    element(
      "label",
      {},
      label,
      " ",
      element("input", {
        name,
        list,
        placeholder,
        value: value ?? "",
        size: "9",
        autocomplete: "off",
        "data-key": `${name} ${scope}`,
      }),
    );
  const set = (body, said) => act(() => ask("PUT", "behaviour", { ...body, scenario: scope }), said);
  const submit = (event) => {
    event.preventDefault();
    const { delay, fail } = event.target.elements;
    set({ delay: delay.value || null, fail: fail.value || null }, `Set for ${scope}.`);
  };
  return element(
    "details",
    { class: "request", "data-key": `request ${scope}` },
    element("summary", {}, "Request, delay and failure"),
    element("pre", { tabindex: "0", "aria-label": `curl command of ${scope}` }, curl),
    element("pre", { tabindex: "0", "aria-label": `client call of ${scope}` }, call),
    element(
      "form",
      { "aria-label": scope, submit },
      field("delay", "Wait, in ms", behaviour?.delay, "0", "delays"),
      field("fail", "Fail", behaviour?.fail, "never", "failures"),
      element("button", { type: "submit", "data-key": `set ${scope}` }, "Set"),
      button(`usual ${scope}`, "As usual", `As usual: ${scope}`, () =>
        set({}, `${scope} answers as usual again.`),
      ),
    ),
  );
}

/** The label stands first in the name, for people who say what they see. */
function button(key, label, name, click) {
  return element("button", { type: "button", "data-key": key, "aria-label": name, click }, label);
}

/** Hides the operations that have a text neither in their names nor in those of their scenarios. */
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
  if (wanted !== "") say(`${shown} ${shown === 1 ? "operation" : "operations"}`);
}
