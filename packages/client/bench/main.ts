import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { bundleSize } from "./bundle-size.ts";
import { contendersOf } from "./contenders.ts";
import { type Measurement, measure } from "./measure.ts";

const BODY = JSON.stringify({
  data: {
    type: "variables_cages",
    id: "cage-text",
    attributes: { name: "Parties to the contract", type: "custom", category: "text" },
    relationships: {
      author: { data: { type: "users", id: "user-1", attributes: { email: "ada@example.com" } } },
    },
  },
});
const HEADERS = { "Content-Type": "application/vnd.api+json" };

const stub = contendersOf("http://stub.test", async () => new Response(BODY, { headers: HEADERS }));
print("in-process stub", await measure(stub, { rounds: 40, calls: 2000, concurrency: 1 }));

const server = createServer((_request, response) => response.writeHead(200, HEADERS).end(BODY));
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const { port } = server.address() as AddressInfo;
const loopback = contendersOf(`http://127.0.0.1:${port}`, (url, init) => fetch(url, init));
for (const concurrency of [1, 16]) {
  const figures = await measure(loopback, { rounds: 15, calls: 480, concurrency });
  print(`loopback HTTP, ${concurrency} at once`, figures);
}
server.close();
server.closeAllConnections();

const { bytes, gzipped } = await bundleSize();
console.log(`\nbundle of an application: ${bytes} bytes minified, ${gzipped} bytes gzipped`);

function print(title: string, figures: readonly Measurement[]): void {
  console.log(`\n${title}`);
  for (const { name, microseconds, ratio } of figures) {
    console.log(`  ${name.padEnd(18)}${microseconds.toFixed(1).padStart(10)} µs  ${ratio.toFixed(2)}x`);
  }
}
