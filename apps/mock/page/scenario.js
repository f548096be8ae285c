import { button, element, statusBadge } from "./element.js";
import { ask, copy, sequenceOf, setSequence } from "./mock.js";

/** A scenario with what can be done with it. `act` sets something and shows the state then. */
export function scenarioElement({ operationId }, scenario, state, act) {
  const { name, status, summary, isDefault } = scenario;
  const scope = `${operationId}/${name}`;
  const before = sequenceOf(state, operationId);
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
