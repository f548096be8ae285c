import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Reload, type RunningMock, startMock } from "../src/index.ts";
import { cage, contractText, get, post, reset } from "./support/requests.ts";

const folder = mkdtempSync(join(tmpdir(), "mock-reload-"));
const file = join(folder, "openapi.yaml");
const reloads: Reload[] = [];
let mock: RunningMock;

beforeAll(async () => {
  writeFileSync(file, contractText);
  mock = await startMock({
    contract: file,
    watch: true,
    onReload: (reload) => reloads.push(reload),
  });
});
afterAll(async () => {
  await mock.close();
  rmSync(folder, { recursive: true });
});

/** Does something to the file, and waits until the mock has seen it. */
async function change(edit: () => void): Promise<Reload> {
  const before = reloads.length;
  edit();
  await vi.waitFor(() => expect(reloads.length).toBeGreaterThan(before), { timeout: 60_000 });
  return reloads.at(-1) as Reload;
}

const write = (text: string): Promise<Reload> => change(() => writeFileSync(file, text));

const health = async (): Promise<unknown> =>
  await (await fetch(`${mock.url}/__mock/health`)).json();

test("an edit is served, and keeps what was set for scenarios that still exist", async () => {
  mock.controls.setSequence("getCage", ["unauthorized"], { repeat: true });
  mock.controls.setSequence("resetTask", ["request_incorrect"], { repeat: true });
  await write(
    contractText
      .replaceAll("request_incorrect", "wrong")
      .replaceAll("Ada Lovelace", "Grace Hopper"),
  );
  expect((await mock.mock.respond(get(cage))).explanation.reason).toBe("queued");
  expect((await mock.mock.respond(post(reset))).explanation).toMatchObject({
    scenario: "acknowledged",
    reason: "default",
  });
  mock.controls.reset();
  expect((await mock.mock.respond(get(`${cage}?include=values`))).body).toContain("Grace Hopper");
});

test("a broken file leaves the last good contract, and the health says why", async () => {
  const reload = await write(`${contractText}  - `);
  expect(reload).toMatchObject({ error: { message: expect.stringContaining("openapi.yaml:") } });
  const message = "error" in reload ? reload.error.message : "";
  expect(message.split("\n").length).toBeLessThan(5);
  const contractError = message.replaceAll(`${folder}/`, "");
  expect(await health()).toMatchObject({ status: "stale", contractError });
  expect((await fetch(`${mock.url}/__mock/ready`)).status).toBe(200);
  expect((await mock.mock.respond(get(cage))).status).toBe(200);
  await write(contractText);
  expect(await health()).toMatchObject({
    status: "ok",
    contract: "openapi.yaml",
    contractError: null,
  });
});

test("an operation that is not supported any more gets a 501, the others are served", async () => {
  await write(contractText.replace("schemas/Acknowledge", "schemas/Acknowlege"));
  expect(await health()).toMatchObject({
    status: "ok",
    omitted: [{ operationId: "resetTask", reason: expect.stringMatching(/openapi\.yaml:\d+/) }],
  });
  const omitted = await mock.mock.respond(post(reset));
  expect(omitted).toMatchObject({ status: 501, explanation: { reason: "omitted" } });
  expect(omitted.body).toMatch(/resetTask is omitted: .*Acknowlege.* \(openapi\.yaml:\d+\)/);
  expect((await mock.mock.respond(get(cage))).status).toBe(200);
  await write(contractText);
});

test("a file that goes away is reported, and one that replaces it is served", async () => {
  const away = join(folder, "away.yaml");
  expect(await change(() => renameSync(file, away))).toMatchObject({
    error: { message: expect.stringContaining("there is no such file") },
  });
  expect(await change(() => renameSync(away, file))).toMatchObject({
    contract: { info: { title: "Cages" } },
  });
});

test("a mock that is closed watches no more", async () => {
  const before = reloads.length;
  const other = await startMock({
    contract: file,
    watch: true,
    onReload: () => reloads.push({ error: new Error() }),
  });
  await other.close();
  await write(contractText);
  expect(reloads.length).toBe(before + 1);
});
