import { askedIncludes, pruneIncludes, selectScenario } from "@workflow-api/contract";
import { parseExact, parseJson, printExact } from "../json-text.ts";
import type { PanelData, PanelScenario } from "../model/panel-data.ts";
import { highlight } from "../samples/highlight.ts";
import { type Call, languagesOf } from "../samples/samples.ts";
import { fillForm, readCall, recall, remember, setControl, showServer, useServer } from "./form.ts";
import { setHtml, showExample, showOutcome } from "./response.ts";
import { send } from "./send.ts";

/** The panel of a page: its controls determine the sample, the request and the response. */
interface Panel {
  readonly form: HTMLFormElement;
  readonly data: PanelData;
}

function startPanel(form: HTMLFormElement): void {
  const data: PanelData = JSON.parse(form.querySelector("[data-panel]")?.textContent ?? "");
  const panel: Panel = { form, data };
  recall(form);
  chooseScenario(panel, new URLSearchParams(location.search).get("scenario"));
  render(panel);
  form.addEventListener("input", ({ target }) => {
    if (target instanceof HTMLInputElement && target.name === "scenario")
      keepScenario(panel, target.value);
    if (target instanceof HTMLSelectElement && target.name === "server")
      useServer(form, target.value);
    setControl(form, "scenario", selectedBy(panel)?.scenario.name ?? "");
    remember(form, data);
    render(panel);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void tryIt(panel);
  });
  onClick("[data-copy]", (button) => copyText(button, sampleOf(panel)));
  onClick("[data-copy-response]", (button) =>
    copyText(button, form.querySelector("[data-response]")?.textContent ?? ""),
  );
  // The examples of the parameters choose scenarios, too.
  onClick("a[data-scenario]", (link, event) => {
    event.preventDefault();
    keepScenario(panel, link.dataset["scenario"] ?? "");
    render(panel);
  });
}

function onClick(selector: string, listen: (element: HTMLElement, event: Event) => unknown): void {
  for (const element of document.querySelectorAll<HTMLElement>(selector))
    element.addEventListener("click", (event) => void listen(element, event));
}

/** Puts the values of a scenario, or else of the first one, into the form. */
function chooseScenario({ form, data }: Panel, name: string | null): void {
  const scenario = data.scenarios.find((each) => each.name === name) ?? data.scenarios[0];
  if (scenario !== undefined) setControl(form, "scenario", scenario.name);
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

/** Shows the sample and the documented response of the current call. */
function render(panel: Panel): void {
  const { form, data } = panel;
  const call = readCall(form, data);
  setHtml(form, "[data-sample] code", highlight(sampleOf(panel)));
  showServer(form, call.baseUrl);
  showCredentials(form, data, call);
  const selected = selectedBy(panel);
  if (selected === undefined) return;
  const summary = form.querySelector("[data-summary]");
  if (summary !== null)
    summary.textContent = selected.isMatch
      ? selected.scenario.summary
      : "No scenario has these values. This is the default response.";
  showExample(form, selected.scenario);
}

/** The sample of the current call, in which placeholders stand for credentials. */
function sampleOf({ form, data }: Panel): string {
  const name = new FormData(form).get("language");
  const languages = languagesOf(data);
  const { write } = languages.find((each) => each.name === name) ?? languages[0];
  return write(data, { ...readCall(form, data), secrets: new Map() });
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

/** What the contract documents for the current call. */
interface Selected {
  readonly scenario: PanelScenario;
  /** Whether the scenario has the values of the call; else it is the default. */
  readonly isMatch: boolean;
}

/**
 * The scenario that the mock selects for the current call, with its example response without the
 * includes that the call does not ask for. `undefined`: the operation has none.
 */
function selectedBy({ form, data }: Panel): Selected | undefined {
  const { values, body } = readCall(form, data);
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
  if (selection === undefined || scenario === undefined) return undefined;
  const response = prunedResponse(data, scenario, values);
  return { scenario: { ...scenario, response }, isMatch: selection.isMatch };
}

function prunedResponse(
  data: PanelData,
  { response, status }: PanelScenario,
  values: Call["values"],
): string | undefined {
  if (response === undefined || status >= 300 || data.includes.length === 0) return response;
  return printExact(pruneIncludes(data, askedIncludes(data, values), parseExact(response)));
}

async function tryIt(panel: Panel): Promise<void> {
  const { form, data } = panel;
  const button = form.querySelector("[data-try]");
  if (button?.textContent !== "Try it") return;
  if (!form.checkValidity()) {
    // A browser reports nothing of an input that is folded.
    form.querySelector(".inputs")?.setAttribute("open", "");
    form.reportValidity();
    return;
  }
  const selected = selectedBy(panel);
  // A disabled button would lose the focus.
  button.textContent = "Sending…";
  const outcome = await send(data, readCall(form, data));
  button.textContent = "Try it";
  showOutcome(form, outcome, data, selected?.scenario);
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

for (const form of document.querySelectorAll<HTMLFormElement>(".panel")) startPanel(form);
