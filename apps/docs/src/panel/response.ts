import type { PanelData } from "../model/panel-data.ts";
import type { PanelExample } from "../model/panel-examples.ts";
import { codeHtml } from "../samples/highlight.ts";
import { escapeHtml } from "../text/escape.ts";
import { indentJson, isSameJson } from "../text/json-text.ts";
import type { ReceivedResponse } from "./send.ts";

/** A longer response is shown as plain text: colouring it would stop the page. In characters. */
const mostColoured = 100_000;
/** The part of a response that is shown. Laying out more of it would stop the page, too. */
const mostShown = 1_000_000;

/** The key of an example: its name, and for a response without one its status as well. */
export const keyOfExample = ({ name, origin }: PanelExample): string =>
  origin === "generated" ? `${name} generated` : name;

/** Shows the response of an example. */
export function showExample(panel: HTMLElement, example: PanelExample): void {
  show(panel, exampleVerdict(example), exampleHtml(example));
}

/** The status of an example, and where it comes from. */
export function exampleVerdict({ origin, response, title }: PanelExample): string {
  if (response === undefined) return verdictHtml(title);
  return verdictHtml(title, origin === "generated" ? "generated from the schema" : "example");
}

/** The body of an example; for one that the contract does not describe, its media types. */
export function exampleHtml({ losesDigits, mediaTypes, response }: PanelExample): string {
  if (response === undefined && mediaTypes.length > 0)
    return `<p class="hint">The body is ${escapeHtml(mediaTypes.join(" or "))}.</p>`;
  const note = losesDigits ? '<p class="hint">The last digits of large numbers are lost.</p>' : "";
  return bodyHtml(response ?? "") + note;
}

/** Shows that there is no response yet. */
export function showWaiting(panel: HTMLElement, text: string): void {
  setHtml(panel, "[data-verdict]", `<span class="hint">${text}</span>`);
}

/** Shows the response of a server and how it differs from the example, or why there is none. */
export function showOutcome(
  panel: HTMLElement,
  outcome: ReceivedResponse | string,
  data: PanelData,
  example: PanelExample | undefined,
): void {
  if (typeof outcome === "string") {
    show(panel, verdictHtml("No response"), `<p>${escapeHtml(outcome)}</p>`);
    return;
  }
  const { cut, duration, headers, text, title } = outcome;
  const comparison = comparisonHtml(data, outcome, example, panel.dataset["checklist"] ?? "");
  const note = cut === "" ? "" : `<p class="hint">This is the beginning. ${escapeHtml(cut)}</p>`;
  show(panel, verdictHtml(title, `${duration} ms`, comparison), note + bodyHtml(text), headers);
}

function show(panel: HTMLElement, verdict: string, body: string, headers = ""): void {
  setHtml(panel, "[data-verdict]", verdict);
  setHtml(panel, "[data-response]", body);
  setHtml(panel, "[data-headers] code", escapeHtml(headers));
  panel.querySelector("[data-headers]")?.toggleAttribute("hidden", headers === "");
}

/** Whether the contract documents a response, and whether it is the example of the scenario. */
function comparisonHtml(
  { responses }: PanelData,
  { status, text }: ReceivedResponse,
  example: PanelExample | undefined,
  checklist: string,
): string {
  const scenario = example?.origin === "scenario" ? example : undefined;
  if (status === scenario?.status)
    return isSameJson(text, scenario.response ?? "")
      ? "matches the example"
      : "differs from the example";
  const codes = [String(status), `${String(status)[0]}XX`, "default"];
  const code = codes.find((each) => responses.some((response) => response.code === each));
  const verdict =
    code === undefined
      ? `${status} is not documented`
      : `<a href="#response-${code}">${status} is documented</a>`;
  const expected = scenario === undefined ? "" : `; this scenario expects ${scenario.status}`;
  const help = status === 401 && checklist !== "" ? ` (<a href="${checklist}">checklist</a>)` : "";
  return verdict + expected + help;
}

/** The title of a response, and notes beside it, which are HTML. */
export function verdictHtml(title: string, ...notes: readonly string[]): string {
  const hints = notes.map((note) => ` <span class="hint">${note}</span>`);
  const status = escapeHtml(title[0] ?? "");
  return `<span class="status status-${status}">${escapeHtml(title)}</span>${hints.join("")}`;
}

/** The body of a response, indented if it is JSON. */
export function bodyHtml(text: string): string {
  if (text === "") return '<p class="hint">No body.</p>';
  if (text.length <= mostColoured) return codeHtml(indentJson(text), "Response");
  const size = `${(text.length / 1000).toFixed(0)} kB, without colours`;
  const part = text.length > mostShown ? `; this is the beginning` : "";
  const beginning = indentJson(text).slice(0, mostShown);
  const code = codeHtml(beginning, "Response", escapeHtml(beginning));
  return `<div class="plain"><p class="hint">${size}${part}.</p>${code}</div>`;
}

/** Sets the content of an element of a panel. */
export function setHtml(panel: HTMLElement, selector: string, html: string): void {
  const place = panel.querySelector(selector);
  // Unchanged content is not announced again.
  if (place !== null && place.innerHTML !== html) place.innerHTML = html;
}
