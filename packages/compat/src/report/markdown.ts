import { displayedPath, markdownCode, markdownText } from "@workflow-api/conformance/reports";
import type { Change } from "../change.ts";
import { exampleText, lineOf } from "./terminal.ts";
import { type CompatReport, changedTexts, labelOf, titleOf } from "./verdict.ts";

/** How many counterexamples are shown: a comment on GitHub has a limit. */
const mostExamples = 20;

/**
 * The report for a pull request, or for the summary of a job: a table of all changes, and what
 * shows the breaks.
 */
export function markdownReport(report: CompatReport): string {
  const { changes, texts, verdict } = report;
  const notes = [verdict.note, ...verdict.stale, changedTexts(texts)].filter((note) => note !== "");
  const proven = changes.filter(({ counterexamples }) => counterexamples.length > 0);
  const hidden = proven.length - mostExamples;
  const blocks = [
    `## ${markdownText(verdict.headline)}`,
    ...notes.map(markdownText),
    ...(changes.length > 0 ? [tableOf(report)] : []),
    ...proven.slice(0, mostExamples).map(exampleBlock),
    ...(hidden > 0 ? [`${hidden} more have counterexamples: the reporter json has all.`] : []),
  ];
  return `${blocks.join("\n\n")}\n`;
}

function tableOf(report: CompatReport): string {
  const rows = report.changes.map((change) => [
    labelOf(change),
    markdownText(titleOf(change)),
    lineLink(change, report),
    markdownText(changeReason(change)),
  ]);
  const head = ["Effect", "Change", "Place", "Why"];
  const cells = [head, head.map(() => "---"), ...rows];
  return cells.map((row) => `| ${row.join(" | ")} |`).join("\n");
}

/** The line of a change, as a link where the new contract is in a repository that shows it. */
function lineLink(change: Change, { location, sourceUrl }: CompatReport): string {
  const { file, line } = change.location;
  const text = `\`${lineOf(change).replaceAll(/[`|]/g, "")}\``;
  // Code hosts show no line of the old contract.
  if (sourceUrl === "" || file !== location.file) return text;
  const path = displayedPath(file).split("/").map(encodeURIComponent).join("/");
  return `[${text}](${sourceUrl}/${path}#L${line})`;
}

/** Why a change is accepted, may break, or what the first counterexample shows. */
function changeReason({ accepted, counterexamples, reason }: Change): string {
  return accepted?.reason ?? (reason || (counterexamples[0]?.reason ?? ""));
}

function exampleBlock(change: Change): string {
  const examples = change.counterexamples.map((each) => {
    const text = `${each.operationId}, for ${each.for}: ${each.reason}`;
    return `${markdownText(text)}\n\n${markdownCode("http", exampleText(each))}`;
  });
  const summary = markdownText(titleOf(change));
  return `<details><summary>\n\n${summary}\n\n</summary>\n\n${examples.join("\n\n")}\n\n</details>`;
}

/**
 * Where a CI system shows the files of a commit. The empty string: it is none that is known.
 *
 * @param environment - The variables of GitHub Actions or GitLab CI.
 */
export function sourceUrlOf(environment: Readonly<Record<string, string | undefined>>): string {
  const {
    CI_COMMIT_SHA: gitlabCommit,
    CI_PROJECT_URL: gitlabUrl,
    GITHUB_REPOSITORY: repository,
    GITHUB_SERVER_URL: server,
    GITHUB_SHA: commit,
  } = environment;
  if (server && repository && commit) return `${server}/${repository}/blob/${commit}`;
  return gitlabUrl && gitlabCommit ? `${gitlabUrl}/-/blob/${gitlabCommit}` : "";
}
