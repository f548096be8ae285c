import { execFile } from "node:child_process";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { readContract } from "@workflow-api/contract";
import { furtherContract } from "@workflow-api/workspace/fixtures";
import { startMock } from "@workflow-api/workspace/testing";
import { expect, it } from "vitest";
import { panelData } from "../src/model/panel-data.ts";
import { firstCall, languagesOf } from "../src/samples/samples.ts";
import { hasPython, needed } from "./support.ts";

const run = promisify(execFile);
/** The programs of the languages, which are given a source text. */
const programs: Readonly<Record<string, readonly [string, ...string[]]>> = {
  curl: ["sh", "-c"],
  TypeScript: [process.execPath, "--input-type=module", "-e"],
  Python: ["python3", "-c"],
};

it("has a sample of each operation of another contract in each language that works", async () => {
  const document = furtherContract();
  const file = join(await mkdtemp(join(tmpdir(), "samples-")), "openapi.json");
  await writeFile(file, JSON.stringify(document));
  const mock = await startMock(file);
  const contract = readContract(document);
  for (const operation of contract.operations) {
    // The samples of another contract do not use the client of this one.
    const data = { ...panelData(contract, operation), client: undefined };
    const call = { ...needed(firstCall(data)), baseUrl: mock.url };
    for (const { name, write } of languagesOf(data)) {
      if (name === "Python" && !hasPython) continue;
      const [program, ...args] = needed(programs[name]);
      await fetch(`${mock.url}/__mock/reset`, { method: "POST" });
      await run(program, [...args, write(data, call)]);
      const sent: unknown = await (await fetch(`${mock.url}/__mock/requests`)).json();
      const title = `${operation.operationId} in ${name}`;
      expect.soft(sent, title).toMatchObject([{ status: data.examples[0]?.status }]);
    }
  }
  await mock.stop();
});
