import { type Contestant, type Measurement, programs, startContestant, stop } from "./load.ts";
import { rawRequest } from "./requests.ts";

/** What the start costs beyond that of Node.js, and what it costs with the first response. */
export async function measureStart(log: string): Promise<Measurement[]> {
  // Of TypeScript, Node.js would load the compiler.
  const serve = "require('http').createServer((_, response) => response.writeHead(204).end())";
  const bare = await startAgain(log, (port) => ["--eval", `${serve}.listen(${port}, "127.0.0.1")`]);
  const mock = await startAgain(log, (port) => [...programs.mock, "--port", port]);
  const listening = mock.cpu.listening - bare.cpu.listening;
  const unit = " ms of CPU";
  return [
    { what: "Start, beyond that of Node.js", measured: listening, unit, limit: { most: 300 } },
    {
      what: "Start and first response",
      measured: mock.cpu.responded,
      unit,
      limit: { most: 1600 },
    },
  ];
}

/** Starts a program several times, so that its code is cached, and keeps the quickest. */
async function startAgain(
  log: string,
  args: (port: string) => readonly string[],
): Promise<Contestant> {
  const started: Contestant[] = [];
  for (let time = 0; time < 4; time++) {
    const contestant = await startContestant(rawRequest(), log, args);
    started.push(contestant);
    await stop(contestant);
  }
  return started.reduce((a, b) => (b.cpu.responded < a.cpu.responded ? b : a));
}
