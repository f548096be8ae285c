import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { installedCompilers, packedConsumer, platforms } from "./consumer.ts";

// Fetched when this runs: as dependencies they would contend for the name of the compiler's command.
const fetched = ["5.4.5", "6.0.3"].map((version) => [
  "npx",
  "-y",
  "-p",
  `typescript@${version}`,
  "--",
  "tsc",
]);

const run = promisify(execFile);

const consumer = await packedConsumer();
for (const compiler of [...installedCompilers.map((file) => [process.execPath, file]), ...fetched]) {
  const { stdout: version } = await run(compiler[0] ?? "", [...compiler.slice(1), "--version"]);
  for (const platform of Object.keys(platforms) as (keyof typeof platforms)[]) {
    const problems = await consumer.compile(compiler, platform);
    console.log(
      `TypeScript ${version.replace("Version", "").trim()}, for ${platform}: ${problems || "compiles"}`,
    );
    if (problems) process.exitCode = 1;
  }
}
await consumer.remove();
