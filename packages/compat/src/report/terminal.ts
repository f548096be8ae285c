import { styleText } from "node:util";
import { displayedPath, plural } from "@workflow-api/conformance/reports";
import { terminalText } from "@workflow-api/contract";
import { requestTarget } from "@workflow-api/contract/http";
import type { Change, ChangePlace, Counterexample } from "../change.ts";
import { affects, type CompatReport, labelOf, textsOf, titleOf } from "./verdict.ts";

/** How many other places of a change a report names, and how many harmless changes. */
const mostPlaces = 3;
const mostHarmless = 10;

/**
 * The report for a terminal: the verdict, each change that affects an audience that decides it, and
 * a line for the others.
 */
export function terminalReport(report: CompatReport): string {
  const { changes, texts, verdict } = report;
  const { deciding, harmless, others } = groupsOf(report);
  const notes = [verdict.headline, verdict.note, ...verdict.stale].filter((note) => note !== "");
  const rest = [
    ...(others.length > 0 ? [othersText(others)] : []),
    ...harmless.slice(0, mostHarmless).map((each) => `harmless: ${titleOf(each)}`),
    ...(harmless.length > mostHarmless
      ? [`${harmless.length - mostHarmless} more are harmless: --reporter markdown lists them.`]
      : []),
    ...(textsOf(texts) === "" ? [] : [textsOf(texts)]),
  ];
  const parts = [
    `${notes.map((note) => `${terminalText(note)}\n`).join("")}`,
    ...deciding.map(changeText),
    ...(rest.length > 0
      ? [rest.map((line) => `${styleText("dim", terminalText(line))}\n`).join("")]
      : []),
  ];
  return changes.length === 0 && rest.length === 0 ? (parts[0] ?? "") : parts.join("\n");
}

/** The changes of a report, by what they mean for its verdict. */
interface Groups {
  /** They affect an audience that decides the exit code. */
  readonly deciding: readonly Change[];
  /** They affect another audience alone. */
  readonly others: readonly Change[];
  readonly harmless: readonly Change[];
}

function groupsOf({ changes, verdict }: CompatReport): Groups {
  const isDeciding = (change: Change): boolean =>
    verdict.failOn.some((whom) => affects(change, whom));
  const isOther = (change: Change): boolean =>
    !isDeciding(change) && change.breaks.length + change.mayBreak.length > 0;
  return {
    deciding: changes.filter(isDeciding),
    others: changes.filter(isOther),
    harmless: changes.filter(({ breaks, mayBreak }) => breaks.length + mayBreak.length === 0),
  };
}

/** What breaks only those who do not decide the exit code. */
function othersText(changes: readonly Change[]): string {
  const whom = [...new Set(changes.flatMap(({ breaks, mayBreak }) => [...breaks, ...mayBreak]))];
  const [first] = changes;
  const example = first === undefined ? "" : `, such as: ${titleOf(first)}`;
  const verb = changes.length === 1 ? "breaks" : "break";
  const counted = `${plural(changes.length, "change")} ${verb} ${whom.join(", ")} only`;
  return `${counted} (--fail-on ${whom.join(",")} lists them)${example}`;
}

function changeText(change: Change): string {
  const { accepted, breaks } = change;
  const label = styleText(accepted ? "dim" : breaks.length > 0 ? "red" : "yellow", labelOf(change));
  const title = styleText("bold", terminalText(titleOf(change)));
  const lines = terminalText([placeText(change), ...effectsOf(change)].join("\n"));
  return `${label}  ${title}\n${lines.replaceAll(/^(?=.)/gm, "  ")}\n`;
}

/** A place as `openapi.yaml:57`. */
export function lineOf({ location: { file, line } }: Pick<ChangePlace, "location">): string {
  return `${displayedPath(file)}:${line}`;
}

/** Where a change is, and why it may break or is accepted. */
function placeText(change: Change): string {
  const { accepted, places, reason } = change;
  const shown = places
    .slice(1, 1 + mostPlaces)
    .map(({ location, subject }) => `${subject} (line ${location.line})`);
  const left = places.length - 1 - shown.length;
  return [
    lineOf(change),
    ...(reason === "" ? [] : [reason]),
    ...(accepted ? [`accepted since ${accepted.date}: ${accepted.reason}`] : []),
    ...(shown.length > 0 ? [`also ${shown.join(", ")}`] : []),
    ...(left > 0 ? [`${left} more`] : []),
  ].join("; ");
}

/** What shows that a change breaks clients, and servers. */
function effectsOf({ counterexamples }: Change): string[] {
  return counterexamples.map((each) => {
    const text = exampleText(each).replaceAll(/^/gm, "  ");
    return `${each.operationId}, for ${each.for}: ${each.reason}\n${text}`;
  });
}

/** A counterexample as HTTP. A response follows the first line of its request. */
export function exampleText({ request, response }: Counterexample): string {
  const { body, headers } = response ?? request;
  return [
    `${request.method} ${requestTarget(request)}`,
    ...(response === undefined ? [] : ["", String(response.status)]),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === "" ? [] : ["", body.length > longest ? `${body.slice(0, longest)}…` : body]),
  ].join("\n");
}

/** Longer bodies are cut. */
const longest = 600;
