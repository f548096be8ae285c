import { type JsonValue, type ParameterValues, readText, readTyped } from "@workflow-api/contract";
import type { PanelData, PanelParameter, PanelScenario } from "../model/panel-data.ts";
import type { Call } from "../samples/samples.ts";

/** The values of the inputs of a panel. */
export interface FormValues {
  readonly address: string;
  readonly values: ParameterValues;
  /** The body as it was typed; `undefined`: none. */
  readonly rawBody: string | undefined;
  readonly secrets: ReadonlyMap<string, string>;
}

export function readForm(form: HTMLFormElement, data: PanelData): FormValues {
  const fields = new FormData(form);
  const textOf = (name: string): string => String(fields.get(name) ?? "");
  const values = data.parameters.flatMap((parameter) => {
    const value = sentValue(
      parameter,
      fields.getAll(parameter.key).map(String),
      textOf(parameter.key),
    );
    return value === undefined ? [] : [[parameter.key, value] as const];
  });
  const secrets = data.requirements
    .flat()
    .map(({ name }) => [name, textOf(`secret ${name}`)] as const);
  const rawBody = data.takesBody && textOf("body").trim() !== "" ? textOf("body") : undefined;
  return {
    address: textOf("address").replace(/\/+$/, ""),
    values: new Map(values),
    rawBody,
    secrets: new Map(secrets),
  };
}

/** An empty input is not sent. */
function sentValue(
  { choices, isList, types }: PanelParameter,
  all: readonly string[],
  text: string,
): JsonValue | undefined {
  if (text === "") return undefined;
  return isList && choices.length > 0
    ? all.map((item) => readText(item, types))
    : readTyped(text, types, isList);
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

/** A body that is not JSON is shown as a string in samples. */
export function bodyOf(raw: string | undefined): JsonValue | undefined {
  if (raw === undefined) return undefined;
  try {
    return JSON.parse(raw);
  } catch {
    return raw;
  }
}

/** Puts the values of a scenario into the inputs. */
export function fillForm(
  form: HTMLFormElement,
  data: PanelData,
  scenario: PanelScenario | undefined,
): void {
  for (const { key } of data.parameters) {
    const value = scenario?.values[key];
    const texts = [value ?? []].flat().map(String);
    for (const input of form.querySelectorAll<HTMLInputElement | HTMLSelectElement>(
      `[name="${CSS.escape(key)}"]`,
    )) {
      if (input instanceof HTMLInputElement && input.type === "checkbox")
        input.checked = texts.includes(input.value);
      else input.value = texts.join(",");
    }
  }
  const body = form.elements.namedItem("body");
  if (body instanceof HTMLTextAreaElement)
    body.value = scenario?.body === undefined ? "" : JSON.stringify(scenario.body, undefined, 2);
}

/**
 * Shows the errors in a response beside the inputs that they concern.
 *
 * @returns Whether there is anything to show.
 */
export function showProblems(form: HTMLFormElement, answer: unknown): boolean {
  // Of several errors of one input, show the shortest: patterns are long and hard to read.
  const problems = problemsIn(answer).toSorted((one, other) => one.text.length - other.text.length);
  for (const field of form.querySelectorAll<HTMLElement>("[data-key]")) {
    const own = problems.filter(
      ({ key, pointer }, index) =>
        key === field.dataset["key"] &&
        index === problems.findIndex((other) => other.key === key && other.pointer === pointer),
    );
    const place = field.querySelector<HTMLElement>("[data-problem]");
    const control = field.querySelector("input, select, textarea");
    if (place === null || control === null) continue;
    place.hidden = own.length === 0;
    if (own.length > 0) field.closest("details")?.setAttribute("open", "");
    place.textContent = own.map(({ pointer, text }) => `${pointer} ${text}`.trim()).join("; ");
    if (own.length > 0) control.setAttribute("aria-invalid", "true");
    else control.removeAttribute("aria-invalid");
  }
  return problems.length > 0;
}

/** The problem details of the mock (RFC 9457) list each invalid part of the request. */
function problemsIn(
  answer: unknown,
): readonly Readonly<Record<"key" | "pointer" | "text", string>>[] {
  if (
    typeof answer !== "object" ||
    answer === null ||
    !("errors" in answer) ||
    !Array.isArray(answer.errors)
  )
    return [];
  return answer.errors.flatMap((error: unknown) => {
    if (typeof error !== "object" || error === null || !("in" in error) || !("expected" in error))
      return [];
    const {
      in: place,
      expected,
      name = "",
      pointer = "",
    }: { in: unknown; expected: unknown; name?: unknown; pointer?: unknown } = error;
    const own = place === "header" ? String(name).toLowerCase() : String(name);
    return [{ key: `${place} ${own}`.trim(), pointer: String(pointer), text: String(expected) }];
  });
}
