// How the reading of a contract and the derivation of its cases grow with the contract. The benches
// of the mock, the client and the docs say how those grow.
import { deriveCases } from "@workflow-api/conformance";
import { readContract } from "@workflow-api/contract";
import { growContract } from "@workflow-api/workspace/fixtures";

/** The least of three measurements, in milliseconds: what else runs only adds to it. */
function least(measure: () => unknown): number {
  const times = [1, 2, 3].map(() => {
    const begun = performance.now();
    measure();
    return performance.now() - begun;
  });
  return Math.min(...times);
}

for (const size of [100, 300, 1000]) {
  const document = growContract(size);
  const contract = readContract(document);
  const each = [() => readContract(document), () => deriveCases(contract)].map((measure) =>
    (least(measure) / size).toFixed(3),
  );
  console.log(`${size} operations: ${each[0]} ms each to read, ${each[1]} ms to derive its cases`);
}
