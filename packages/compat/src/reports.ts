import { styleText } from "node:util";
import {
  displayedPath,
  type JunitCase,
  junitXml,
  markdownCode,
  markdownDetails,
  markdownTable,
  markdownText,
  workflowCommand,
} from "@workflow-api/conformance/reports";
import { terminalText } from "@workflow-api/contract";
import { requestTarget } from "@workflow-api/contract/http";
import { uniqueBy } from "@workflow-api/contract/json";
import type { Change, ChangePlace } from "./change.ts";
import type { Counterexample } from "./replay.ts";
import { affectsAnyone, type CompatReport, labelOf, textsOf, titleOf } from "./verdict.ts";

/** How many other places of a change a report names. */
const mostShown = 3;

/**
 * The report for a terminal: the verdict, and then each change.
 *
 * @param showsTexts - Whether the texts are listed rather than counted.
 */
export function tty(report: CompatReport, showsTexts: boolean): string {
  const blocks = report.changes.map((change) => {
    const colour = change.breaks.length > 0 ? "red" : change.mayBreak.length > 0 ? "yellow" : "dim";
    const title = styleText("bold", terminalText(titleOf(change)));
    const lines = terminalText([placeText(change), ...effectsOf(change)].join("\n"));
    const isCounted = change.accepted === undefined;
    const head = `${styleText(isCounted ? colour : "dim", labelOf(change))}  ${title}`;
    return `${head}\n${lines.replaceAll(/^(?=.)/gm, "  ")}`;
  });
  const texts = terminalText(textLines(report, showsTexts).join("\n"));
  const head = headOf(report).map(terminalText).join("\n");
  return `${[head, ...blocks, texts].join("\n\n").trimEnd()}\n`;
}

/** The report for a pull request, or for the summary of a job. */
export function markdown(report: CompatReport, showsTexts: boolean): string {
  const { changes, from, title, to } = report;
  const [headline = "", ...notes] = headOf(report);
  const rows = changes.map((change) => [labelOf(change), titleOf(change), placeText(change)]);
  const details = changes.flatMap((change) => {
    const effects = effectsOf(change).join("\n\n");
    const code = markdownCode("http", effects);
    return effects === "" ? [] : [markdownDetails(titleOf(change), [code])];
  });
  const blocks = [
    `## ${headline}`,
    markdownText([`${title}, ${from} to ${to}.`, ...notes].join(" ")),
    ...(rows.length > 0 ? [markdownTable(["effect", "change", "where"], rows)] : []),
    ...details,
    ...textLines(report, showsTexts).map(markdownText),
  ];
  return `${blocks.join("\n\n")}\n`;
}

function headOf({ verdict }: CompatReport): string[] {
  return [verdict.headline, verdict.note, ...verdict.stale].filter((text) => text !== "");
}

function textLines({ texts }: CompatReport, showsTexts: boolean): string[] {
  if (!showsTexts) return texts.length === 0 ? [] : [`${textsOf(texts)} (--texts lists them)`];
  return texts.map(({ subject, summary, ...place }) => `${lineOf(place)}  ${subject}: ${summary}`);
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
  return uniqueBy(counterexamples, (each) => each.for).map((each) => {
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
