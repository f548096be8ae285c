// Whether the reading of a contract and the derivation of its cases grow with the contract, and no
// faster. The benches of the mock, the client and the docs say how those grow.
import { deriveCases } from "@workflow-api/conformance";
import { readContract } from "@workflow-api/contract";
import { growContract } from "@workflow-api/workspace/fixtures";

/** How many times the time for each operation may grow from the first size to the last. */
const most = 2;
const sizes = [100, 300, 1000];

/** The least of three measurements, in milliseconds: what else runs only adds to it. */
function least(measure: () => unknown): number {
  const times = [1, 2, 3].map(() => {
    const begun = performance.now();
    measure();
    return performance.now() - begun;
  });
  return Math.min(...times);
}

function measureGrowth(what: string, run: (size: number) => () => unknown): void {
  const times = sizes.map((size) => least(run(size)) / size);
  const growth = (times.at(-1) ?? 0) / (times[0] ?? 1);
  const shown = times.map((time) => time.toFixed(3)).join(", ");
  const verdict = growth > most ? "MISSED" : "held";
  console.log(`${what}: ${shown} ms for each of ${sizes.join(", ")} operations`);
  console.log(`  grows by ${growth.toFixed(1)}, at most ${most}: ${verdict}`);
  if (growth > most) process.exitCode = 1;
}

measureGrowth("Read a contract", (size) => {
  const document = growContract(size);
  return () => readContract(document);
});
measureGrowth("Derive its cases", (size) => {
  const contract = readContract(growContract(size));
  return () => deriveCases(contract);
});
