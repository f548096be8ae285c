import { countOutcomes, type Report } from "./report.ts";

/** The report as JSON, for programs. */
export function jsonReport(report: Report): string {
  return `${JSON.stringify({ ...report, summary: countOutcomes(report.results) }, undefined, 2)}\n`;
}
