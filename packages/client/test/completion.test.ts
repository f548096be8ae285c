import { spawn } from "node:child_process";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const own = fileURLToPath(new URL("..", import.meta.url));
// TypeScript 5.9 is where openapi-typescript needs it; TypeScript 7 speaks another protocol.
const editorServer = path.join(own, "../types/node_modules/typescript/lib/tsserver.js");
const file = path.join(own, "src/completed.ts");

test("an editor completes what can be included", async () => {
  const lines = [
    'import type { Client } from "./index.ts";',
    "declare const api: Client;",
    'api.getVariablesCage({ id: "1", include: ["|"] });',
    'api.getVariablesCage({ id: "1", include: ["author", "|"] });',
    'api.safe.getVariablesCage({ id: "1", include: ["|"] });',
  ];
  expect(await completionsOf(lines)).toEqual(Array(3).fill(["author", "client", "values"]));
});

/** What an editor offers where `|` stands in lines of source text. */
async function completionsOf(lines: readonly string[]): Promise<string[][]> {
  const places = lines.flatMap((line, index) =>
    line.includes("|") ? [{ file, line: index + 1, offset: line.indexOf("|") + 1 }] : [],
  );
  const server = spawn(process.execPath, [editorServer, "--disableAutomaticTypingAcquisition"]);
  const send = (command: string, request: object): void => {
    server.stdin.write(`${JSON.stringify({ seq: 0, type: "request", command, arguments: request })}\n`);
  };
  const fileContent = lines.join("\n").replaceAll("|", "");
  send("open", { file, fileContent, projectRootPath: own });
  for (const place of places) send("completionInfo", place);
  const found: string[][] = [];
  for await (const line of createInterface(server.stdout)) {
    if (!line.includes('"command":"completionInfo"')) continue;
    const { entries }: { entries: readonly { readonly name: string }[] } = JSON.parse(line).body;
    found.push(entries.map(({ name }) => name));
    if (found.length === places.length) server.kill();
  }
  return found;
}
