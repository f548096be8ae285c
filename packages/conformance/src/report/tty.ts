import { styleText } from "node:util";
import { type Covered, groupResults, type Report, type Result, summaryLine } from "./report.ts";

/** More failures than these are only counted. */
const mostShown = 30;

/** The report for a terminal: failures first, then how far the contract was covered. */
export function ttyReport(report: Report): string {
  const { contract, coverage, results, server } = report;
  const failed = results.filter(({ outcome }) => outcome === "failed");
  const reasons = groupResults(
    results.filter(({ outcome }) => outcome === "skipped"),
    ({ reason }) => reason ?? "",
  );
  const more =
    failed.length > mostShown
      ? [`And ${failed.length - mostShown} more failures: --reporter html=FILE shows all.\n`]
      : [];
  const table = coverage.map(({ operationId, cases, sent, failed: wrong, statuses, parts, keywords }) =>
    [
      `${styleText("bold", operationId)}  ${sent} of ${cases} cases sent, ${wrong} failed`,
      `  statuses seen      ${list(statuses)}`,
      `  parameters broken  ${list(parts)}`,
      `  keywords broken    ${keywords.join(" ")}`,
    ].join("\n"),
  );
  return [
    ...failed.slice(0, mostShown).map(failure),
    ...more,
    `${contract.title} ${contract.version} on ${server}`,
    ...table,
    styleText("dim", "In brackets: not."),
    ...[...reasons].map(([reason, skipped]) => styleText("dim", `${skipped.length} not sent. ${reason}`)),
    styleText(failed.length === 0 ? "green" : "red", summaryLine(report)),
    "",
  ].join("\n");
}

function failure({ curl, expected, file, findings, line, status, title }: Result): string {
  return [
    `${styleText("red", "✗")} ${styleText("bold", title)}`,
    `  The contract says ${expected} (${file}:${line}), ${status ?? "nothing"} came.`,
    ...findings.map(({ name, message }) => `  ${styleText("red", name)}: ${message}`),
    styleText("dim", curl.replaceAll(/^/gm, "  ")),
    "",
  ].join("\n");
}

function list(covered: readonly Covered[]): string {
  return covered.map(({ name, covered: is }) => (is ? name : styleText("dim", `(${name})`))).join("  ");
}
