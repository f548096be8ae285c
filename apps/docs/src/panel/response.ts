import { escapeHtml } from "../escape.ts";
import { indentJson, isSameJson } from "../json-text.ts";
import type { PanelData, PanelScenario } from "../model/panel-data.ts";
import { codeHtml } from "../samples/highlight.ts";
import type { Exchange, ReceivedResponse } from "./send.ts";

/** What the contract documents for a call: its title, a note on it, and the text of the body. */
export interface Documented extends Pick<PanelScenario, "title" | "response"> {
  readonly note: string;
}

/** A longer response is shown as plain text: colouring it would stop the page. In characters. */
const mostColoured = 100_000;
/** The part of a response that is shown. Laying out more of it would stop the page, too. */
const mostShown = 1_000_000;

/** Shows the example response of the contract. */
export function showDocumented(panel: HTMLElement, { title, note, response }: Documented): void {
  setHtml(panel, "[data-verdict]", verdictHtml(title, escapeHtml(note)));
  setHtml(panel, "[data-response]", bodyHtml(response ?? ""));
  setWire(panel, undefined);
}

/** Shows the response of a server and how it differs from the example, or why there is none. */
export function showOutcome(
  panel: HTMLElement,
  { outcome, duration, wire }: Exchange,
  data: PanelData,
  scenario: PanelScenario | undefined,
): void {
  if (typeof outcome === "string") {
    setHtml(panel, "[data-verdict]", verdictHtml("No response"));
    setHtml(panel, "[data-response]", `<p>${escapeHtml(outcome)}</p>`);
  } else {
    const checklist = panel.dataset["checklist"] ?? "";
    const comparison = comparisonHtml(data, outcome, scenario, checklist);
    const verdict = verdictHtml(outcome.title, `${duration} ms`, comparison);
    setHtml(panel, "[data-verdict]", verdict);
    setHtml(panel, "[data-response]", bodyHtml(outcome.text));
  }
  setWire(panel, wire, typeof outcome === "object" && outcome.status >= 400);
}

/** Whether the contract documents a response, and whether it is the example of the scenario. */
function comparisonHtml(
  { responses }: PanelData,
  { status, text }: ReceivedResponse,
  scenario: PanelScenario | undefined,
  checklist: string,
): string {
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
  const shown = notes
    .filter((note) => note !== "")
    .map((note) => ` <span class="hint">${note}</span>`);
  const status = escapeHtml(title[0] ?? "");
  return `<span class="status status-${status}">${escapeHtml(title)}</span>${shown.join("")}`;
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

function setWire(panel: HTMLElement, text: string | undefined, isOpen = false): void {
  const place = panel.querySelector<HTMLDetailsElement>("[data-wire]");
  if (place === null) return;
  place.hidden = text === undefined;
  place.open = isOpen;
  setText(panel, "[data-wire] code", text ?? "");
}

/** Sets the text of an element of a panel. */
export function setText(panel: HTMLElement, selector: string, text: string): void {
  const place = panel.querySelector(selector);
  if (place !== null) place.textContent = text;
}

/** Sets the content of an element of a panel. */
export function setHtml(panel: HTMLElement, selector: string, html: string): void {
  const place = panel.querySelector(selector);
  // Unchanged content is not announced again.
  if (place !== null && place.innerHTML !== html) place.innerHTML = html;
}
