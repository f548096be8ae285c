import { jsonText } from "./json-text.ts";
import { withoutSecrets } from "./reader.ts";
import type { Trace } from "./send.ts";

/** What is known when a request has been tried. */
export interface Outcome {
  readonly trace: Trace;
  /** What the client said, if it is not satisfied. */
  readonly problem: string | undefined;
  readonly expected: { readonly status: number; readonly answer: unknown };
}

/** The outcome as elements: the request on the wire, the answer, and whether it is that of the scenario. */
export function resultOf({ trace, problem, expected }: Outcome): HTMLElement[] {
  const { request, response, body = "" } = trace;
  return [
    ...(request === undefined ? [] : [block("Sent", requestText(request))]),
    ...(response === undefined ? [] : [answerOf(response, body)]),
    ...(problem === undefined ? [] : [line("verdict failed", problem)]),
    ...(response === undefined || problem !== undefined ? [] : [verdict(response, body, expected)]),
  ];
}

function requestText(request: Request): string {
  const { pathname, search, host } = new URL(request.url);
  const headers = [...request.headers].map(([name, value]) => `${name}: ${value}`);
  return withoutSecrets([`${request.method} ${pathname}${search}`, `host: ${host}`, ...headers].join("\n"));
}

function answerOf(response: Response, body: string): HTMLElement {
  const answer = block(`Answered ${response.status}`, "");
  const code = answer.querySelector("code");
  const json = parsed(body);
  code?.replaceChildren(json === undefined ? body : jsonText(json));
  return answer;
}

function verdict(response: Response, body: string, expected: Outcome["expected"]): HTMLElement {
  const same =
    response.status === expected.status &&
    JSON.stringify(sorted(parsed(body))) === JSON.stringify(sorted(expected.answer));
  return same
    ? line("verdict same", "The same as the answer of the scenario.")
    : line("verdict other", "Readable, but not the answer of the scenario.");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(sorted);
  }
  if (typeof value !== "object" || value === null) {
    return value;
  }
  const members = Object.entries(value).toSorted(([one], [other]) => one.localeCompare(other));
  return members.map(([name, member]) => [name, sorted(member)]);
}

function block(label: string, text: string): HTMLElement {
  const element = document.createElement("div");
  const pre = document.createElement("pre");
  const code = document.createElement("code");
  code.textContent = text;
  pre.tabIndex = 0;
  pre.role = "region";
  pre.ariaLabel = label;
  pre.append(code);
  element.append(line("exchange-label", label), pre);
  return element;
}

function line(className: string, text: string): HTMLElement {
  const paragraph = document.createElement("p");
  paragraph.className = className;
  paragraph.textContent = text;
  return paragraph;
}
