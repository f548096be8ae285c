import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { addCondition, removeCondition } from "./source-condition.ts";

// `node pack-manifest.ts remove|add`, in the folder of a package: npm's `prepack` and `postpack`.
const file = join(process.cwd(), "package.json");
const manifest = JSON.parse(readFileSync(file, "utf8"));
const packed = removeCondition(manifest.exports);
const exports = process.argv[2] === "remove" ? packed : addCondition(packed);
// In one step: changesets packs several packages at once, and each npm reads all manifests.
writeFileSync(`${file}.new`, `${JSON.stringify({ ...manifest, exports }, null, 2)}\n`);
renameSync(`${file}.new`, file);
