import { askedIncludes, pruneIncludes, selectScenario } from "@workflow-api/contract";
import type { PanelData, PanelScenario } from "../model/panel-data.ts";
import { highlight } from "../samples/highlight.ts";
import { type Call, type Language, languages } from "../samples/samples.ts";
import { setHtml, setText, showDocumented, showOutcome } from "./answer.ts";
import { fillForm, lineOf, readForm, recall, remember, showProblems } from "./form.ts";
import { send } from "./send.ts";
import { copyText, openTarget, showResponse } from "./shell.ts";

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
  const data: PanelData = JSON.parse(source);
  const panel = { root, form, data };
  restore(panel);
  root.addEventListener("input", ({ target }) => {
    if (target instanceof HTMLInputElement && target.name === "scenario")
      keepScenario(panel, target.value);
    followInput(panel);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void tryIt(panel);
  });
  startCopying(panel);
  for (const input of document.querySelectorAll<HTMLInputElement>('[name="response"]'))
    input.addEventListener("input", () => {
      const first = data.scenarios.find(({ shownBy }) => input.value === shownBy);
      if (first === undefined) return showResponse(input.value);
      keepScenario(panel, first.name);
      render(panel);
    });
  render(panel);
}

/** Restores the choices of other pages, and the scenario in the URL. */
function restore(panel: Panel): void {
  const { root, form } = panel;
  const { language, address, secrets } = recall();
  check(root, "language", language);
  setInput(form, "address", address);
  for (const [name, secret] of Object.entries(secrets ?? {}))
    setInput(form, `secret ${name}`, secret);
  const keep = keepIn(form);
  if (keep !== null) keep.checked = secrets !== undefined;
  chooseScenario(panel, new URLSearchParams(location.search).get("scenario"));
}

/** Puts the values of a scenario, or else of the first one, into the form. */
function chooseScenario({ root, form, data }: Panel, name: string | null): void {
  const scenario = data.scenarios.find((each) => each.name === name) ?? data.scenarios[0];
  if (scenario === undefined) return;
  check(root, "scenario", scenario.name);
  fillForm(form, data, scenario);
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
  const { address, secrets } = call;
  check(root, "scenario", documentedOf(panel, call)?.name);
  remember({
    language: languageOf(root).name,
    address: address === data.mockUrl ? undefined : address,
    secrets: keepIn(form)?.checked === true ? Object.fromEntries(secrets) : undefined,
  });
  showProblems(form, undefined);
  render(panel);
}

/** Shows the sample and the documented response of the current call. */
function render(panel: Panel): void {
  const { root, form, data } = panel;
  const { write, syntax } = languageOf(root);
  const call = callOf(panel);
  setHtml(
    root,
    "[data-sample] code",
    highlight(write(data, { ...call, secrets: new Map() }), syntax),
  );
  setText(root, "[data-line]", lineOf(data, call));
  showCredentials(form, data, call);
  const shown = documentedOf(panel, call);
  if (shown === undefined) return;
  showDocumented(root, shown);
  showResponse(shown.shownBy);
}

/** Shows the inputs of the chosen credentials. The mock accepts any, so none has to be entered. */
function showCredentials(form: HTMLFormElement, data: PanelData, call: Call): void {
  const isNeeded = call.address !== data.mockUrl;
  for (const label of form.querySelectorAll<HTMLElement>("[data-scheme]")) {
    label.hidden = !call.requirement.some(({ name }) => name === label.dataset["scheme"]);
    label.querySelector("[data-required]")?.toggleAttribute("hidden", !isNeeded);
    const input = label.querySelector("input");
    input?.setAttribute("aria-required", `${isNeeded}`);
    input?.setAttribute("placeholder", isNeeded ? "" : "any value works with the mock");
  }
}

/**
 * The scenario that the mock selects for a call, with its example response without the includes
 * that the call does not ask for.
 */
function documentedOf({ data }: Panel, { values, body }: Call): PanelScenario | undefined {
  const scenarios = data.scenarios.map((each) => ({
    ...each,
    named: new Set(each.named),
    values: new Map(Object.entries(each.values)),
    description: "",
    response: undefined,
    pointer: "",
    violations: [],
  }));
  const operation = { ...data, scenarios, defaultScenario: scenarios[0] };
  const { scenario, isMatch } = selectScenario(operation, values, body) ?? {};
  const shown = data.scenarios.find(({ name }) => name === scenario?.name);
  if (shown === undefined) return undefined;
  const { status, answer, summary } = shown;
  const other = "No scenario has these values. This is the default response.";
  const isPruned = answer !== undefined && status < 300;
  return {
    ...shown,
    summary: isMatch ? summary : other,
    answer: isPruned ? pruneIncludes(data, askedIncludes(data, values), answer) : answer,
  };
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
  if (isSending || showProblems(form, { errors })) return;
  // A disabled button would lose the focus.
  button.textContent = "Sending…";
  const sent = await send(data, call, call.rawBody);
  button.textContent = "Try it";
  showOutcome(root, sent, documentedOf(panel, call));
  if (typeof sent.outcome === "object") showProblems(form, sent.outcome.body);
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
    copyText(button, languageOf(root).write(data, call), said);
  });
  onClick("[data-copy-answer]", (button) =>
    copyText(button, root.querySelector("[data-answer]")?.textContent?.trim() ?? ""),
  );
}

/** The call that the controls describe. */
function callOf({ root, form, data }: Panel): Call & { readonly rawBody: string | undefined } {
  const scenario = data.scenarios.find(({ name }) => name === checkedOf(root, "scenario"));
  return {
    ...readForm(form, data),
    requirement: data.requirements[Number(checkedOf(root, "requirement") ?? 0)] ?? [],
    fails: (scenario?.status ?? 200) >= 400,
  };
}

function languageOf(root: HTMLElement): Language {
  const name = checkedOf(root, "language");
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
