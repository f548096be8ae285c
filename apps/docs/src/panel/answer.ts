import { askedIncludes, isEqual, type JsonValue, pruneIncludes } from "@workflow-api/contract";
import type { PanelData, PanelScenario } from "../model/panel-data.ts";
import { statusName } from "../model/status.ts";
import { escapeHtml, highlight } from "../samples/highlight.ts";
import type { Reply, Sent } from "./send.ts";

/** What a scenario answers for these values: what they do not ask for is not in it. */
export function documentedFor(
  data: PanelData,
  scenario: PanelScenario,
  values: ReadonlyMap<string, JsonValue>,
): PanelScenario {
  const { status, answer } = scenario;
  if (answer === undefined || status >= 300) return scenario;
  return { ...scenario, answer: pruneIncludes(data, askedIncludes(data, values), answer) };
}

/** Shows what the contract gives as the answer. */
export function showDocumented(
  panel: HTMLElement,
  { status, summary, answer }: PanelScenario,
): void {
  setText(panel, "[data-summary]", summary);
  setVerdict(panel, status, "example");
  setBody(panel, answer === undefined ? undefined : JSON.stringify(answer, undefined, 2));
  setWire(panel, undefined);
}

/** Shows what a server has answered, and how it differs from the documented answer. */
export function showReply(
  panel: HTMLElement,
  { reply, duration, wire }: Sent,
  documented: PanelScenario | undefined,
): void {
  if (reply === undefined) return;
  const notes = reply.status === 0 ? [] : [`${duration} ms`, differenceOf(reply, documented)];
  setVerdict(panel, reply.status, ...notes);
  setBody(
    panel,
    reply.text === ""
      ? undefined
      : reply.body === undefined
        ? reply.text
        : JSON.stringify(reply.body, undefined, 2),
  );
  setWire(panel, wire);
}

/** Says how to get an answer. */
export function showUnanswered(panel: HTMLElement, { wire }: Sent, address: string): void {
  const place = panel.querySelector("[data-answer]");
  if (place === null) return;
  setVerdict(panel, 0);
  place.innerHTML = `<p>Nothing answered at <code>${escapeHtml(address)}</code>. To start the mock, run this in the repository:</p>
<pre class="code"><code>npm start</code></pre>
<p class="hint">A server on another origin must also allow this page by CORS, as the mock does.</p>`;
  setWire(panel, wire);
}

function differenceOf(reply: Reply, documented: PanelScenario | undefined): string {
  if (documented === undefined) return "";
  if (reply.status !== documented.status) return `the example is ${documented.status}`;
  if (isEqual(reply.body, documented.answer)) return "as the example";
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

function setVerdict(panel: HTMLElement, status: number, ...notes: readonly string[]): void {
  const place = panel.querySelector("[data-verdict]");
  if (place === null) return;
  const said = notes
    .filter((note) => note !== "")
    .map((note) => `<span class="hint">${escapeHtml(note)}</span>`);
  place.innerHTML = `<span class="status status-${String(status)[0]}">${escapeHtml(status === 0 ? "No answer" : statusName(status))}</span> ${said.join(" ")}`;
}

function setBody(panel: HTMLElement, text: string | undefined): void {
  const place = panel.querySelector("[data-answer]");
  if (place === null) return;
  place.innerHTML =
    text === undefined
      ? `<p class="hint">No body.</p>`
      : `<pre class="code" tabindex="0" aria-label="Answer"><code>${highlight(text, "json")}</code></pre>`;
}

function setWire(panel: HTMLElement, text: string | undefined): void {
  const place = panel.querySelector<HTMLElement>("[data-wire]");
  if (place === null) return;
  place.hidden = text === undefined;
  setText(panel, "[data-wire] code", text ?? "");
}

function setText(panel: HTMLElement, selector: string, text: string): void {
  const place = panel.querySelector(selector);
  if (place !== null) place.textContent = text;
}
