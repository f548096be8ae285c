import { styleText } from "node:util";
import { displayedPath, plural } from "@workflow-api/conformance/reports";
import { terminalText } from "@workflow-api/contract";
import { requestTarget } from "@workflow-api/contract/http";
import { parsePointer } from "@workflow-api/contract/json";
import type { Change, ChangePlace, Counterexample } from "../change.ts";
import { affects, type CompatReport, changedTexts, labelOf, titleOf } from "./verdict.ts";

/** How many other places of a change a report names, and how many harmless changes. */
const mostPlaces = 3;
const mostHarmless = 5;

/** How many changes are shown with a message: the others take two or three lines. */
const mostMessages = 3;

/**
 * The report for a terminal: the verdict, each change that affects an audience that decides it, and
 * a line for the others.
 */
export function terminalReport(report: CompatReport): string {
  const { texts, verdict } = report;
  const { deciding, harmless, others } = groupsOf(report);
  const notes = [verdict.headline, verdict.note, ...verdict.stale].filter((note) => note !== "");
  const hidden = harmless.length - mostHarmless;
  const isShortened = hidden > 0 || deciding.length > mostMessages;
  const rest = [
    ...(others.length > 0 ? [othersText(others)] : []),
    ...harmless.slice(0, mostHarmless).map((each) => `harmless: ${titleOf(each)}`),
    ...(hidden > 0 ? [`${plural(hidden, "more change")} of that kind.`] : []),
    ...(changedTexts(texts) === "" ? [] : [changedTexts(texts)]),
    ...(isShortened ? ["--reporter markdown shows all changes, requests and responses."] : []),
  ];
  const blocks = [
    notes.map((note) => terminalText(note)).join("\n"),
    ...deciding.map((each, index) => changeText(each, report, index < mostMessages)),
    ...(rest.length > 0
      ? [rest.map((line) => styleText("dim", terminalText(line))).join("\n")]
      : []),
  ];
  return `${blocks.join("\n\n")}\n`;
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

function changeText(change: Change, { verdict }: CompatReport, hasMessage: boolean): string {
  const { accepted, breaks, counterexamples } = change;
  const label = styleText(accepted ? "dim" : breaks.length > 0 ? "red" : "yellow", labelOf(change));
  const title = styleText("bold", terminalText(titleOf(change)));
  const effects = counterexamples
    .filter((each) => verdict.failOn.includes(each.for))
    .flatMap((each) => [
      `${each.operationId}, for ${each.for}: ${each.reason}`,
      ...(hasMessage ? [shortMessage(each).replaceAll(/^/gm, "  ")] : []),
    ]);
  const lines = terminalText([placeText(change), ...effects].join("\n"));
  return `${label}  ${title}\n${lines.replaceAll(/^(?=.)/gm, "  ")}`;
}

/** A place as `openapi.yaml:57`. */
export function lineOf({ location: { file, line } }: Pick<ChangePlace, "location">): string {
  return `${displayedPath(file)}:${line}`;
}

/** Where a change is, and why it may break or is accepted. */
function placeText(change: Change): string {
  const { accepted, places, reason } = change;
  const listed = places
    .slice(1, 1 + mostPlaces)
    .map(({ location, subject }) => `${subject} (line ${location.line})`);
  const left = places.length - 1 - listed.length;
  return [
    lineOf(change),
    ...(reason === "" ? [] : [reason]),
    ...(accepted ? [`accepted since ${accepted.date}: ${accepted.reason}`] : []),
    ...(listed.length > 0 ? [`also ${listed.join(", ")}`] : []),
    ...(left > 0 ? [`${left} more`] : []),
  ].join("; ");
}

/** A message on one screen: of a body, what is around the break. */
function shortMessage({ pointer, request, response }: Counterexample): string {
  const { body } = response ?? request;
  const lines = [
    `${request.method} ${requestTarget(request)}`,
    ...(response === undefined ? [] : [`${response.status}`]),
    ...(body === "" ? [] : [excerpt(body, pointer)]),
  ];
  return lines.join("\n");
}

/** How many characters of a body are shown. */
const longest = 200;

/** The part of a body around the member that a JSON Pointer leads to. */
function excerpt(body: string, pointer: string): string {
  const name = parsePointer(pointer).findLast((token) => !/^\d+$/.test(token)) ?? "";
  const at = name === "" ? 0 : Math.max(body.indexOf(`"${name}"`), body.indexOf(`${name}=`), 0);
  const start = Math.max(0, Math.min(at - 40, body.length - longest));
  const end = start + longest;
  return `${start > 0 ? "…" : ""}${body.slice(start, end)}${end < body.length ? "…" : ""}`;
}

/** A counterexample as HTTP. A response follows the first line of its request. */
export function exampleText({ request, response }: Counterexample): string {
  const { body, headers } = response ?? request;
  return [
    `${request.method} ${requestTarget(request)}`,
    ...(response === undefined ? [] : ["", String(response.status)]),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === "" ? [] : ["", body]),
  ].join("\n");
}
