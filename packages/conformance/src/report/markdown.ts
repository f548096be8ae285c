import { type FailureKind, failureKinds } from "./failure-kinds.ts";
import type { Covered, OperationCoverage, Report, ReportedFinding, Result } from "./report.ts";
import {
  headlineOf,
  type Piece,
  placeOf,
  reasonsNotSent,
  saidAndCame,
  shorteningNote,
  summaryLine,
} from "./sentences.ts";

/** More kinds of failures than these are only counted: a comment of a pull request has a limit. */
const mostShown = 30;

/** The report for a pull request or the summary of a job. */
export function markdownReport(report: Report): string {
  const { contract, coverage, results, server, untried } = report;
  const kinds = failureKinds(results);
  const more = kinds.length > mostShown ? [`And ${kinds.length - mostShown} more kinds of failures.`] : [];
  const table = [
    "| operation | part | covered | not covered |",
    "|---|---|---|---|",
    ...coverage.flatMap(rows),
  ];
  return [
    `## ${headlineOf(report)}`,
    `${cell(contract.title)} ${cell(contract.version)}, tried on ${cell(server)}: **${summaryLine(report)}**.`,
    ...untried.map((reason) => `> ${cell(reason)}`),
    ...kinds.slice(0, mostShown).map(failure),
    ...more,
    `<details><summary>What was covered</summary>\n\n${table.join("\n")}\n\n${reasonsNotSent(report).map(cell).join("<br>")}\n\n</details>`,
    "",
  ].join("\n\n");
}

function rows(operation: OperationCoverage): string[] {
  const { cases, failed, operationId, parts, sent, statuses, unchecked } = operation;
  const row = (name: string, part: string, covered: readonly Covered[]): string =>
    `| ${name} | ${cell(part)} | ${covered.length === 0 ? "nothing can be broken" : names(covered, true)} | ${names(covered, false)} |`;
  const head = `${cell(operationId)}<br>${sent} of ${cases} sent, ${failed} failed`;
  const bodies = unchecked.map((name) => ({ name, covered: false }));
  return [
    row(head, "statuses", statuses),
    ...parts.map(({ keywords, name }) => row("", name, keywords)),
    ...(bodies.length === 0 ? [] : [row("", "bodies", bodies)]),
  ];
}

function failure({ others, shown }: FailureKind): string {
  const { curl, findings, title } = shown;
  const note = shorteningNote(shown);
  return [
    `<details><summary>${cell(title)}${others.length === 0 ? "" : ` and ${others.length} more`}</summary>\n`,
    `${saidAndCame(shown).map(marked).join("")}\n`,
    ...findings.map((finding) => `- \`${finding.name}\`${at(finding, shown)}: ${cell(finding.message)}`),
    `\n\`\`\`\`sh\n${curl}\n\`\`\`\`\n`,
    ...(note === undefined ? [] : [`${note}\n`]),
    ...(others.length === 0
      ? []
      : [
          `The same in: ${others
            .slice(0, 20)
            .map((other) => cell(other.title))
            .join("; ")}${others.length > 20 ? "; …" : ""}.\n`,
        ]),
    "</details>",
  ].join("\n");
}

function marked(piece: Piece): string {
  if (typeof piece === "string") return piece;
  return "strong" in piece ? `**${piece.strong}**` : `\`${piece.code}\``;
}

function at(finding: ReportedFinding, shown: Result): string {
  const place = placeOf(finding, shown);
  return place === undefined ? "" : ` (\`${place}\`)`;
}

function names(covered: readonly Covered[], wanted: boolean): string {
  return covered.flatMap(({ name, covered: is }) => (is === wanted ? [cell(name)] : [])).join(", ");
}

/** A text that neither ends its cell nor starts markup. */
function cell(text: string): string {
  return text.replaceAll(/[\\|<>`*_[\]]/g, "\\$&").replaceAll("\n", " ");
}
