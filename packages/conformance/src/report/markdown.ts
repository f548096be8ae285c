import { type Report, type Result, summaryLine } from "./report.ts";

/** More failures than these are only counted: a comment of a pull request has a limit. */
const mostShown = 50;

/** The report for a pull request or the summary of a job. */
export function markdownReport(report: Report): string {
  const { contract, coverage, results, server } = report;
  const failed = results.filter(({ outcome }) => outcome === "failed");
  const rows = coverage.map(
    ({ operationId, sent, cases, failed: wrong, statuses, parts }) =>
      `| ${operationId} | ${sent} of ${cases} | ${wrong} | ${list(statuses)} | ${list(parts)} |`,
  );
  const more = failed.length > mostShown ? [`And ${failed.length - mostShown} more.`] : [];
  return [
    `## ${failed.length === 0 ? "The server agrees with its contract" : "The server does not agree with its contract"}`,
    `${contract.title} ${contract.version}, tried on ${cell(server)}: **${summaryLine(report)}**.`,
    ...failed.slice(0, mostShown).map(failure),
    ...more,
    ["| operation | cases sent | failed | statuses seen | broken |", "|---|---|---|---|---|", ...rows].join(
      "\n",
    ),
    "",
  ].join("\n\n");
}

function failure({ curl, expected, file, findings, line, status, title }: Result): string {
  const told = findings.map(({ name, message }) => `- \`${name}\`: ${cell(message)}`);
  return [
    `<details><summary>${cell(title)}</summary>\n`,
    `The contract says ${expected} (${cell(file)}:${line}), ${status ?? "nothing"} came.\n`,
    ...told,
    `\n\`\`\`sh\n${curl.replaceAll("```", "'''")}\n\`\`\`\n</details>`,
  ].join("\n");
}

function list(covered: readonly { readonly name: string; readonly covered: boolean }[]): string {
  return covered.map(({ name, covered: is }) => (is ? cell(name) : `~~${cell(name)}~~`)).join(", ");
}

/** A text that neither ends its cell nor starts markup. */
function cell(text: string): string {
  return text.replaceAll(/[\\|<>`*_[\]]/g, "\\$&").replaceAll("\n", " ");
}
