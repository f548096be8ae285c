// `node command.mjs start --mock-port 4310`: runs a command of this folder. The commands are
// TypeScript, which the Node.js of a machine may be too old for.
import { fileURLToPath, pathToFileURL } from "node:url";

const [name = "", ...args] = process.argv.slice(2);
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  const platform = `${process.platform}-${process.arch}`;
  process.stderr.write(
    `This needs Node.js 22.18 or later, and runs on ${process.versions.node} (${platform}).
npm ci installs Node.js 24 as an optional package, which is missing here or does not exist for
this platform. Run npm ci without --omit=optional, or install Node.js 24 yourself.\n`,
  );
  process.exit(1);
}
// The reader of the output may be gone.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
const file = fileURLToPath(new URL(`${name}.ts`, import.meta.url));
process.argv.splice(1, process.argv.length, file, ...args);
const { isExpected } = await import("./command-line.ts");
try {
  await import(pathToFileURL(file).href);
} catch (error) {
  if (!isExpected(error)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error.exitCode ?? 1;
}
