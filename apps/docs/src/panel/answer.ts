import { isEqual } from "@workflow-api/contract";
import { escapeHtml } from "../escape.ts";
import type { PanelScenario } from "../model/panel-data.ts";
import { codeHtml } from "../samples/highlight.ts";
import type { Reply, Sent } from "./send.ts";

/** Shows the example response of the contract. */
export function showDocumented(
  panel: HTMLElement,
  { title, summary, answer }: PanelScenario,
): void {
  setText(panel, "[data-summary]", summary);
  setHtml(panel, "[data-verdict]", verdictHtml(title, "example"));
  setHtml(panel, "[data-answer]", bodyHtml(answer));
  setWire(panel, undefined);
}

/** Shows the response of a server and how it differs from the example, or why there is none. */
export function showOutcome(
  panel: HTMLElement,
  { outcome, duration, wire }: Sent,
  documented: PanelScenario | undefined,
): void {
  if (typeof outcome === "string") {
    setHtml(panel, "[data-verdict]", verdictHtml("No response"));
    setHtml(panel, "[data-answer]", `<p>${escapeHtml(outcome)}</p>`);
  } else {
    const { body, text, title } = outcome;
    const verdict = verdictHtml(title, `${duration} ms`, differenceOf(outcome, documented));
    setHtml(panel, "[data-verdict]", verdict);
    setHtml(panel, "[data-answer]", bodyHtml(body, text));
  }
  setWire(panel, wire, typeof outcome === "object" && outcome.status >= 400);
}

function differenceOf(reply: Reply, documented: PanelScenario | undefined): string {
  if (documented === undefined) return "";
  if (reply.status !== documented.status) return `documented: ${documented.status}`;
  if (isEqual(reply.body, documented.answer)) return "matches the example";
  const paths = differences(reply.body, documented.answer).slice(0, 3);
  return `differs from the example at ${paths.join(", ")}`;
}

/** Where two values differ, as JSON Pointers. */
function differences(one: unknown, other: unknown, at = ""): string[] {
  if (isEqual(one, other)) return [];
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null)
    return [at || "the whole body"];
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].flatMap((name) =>
    differences(Reflect.get(one, name), Reflect.get(other, name), `${at}/${name}`),
  );
}

/** The title of a response, and notes beside it. */
export function verdictHtml(title: string, ...notes: readonly string[]): string {
  const said = notes
    .filter((note) => note !== "")
    .map((note) => ` <span class="hint">${escapeHtml(note)}</span>`);
  const status = escapeHtml(title[0] ?? "");
  return `<span class="status status-${status}">${escapeHtml(title)}</span>${said.join("")}`;
}

/** The body of a response: a value as JSON, otherwise its text. */
export function bodyHtml(value: unknown, text = ""): string {
  const shown = value === undefined ? text : JSON.stringify(value, undefined, 2);
  return shown === "" ? '<p class="hint">No body.</p>' : codeHtml(shown, "json", "Response");
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
