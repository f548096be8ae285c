import { compete, type Measurement, programs, startContestant, stop } from "./load.ts";
import { numbered, rawRequest, record } from "./requests.ts";

/** How fast the mock is beside a server of bare Node.js with the same bytes and the same log. */
export async function measureSpeed(log: string): Promise<Measurement[]> {
  const raw = rawRequest();
  const mock = await startContestant(raw, log, (port) => [...programs.mock, "--port", port]);
  const bytes = JSON.stringify(await record(mock.port, raw));
  const bare = await startContestant(raw, log, (port) => [
    ...programs.bare,
    ...["server", port, bytes],
  ]);
  const measurements: Measurement[] = [];
  for (const [what, request] of [
    ["Requests per second, the same request", raw],
    ["Requests per second, another id each", numbered(raw)],
  ] as const) {
    const [ofMock = 0, ofBare = 0] = await compete([mock, bare], request);
    const limit = { least: 0.7 };
    measurements.push({ what, measured: ofBare / ofMock, unit: " of bare node:http", limit });
  }
  await Promise.all([mock, bare].map(stop));
  return measurements;
}
