import { askedIncludes, pruneIncludes, selectScenario } from "@workflow-api/contract";
import { isEqual } from "@workflow-api/contract/json";
import { parseJson } from "../json-text.ts";
import type { PanelData, PanelScenario } from "../model/panel-data.ts";
import { highlight } from "../samples/highlight.ts";
import { type Call, type Language, languagesOf } from "../samples/samples.ts";
import {
  fillForm,
  followServer,
  lineOf,
  readForm,
  recall,
  remember,
  showProblems,
} from "./form.ts";
import { type Documented, setHtml, setText, showDocumented, showOutcome } from "./response.ts";
import { send } from "./send.ts";
import { copyText, openTarget, showResponse } from "./shell.ts";

/** The panel of a page. */
interface Panel {
  readonly root: HTMLElement;
  readonly form: HTMLFormElement;
  readonly data: PanelData;
  /** The text of the response that a server has sent. `undefined`: the example is shown. */
  received: string | undefined;
}

function startPanel(root: HTMLElement): void {
  const source = root.querySelector("[data-panel]")?.textContent;
  const form = root.querySelector("form");
  if (!source || form === null) return;
  const data: PanelData = JSON.parse(source);
  const panel: Panel = { root, form, data, received: undefined };
  restore(panel);
  root.addEventListener("input", ({ target }) => {
    const isControl = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
    if (isControl && target.name === "scenario") keepScenario(panel, target.value);
    if (isControl && /^(server|baseUrl|variable .*)$/.test(target.name))
      followServer(form, data, target.name);
    followInput(panel);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void tryIt(panel);
  });
  startCopying(panel);
  for (const input of document.querySelectorAll<HTMLInputElement>('[name="response"]'))
    input.addEventListener("input", () => {
      const first = data.scenarios.find(({ documentedAt }) => input.value === documentedAt);
      if (first === undefined) return showResponse(input.value);
      keepScenario(panel, first.name);
      render(panel);
    });
  // The examples of the parameters choose scenarios, too.
  for (const link of document.querySelectorAll<HTMLElement>("a[data-scenario]"))
    link.addEventListener("click", (event) => {
      event.preventDefault();
      keepScenario(panel, link.dataset["scenario"] ?? "");
      render(panel);
    });
  render(panel);
}

/** Restores the choices of other pages, and the scenario in the URL. */
function restore(panel: Panel): void {
  const { root, form } = panel;
  const { language, baseUrl, secrets } = recall();
  check(root, "language", language);
  setInput(form, "baseUrl", baseUrl);
  followServer(form, panel.data, "baseUrl");
  for (const [name, secret] of Object.entries(secrets ?? {}))
    setInput(form, `secret ${name}`, secret);
  const keep = keepIn(form);
  if (keep !== null) keep.checked = secrets !== undefined;
  chooseScenario(panel, new URLSearchParams(location.search).get("scenario"));
}

/** Puts the values of a scenario, or else of the first one, into the form. */
function chooseScenario({ root, form, data }: Panel, name: string | null): void {
  const scenario = data.scenarios.find((each) => each.name === name) ?? data.scenarios[0];
  if (scenario !== undefined) check(root, "scenario", scenario.name);
  const call = scenario ?? data.call;
  if (call !== undefined) fillForm(form, data, call);
}

/** Chooses a scenario, and names it in the URL. */
function keepScenario(panel: Panel, name: string): void {
  chooseScenario(panel, name);
  const url = new URL(location.href);
  url.searchParams.set("scenario", name);
  history.replaceState(undefined, "", url);
}

/** Selects the scenario of the values, and keeps the choices for other pages. */
function followInput(panel: Panel): void {
  const { root, form, data } = panel;
  const call = callOf(panel);
  const { baseUrl, secrets } = call;
  check(root, "scenario", selectedBy(panel, call)?.scenario.name);
  remember({
    language: languageOf(panel).name,
    baseUrl: baseUrl === data.mockUrl ? undefined : baseUrl,
    secrets: keepIn(form)?.checked === true ? Object.fromEntries(secrets) : undefined,
  });
  showProblems(form, "");
  render(panel);
}

/** Shows the sample and the documented response of the current call. */
function render(panel: Panel): void {
  const { root, form, data } = panel;
  const { write, syntax } = languageOf(panel);
  const call = callOf(panel);
  panel.received = undefined;
  setHtml(
    root,
    "[data-sample] code",
    highlight(write(data, { ...call, secrets: new Map() }), syntax),
  );
  setText(root, "[data-line]", lineOf(data, call));
  showCredentials(form, data, call);
  const selected = selectedBy(panel, call);
  if (selected === undefined) return;
  setText(root, "[data-summary]", selected.summary);
  showDocumented(root, selected);
  showResponse(selected.scenario.documentedAt);
}

/** Shows the inputs of the chosen credentials. The mock accepts any, so none has to be entered. */
function showCredentials(form: HTMLFormElement, data: PanelData, call: Call): void {
  const isNeeded = call.baseUrl !== data.mockUrl;
  form.querySelector("[data-mock]")?.toggleAttribute("hidden", isNeeded);
  for (const label of form.querySelectorAll<HTMLElement>("[data-scheme]")) {
    label.hidden = !call.requirement.some(({ name }) => name === label.dataset["scheme"]);
    label.querySelector("[data-required]")?.toggleAttribute("hidden", !isNeeded);
    const input = label.querySelector("input");
    input?.setAttribute("aria-required", `${isNeeded}`);
    input?.setAttribute("placeholder", isNeeded ? "" : "any value works with the mock");
  }
}

/** What the contract documents for a call. */
interface Selected extends Documented {
  readonly scenario: PanelScenario;
  readonly summary: string;
}

/**
 * The scenario that the mock selects for a call, with its example response without the includes
 * that the call does not ask for.
 */
function selectedBy({ data }: Panel, { values, body }: Call): Selected | undefined {
  const scenarios = data.scenarios.map((each) => ({
    ...each,
    named: new Set(each.named),
    values: new Map(Object.entries(each.values)),
    body: each.body === undefined ? undefined : parseJson(each.body),
    description: "",
    response: undefined,
    pointer: "",
    violations: [],
  }));
  const operation = { ...data, scenarios, defaultScenario: scenarios[0] };
  const sent = body === undefined ? undefined : (parseJson(body) ?? body);
  const selection = selectScenario(operation, values, sent);
  const scenario = data.scenarios.find(({ name }) => name === selection?.scenario.name);
  if (scenario === undefined) return undefined;
  const other = "No scenario has these values. This is the default response.";
  const shown = { ...scenario, response: prunedResponse(data, scenario, values) };
  const summary = selection?.isMatch === true ? scenario.summary : other;
  return { ...shown, scenario: shown, summary, note: "example" };
}

function prunedResponse(
  data: PanelData,
  { response, status }: PanelScenario,
  values: Call["values"],
): string | undefined {
  if (response === undefined || status >= 300 || data.includes.length === 0) return response;
  const whole = parseJson(response);
  if (whole === undefined) return response;
  const pruned = pruneIncludes(data, askedIncludes(data, values), whole);
  return isEqual(pruned, whole) ? response : JSON.stringify(pruned, undefined, 2);
}

async function tryIt(panel: Panel): Promise<void> {
  const { root, form, data } = panel;
  const button = root.querySelector("[data-try]");
  const call = callOf(panel);
  const missing = data.parameters.filter(
    ({ in: place, key }) => place === "path" && !call.values.has(key),
  );
  const errors = missing.map(({ name }) => ({
    in: "path",
    name,
    expected: "needs a value to be sent",
  }));
  const isSending = button?.textContent !== "Try it";
  if (isSending || showProblems(form, JSON.stringify({ errors }))) return;
  // A disabled button would lose the focus.
  button.textContent = "Sending…";
  const sent = await send(data, call);
  button.textContent = "Try it";
  panel.received = typeof sent.outcome === "object" ? sent.outcome.text : undefined;
  showOutcome(root, sent, data, selectedBy(panel, call)?.scenario);
  if (typeof sent.outcome === "object" && sent.outcome.status >= 400)
    showProblems(form, sent.outcome.text);
}

function startCopying(panel: Panel): void {
  const { root, data } = panel;
  const onClick = (selector: string, copy: (button: HTMLElement) => void): void => {
    const button = root.querySelector<HTMLElement>(selector);
    button?.addEventListener("click", () => copy(button));
  };
  onClick("[data-copy]", (button) => {
    const call = callOf(panel);
    const hasKey = call.requirement.some(({ name }) => call.secrets.get(name));
    const said = hasKey ? "Copied with your credentials" : undefined;
    copyText(button, languageOf(panel).write(data, call), said);
  });
  onClick("[data-copy-response]", (button) =>
    copyText(
      button,
      panel.received ?? root.querySelector("[data-response]")?.textContent?.trim() ?? "",
    ),
  );
}

/** The call that the controls describe. */
function callOf({ root, form, data }: Panel): Call {
  const scenario = data.scenarios.find(({ name }) => name === checkedOf(root, "scenario"));
  return {
    ...readForm(form, data),
    requirement: data.requirements[Number(checkedOf(root, "requirement") ?? 0)] ?? [],
    fails: (scenario?.status ?? 200) >= 400,
  };
}

function languageOf({ root, data }: Panel): Language {
  const name = checkedOf(root, "language");
  const languages = languagesOf(data);
  return languages.find((each) => each.name === name) ?? languages[0];
}

function checkedOf(root: HTMLElement, name: string): string | undefined {
  return root.querySelector<HTMLInputElement>(`input[name="${name}"]:checked`)?.value;
}

/** Checks a radio button, if there is one with this value. */
function check(root: HTMLElement, name: string, value: string | undefined): void {
  for (const input of root.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`))
    if (input.value === value) input.checked = true;
}

function setInput(form: HTMLFormElement, name: string, value: string | undefined): void {
  const input = form.elements.namedItem(name);
  if (input instanceof HTMLInputElement && value !== undefined) input.value = value;
}

function keepIn(form: HTMLFormElement): HTMLInputElement | null {
  return form.querySelector('[name="keep"]');
}

for (const root of document.querySelectorAll<HTMLElement>(".panel")) startPanel(root);
// The fragment of the URL may select another response than that of the first scenario.
openTarget();
