import type { TryScenario } from "../view/try-data.ts";
import { make } from "./dom.ts";
import { jsonText } from "./json-text.ts";
import { type Problem, whereOf } from "./problem.ts";
import { withoutSecrets } from "./reader.ts";
import { sameAnswer } from "./same-answer.ts";
import type { Outcome } from "./send.ts";
import type { Trace } from "./trace.ts";

/** One line on what came of a request: whether it is answered, and as the scenario says if it is one. */
export function answered(
  { trace, failure }: Outcome,
  { status }: TryScenario,
  expected: string | undefined,
): HTMLElement {
  const { response, body = "", milliseconds = 0 } = trace;
  if (failure !== undefined || response === undefined) {
    return make("p", "verdict failed", failure ?? "");
  }
  const figures = `Answered ${response.status} in ${milliseconds.toFixed(0)} ms. `;
  if (expected === undefined) {
    return make("p", "verdict", figures);
  }
  const isSame = response.status === status && (isHead(trace) || sameAnswer(body, expected));
  const verdict = isSame
    ? "The same as the answer of the scenario."
    : "This is not the answer of the scenario.";
  return make("p", isSame ? "verdict same" : "verdict other", figures, verdict);
}

/** What is wrong by pointer, the request on the wire, and the answer. */
export function resultOf(
  { trace, problems }: Outcome,
  fieldAt: (problem: Problem) => (() => void) | undefined,
): HTMLElement[] {
  const { request, response } = trace;
  return [
    ...(problems.length === 0 ? [] : [problemList(problems, fieldAt)]),
    ...(request === undefined ? [] : [block("Sent", requestText(trace, request)), ...withheldNote(trace)]),
    ...(response === undefined ? [] : [answerBlock(trace, response)]),
  ];
}

function problemList(
  problems: readonly Problem[],
  fieldAt: (problem: Problem) => (() => void) | undefined,
): HTMLElement {
  const items = problems.map((problem) => {
    const go = fieldAt(problem);
    const where = whereOf(problem);
    return make(
      "li",
      "",
      go === undefined ? where : fieldLink(where, go),
      ` ${withoutSecrets(problem.message)}`,
    );
  });
  const list = make("ul", "problems", ...items);
  list.setAttribute("aria-label", "What is wrong");
  return list;
}

function fieldLink(where: string, go: () => void): HTMLElement {
  const button = make("button", "problem-field", where);
  button.type = "button";
  button.addEventListener("click", go);
  return button;
}

function requestText({ sent = "" }: Trace, { method, url, headers }: Request): string {
  const { pathname, search, host } = new URL(url);
  const lines = [
    `${method} ${pathname}${search}`,
    `host: ${host}`,
    ...[...headers].map(([name, value]) => `${name}: ${value}`),
  ];
  return withoutSecrets([...lines, ...(sent === "" ? [] : ["", sent])].join("\n"));
}

function withheldNote({ withheld = [] }: Trace): HTMLElement[] {
  return withheld.length === 0
    ? []
    : [
        make(
          "p",
          "note",
          `Not sent: ${withheld.join(", ")}. A browser lets no page set ${withheld.length === 1 ? "it" : "them"}; the curl sample sends the whole request.`,
        ),
      ];
}

function answerBlock(trace: Trace, response: Response): HTMLElement {
  const { body = "", file } = trace;
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`);
  const head = response.type === "opaqueredirect" ? ["a redirect, which is not followed"] : headers;
  const element = block(`Answered ${response.status}`, [...head, ""].join("\n"));
  element
    .querySelector("code")
    ?.append("\n", body === "" ? `(no body${isHead(trace) ? ": HEAD" : ""})` : (file ?? shownBody(body)));
  return element;
}

/** As much of a body as can be read, in characters. */
const longest = 50_000;

function shownBody(body: string): Node | string {
  const text = withoutSecrets(body);
  if (text.length > longest) {
    return `${text.slice(0, longest)}\n… and ${text.length - longest} characters more`;
  }
  try {
    return jsonText(JSON.parse(text));
  } catch {
    return text;
  }
}

function isHead({ request }: Trace): boolean {
  return request?.method === "HEAD";
}

function block(label: string, text: string): HTMLElement {
  const pre = make("pre", "", make("code", "", text));
  pre.tabIndex = 0;
  pre.role = "region";
  pre.ariaLabel = label;
  return make("div", "", make("p", "exchange-label", label), pre);
}
