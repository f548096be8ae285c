import { askedIncludes, pruneIncludes, selectScenario } from "@workflow-api/contract";
import { isEqual } from "@workflow-api/contract/json";
import { parseJson } from "../json-text.ts";
import type { PanelData, PanelScenario } from "../model/panel-data.ts";
import { highlight } from "../samples/highlight.ts";
import { type Call, type Language, languagesOf } from "../samples/samples.ts";
import { fillForm, readForm, recall, remember, setInput, showServer, useServer } from "./form.ts";
import { type Documented, setHtml, setText, showDocumented, showOutcome } from "./response.ts";
import { send } from "./send.ts";

/** The panel of a page. */
interface Panel {
  readonly root: HTMLElement;
  readonly form: HTMLFormElement;
  readonly data: PanelData;
}

function startPanel(root: HTMLElement): void {
  const source = root.querySelector("[data-panel]")?.textContent;
  const form = root.querySelector("form");
  if (!source || form === null) return;
  const panel: Panel = { root, form, data: JSON.parse(source) };
  restore(panel);
  root.addEventListener("input", ({ target }) => {
    if (target instanceof HTMLInputElement && target.name === "scenario")
      keepScenario(panel, target.value);
    if (target instanceof HTMLSelectElement && target.name === "server")
      useServer(form, target.value);
    followInput(panel);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void tryIt(panel);
  });
  startCopying(panel);
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

/** Chooses a scenario, names it in the URL, and opens the response that it gets. */
function keepScenario(panel: Panel, name: string): void {
  chooseScenario(panel, name);
  const url = new URL(location.href);
  url.searchParams.set("scenario", name);
  history.replaceState(undefined, "", url);
  const scenario = panel.data.scenarios.find((each) => each.name === name);
  const response = document.getElementById(scenario?.documentedAt ?? "")?.closest("details");
  if (response) response.open = true;
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
  render(panel);
}

/** Shows the sample and the documented response of the current call. */
function render(panel: Panel): void {
  const { root, form, data } = panel;
  const call = callOf(panel);
  setHtml(root, "[data-sample] code", highlight(sampleOf(panel)));
  showServer(form, call.baseUrl);
  showCredentials(form, data, call);
  const selected = selectedBy(panel, call);
  if (selected === undefined) return;
  setText(root, "[data-summary]", selected.summary);
  showDocumented(root, selected);
}

/** The sample of the current call, in which placeholders stand for credentials. */
function sampleOf(panel: Panel): string {
  return languageOf(panel).write(panel.data, { ...callOf(panel), secrets: new Map() });
}

/** Shows the inputs of the chosen credentials. The mock accepts any, so none has to be entered. */
function showCredentials(form: HTMLFormElement, data: PanelData, call: Call): void {
  const isMock = call.baseUrl === data.mockUrl;
  form.querySelector("[data-mock]")?.toggleAttribute("hidden", !isMock);
  for (const label of form.querySelectorAll<HTMLElement>("[data-scheme]")) {
    label.hidden = !call.requirement.some(({ name }) => name === label.dataset["scheme"]);
    const placeholder = isMock ? "any value works with the mock" : "";
    label.querySelector("input")?.setAttribute("placeholder", placeholder);
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
  const displayed = { ...scenario, response: prunedResponse(data, scenario, values) };
  const summary = selection?.isMatch === true ? scenario.summary : other;
  return { ...displayed, scenario: displayed, summary, note: "example" };
}

function prunedResponse(
  data: PanelData,
  { response, status }: PanelScenario,
  values: Call["values"],
): string | undefined {
  if (response === undefined || status >= 300 || data.includes.length === 0) return response;
  const complete = parseJson(response);
  if (complete === undefined) return response;
  const pruned = pruneIncludes(data, askedIncludes(data, values), complete);
  return isEqual(pruned, complete) ? response : JSON.stringify(pruned, undefined, 2);
}

async function tryIt(panel: Panel): Promise<void> {
  const { root, form, data } = panel;
  const button = root.querySelector("[data-try]");
  if (button?.textContent !== "Try it") return;
  if (!form.checkValidity()) {
    // A browser reports nothing of an input that is folded.
    form.closest("details")?.setAttribute("open", "");
    form.reportValidity();
    return;
  }
  const call = callOf(panel);
  // A disabled button would lose the focus.
  button.textContent = "Sending…";
  const sent = await send(data, call);
  button.textContent = "Try it";
  showOutcome(root, sent, data, selectedBy(panel, call)?.scenario);
}

function startCopying(panel: Panel): void {
  const { root } = panel;
  const onClick = (selector: string, textOf: () => string): void => {
    const button = root.querySelector<HTMLElement>(selector);
    button?.addEventListener("click", () => void copyText(button, textOf()));
  };
  onClick("[data-copy]", () => sampleOf(panel));
  onClick("[data-copy-response]", () => root.querySelector("[data-response]")?.textContent ?? "");
}

/** Copies a string, and confirms it on the button. An insecure page has no clipboard. */
async function copyText(button: HTMLElement, text: string): Promise<void> {
  const label = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  } catch {
    button.textContent = "Copy failed";
  }
  setTimeout(() => {
    button.textContent = label;
  }, 1500);
}

/** The call that the controls describe. */
function callOf({ root, form, data }: Panel): Call {
  const requirement = data.requirements[Number(checkedOf(root, "requirement") ?? 0)] ?? [];
  return { ...readForm(form, data), requirement };
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

function keepIn(form: HTMLFormElement): HTMLInputElement | null {
  return form.querySelector('[name="keep"]');
}

for (const root of document.querySelectorAll<HTMLElement>(".panel")) startPanel(root);
