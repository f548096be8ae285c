import { displayedPath, workflowCommand } from "@workflow-api/conformance/reports";
import { audiences } from "../change.ts";
import { affects, type CompatReport, labelOf, titleOf } from "../verdict.ts";

/**
 * The workflow commands by which GitHub Actions shows the changes that break anyone, and are not
 * accepted, at the lines of the contract.
 */
export function annotations({ changes, location, verdict }: CompatReport): string {
  const breaking = changes.filter(
    (change) => change.accepted === undefined && audiences.some((whom) => affects(change, whom)),
  );
  const commands = breaking.map((change) => {
    // Code hosts show no line of the old contract.
    const { file, line } = change.location.file === location.file ? change.location : location;
    return workflowCommand({
      file: displayedPath(file),
      line,
      level: verdict.isFailed ? "error" : "warning",
      title: `${titleOf(change)} ${labelOf(change)}`,
      message: change.counterexamples[0]?.reason ?? change.reason,
    });
  });
  return commands.join("");
}
