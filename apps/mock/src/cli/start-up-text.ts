import type { Contract } from "@workflow-api/contract";
import { controlsPath } from "../controls/path.ts";
import { describeOperations, type OperationSummary, type ScenarioSummary } from "../describe-operations.ts";
import { answersWhat } from "../unreached-responses.ts";

/** What a mock prints when it has started: its address, its scenarios, and a command to try for each operation. */
export function startUpText(contract: Contract, url: string): string {
  const { title, version } = contract.info;
  const operations = describeOperations(contract, url).map(operationText);
  const head = `${title} ${version}, mocked at ${url}\nRequests, answers and controls: ${url}${controlsPath}/`;
  return [head, ...operations].join("\n\n");
}

function operationText({ operationId, method, path, scenarios, unreached, curl }: OperationSummary): string {
  const width = Math.max(0, ...scenarios.map(({ name }) => name.length));
  const statusWidth = Math.max(width === 0 ? 0 : width + 4, ...unreached.map(({ status }) => status.length));
  return [
    `${operationId}  ${method} ${path}`,
    ...scenarios.map((scenario) => scenarioText(scenario, width)),
    ...unreached.map(
      (response) =>
        `  ${response.status.padEnd(statusWidth)}  (${answersWhat(response, scenarios.length > 0)})`,
    ),
    "",
    `  ${curl}`,
  ].join("\n");
}

function scenarioText({ name, status, summary, isDefault }: ScenarioSummary, width: number): string {
  const note = isDefault ? "the default, for requests that match no scenario" : "";
  const text = [summary, note === "" ? "" : `(${note})`].filter((part) => part !== "").join(" ");
  return `  ${String(status)} ${name.padEnd(width)}  ${text}`.trimEnd();
}
