import { styleText } from "node:util";
import type { Cause, Coverage, Report } from "../report.ts";

/** The report for a terminal: the verdict, what failed, and how far each operation was tried. */
export function ttyReport(report: Report): string {
  const { causes, conclusion, coverage, headline, notes, summary } = report;
  const colour = ({ passed: "green", failed: "red", inconclusive: "yellow" } as const)[conclusion];
  return [
    styleText(["bold", colour], headline),
    "",
    ...causes.map(causeText),
    ...notes.map((note) => `Note: ${note}`),
    ...(notes.length > 0 ? [""] : []),
    ...coverage.map(coverageText),
    `${coverage.length > 0 ? "\n" : ""}${summary}\n`,
  ].join("\n");
}

function causeText({ curl, file, line, message, name, notes, title }: Cause): string {
  const lines = [`${name}: ${message}`, `See ${file}:${line}.`, styleText("dim", curl), ...notes];
  return `${styleText(["red", "bold"], `✗ ${title}`)}\n${lines.join("\n").replaceAll(/^/gm, "  ")}\n`;
}

function coverageText({ missing, notSent, operationId, summary }: Coverage): string {
  const responses = missing.length > 0 ? [`responses ${missing.join(", ")}`] : [];
  const untried = [...responses, ...notSent].join("; ");
  const left = untried === "" ? "" : styleText("yellow", `\n  not tried: ${untried}`);
  return `${styleText("bold", operationId)}: ${summary}${left}`;
}
