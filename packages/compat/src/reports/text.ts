import { styleText } from "node:util";
import {
  displayedPath,
  markdownCode,
  markdownDetails,
  markdownTable,
  markdownText,
} from "@workflow-api/conformance/reports";
import { terminalText } from "@workflow-api/contract";
import { requestTarget } from "@workflow-api/contract/http";
import { audiences, type Change, type ChangePlace } from "../change.ts";
import type { Counterexample } from "../replay.ts";
import { type CompatReport, labelOf, textsOf, titleOf } from "../verdict.ts";

/** How many lines of one kind a report shows. */
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
    const lines = terminalText([...placesOf(change), ...effectsOf(change)].join("\n"));
    const isCounted = change.accepted === undefined;
    const head = `${styleText(isCounted ? colour : "dim", labelOf(change))}  ${title}`;
    return `${head}\n${lines.replaceAll(/^(?=.)/gm, "  ")}\n`;
  });
  const texts = terminalText(textLines(report, showsTexts).join("\n"));
  const head = headOf(report).map(terminalText).join("\n");
  return `${[head, ...blocks, texts].join("\n\n").trimEnd()}\n`;
}

/** The report for a pull request, or for the summary of a job. */
export function markdown(report: CompatReport, showsTexts: boolean): string {
  const { changes, from, title, to } = report;
  const [headline = "", ...notes] = headOf(report);
  const rows = changes.map((change) => {
    const { breaks, mayBreak } = change;
    const marks = audiences.map((whom) =>
      breaks.includes(whom) ? "✗" : mayBreak.includes(whom) ? "?" : "",
    );
    return [titleOf(change), ...marks, placesOf(change)[0] ?? ""];
  });
  const details = changes.flatMap((change) => {
    const effects = effectsOf(change).join("\n\n");
    return effects === ""
      ? []
      : [markdownDetails(titleOf(change), [markdownCode("http", effects)])];
  });
  const blocks = [
    `## ${headline}`,
    markdownText([`${title}, ${from} to ${to}.`, ...notes].join(" ")),
    ...(rows.length > 0 ? [markdownTable(["change", ...audiences, "where"], rows)] : []),
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
function placesOf({ accepted, places, reason }: Change): string[] {
  const [first, ...others] = places;
  const notes = [
    ...(reason === "" ? [] : [reason]),
    ...(accepted ? [`accepted since ${accepted.date}: ${accepted.reason}`] : []),
  ];
  const note = notes.length > 0 ? ` (${notes.join("; ")})` : "";
  const shown = others.slice(0, mostShown).map((each) => `${lineOf(each)} ${each.subject}`);
  const left = others.length - shown.length;
  const more = left > 0 ? [`${left} more`] : [];
  return [
    ...(first === undefined ? [] : [`${lineOf(first)}${note}`]),
    ...(others.length > 0 ? [`also ${[...shown, ...more].join(", ")}`] : []),
  ];
}

/** What shows that a change breaks: at most three counterexamples. */
function effectsOf({ counterexamples }: Change): string[] {
  return counterexamples.slice(0, mostShown).map((each) => {
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
