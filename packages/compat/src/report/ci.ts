import {
  displayedPath,
  type JunitCase,
  junitXml,
  workflowCommand,
} from "@workflow-api/conformance/reports";
import type { Change } from "../change.ts";
import { affects, type CompatReport, labelOf, titleOf } from "./verdict.ts";

/** Whether a change counts for the exit code, unless the version announces it. */
function isDeciding(change: Change, { verdict }: CompatReport): boolean {
  return change.accepted === undefined && verdict.failOn.some((whom) => affects(change, whom));
}

/** The line of a change in the new contract: code hosts show no line of the old one. */
function locationOf(change: Change, { location }: CompatReport): { file: string; line: number } {
  const { file, line } = change.location.file === location.file ? change.location : location;
  return { file: displayedPath(file), line };
}

/**
 * The workflow commands by which GitHub Actions shows the changes that decide the exit code at the
 * lines of the contract.
 */
export function annotations(report: CompatReport): string {
  const deciding = report.changes.filter((change) => isDeciding(change, report));
  const commands = deciding.map((change) =>
    workflowCommand({
      ...locationOf(change, report),
      level: report.verdict.isFailed ? "error" : "warning",
      title: `${titleOf(change)} ${labelOf(change)}`,
      message: change.counterexamples[0]?.reason ?? change.reason,
    }),
  );
  return commands.join("");
}

/**
 * The report in the XML of JUnit: a test for each change, which fails if it decides the exit code
 * and `info.version` does not announce it.
 */
export function junitReport(report: CompatReport): string {
  const { changes, title, verdict } = report;
  const cases = changes.map((change): JunitCase => {
    const { accepted, counterexamples, reason } = change;
    const isAffecting = isDeciding(change, report);
    const isSkipped = accepted !== undefined || (isAffecting && !verdict.isFailed);
    const announced = isAffecting ? verdict.note : "";
    return {
      ...locationOf(change, report),
      suite: "compat",
      title: titleOf(change),
      duration: 0,
      outcome: isSkipped ? "skipped" : isAffecting ? "failure" : "passed",
      message: labelOf(change),
      details: (accepted?.reason ?? counterexamples[0]?.reason ?? reason) || announced,
    };
  });
  return junitXml(title, cases);
}
