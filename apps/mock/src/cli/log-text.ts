import { relative } from "node:path";
import { styleText } from "node:util";
import {
  type Contract,
  omittedLines,
  requestFor,
  sampleRequest,
  terminalText,
} from "@workflow-api/contract";
import type { RequestSummary } from "../controls/journal.ts";
import { describeOperations } from "../controls/operation-summary.ts";
import { violationsText } from "../request/problem.ts";
import { basePathsOf } from "../request/unrouted.ts";
import type { Explanation } from "../response/explanation.ts";
import { brokenText } from "../response/response-template.ts";
import type { MockOptions, RunningMock } from "../server/start.ts";
import type { Reload } from "../server/watch.ts";
import { servicePathOf } from "../upstream/service-path.ts";

type Colour = Parameters<typeof styleText>[0];

/** The escape sequences before and after coloured text, where the terminal has colours. */
const styles = new Map<Colour, { readonly before: string; readonly after: string }>();

function paint(colour: Colour, text: string): string {
  let style = styles.get(colour);
  if (style === undefined) {
    const styled = styleText(colour, "\0", { stream: process.stdout });
    const [before = "", after = ""] = styled.split("\0");
    style = { before, after };
    styles.set(colour, style);
  }
  return style.before + terminalText(text) + style.after;
}

/** Above this number, operations are counted, not listed. */
const mostOperations = 12;

/** What is served. */
export function startText({ mock: { contract }, url }: RunningMock, options: MockOptions): string {
  const { hasControls = true, upstream } = options;
  const operations = describeOperations(contract, url);
  const blocks = operations
    .slice(0, mostOperations)
    .map(({ method, operationId, path, responses }) => {
      const listed = responses
        .filter(({ item, name }) => item === name || !String(item).includes("="))
        .map(({ name, status }) => {
          const named = name === String(status) ? "" : ` ${terminalText(name)}`;
          return paint(colourOf(status), String(status)) + named;
        })
        .join(", ");
      return `${paint("bold", operationId)}  ${method} ${terminalText(path)}\n  ${listed}`;
    });
  const bases = basePathsOf(contract.operations);
  const more = operations.length - mostOperations;
  // A GET is the simplest command.
  const commands = operations.filter(({ curl }) => curl !== undefined);
  const simplest = (commands.find(({ method }) => method === "GET") ?? commands[0])?.curl;
  const title = terminalText(`${contract.info.title} ${contract.info.version}`);
  return [
    `${title}, ${upstream === undefined ? "mocked at" : "at"} ${paint("cyan", url)}`,
    ...(hasControls ? [`Requests and controls: ${paint("cyan", `${url}/__mock/`)}`] : []),
    ...(upstream === undefined ? [] : forwardingLines(contract, new URL(upstream))),
    ...bases.map(
      (base) => `Paths may begin with ${terminalText(base)}, as those of the server do.`,
    ),
    "",
    ...blocks,
    ...(more > 0 ? [`and ${more} more operations`] : []),
    ...omittedLines(contract).map(terminalText),
    ...(simplest === undefined ? [] : ["", "Try it:", `  ${terminalText(simplest)}`]),
    "",
    `The contract is ${nameOf(contract)}. Ctrl-C stops.`,
  ].join("\n");
}

/** Where requests are forwarded to, with one of them. */
function forwardingLines(contract: Contract, upstream: URL): string[] {
  const { operations } = contract;
  const example = operations.find(({ method }) => method === "GET") ?? operations[0];
  const lines = [`Requests are forwarded to ${paint("cyan", upstream.href.replace(/\/$/, ""))}`];
  if (example === undefined) return lines;
  const { method } = example;
  const { path } = requestFor(example, sampleRequest(example).values);
  const { path: servicePath } = servicePathOf(
    contract,
    upstream,
    path,
    contract.route(method, path),
  );
  return [...lines, terminalText(`  ${method} ${path} → ${upstream.origin}${servicePath}`)];
}

function nameOf({ file }: Contract): string {
  const path = relative(process.cwd(), file);
  return terminalText(path.startsWith("..") ? file : path);
}

/** `GET /things/1?include=a 200 full; matched 0.8 ms`, or `GET /things/1 pending for 100 ms` */
export function requestText(summary: RequestSummary): string {
  const { dropped, duration, explanation, method, status, target } = summary;
  const asked = terminalText(`${method} ${target}`);
  if (status === null) return `${asked} ${paint("dim", `pending for ${duration} ms`)}`;
  const result = dropped ? paint("red", "dropped") : paint(colourOf(status), String(status));
  let why = reasons.get(explanation);
  if (why === undefined) {
    why = terminalText(reasonText(explanation));
    reasons.set(explanation, why);
  }
  return `${asked} ${result} ${why} ${paint("dim", `${duration} ms`)}`;
}

/** Requests that are alike have the same explanation. */
const reasons = new WeakMap<Explanation, string>();

/** `full; matched`, and what is wrong or ignored. */
function reasonText(explanation: Explanation): string {
  const { nearest, notes, reason, scenario } = explanation;
  const broken = brokenText(explanation);
  let text = scenario === undefined || scenario === reason ? reason : `${scenario}; ${reason}`;
  if (nearest !== undefined) text += `; ${nearest}`;
  if (broken !== "") text += `: ${broken}`;
  return notes.length > 0 ? `${text} (${violationsText(notes)})` : text;
}

function colourOf(status: number): Colour {
  if (status >= 500) return "red";
  return status >= 400 ? "yellow" : "green";
}

/** What was loaded again, or why it was not. */
export function reloadText(reload: Reload): string {
  if ("error" in reload) {
    const title = paint("red", "The contract is broken");
    const cause = terminalText(shortened(reload.error.message));
    return `${title}, so the last good one is still served:\n${cause}`;
  }
  const { contract } = reload;
  const lines = [`Loaded ${nameOf(contract)} again.`, ...omittedLines(contract)];
  return terminalText(lines.join("\n"));
}

/** Causes come first, and one mistake may have many consequences. */
const mostLines = 5;

function shortened(message: string): string {
  const lines = message.split("\n");
  const more = lines.length - mostLines;
  return [...lines.slice(0, mostLines), ...(more > 0 ? [`and ${more} more`] : [])].join("\n");
}
