import { markdownCode, markdownDetails, markdownText } from "@workflow-api/conformance";
import type { Cause, Report } from "../report.ts";

/** The report for a pull request, or for the summary of a job. */
export function markdownReport({ causes, coverage, headline, notes, summary }: Report): string {
  const rows = coverage.map(({ came, missing, notSent, operationId, summary: numbers }) =>
    row([operationId, numbers, came.join(", "), [...missing, ...notSent].join(", ")]),
  );
  const head = ["| operation | cases | responses | not tried |", "|---|---|---|---|"];
  const table = [...head, ...rows].join("\n");
  const blocks = [...causes.map(causeText), markdownDetails("What was tried", [table])];
  const told = notes.map((note) => `Note: ${markdownText(note)}`);
  return [`## ${markdownText(headline)}`, markdownText(summary), ...told, ...blocks, ""].join(
    "\n\n",
  );
}

function causeText({ curl, file, line, message, name, note, others, title }: Cause): string {
  return markdownDetails(`${title}: ${message}`, [
    markdownText(`${name}, see ${file}:${line}.`),
    markdownCode("sh", curl),
    ...(note === "" ? [] : [markdownText(note)]),
    ...(others.length === 0 ? [] : [`The same in: ${others.map(markdownText).join("; ")}.`]),
  ]);
}

function row(cells: readonly string[]): string {
  return `| ${cells.map(markdownText).join(" | ")} |`;
}
