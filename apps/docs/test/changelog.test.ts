import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { contractFile } from "@workflow-api/contract";
import { expect, test } from "vitest";
import { writeChangelog } from "../src/changelog.ts";
import { readChangelog } from "../src/model/changelog.ts";

const folder = mkdtempSync(join(tmpdir(), "changelog-"));
const [file, kept] = [join(folder, "changelog.json"), join(folder, "openapi.yaml")];
const text = readFileSync(contractFile(), "utf8");

const commit = (): void => {
  const author = ["-c", "user.name=Test", "-c", "user.email=test@example.com"];
  execFileSync("git", ["add", "."], { cwd: folder });
  execFileSync("git", [...author, "commit", "--quiet", "--message=Keep"], { cwd: folder });
};

test("adds one entry for a change of the contract, even one that is committed", async () => {
  execFileSync("git", ["init", "--quiet"], { cwd: folder });
  writeFileSync(file, JSON.stringify({ entries: [] }));
  const responses = '{ "204": { description: It. } }';
  const removed = `/done: { get: { operationId: getDone, responses: ${responses} } }`;
  writeFileSync(kept, text.replace("\npaths:\n", `\npaths:\n  ${removed}\n`));
  commit();
  for (const _ of ["first", "again"]) {
    await writeChangelog(file);
    expect(readChangelog(file).map(({ changes }) => changes)).toEqual([
      [
        {
          subject: "getDone",
          summary: "Operation `GET /done` was removed.",
          breaks: ["clients", "build"],
        },
      ],
    ]);
  }
  expect(readFileSync(kept, "utf8")).toBe(text);
  commit();
  await writeChangelog(file);
  expect(readChangelog(file)).toHaveLength(1);
});
