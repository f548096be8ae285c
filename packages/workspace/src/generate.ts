import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { prepareCommand } from "./children.ts";
import { asksForHelp, taskHelp } from "./command-line.ts";
import { root, runTurbo } from "./turbo.ts";

// `npm run generate`: regenerates everything or nothing. If one generator rejects the contract, the
// files that the others have written are restored.
prepareCommand();
const options = process.argv.slice(2);
const what = "Regenerates the code from the contract.";
if (!asksForHelp(options, taskHelp("npm run generate", what))) {
  const before = readGenerated();
  process.exitCode = await runTurbo(["generate", ...options]);
  if (process.exitCode !== 0) restore(before);
}

/** The files that each `generate` writes, as the `turbo.json` of its workspace lists them. */
function readGenerated(): Map<string, Buffer> {
  const manifests = globSync("{packages,apps}/*/turbo.json", { cwd: root });
  const patterns = manifests.flatMap((file): string[] => {
    const { tasks } = JSON.parse(readFileSync(join(root, file), "utf8"));
    const outputs: readonly string[] = tasks.generate?.outputs ?? [];
    return outputs.map((output) => join(dirname(file), output));
  });
  const files = patterns.flatMap((pattern) =>
    globSync(pattern, { cwd: root, withFileTypes: true }),
  );
  return new Map(
    files
      .filter((file) => file.isFile())
      .map((file) => join(file.parentPath, file.name))
      .map((path) => [path, readFileSync(path)]),
  );
}

/** Removes the changed files first, so that the old ones fit on a full disk. */
function restore(before: ReadonlyMap<string, Buffer>): void {
  const kept = new Set<string>();
  for (const [path, content] of readGenerated())
    if (before.get(path)?.equals(content) === true) kept.add(path);
    else rmSync(path);
  for (const [path, content] of before) {
    if (kept.has(path)) continue;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
}
