import type { Contract } from "@workflow-api/contract";
import { samplesOf } from "./samples.ts";

/** Every sample of a contract: the text of each by its path below the folder of the samples. */
export function sampleFiles(contract: Contract): Map<string, string> {
  return new Map(
    contract.operations.flatMap((operation) =>
      operation.scenarios.flatMap((scenario) =>
        samplesOf(contract, operation, scenario).map(
          ({ path, text }) => [path.replace(/^samples\//, ""), text] as const,
        ),
      ),
    ),
  );
}
