import { readText } from "@workflow-api/contract";
import type { JsonValue } from "@workflow-api/contract/json";
import type { PanelData } from "../model/panel-data.ts";
import type { PanelExample } from "../model/panel-examples.ts";
import type { PanelCall } from "../samples/samples.ts";
import { parseJson } from "../text/json-text.ts";

/** The call that the controls of a panel describe. A credential that is not entered is empty. */
export function readCall(form: HTMLFormElement, data: PanelData): PanelCall {
  const fields = new FormData(form);
  const fieldText = (name: string): string => String(fields.get(name) ?? "");
  const values = data.parameters.flatMap(({ key, choices, forms, isList, types }) => {
    const typed = (text: string) =>
      (forms.includes("object") ? parseJson(text) : undefined) ?? exactValue(text, types);
    const texts = fields.getAll(key).map(String);
    // A list of choices has a checkbox for each item; any other has a line for each.
    const items =
      isList && choices.length === 0 ? texts.flatMap((text) => text.split(/\r?\n/)) : texts;
    const given = items.filter((item) => item !== "");
    // An empty input is not sent.
    if (given.length === 0) return [];
    return [[key, isList ? given.map(typed) : typed(texts.join())] as const];
  });
  const secrets = data.requirements.flat().map(({ name, type }) => {
    const user = fieldText(`user ${name}`);
    const secret = fieldText(`secret ${name}`);
    return [name, type === "basic" && user !== "" ? `${user}:${secret}` : secret] as const;
  });
  const body = fieldText("body");
  return {
    baseUrl: withoutSlash(fieldText("baseUrl").trim()),
    values: new Map(values),
    body: body.trim() === "" ? undefined : body,
    requirement: data.requirements[Number(fieldText("requirement"))] ?? [],
    secrets: new Map(secrets),
  };
}

/** The value of an input. A number that JavaScript would print otherwise stays a string. */
function exactValue(text: string, types: Parameters<typeof readText>[1]) {
  const value = readText(text, types);
  return typeof value === "number" && String(value) !== text ? text : value;
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, "");
}

/** Puts the URL of the chosen server into the base URL, where its variables can be edited. */
export function useServer(form: HTMLFormElement, url: string): void {
  // The empty option stands for any other server.
  if (url !== "") setControl(form, "baseUrl", withoutSlash(new URL(url, location.href).href));
}

/** Shows which server the base URL is. */
export function showServer(form: HTMLFormElement, baseUrl: string): void {
  setControl(form, "server", baseUrl);
  if (!new FormData(form).has("server")) setControl(form, "server", "");
}

/** Puts the values of a call into the inputs. */
export function fillForm(
  form: HTMLFormElement,
  { parameters }: PanelData,
  { values, body }: Pick<PanelExample, "body" | "values">,
): void {
  for (const { key } of parameters) {
    const spelled = (value: JsonValue): string =>
      typeof value === "object" ? JSON.stringify(value) : String(value);
    const texts = [values[key] ?? []].flat().map(spelled);
    const boxes = `[type="checkbox"][name="${CSS.escape(key)}"]`;
    for (const box of form.querySelectorAll<HTMLInputElement>(boxes))
      box.checked = texts.includes(box.value);
    if (form.querySelector(boxes) === null) setControl(form, key, texts.join("\n"));
  }
  setControl(form, "body", body ?? "");
}

/** Sets an input, or chooses among radio buttons, if there is one of this name. */
export function setControl(form: HTMLFormElement, name: string, value: string): void {
  const control = form.elements.namedItem(name);
  if (control !== null && "value" in control) control.value = value;
}

const memory = "workflow-api-docs";
/** What was typed as credentials, by the names of the inputs. A reload forgets it. */
const credentials = new Map<string, string>();

/**
 * Keeps language and base URL for the other pages of this tab, in its storage, and credentials in
 * memory alone.
 */
export function remember(form: HTMLFormElement, { baseUrl }: PanelData): void {
  const fields = new FormData(form);
  const isKept = (name: string): boolean =>
    name === "language" || (name === "baseUrl" && fields.get(name) !== baseUrl);
  const kept = [...fields].filter(([name]) => isKept(name));
  for (const [name, value] of fields)
    if (/^(secret|user) /.test(name)) credentials.set(name, String(value));
  try {
    sessionStorage.setItem(memory, JSON.stringify(Object.fromEntries(kept)));
  } catch {
    // A browser that stores nothing keeps nothing.
  }
}

/** Puts what is kept into the inputs. */
export function recall(form: HTMLFormElement): void {
  for (const [name, value] of credentials) setControl(form, name, value);
  try {
    const kept: Record<string, string> = JSON.parse(sessionStorage.getItem(memory) ?? "{}");
    for (const [name, value] of Object.entries(kept)) setControl(form, name, value);
  } catch {
    // As above.
  }
}
