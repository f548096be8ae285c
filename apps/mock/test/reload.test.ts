import { copyFileSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { contractFile } from "@workflow-api/contract";
import { expect, test } from "vitest";
import { type Reload, type RunningMock, startMock } from "../src/index.ts";
import { temporaryFolder, writeExtendedContract } from "./support/contracts.ts";
import { send } from "./support/http.ts";
import { runProgram } from "./support/program.ts";

/** A mock that watches a copy of the contract, and the reloads that it tells of, in order. */
async function watching(): Promise<{ file: string; mock: RunningMock; next(): Promise<Reload> }> {
  const file = join(temporaryFolder(), "openapi.yaml");
  copyFileSync(contractFile(), file);
  const reloads: Reload[] = [];
  const waiting: ((reload: Reload) => void)[] = [];
  const onReload = (reload: Reload): void => {
    const waiter = waiting.shift();
    if (waiter === undefined) reloads.push(reload);
    else waiter(reload);
  };
  const mock = await startMock({ contractFile: file, watch: true, onReload });
  const next = (): Promise<Reload> =>
    new Promise((resolve) => {
      const reload = reloads.shift();
      if (reload === undefined) waiting.push(resolve);
      else resolve(reload);
    });
  return { file, mock, next };
}

const labels = { method: "GET", target: "/v1/labels", headers: {} };

test("An edit is served without a restart", async () => {
  const { file, mock, next } = await watching();
  expect((await send(mock.url, labels)).status).toBe(404);
  writeFileSync(file, readFileSync(writeExtendedContract()));
  expect(await next()).toHaveProperty("contract");
  expect((await send(mock.url, labels)).status).toBe(200);
  await mock.close();
});

test("A file that is replaced, as editors do, is served, and replaced again", async () => {
  const { file, mock, next } = await watching();
  renameSync(writeExtendedContract(), file);
  expect(await next()).toHaveProperty("contract");
  expect((await send(mock.url, labels)).status).toBe(200);
  copyFileSync(contractFile(), `${file}.new`);
  renameSync(`${file}.new`, file);
  expect(await next()).toHaveProperty("contract");
  expect((await send(mock.url, labels)).status).toBe(404);
  await mock.close();
});

test("A broken edit is reported with file and line, and the contract before still serves", async () => {
  const { file, mock, next } = await watching();
  writeFileSync(file, "openapi: 3.1.1\npaths: [\n");
  const reload = await next();
  if (!("error" in reload)) throw new Error("The broken contract was loaded");
  expect(reload.error.message).toMatch(/openapi\.yaml:\d+:\d+ /);
  expect((await send(mock.url, { ...labels, target: "/data_dictionary/variables_cages/x" })).status).toBe(
    401,
  );
  copyFileSync(contractFile(), file);
  expect(await next()).toHaveProperty("contract");
  await mock.close();
});

test("A file that the contract refers to is watched too", async () => {
  const { file, mock, next } = await watching();
  const part = join(temporaryFolder(), "part.yaml");
  writeFileSync(part, readFileSync(contractFile()));
  const document = `openapi: 3.1.1\ninfo: { title: Split, version: 1.0.0 }\npaths:\n  /ping:\n    get:\n      operationId: ping\n      responses:\n        "200":\n          $ref: ${JSON.stringify(`${part}#/components/responses/NotFound`)}\n`;
  writeFileSync(file, document);
  expect(await next()).toHaveProperty("contract");
  writeFileSync(part, readFileSync(contractFile(), "utf8").replaceAll("title: Not Found", "title: Changed"));
  expect(await next()).toHaveProperty("contract");
  expect((await send(mock.url, { ...labels, target: "/ping" })).body).toContain("Changed");
  await mock.close();
});

test("No request fails while the contract is loaded again and again", async () => {
  const { file, mock, next } = await watching();
  let edits = 0;
  let done = false;
  const editing = (async () => {
    for (; edits < 5; edits++) {
      writeFileSync(file, readFileSync(edits % 2 === 0 ? writeExtendedContract() : contractFile()));
      await next();
    }
    done = true;
  })();
  while (!done)
    expect((await send(mock.url, { ...labels, target: "/data_dictionary/variables_cages/x" })).status).toBe(
      401,
    );
  await editing;
  await mock.close();
});

test.each([0, 1, 4, 16, 64])("An edit %i turns after the start is served", async (turns) => {
  const file = join(temporaryFolder(), "openapi.yaml");
  copyFileSync(contractFile(), file);
  const starting = startMock({ contractFile: file, watch: true });
  for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
  copyFileSync(writeExtendedContract(), file);
  const mock = await starting;
  while ((await send(mock.url, labels)).status !== 200);
  await mock.close();
});

test("The terminal and the API tell of a broken edit, until it is mended", async () => {
  const file = join(temporaryFolder(), "openapi.yaml");
  copyFileSync(contractFile(), file);
  const program = runProgram("--port", "0", "--contract", file);
  const url = await program.url;
  const told = async (): Promise<unknown> =>
    JSON.parse((await send(url, { method: "GET", target: "/__mock/state", headers: {} })).body).contractError;
  expect(await told()).toBeNull();
  writeFileSync(file, readFileSync(contractFile(), "utf8").replace("openapi: 3.1.1", "openapi: 3.0.3"));
  await program.prints(
    /The contract is broken; the last good one is still served:\n.*openapi\.yaml:\d+:\d+ .*3\.1/,
  );
  expect(await told()).toMatch(/openapi\.yaml:\d+:\d+ .*3\.1/);
  copyFileSync(contractFile(), file);
  await program.prints(/Loaded openapi\.yaml again/);
  expect(await told()).toBeNull();
  program.child.kill();
  expect(await program.exit).toBe(0);
});
