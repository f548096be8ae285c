import { type ParameterValues, readText } from "@workflow-api/contract";
import type { JsonValue } from "@workflow-api/contract/json";
import type { PanelData } from "../model/panel-data.ts";

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
    const user = textOf(`user ${name}`);
    const secret = textOf(`secret ${name}`);
    return [name, type === "basic" && user !== "" ? `${user}:${secret}` : secret] as const;
  });
  const body = textOf("body");
  return {
    baseUrl: withoutSlash(textOf("baseUrl").trim()),
    values: new Map(values),
    body: body.trim() === "" ? undefined : body,
    secrets: new Map(secrets),
  };
}

function readAll(text: string, types: readonly string[], isList: boolean): JsonValue {
  const value = readText(text, types, isList);
  if (!Array.isArray(value)) return exact(value, text);
  const texts = text.split(",");
  return value.map((item, index) => exact(item, texts[index] ?? ""));
}

/** A number that JavaScript would print otherwise stays as it was typed. */
function exact(value: JsonValue, text: string): JsonValue {
  return typeof value === "number" && String(value) !== text ? text : value;
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, "");
}

/** Puts the URL of the chosen server into the base URL, where its variables can be edited. */
export function useServer(form: HTMLFormElement, url: string): void {
  // The empty option stands for any other server.
  if (url !== "") setInput(form, "baseUrl", withoutSlash(new URL(url, location.href).href));
}

/** Shows which server the base URL is. */
export function showServer(form: HTMLFormElement, baseUrl: string): void {
  const server = form.elements.namedItem("server");
  if (!(server instanceof HTMLSelectElement)) return;
  const same = [...server.options].find(({ value }) => withoutSlash(value) === baseUrl);
  server.value = same?.value ?? "";
}

/** Puts the values of a scenario into the inputs. */
export function fillForm(
  form: HTMLFormElement,
  { parameters }: PanelData,
  { values, body }: NonNullable<PanelData["call"]>,
): void {
  for (const { key } of parameters) {
    const texts = [values[key] ?? []].flat().map(String);
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

export function setInput(form: HTMLFormElement, name: string, value: string | undefined): void {
  const input = form.elements.namedItem(name);
  if (input instanceof HTMLInputElement && value !== undefined) input.value = value;
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
