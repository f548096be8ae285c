import { escapeMarkup as text } from "./escape.ts";
import { type FailureKind, failureKinds } from "./failure-kinds.ts";
import { style } from "./html-style.ts";
import { type Covered, countOutcomes, type OperationCoverage, type Report, type Result } from "./report.ts";
import {
  headlineOf,
  type Piece,
  placeOf,
  reasonsNotSent,
  saidAndCame,
  seedText,
  shorteningNote,
} from "./sentences.ts";

/** The report as one page that needs nothing else: no script, no font, no other host. */
export function htmlReport(report: Report): string {
  const { conclusion, contract, coverage, results, server, untried } = report;
  const kinds = failureKinds(results);
  const others = results.filter(({ outcome }) => outcome !== "failed");
  const title = headlineOf(report);
  const counts = countOutcomes(results);
  const known = counts.known > 0 ? [["known", counts.known] as const] : [];
  const numbers = [
    ["passed", counts.passed],
    ["failed", counts.failed],
    ...known,
    ["not sent", counts.skipped],
  ] as const;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(title)}</title>
<style>${style}</style>
<main>
<h1 class="${conclusion}">${text(title)}</h1>
<p>${text(contract.title)} ${text(contract.version)}, tried on <code>${text(server)}</code> in ${(report.duration / 1000).toFixed(1)} s with ${seedText(report)}.</p>
<dl class="numbers">${numbers.map(([name, count]) => `<div class="${count === 0 ? "none" : name.replace(" ", "-")}"><dt>${name}</dt><dd>${count}</dd></div>`).join("")}</dl>
${untried.map((reason) => `<p class="warning">${text(reason)}</p>`).join("")}
${kinds.length === 0 ? "" : `<section><h2>Failures</h2>\n${kinds.map(failure).join("\n")}</section>`}
<section><h2>Coverage</h2>
<p class="quiet">The statuses that came, and for each part of the request the keywords that were sent violated. Struck out: not.</p>
${coverage.map(operation).join("\n")}
<ul class="quiet">${reasonsNotSent(report)
    .map((reason) => `<li>${text(reason)}</li>`)
    .join("")}</ul></section>
<section><h2>All other cases</h2>
<details><summary>${others.length} cases</summary>
<div class="scroll" tabindex="0" role="region" aria-label="All other cases"><table><thead><tr><th scope="col">Case</th><th scope="col">Expected</th><th scope="col">Came</th><th scope="col">Contract</th></tr></thead>
<tbody>${others.map(other).join("\n")}</tbody></table></div></details></section>
</main>
</html>
`;
}

function failure({ others, shown }: FailureKind): string {
  const { curl, findings, title } = shown;
  const told = findings.map((finding) => {
    const place = placeOf(finding, shown);
    const where = place === undefined ? "" : ` <span class="quiet">(<code>${text(place)}</code>)</span>`;
    return `<li><code>${text(finding.name)}</code> ${text(finding.message)}${where}</li>`;
  });
  const note = shorteningNote(shown);
  return `<details class="failure" open><summary>${text(title)}${others.length === 0 ? "" : ` <span class="quiet">and ${others.length} more</span>`}</summary>
<p>${saidAndCame(shown).map(marked).join("")}</p>
<ul>${told.join("")}</ul><pre tabindex="0">${text(curl)}</pre>${note === undefined ? "" : `<p class="quiet">${text(note)}</p>`}
${others.length === 0 ? "" : `<details><summary>The same in ${others.length} more</summary>${others.map(same).join("")}</details>`}</details>`;
}

function marked(piece: Piece): string {
  if (typeof piece === "string") return text(piece);
  return "strong" in piece ? `<strong>${text(piece.strong)}</strong>` : `<code>${text(piece.code)}</code>`;
}

function same({ curl, title }: Result): string {
  return `<details><summary>${text(title)}</summary><pre tabindex="0">${text(curl)}</pre></details>`;
}

function operation(covered: OperationCoverage): string {
  const { cases, failed, operationId, parts, sent, statuses, unchecked } = covered;
  const rows = [
    ["statuses", statuses] as const,
    ...parts.map(({ keywords, name }) => [name, keywords] as const),
  ];
  return `<table class="coverage"><caption><strong>${text(operationId)}</strong> ${sent} of ${cases} cases sent, ${failed} failed</caption>
<tbody>${rows.map(([name, each]) => `<tr><th scope="row">${text(name)}</th><td>${list(each)}</td></tr>`).join("\n")}${unchecked.map(notChecked).join("")}</tbody></table>`;
}

function notChecked(body: string): string {
  return `<tr><th scope="row">not checked</th><td>the body of ${text(body)}</td></tr>`;
}

function list(covered: readonly Covered[]): string {
  if (covered.length === 0) return `<span class="quiet">nothing can be broken</span>`;
  return covered
    .map(({ name, covered: is }) => (is ? `<span>${text(name)}</span>` : `<s>${text(name)}</s>`))
    .join(" ");
}

function other({ expected, file, line, outcome, reason, status, title }: Result): string {
  const came =
    outcome === "skipped" ? (reason ?? "") : `${status ?? ""}${outcome === "known" ? " (known)" : ""}`;
  return `<tr><td>${text(title)}</td><td>${text(expected)}</td><td>${text(came)}</td><td><code>${text(file)}:${line}</code></td></tr>`;
}
