import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { publishedWorkspaces } from "./manifests/workspaces.ts";
import { root } from "./turbo.ts";

// `npm run version`, after changesets has raised the versions and written the changelogs: writes
// the version wherever a guide or a workflow names an action or a workflow of this repository.
const [first] = publishedWorkspaces();
const reference = /(\.github\/(?:actions|workflows)\/[\w.-]+@v)\d+\.\d+\.\d+/g;
const listed = execFileSync("git", ["ls-files", "*.md", "*.yml"], { cwd: root, encoding: "utf8" });
const paths = listed.trim().split("\n");
// Git still lists the changesets that changesets has used up and deleted.
for (const file of paths.map((path) => join(root, path)).filter((path) => existsSync(path))) {
  const text = readFileSync(file, "utf8");
  const raised = text.replaceAll(reference, `$1${first?.manifest.version}`);
  if (raised !== text) writeFileSync(file, raised);
}
