import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { loadContract } from "@workflow-api/contract";
import { applications, bundleSize } from "./bundle-size.ts";
import { contendersOf } from "./contenders.ts";
import { type Measurement, measure } from "./measure.ts";
import { instantiationsOf, typedClients } from "./type-cost.ts";

// What the service shows of itself, and not a body that is made for the measurement.
const { operations } = await loadContract();
const cage = operations.find(({ operationId }) => operationId === "getVariablesCage");
const BODY = JSON.stringify(cage?.defaultScenario?.response);
const HEADERS = { "Content-Type": "application/vnd.api+json" };

const stub = await contendersOf("http://stub.test", async () => new Response(BODY, { headers: HEADERS }));
console.log(`each answer is the example of the contract, ${BODY.length} bytes`);
print("in-process stub", await measure(stub, { rounds: 200, calls: 250, concurrency: 1 }));

const server = createServer((_request, response) => response.writeHead(200, HEADERS).end(BODY));
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const { port } = server.address() as AddressInfo;
const loopback = await contendersOf(`http://127.0.0.1:${port}`, (url, init) => fetch(url, init));
for (const concurrency of [1, 16]) {
  const figures = await measure(loopback, { rounds: 150, calls: 80, concurrency });
  print(`loopback HTTP, ${concurrency} at once`, figures);
}
server.close();
server.closeAllConnections();

console.log("\nbundle of an application that calls both operations");
for (const [name, application] of Object.entries(applications)) {
  const { bytes, gzipped } = await bundleSize(application);
  console.log(
    `  ${name.padEnd(18)}${String(bytes).padStart(7)} bytes minified ${String(gzipped).padStart(6)} gzipped`,
  );
}

const { parts } = await bundleSize();
console.log(`  of this client: ${parts.map(([file, bytes]) => `${file} ${bytes}`).join(", ")}`);

console.log("\ntype instantiations of 20 calls, TypeScript 5.9");
for (const name of typedClients) {
  console.log(`  ${name.padEnd(18)}${String(await instantiationsOf(name, 20)).padStart(7)}`);
}

function print(title: string, figures: readonly Measurement[]): void {
  console.log(`\n${title}`);
  for (const { name, microseconds, ratio } of figures) {
    console.log(`  ${name.padEnd(18)}${microseconds.toFixed(1).padStart(10)} µs  ${ratio.toFixed(2)}x`);
  }
}
