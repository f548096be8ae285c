import {
  isObject,
  type JsonValue,
  type ParameterValues,
  readText,
  readTyped,
} from "@workflow-api/contract";
import type { PanelData, PanelScenario } from "../model/panel-data.ts";
import type { Call } from "../samples/samples.ts";

/** The values of the inputs of a panel. */
export interface FormValues {
  readonly address: string;
  readonly values: ParameterValues;
  /** A body that is not JSON is a string in samples. */
  readonly body: JsonValue | undefined;
  /** The body as it was typed; `undefined`: none. */
  readonly rawBody: string | undefined;
  readonly secrets: ReadonlyMap<string, string>;
}

export function readForm(form: HTMLFormElement, data: PanelData): FormValues {
  const fields = new FormData(form);
  const textOf = (name: string): string => String(fields.get(name) ?? "");
  const values = data.parameters.flatMap(({ key, choices, isList, types }) => {
    const texts = fields.getAll(key).map(String);
    // An empty input is not sent.
    if (texts.join("") === "") return [];
    // A list of choices has a checkbox for each item; any other input holds all of them.
    const hasBoxes = isList && choices.length > 0;
    const items = texts.map((item) => readText(item, types));
    return [[key, hasBoxes ? items : readTyped(texts.join(), types, isList)] as const];
  });
  const secrets = data.requirements
    .flat()
    .map(({ name }) => [name, textOf(`secret ${name}`)] as const);
  const rawBody = textOf("body").trim() === "" ? undefined : textOf("body");
  return {
    address: textOf("address").replace(/\/+$/, ""),
    values: new Map(values),
    body: rawBody === undefined ? undefined : parseJson(rawBody, rawBody),
    rawBody,
    secrets: new Map(secrets),
  };
}

/** A call on one line: its URL, credentials and parameters. */
export function lineOf(data: PanelData, { address, values, requirement, secrets }: Call): string {
  const whose = requirement.some(({ name }) => secrets.get(name)) ? "your" : "sample";
  const ids = data.parameters.filter(({ in: place }) => place === "path");
  const sent = data.parameters.flatMap(({ key, name, in: place }) => {
    const value = values.get(key);
    if (value === undefined || data.client.settings.some((setting) => setting.key === key))
      return [];
    const text = [value].flat().join(", ");
    // Several values of a path are known by their order.
    return place === "path" && ids.length > 1 ? [text] : [`${name} = ${text}`];
  });
  const [credential] = requirement;
  return [
    address === data.mockUrl ? "mock" : address,
    ...(credential === undefined ? [] : [`${whose} ${credentialNames[credential.type]}`]),
    ...sent,
  ].join(", ");
}

const credentialNames = { apiKey: "key", bearer: "token", basic: "password" };

/** The value of a JSON text, or another one if it is none. */
export function parseJson<Other>(text: string, other: Other): JsonValue | Other {
  try {
    return JSON.parse(text);
  } catch {
    return other;
  }
}

/** Puts the values of a scenario into the inputs. */
export function fillForm(
  form: HTMLFormElement,
  { parameters }: PanelData,
  { values, body }: PanelScenario,
): void {
  for (const { key } of parameters) {
    const value = values[key];
    const texts = [value ?? []].flat().map(String);
    for (const input of form.querySelectorAll<HTMLInputElement | HTMLSelectElement>(
      `[name="${CSS.escape(key)}"]`,
    )) {
      if (input instanceof HTMLInputElement && input.type === "checkbox")
        input.checked = texts.includes(input.value);
      else input.value = texts.join(",");
    }
  }
  const area = form.elements.namedItem("body");
  if (area instanceof HTMLTextAreaElement)
    area.value = body === undefined ? "" : JSON.stringify(body, undefined, 2);
}

/**
 * Shows the errors in a response beside the inputs that they concern.
 *
 * @returns Whether there is anything to show.
 */
export function showProblems(form: HTMLFormElement, answer: unknown): boolean {
  const problems = problemsIn(answer);
  for (const field of form.querySelectorAll<HTMLElement>("[data-key]")) {
    const own = problems.filter(({ key }) => key === field.dataset["key"]);
    const place = field.querySelector<HTMLElement>("[data-problem]");
    if (place === null) continue;
    place.hidden = own.length === 0;
    place.textContent = own.map(({ text }) => text).join("; ");
    field
      .querySelector("input, select, textarea")
      ?.setAttribute("aria-invalid", String(own.length > 0));
    if (own.length > 0) field.closest("details")?.setAttribute("open", "");
  }
  const first = form.querySelector<HTMLElement>('[data-key]:has([aria-invalid="true"])');
  // The form scrolls by itself beside a page.
  if (first !== null) form.scrollTop = first.offsetTop - form.offsetTop;
  return problems.length > 0;
}

/**
 * The invalid parts of a request, which the problem details of the mock (RFC 9457) list: the key of
 * the input of each, and what is wrong with it.
 */
function problemsIn(answer: unknown) {
  const errors = isObject(answer) ? answer["errors"] : undefined;
  return (Array.isArray(errors) ? errors : []).filter(isObject).map((error) => {
    const { in: place, name = "", pointer = "", expected } = error;
    const own = place === "header" ? String(name).toLowerCase() : name;
    return { key: `${place} ${own}`.trim(), text: `${pointer} ${expected}`.trim() };
  });
}

// Data that is kept from page to page, in this tab alone. Credentials are kept only if the reader
// agrees.

const memory = "workflow-api-docs";

/** The choices of a reader for all pages. */
interface Remembered {
  readonly language: string | undefined;
  readonly address: string | undefined;
  /** By the name of the scheme. */
  readonly secrets: Readonly<Record<string, string>> | undefined;
}

export function remember(choice: Remembered): void {
  try {
    sessionStorage.setItem(memory, JSON.stringify(choice));
  } catch {
    // A browser that stores nothing keeps nothing.
  }
}

export function recall(): Partial<Remembered> {
  try {
    return JSON.parse(sessionStorage.getItem(memory) ?? "{}");
  } catch {
    return {};
  }
}
