import { styleText } from "node:util";
import type { Cause, Coverage, Report } from "../report.ts";

/** The report for a terminal: the verdict, what failed, and how far each operation was tried. */
export function ttyReport(report: Report): string {
  const { causes, conclusion, coverage, headline, notes, summary } = report;
  const colour = ({ passed: "green", failed: "red", inconclusive: "yellow" } as const)[conclusion];
  return [
    boldText(colour, headline),
    "",
    ...causes.map(causeText),
    ...notes.map((note) => `Note: ${note}`),
    ...(notes.length > 0 ? [""] : []),
    ...coverage.map(coverageText),
    `${coverage.length > 0 ? "\n" : ""}${summary}\n`,
  ].join("\n");
}

/** One style at a time: for several, Node.js 20 does not look whether the output is a terminal. */
function boldText(colour: "green" | "red" | "yellow", text: string): string {
  return styleText("bold", styleText(colour, text));
}

function causeText({ curl, file, line, message, name, notes, title }: Cause): string {
  const lines = [`${name}: ${message}`, `See ${file}:${line}.`, styleText("dim", curl), ...notes];
  return `${boldText("red", `✗ ${title}`)}\n${lines.join("\n").replaceAll(/^/gm, "  ")}\n`;
}

function coverageText({ missing, notSent, operationId, summary }: Coverage): string {
  const responses = missing.length > 0 ? [`responses ${missing.join(", ")}`] : [];
  const untried = [...responses, ...notSent].join("; ");
  const left = untried === "" ? "" : styleText("yellow", `\n  not tried: ${untried}`);
  return `${styleText("bold", operationId)}: ${summary}${left}`;
}
