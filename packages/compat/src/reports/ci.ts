import {
  type Annotation,
  type JunitCase,
  junitXml,
  workflowCommand,
} from "@workflow-api/conformance/reports";
import { audiences, type Change } from "../comparison.ts";
import { hurts, labelOf, type Report, reasonOf, titleOf } from "../verdict.ts";

/** The changes that break clients, servers or the build, as findings. */
function findingsOf({
  changes,
  location,
  verdict,
}: Report): (Annotation & { readonly change: Change })[] {
  const breaking = changes.filter((change) => audiences.some((whom) => hurts(change, whom)));
  return breaking.map((change) => ({
    // Code hosts show no line of the old contract.
    ...(change.location.file === location.file ? change.location : location),
    change,
    level: verdict.isFailed ? "error" : "warning",
    title: `${titleOf(change)} ${labelOf(change)}`,
    message: messageOf(change),
  }));
}

function messageOf(change: Change): string {
  const [first] = change.counterexamples;
  return first?.reason ?? change.build[0]?.reason ?? reasonOf(change);
}

/** The workflow commands by which GitHub Actions shows changes at the lines of the contract. */
export function annotations(report: Report): string {
  return findingsOf(report).map(workflowCommand).join("");
}

/**
 * The report in the XML of JUnit: a test for each change, which fails if it is a break that
 * `info.version` does not announce.
 */
export function junit(report: Report): string {
  const breaking = new Map(findingsOf(report).map((each) => [each.change, each]));
  const cases = report.changes.map((change): JunitCase => {
    const found = breaking.get(change);
    const outcome = report.verdict.isFailed ? "failure" : "skipped";
    return {
      suite: "compat",
      title: titleOf(change),
      duration: 0,
      outcome: found === undefined ? "passed" : outcome,
      message: labelOf(change),
      details: found?.message ?? "",
    };
  });
  return junitXml(report.title, cases);
}
