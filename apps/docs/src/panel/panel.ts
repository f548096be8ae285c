import { type Selection, selectScenario } from "@workflow-api/contract";
import type { PanelData, PanelScenario, PanelScheme } from "../model/panel-data.ts";
import { highlight } from "../samples/highlight.ts";
import { type Call, type Language, languages, sampleOf } from "../samples/samples.ts";
import { documentedFor, showDocumented, showOutcome } from "./answer.ts";
import { copyText } from "./copy.ts";
import { bodyOf, type FormValues, fillForm, lineOf, readForm, showProblems } from "./form.ts";
import { recall, remember } from "./memory.ts";
import { send } from "./send.ts";
import { openTarget, showResponse } from "./shell.ts";

/** Connects the controls of a panel. */
function startPanel(panel: HTMLElement): void {
  const source = panel.querySelector("[data-panel]")?.textContent;
  const form = panel.querySelector("form");
  const button = panel.querySelector<HTMLButtonElement>("[data-try]");
  if (source === undefined || source === null || form === null || button === null) return;
  const data: PanelData = JSON.parse(source);
  const select = selectorOf(data);
  const documented = ({ values, body }: Call): PanelScenario | undefined => {
    const { scenario, isMatch = false } = select(values, body) ?? {};
    const shown = data.scenarios.find(({ name }) => name === scenario?.name);
    const summary = isMatch
      ? shown?.summary
      : "No scenario has these values. This is the default response.";
    return shown && documentedFor(data, { ...shown, summary: summary ?? "" }, values);
  };

  const render = (): void => {
    const { language, call } = stateOf(panel, form, data);
    const code = panel.querySelector("[data-sample] code");
    if (code !== null)
      code.innerHTML = highlight(
        sampleOf(language.name, data, { ...call, secrets: new Map() }),
        language.syntax,
      );
    for (const input of form.querySelectorAll<HTMLElement>("[data-scheme]"))
      input.hidden = !call.requirement.some(({ name }) => name === input.dataset["scheme"]);
    // The mock accepts any credential, so none has to be entered.
    const needsKey = call.address !== data.mockUrl;
    for (const mark of form.querySelectorAll<HTMLElement>("[data-required]")) {
      mark.hidden = !needsKey;
      const input = mark.closest("label")?.querySelector("input");
      input?.setAttribute("aria-required", `${needsKey}`);
      input?.setAttribute("placeholder", needsKey ? "" : "any value works with the mock");
    }
    const line = panel.querySelector("[data-line]");
    if (line !== null) line.textContent = lineOf(data, call);
    const shown = documented(call);
    if (shown !== undefined) {
      showDocumented(panel, shown);
      showResponse(shown.shownBy);
    }
  };

  let isSending = false;
  const tryIt = async (): Promise<void> => {
    const { call, values } = stateOf(panel, form, data);
    const missing = data.parameters.filter(
      ({ in: place, key }) => place === "path" && !call.values.has(key),
    );
    const errors = missing.map(({ name }) => ({
      in: "path",
      name,
      expected: "needs a value to be sent",
    }));
    if (isSending || showProblems(form, { errors })) return;
    // A disabled button would lose the focus.
    isSending = true;
    button.textContent = "Sending…";
    const sent = await send(data, call, values.rawBody);
    isSending = false;
    button.textContent = "Try it";
    showOutcome(panel, sent, documented(call));
    if ("body" in sent.outcome) showProblems(form, sent.outcome.body);
  };

  const choose = (name: string | undefined): void => {
    if (!check(panel, "scenario", name)) return;
    fillForm(form, data, scenarioOf(panel, data));
  };
  const restored = recall();
  check(panel, "language", restored.language);
  restore(form, "address", restored.address);
  for (const [name, secret] of Object.entries(restored.secrets ?? {}))
    restore(form, `secret ${name}`, secret);
  const keep = form.elements.namedItem("keep");
  if (keep instanceof HTMLInputElement) keep.checked = restored.secrets !== undefined;
  choose(new URLSearchParams(location.search).get("scenario") ?? undefined);

  panel.addEventListener("input", ({ target }) => {
    const name = target instanceof HTMLInputElement ? target.name : "";
    if (name === "scenario") fillForm(form, data, scenarioOf(panel, data));
    const { call: asked } = stateOf(panel, form, data);
    check(panel, "scenario", select(asked.values, asked.body)?.scenario.name);
    const { language, call } = stateOf(panel, form, data);
    remember({
      language: language.name,
      address: call.address === data.mockUrl ? undefined : call.address,
      secrets:
        keep instanceof HTMLInputElement && keep.checked
          ? Object.fromEntries(call.secrets)
          : undefined,
    });
    const url = new URL(location.href);
    url.searchParams.set("scenario", scenarioOf(panel, data)?.name ?? "");
    if (name === "scenario") history.replaceState(undefined, "", url);
    showProblems(form, undefined);
    render();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void tryIt();
  });
  panel
    .querySelector<HTMLElement>("[data-copy]")
    ?.addEventListener("click", ({ currentTarget }) => {
      const { language, call } = stateOf(panel, form, data);
      const hasKey = call.requirement.some(({ name }) => call.secrets.get(name));
      if (currentTarget instanceof HTMLElement)
        copyText(
          currentTarget,
          sampleOf(language.name, data, call),
          hasKey ? "Copied with your credentials" : "Copied",
        );
    });
  panel.querySelector("[data-copy-answer]")?.addEventListener("click", ({ currentTarget }) => {
    if (currentTarget instanceof HTMLElement)
      copyText(currentTarget, panel.querySelector("[data-answer]")?.textContent?.trim() ?? "");
  });
  for (const input of document.querySelectorAll<HTMLInputElement>('[name="response"]'))
    input.addEventListener("input", () => {
      const first = data.scenarios.find(({ shownBy }) => input.value === shownBy);
      if (first === undefined) showResponse(input.value);
      else choose(first.name);
      if (first !== undefined) render();
    });
  render();
}

/** Selects the scenario of a call, as the mock does. */
function selectorOf({ parameters, includes, scenarios: all }: PanelData) {
  const scenarios = all.map((each) => ({
    ...each,
    named: new Set(each.named),
    values: new Map(Object.entries(each.values)),
    description: "",
    response: undefined,
    pointer: "",
  }));
  const operation = { parameters, includes, scenarios, defaultScenario: scenarios[0] };
  return (values: Call["values"], body: Call["body"]): Selection | undefined =>
    selectScenario(operation, values, body);
}

/** The current state of the controls. */
function stateOf(
  panel: HTMLElement,
  form: HTMLFormElement,
  data: PanelData,
): { language: Language; call: Call; values: FormValues } {
  const values = readForm(form, data);
  const requirement: readonly PanelScheme[] =
    data.requirements[Number(checkedOf(panel, "requirement") ?? 0)] ?? [];
  const name = checkedOf(panel, "language");
  const language = languages.find((each) => each.name === name) ?? languages[0];
  if (language === undefined) throw new Error("There is no language of samples.");
  const scenario = scenarioOf(panel, data);
  const call = {
    address: values.address,
    values: values.values,
    body: bodyOf(values.rawBody),
    requirement,
    secrets: values.secrets,
    fails: (scenario?.status ?? 200) >= 400,
  };
  return { language, call, values };
}

function scenarioOf(panel: HTMLElement, { scenarios }: PanelData): PanelScenario | undefined {
  const name = checkedOf(panel, "scenario");
  return scenarios.find((each) => each.name === name) ?? scenarios[0];
}

function checkedOf(panel: HTMLElement, name: string): string | undefined {
  return panel.querySelector<HTMLInputElement>(`input[name="${name}"]:checked`)?.value;
}

/** Checks a radio button and returns whether it exists; otherwise nothing changes. */
function check(panel: HTMLElement, name: string, value: string | undefined): boolean {
  const inputs = [...panel.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`)];
  const found = inputs.find((input) => input.value === value);
  if (found !== undefined) found.checked = true;
  return found !== undefined;
}

function restore(form: HTMLFormElement, name: string, value: string | undefined): void {
  const input = form.elements.namedItem(name);
  if (input instanceof HTMLInputElement && value !== undefined) input.value = value;
}

for (const panel of document.querySelectorAll<HTMLElement>(".panel")) startPanel(panel);
// The fragment of the URL may select another response than that of the first scenario.
openTarget();
