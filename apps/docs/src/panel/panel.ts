import { askedIncludes, pruneIncludes, selectScenario } from "@workflow-api/contract";
import type { PanelData } from "../model/panel-data.ts";
import type { PanelExample } from "../model/panel-examples.ts";
import { highlight } from "../samples/highlight.ts";
import { languagesOf, type PanelCall } from "../samples/samples.ts";
import { escapeHtml } from "../text/escape.ts";
import { parseExact, parseJson, printExact } from "../text/json-text.ts";
import { fillForm, readCall, recall, remember, setControl, showServer, useServer } from "./form.ts";
import { browserLimits } from "./limits.ts";
import { keyOfExample, setHtml, showExample, showOutcome, showWaiting } from "./response.ts";
import { sendCall } from "./send.ts";

/** The panel of a page: its controls determine the sample, the request and the response. */
interface Panel {
  readonly form: HTMLFormElement;
  readonly data: PanelData;
  /** Ends the request that is under way. */
  cancel: AbortController;
}

function startPanel(form: HTMLFormElement): void {
  const data = panelDataOf(form);
  const panel: Panel = { form, data, cancel: new AbortController() };
  recall(form);
  chooseExample(panel, new URLSearchParams(location.search).get("scenario"));
  render(panel);
  form.addEventListener("input", ({ target }) => {
    if (target instanceof HTMLInputElement && target.name === "scenario")
      keepExample(panel, target.value);
    if (target instanceof HTMLSelectElement && target.name === "server")
      useServer(form, target.value);
    const selected = selectedBy(panel)?.example;
    setControl(form, "scenario", selected === undefined ? "" : keyOfExample(selected));
    remember(form, data);
    render(panel);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void tryIt(panel);
  });
  document.addEventListener("astro:before-swap", () => panel.cancel.abort(), { once: true });
  onClick("[data-copy]", (button) => copyText(button, sampleOf(panel)));
  onClick("[data-copy-response]", (button) =>
    copyText(button, form.querySelector("[data-response]")?.textContent ?? ""),
  );
  // The examples of the parameters choose scenarios, too.
  onClick("a[data-scenario]", (link, event) => {
    event.preventDefault();
    keepExample(panel, link.dataset["scenario"] ?? "");
    render(panel);
  });
}

/** The data of a panel. If the site is served with the URL of a mock, that is its first server. */
function panelDataOf(form: HTMLFormElement): PanelData {
  const data: PanelData = JSON.parse(form.querySelector("[data-panel]")?.textContent ?? "");
  if (document.documentElement.dataset["mockGiven"] === undefined) return data;
  setControl(form, "baseUrl", data.mockUrl);
  return { ...data, baseUrl: data.mockUrl };
}

function onClick(selector: string, listen: (element: HTMLElement, event: Event) => unknown): void {
  for (const element of document.querySelectorAll<HTMLElement>(selector))
    element.addEventListener("click", (event) => void listen(element, event));
}

/** Puts the values of an example, or else of the first one, into the form. */
function chooseExample({ form, data }: Panel, key: string | null): void {
  const example = data.examples.find((each) => keyOfExample(each) === key) ?? data.examples[0];
  if (example === undefined) return;
  setControl(form, "scenario", keyOfExample(example));
  fillForm(form, data, example);
}

/** Chooses an example, names it in the URL, and opens the response that it gets. */
function keepExample(panel: Panel, key: string): void {
  chooseExample(panel, key);
  const url = new URL(location.href);
  url.searchParams.set("scenario", key);
  // The router keeps the position of a page in the state.
  history.replaceState(history.state, "", url);
  const example = panel.data.examples.find((each) => keyOfExample(each) === key);
  const response = document.getElementById(example?.documentedAt ?? "")?.closest("details");
  if (response) response.open = true;
}

/** Shows the sample and the documented response of the current call. */
function render(panel: Panel): void {
  const { form, data } = panel;
  const call = readCall(form, data);
  setHtml(form, "[data-sample] code", highlight(sampleOf(panel)));
  showServer(form, call.baseUrl);
  showCredentials(form, data, call);
  const limits = browserLimits(data, call).map((text) => `<li>${escapeHtml(text)}</li>`);
  setHtml(form, "[data-limits]", limits.join(""));
  const selected = selectedBy(panel);
  if (selected === undefined) return;
  const summary = form.querySelector("[data-summary]");
  if (summary !== null)
    summary.textContent = selected.isMatch
      ? selected.example.summary
      : "No scenario has these values. This is the default response.";
  showExample(form, selected.example);
}

/** The sample of the current call, in which placeholders stand for credentials. */
function sampleOf({ form, data }: Panel): string {
  const name = new FormData(form).get("language");
  const languages = languagesOf(data);
  const { write } = languages.find((each) => each.name === name) ?? languages[0];
  return write(data, { ...readCall(form, data), secrets: new Map() });
}

/** Shows the inputs of the chosen credentials. The mock accepts any, so none has to be entered. */
function showCredentials(form: HTMLFormElement, data: PanelData, call: PanelCall): void {
  const isMock = call.baseUrl === data.mockUrl;
  form.querySelector("[data-mock]")?.toggleAttribute("hidden", !isMock);
  for (const label of form.querySelectorAll<HTMLElement>("[data-scheme]")) {
    label.hidden = !call.requirement.some(({ name }) => name === label.dataset["scheme"]);
    const placeholder = isMock ? "any value except 000 works with the mock" : "";
    label.querySelector("input")?.setAttribute("placeholder", placeholder);
  }
}

/** What the contract documents for the current call. */
interface ExampleChoice {
  readonly example: PanelExample;
  /** Whether the example has the values of the call; else it is the default. */
  readonly isMatch: boolean;
}

/**
 * The example for the current call: the scenario that the mock selects, without the includes that
 * the call does not ask for; or, if another example is chosen and no scenario matches, that one.
 * `undefined`: the operation has none.
 */
function selectedBy({ form, data }: Panel): ExampleChoice | undefined {
  const { values, body } = readCall(form, data);
  const isScenario = ({ origin }: PanelExample): boolean => origin === "scenario";
  const scenarios = data.examples.filter(isScenario).map((example) => ({
    example,
    status: example.status,
    named: new Set(example.named),
    values: new Map(Object.entries(example.values)),
    body: example.body === undefined ? undefined : parseJson(example.body),
  }));
  const operation = { ...data, scenarios, defaultScenario: scenarios[0] };
  const sent = body === undefined ? undefined : (parseJson(body) ?? body);
  const selection = selectScenario(operation, values, sent);
  const key = new FormData(form).get("scenario");
  const chosen = data.examples.find((each) => keyOfExample(each) === key);
  if (chosen !== undefined && !isScenario(chosen)) return { example: chosen, isMatch: true };
  const [first] = data.examples;
  if (selection === undefined) return first && { example: first, isMatch: true };
  const { example } = selection.scenario;
  const response = prunedResponse(data, example, values);
  return { example: { ...example, response }, isMatch: selection.isMatch };
}

function prunedResponse(
  data: PanelData,
  { response, status }: PanelExample,
  values: PanelCall["values"],
): string | undefined {
  if (response === undefined || status >= 300 || data.includes.length === 0) return response;
  return printExact(pruneIncludes(data, askedIncludes(data, values), parseExact(response)));
}

/** After how many milliseconds a page says that it still waits. */
const patienceMs = 10_000;
const label = { try: "Try it", cancel: "Cancel" };

async function tryIt(panel: Panel): Promise<void> {
  const { form, data } = panel;
  const button = form.querySelector("[data-try]");
  if (button === null) return;
  if (button.textContent === label.cancel) return panel.cancel.abort();
  if (!form.checkValidity()) {
    // A browser reports nothing of an input that is folded.
    form.querySelector(".inputs")?.setAttribute("open", "");
    form.reportValidity();
    return;
  }
  const selected = selectedBy(panel);
  panel.cancel = new AbortController();
  button.textContent = label.cancel;
  showWaiting(form, "Sending…");
  const waiting = setTimeout(() => {
    showWaiting(form, "Still waiting for the response…");
  }, patienceMs);
  const outcome = await sendCall(data, readCall(form, data), panel.cancel.signal);
  clearTimeout(waiting);
  button.textContent = label.try;
  showOutcome(form, outcome, data, selected?.example);
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

// Of the first page, and of each that comes into it.
document.addEventListener("astro:page-load", () => {
  for (const form of document.querySelectorAll<HTMLFormElement>(".panel")) startPanel(form);
});
