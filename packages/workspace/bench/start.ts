import { copyRepository, freePort, runCommand } from "../src/testing.ts";

// How long `npm start` takes to the first answer of the mock, without and with what an earlier start has cached, as
// a ratio to the start of a bare server of Node's in the same run.
const bare = 'require("node:http").createServer((_, answer) => answer.end()).listen(Number(process.argv[1]))';

const copy = copyRepository();
try {
  const rows = [
    await measure("node:http, bare", (port) => ["node", "-e", bare, `${port}`]),
    await measure("npm start, nothing cached", startOn),
    await measure("npm start, all cached", startOn),
  ];
  const reference = rows[0]?.seconds ?? Number.NaN;
  console.table(
    rows.map(({ name, seconds }) => ({
      "to the first answer": name,
      seconds: seconds.toFixed(2),
      ratio: (seconds / reference).toFixed(1),
    })),
  );
} finally {
  copy.remove();
}

interface Row {
  readonly name: string;
  readonly seconds: number;
}

/** The docs listen on a port that nobody asks. */
async function startOn(port: number): Promise<string[]> {
  return ["npm", "start", "--", "--mock-port", `${port}`, "--docs-port", `${await freePort()}`];
}

async function measure(
  name: string,
  commandOn: (port: number) => string[] | Promise<string[]>,
): Promise<Row> {
  const port = await freePort();
  const [program = "", ...args] = await commandOn(port);
  const begun = performance.now();
  const command = runCommand(copy.folder, program, ...args);
  let ended = false;
  void command.exit.then(() => {
    ended = true;
  });
  while (!(await answers(port))) {
    if (ended) throw new Error(`${name} ended without an answer:\n${command.output()}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const seconds = (performance.now() - begun) / 1000;
  // What is still being built is part of what the next start finds in the cache.
  if (program === "npm") await command.printed(/Ctrl-C stops both/);
  command.signal("SIGTERM");
  await command.exit;
  return { name, seconds };
}

async function answers(port: number): Promise<boolean> {
  try {
    await fetch(`http://127.0.0.1:${port}/`);
    return true;
  } catch {
    return false;
  }
}
