import { type Selection, selectScenario } from "@workflow-api/contract";
import type { PanelData, PanelScenario, PanelScheme } from "../model/panel-data.ts";
import { highlight } from "../samples/highlight.ts";
import { type Call, type Language, languages, sampleOf } from "../samples/samples.ts";
import { documentedFor, showDocumented, showReply, showUnanswered } from "./answer.ts";
import { bodyOf, type FormValues, fillForm, readForm, showProblems } from "./form.ts";
import { recall, remember } from "./memory.ts";
import { send } from "./send.ts";

/**
 * Brings the panel of a page to life: what any of its controls changes, everything in it follows.
 */
function startPanel(panel: HTMLElement): void {
  const source = panel.querySelector("[data-panel]")?.textContent;
  const form = panel.querySelector("form");
  const button = panel.querySelector<HTMLButtonElement>("[data-try]");
  if (source === undefined || source === null || form === null || button === null) return;
  const data: PanelData & { readonly mockUrl: string } = JSON.parse(source);
  const select = selectorOf(data);
  const documented = ({ values, body }: Call): PanelScenario | undefined => {
    const { scenario, isMatch = false } = select(values, body) ?? {};
    const shown = data.scenarios.find(({ name }) => name === scenario?.name);
    const summary = isMatch
      ? shown?.summary
      : "No scenario has these values. This is the default answer.";
    return shown && documentedFor(data, { ...shown, summary: summary ?? "" }, values);
  };

  const render = (): void => {
    const { language, call } = stateOf(panel, form, data);
    const code = panel.querySelector("[data-sample] code");
    if (code !== null)
      code.innerHTML = highlight(
        sampleOf(language, data, { ...call, secrets: new Map() }).trimEnd(),
        language === "curl" ? "sh" : "ts",
      );
    for (const input of form.querySelectorAll<HTMLElement>("[data-scheme]"))
      input.hidden = !call.way.some(({ name }) => name === input.dataset["scheme"]);
    const shown = documented(call);
    if (shown !== undefined) showDocumented(panel, shown);
  };

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
    if (showProblems(form, { errors })) return;
    button.disabled = true;
    button.textContent = "Sending…";
    const sent = await send(data, call, values.rawBody);
    button.disabled = false;
    button.textContent = "Try it";
    if (sent.reply === undefined) showUnanswered(panel, sent, call.address);
    else {
      showReply(panel, sent, documented(call));
      if (showProblems(form, sent.reply.body))
        panel.querySelector("[data-inputs]")?.setAttribute("open", "");
    }
    // What is wrong comes last, so that it is in sight.
    for (const place of panel.querySelectorAll(".answer, [aria-invalid]"))
      place.scrollIntoView({ block: "nearest" });
  };

  const restored = recall();
  if (languages.some((language) => language === restored.language))
    check(panel, "language", restored.language);
  const address = form.elements.namedItem("address");
  if (address instanceof HTMLInputElement && restored.address !== undefined)
    address.value = restored.address;

  panel.addEventListener("input", (event) => {
    const name = event.target instanceof HTMLInputElement ? event.target.name : "";
    if (name === "scenario") fillForm(form, data, scenarioOf(panel, data));
    const { call: asked } = stateOf(panel, form, data);
    check(panel, "scenario", select(asked.values, asked.body)?.scenario.name);
    const { language, call } = stateOf(panel, form, data);
    remember({ language, address: call.address === data.mockUrl ? undefined : call.address });
    showProblems(form, undefined);
    render();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void tryIt();
  });
  button.addEventListener("click", () => void tryIt());
  panel.querySelector("[data-copy]")?.addEventListener("click", ({ target }) => {
    const { language, call } = stateOf(panel, form, data);
    void navigator.clipboard
      .writeText(sampleOf(language, data, call))
      .then(() => announceCopy(target));
  });
  button.disabled = false;
  render();
}

/** Selects the scenario that answers a call, as the mock does. */
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

/** What the controls say now. */
function stateOf(
  panel: HTMLElement,
  form: HTMLFormElement,
  data: PanelData,
): { language: Language; call: Call; values: FormValues } {
  const values = readForm(form, data);
  const way: readonly PanelScheme[] = data.ways[Number(checkedOf(panel, "way") ?? 0)] ?? [];
  const language = languages.find((each) => each === checkedOf(panel, "language")) ?? languages[0];
  const scenario = scenarioOf(panel, data);
  const call = {
    address: values.address,
    values: values.values,
    body: bodyOf(values.rawBody),
    way,
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

function check(panel: HTMLElement, name: string, value: string | undefined): void {
  for (const input of panel.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`))
    input.checked = input.value === value;
}

function announceCopy(button: EventTarget | null): void {
  if (!(button instanceof HTMLElement)) return;
  button.textContent = "Copied";
  setTimeout(() => {
    button.textContent = "Copy";
  }, 1500);
}

for (const panel of document.querySelectorAll<HTMLElement>(".panel")) startPanel(panel);

/**
 * Opens the error that the address names: its heading is in sight while it is closed, so that no
 * browser does it.
 */
function openTarget(): void {
  document
    .getElementById(location.hash.slice(1))
    ?.closest("summary")
    ?.parentElement?.setAttribute("open", "");
}
addEventListener("hashchange", openTarget);
openTarget();
