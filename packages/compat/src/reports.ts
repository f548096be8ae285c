import { stripVTControlCharacters, styleText } from "node:util";
import {
  displayedPath,
  type JunitCase,
  junitXml,
  markdownCode,
  workflowCommand,
} from "@workflow-api/conformance/reports";
import { terminalText } from "@workflow-api/contract";
import { requestTarget } from "@workflow-api/contract/http";
import type { Change, ChangePlace } from "./change.ts";
import type { Counterexample } from "./replay.ts";
import { affectsAnyone, type CompatReport, labelOf, textsOf, titleOf } from "./verdict.ts";

/** How many other places of a change a report names. */
const mostShown = 3;

/** The report for a terminal: the verdict, and then each change. */
export function tty(report: CompatReport): string {
  return `${terminalText(report.verdict.headline)}\n${detailsOf(report)}\n`;
}

/** The report for a pull request, or for the summary of a job. */
export function markdown(report: CompatReport): string {
  const details = stripVTControlCharacters(detailsOf(report));
  return `## ${report.verdict.headline}\n\n${markdownCode("text", details)}\n`;
}

/** The notes of the verdict, and each change. */
function detailsOf({ changes, texts, verdict }: CompatReport): string {
  const counted = texts.length === 0 ? "" : `${textsOf(texts)} (--texts lists them)`;
  const notes = [verdict.note, ...verdict.stale].map((note) => `${terminalText(note)}\n`).join("");
  return [notes, ...changes.map(changeText), terminalText(counted)].join("\n").trimEnd();
}

function changeText(change: Change): string {
  const { accepted, breaks, mayBreak } = change;
  const colour = breaks.length > 0 ? "red" : mayBreak.length > 0 ? "yellow" : "dim";
  const label = styleText(accepted === undefined ? colour : "dim", labelOf(change));
  const title = styleText("bold", terminalText(titleOf(change)));
  const lines = terminalText([placeText(change), ...effectsOf(change)].join("\n"));
  return `${label}  ${title}\n${lines.replaceAll(/^(?=.)/gm, "  ")}\n`;
}

function lineOf({ location: { file, line } }: Pick<ChangePlace, "location">): string {
  return `${displayedPath(file)}:${line}`;
}

/** Where a change is, and why it may break or is accepted. */
function placeText(change: Change): string {
  const { accepted, places, reason } = change;
  const shown = places
    .slice(1, 1 + mostShown)
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
function exampleText({ request, response }: Counterexample): string {
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

/**
 * The workflow commands by which GitHub Actions shows the changes that break anyone, and are not
 * accepted, at the lines of the contract.
 */
export function annotations({ changes, location, verdict }: CompatReport): string {
  const breaking = changes.filter((each) => each.accepted === undefined && affectsAnyone(each));
  const commands = breaking.map((change) => {
    // Code hosts show no line of the old contract.
    const { file, line } = change.location.file === location.file ? change.location : location;
    return workflowCommand({
      file: displayedPath(file),
      line,
      level: verdict.isFailed ? "error" : "warning",
      title: `${titleOf(change)} ${labelOf(change)}`,
      message: change.counterexamples[0]?.reason ?? change.reason,
    });
  });
  return commands.join("");
}

/**
 * The report in the XML of JUnit: a test for each change, which fails if it is a break that is
 * neither accepted nor announced by `info.version`.
 */
export function junit({ changes, title, verdict }: CompatReport): string {
  const cases = changes.map((change): JunitCase => {
    const isHarmless = change.accepted === undefined && !affectsAnyone(change);
    const isSkipped = change.accepted !== undefined || !verdict.isFailed;
    return {
      suite: "compat",
      title: titleOf(change),
      duration: 0,
      outcome: isHarmless ? "passed" : isSkipped ? "skipped" : "failure",
      message: labelOf(change),
      details: change.accepted?.reason ?? change.counterexamples[0]?.reason ?? change.reason,
    };
  });
  return junitXml(title, cases);
}
