import {
  type Annotation,
  displayedPath,
  type JunitCase,
  junitXml,
  workflowCommand,
} from "@workflow-api/conformance/reports";
import { audiences, type Change } from "../change.ts";
import { affects, type CompatReport, labelOf, titleOf } from "../verdict.ts";

/** The changes that break clients, servers or the build, and are not accepted, as annotations. */
function breakingOf({ changes, location, verdict }: CompatReport): Map<Change, Annotation> {
  const breaking = changes.filter(
    (change) => change.accepted === undefined && audiences.some((whom) => affects(change, whom)),
  );
  return new Map(
    breaking.map((change) => {
      // Code hosts show no line of the old contract.
      const { file, line } = change.location.file === location.file ? change.location : location;
      return [
        change,
        {
          file: displayedPath(file),
          line,
          level: verdict.isFailed ? "error" : "warning",
          title: `${titleOf(change)} ${labelOf(change)}`,
          message: messageOf(change),
        },
      ];
    }),
  );
}

function messageOf({ build, counterexamples, reason }: Change): string {
  return counterexamples[0]?.reason ?? build[0]?.reason ?? reason;
}

/** The workflow commands by which GitHub Actions shows changes at the lines of the contract. */
export function annotations(report: CompatReport): string {
  return [...breakingOf(report).values()].map(workflowCommand).join("");
}

/**
 * The report in the XML of JUnit: a test for each change, which fails if it is a break that is
 * neither accepted nor announced by `info.version`.
 */
export function junit(report: CompatReport): string {
  const breaking = breakingOf(report);
  const cases = report.changes.map((change): JunitCase => {
    const found = breaking.get(change);
    const isSkipped = change.accepted !== undefined || !report.verdict.isFailed;
    const outcome = isSkipped ? "skipped" : "failure";
    const isHarmless = found === undefined && change.accepted === undefined;
    return {
      suite: "compat",
      title: titleOf(change),
      duration: 0,
      outcome: isHarmless ? "passed" : outcome,
      message: labelOf(change),
      details: change.accepted?.reason ?? found?.message ?? "",
    };
  });
  return junitXml(report.title, cases);
}
