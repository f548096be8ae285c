import { type ParameterValues, readText, readTyped } from "@workflow-api/contract";
import { isObject, type JsonValue } from "@workflow-api/contract/json";
import { parseJson } from "../json-text.ts";
import type { PanelData } from "../model/panel-data.ts";
import type { Call } from "../samples/samples.ts";

/** The values of the inputs of a panel. */
export interface FormValues {
  readonly baseUrl: string;
  readonly values: ParameterValues;
  /** The body as it was typed; `undefined`: none. */
  readonly body: string | undefined;
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
    const items = texts.map((item) => exact(readText(item, types), item));
    return [[key, hasBoxes ? items : readAll(texts.join(), types, isList)] as const];
  });
  const secrets = data.requirements.flat().map(({ name, type }) => {
    const [user, secret] = [textOf(`user ${name}`), textOf(`secret ${name}`)];
    return [name, type === "basic" && user !== "" ? `${user}:${secret}` : secret] as const;
  });
  const body = textOf("body");
  return {
    baseUrl: textOf("baseUrl").trim().replace(/\/+$/, ""),
    values: new Map(values),
    body: body.trim() === "" ? undefined : body,
    secrets: new Map(secrets),
  };
}

function readAll(text: string, types: Parameters<typeof readText>[1], isList: boolean): JsonValue {
  const value = readTyped(text, types, isList);
  if (!Array.isArray(value)) return exact(value, text);
  const texts = text.split(",");
  return value.map((item, index) => exact(item, texts[index] ?? ""));
}

/** A number that JavaScript would print otherwise stays as it was typed. */
function exact(value: JsonValue, text: string): JsonValue {
  return typeof value === "number" && String(value) !== text ? text : value;
}

/** A call on one line: its server, credentials and parameters. */
export function lineOf(data: PanelData, { baseUrl, values, requirement, secrets }: Call): string {
  const whose = requirement.some(({ name }) => secrets.get(name)) ? "your" : "sample";
  const ids = data.parameters.filter(({ in: place }) => place === "path");
  const sent = data.parameters.flatMap(({ key, name, in: place }) => {
    const value = values.get(key);
    if (value === undefined || data.client?.settings.some((setting) => setting.key === key))
      return [];
    const text = [value].flat().join(", ");
    // Several values of a path are known by their order.
    return place === "path" && ids.length > 1 ? [text] : [`${name} = ${text}`];
  });
  const [credential] = requirement;
  return `Edit request: ${[
    baseUrl === data.mockUrl ? "mock" : baseUrl,
    ...(credential === undefined ? [] : [`${whose} ${credentialNames[credential.type]}`]),
    ...sent,
  ].join(", ")}`;
}

const credentialNames = { apiKey: "key", bearer: "token", basic: "password" };

/**
 * Follows an input that sets the server: puts its URL into the base URL, or, where that was typed,
 * shows which server it is.
 */
export function followServer(form: HTMLFormElement, data: PanelData, changed: string): void {
  const input = (name: string): HTMLInputElement | HTMLSelectElement | undefined => {
    const found = form.elements.namedItem(name);
    return found instanceof HTMLInputElement || found instanceof HTMLSelectElement
      ? found
      : undefined;
  };
  const [choice, baseUrl] = [input("server"), input("baseUrl")];
  if (choice === undefined || baseUrl === undefined) return;
  const urls = new Map([
    ["mock", data.mockUrl],
    ...data.servers.map(
      ({ url, variables }, index) =>
        [
          String(index),
          variables.reduce((filled, { name, default: usual }) => {
            const value = input(`variable ${index} ${name}`)?.value || usual;
            return filled.replaceAll(`{${name}}`, () => value);
          }, url),
        ] as const,
    ),
  ]);
  if (changed === "server" || changed.startsWith("variable ")) {
    const url = urls.get(choice.value) ?? "";
    baseUrl.value = url.startsWith("/") ? location.origin + url : url;
  } else {
    const typed = baseUrl.value.replace(/\/+$/, "");
    const same = [...urls].find(([, url]) => url.replace(/\/+$/, "") === typed);
    choice.value = same?.[0] ?? "other";
  }
  for (const row of form.querySelectorAll<HTMLElement>("[data-server]"))
    row.hidden = row.dataset["server"] !== choice.value;
}

/** Puts the values of a scenario into the inputs. */
export function fillForm(
  form: HTMLFormElement,
  { parameters }: PanelData,
  { values, body }: NonNullable<PanelData["call"]>,
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
  if (area instanceof HTMLTextAreaElement) area.value = body ?? "";
}

/**
 * Shows the errors in a response beside the inputs that they concern.
 *
 * @returns Whether there is anything to show.
 */
export function showProblems(form: HTMLFormElement, response: string): boolean {
  const problems = problemsIn(parseJson(response));
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
function problemsIn(response: unknown) {
  const errors = isObject(response) ? response["errors"] : undefined;
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
  readonly baseUrl: string | undefined;
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
