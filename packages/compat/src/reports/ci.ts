import {
  type CodeFinding,
  type JunitCase,
  junitXml,
  sarifLog,
  workflowCommand,
} from "@workflow-api/conformance";
import { audiences, type Change } from "../comparison.ts";
import { hurts, labelOf, type Report, reasonOf, titleOf } from "../verdict.ts";

/** The changes that break clients, servers or the build, as findings. */
function findingsOf({
  changes,
  location,
  verdict,
}: Report): (CodeFinding & { readonly change: Change })[] {
  const breaking = changes.filter((change) => audiences.some((whom) => hurts(change, whom)));
  return breaking.map((change) => ({
    // Code hosts show no line of the old contract.
    ...(change.location.file === location.file ? change.location : location),
    change,
    rule: ruleOf(change),
    level: verdict.isFailed ? "error" : "warning",
    title: `${titleOf(change)} ${labelOf(change)}`,
    message: messageOf(change),
    identity: titleOf(change),
  }));
}

function messageOf(change: Change): string {
  const [first] = change.counterexamples;
  return first?.reason ?? change.build[0]?.reason ?? reasonOf(change);
}

function ruleOf({ breaks, mayBreak }: Change): string {
  const [whom] = breaks;
  return whom === undefined ? `may-break-${mayBreak[0]}` : `breaks-${whom}`;
}

/** The workflow commands by which GitHub Actions shows changes at the lines of the contract. */
export function annotations(report: Report): string {
  return findingsOf(report).map(workflowCommand).join("");
}

/** The report in SARIF 2.1.0, which code hosts show at the lines of the contract. */
export function sarif(report: Report): string {
  const findings = findingsOf(report);
  const rules = findings.map(
    ({ rule }) => [rule, `A change of the contract ${rule.replaceAll("-", " ")}.`] as const,
  );
  return sarifLog({
    tool: "@workflow-api/compat",
    rules: Object.fromEntries(rules),
    findings,
    isSuccessful: true,
    notifications: [],
  });
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
