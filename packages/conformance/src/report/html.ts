import { escapeMarkup as text } from "./escape.ts";
import { type OperationCoverage, type Report, type Result, summaryLine } from "./report.ts";

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 70rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse; width: 100% }
th, td { text-align: start; padding: .35rem .75rem .35rem 0; border-bottom: 1px solid #8884; vertical-align: top }
pre { overflow-x: auto; padding: .75rem; background: #8881; border-radius: .4rem }
details { border-bottom: 1px solid #8884; padding: .4rem 0 }
.no { opacity: .55; text-decoration: line-through }
.failed { color: light-dark(#b3001b, #ff8a94) }
.passed { color: light-dark(#0b6b35, #66d19e) }`;

/** The report as one page that needs nothing else: no script, no font, no other host. */
export function htmlReport(report: Report): string {
  const { contract, coverage, results, server } = report;
  const failed = results.filter(({ outcome }) => outcome === "failed");
  const others = results.filter(({ outcome }) => outcome !== "failed");
  const title =
    failed.length === 0
      ? "The server agrees with its contract"
      : "The server does not agree with its contract";
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${text(title)}</title>
<style>${style}</style>
<main>
<h1 class="${failed.length === 0 ? "passed" : "failed"}">${text(title)}</h1>
<p>${text(contract.title)} ${text(contract.version)}, tried on ${text(server)}: <strong>${text(summaryLine(report))}</strong></p>
${failed.length === 0 ? "" : `<h2>Failures</h2>\n${failed.map(failure).join("\n")}`}
<h2>Coverage</h2>
<table><thead><tr><th>Operation<th>Cases sent<th>Failed<th>Statuses seen<th>Broken<th>Keywords</tr></thead>
<tbody>${coverage.map(row).join("\n")}</tbody></table>
<h2>All other cases</h2>
<details><summary>${others.length} cases</summary>
<table><thead><tr><th>Case<th>Expected<th>Came<th>Contract</tr></thead>
<tbody>${others.map(other).join("\n")}</tbody></table></details>
</main>
</html>
`;
}

function failure({ curl, expected, file, findings, line, status, title }: Result): string {
  const told = findings.map(({ name, message }) => `<li><code>${text(name)}</code> ${text(message)}`);
  return `<details open><summary class="failed">${text(title)}</summary>
<p>The contract says ${text(expected)} (${text(file)}:${line}), ${status ?? "nothing"} came.</p>
<ul>${told.join("")}</ul><pre>${text(curl)}</pre></details>`;
}

function row({ cases, failed, keywords, operationId, parts, sent, statuses }: OperationCoverage): string {
  return `<tr><td>${text(operationId)}<td>${sent} of ${cases}<td>${failed}<td>${list(statuses)}<td>${list(parts)}<td>${text(keywords.join(", "))}</tr>`;
}

function list(covered: OperationCoverage["statuses"]): string {
  return covered
    .map(({ name, covered: is }) => (is ? text(name) : `<span class="no">${text(name)}</span>`))
    .join(", ");
}

function other({ expected, file, line, outcome, reason, status, title }: Result): string {
  const came =
    outcome === "skipped" ? (reason ?? "") : `${status ?? ""}${outcome === "known" ? " (known)" : ""}`;
  return `<tr><td>${text(title)}<td>${text(expected)}<td>${text(came)}<td>${text(file)}:${line}</tr>`;
}
