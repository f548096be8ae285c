// How the reading of a contract and the derivation of its cases grow with the contract. The benches
// of the mock, the client and the docs say how those grow.
import { deriveCases } from "@workflow-api/conformance";
import { readContract } from "@workflow-api/contract";
import { growContract } from "@workflow-api/workspace/fixtures";

const sizes = [100, 300, 1000] as const;

/** The least of three measurements, in milliseconds: what else runs only adds to it. */
function least(measure: () => unknown): number {
  const times = [1, 2, 3].map(() => {
    const begun = performance.now();
    measure();
    return performance.now() - begun;
  });
  return Math.min(...times);
}

const documents = sizes.map((size) => growContract(size));
const contracts = documents.map((document) => readContract(document));
const rows = {
  "read a contract, ms": documents.map((document) => least(() => readContract(document))),
  "derive its cases, ms": contracts.map((contract) => least(() => deriveCases(contract))),
};

const cells = (values: readonly (number | string)[]): string =>
  values.map((value) => String(value).padStart(9)).join("");
process.stdout.write(`${"operations".padEnd(24)}${cells(sizes)}  100 to 300\n`);
for (const [title, times] of Object.entries(rows)) {
  const [first = 1, second = 1] = times;
  const exponent = Math.log(second / first) / Math.log(3);
  const figures = cells(times.map((time) => time.toFixed(0)));
  process.stdout.write(`${title.padEnd(24)}${figures}  x^${exponent.toFixed(2)}\n`);
}
