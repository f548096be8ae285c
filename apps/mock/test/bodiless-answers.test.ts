import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { startMock } from "../src/index.ts";
import { temporaryFolder } from "./support/contracts.ts";
import { send } from "./support/http.ts";

const responses = {
  "200": { description: "It is there." },
  "204": { description: "It is gone." },
  "4XX": { description: "It is refused." },
};
const operation = (operationId: string): object => ({ operationId, responses });
const contract = {
  openapi: "3.1.1",
  info: { title: "Answers without a body", version: "1.0.0" },
  paths: { "/thing": { delete: operation("removeThing"), head: operation("askForThing") } },
};
const contractFile = join(temporaryFolder(), "openapi.json");
writeFileSync(contractFile, JSON.stringify(contract));
const mock = await startMock({ contractFile });

afterAll(() => mock.close());

// RFC 9110, section 8.6: an answer that has no body by its status says no length, and any other says that it is empty.
test.each([
  ["DELETE", 200, "0"],
  ["DELETE", 204, undefined],
  ["DELETE", 400, "0"],
  ["HEAD", 200, undefined],
])(
  "The answer to a %s with %i and no body has the length %s, and no transfer coding",
  async (method, status, length) => {
    const headers = { prefer: `code=${status}` };
    const answer = await send(mock.url, { method, target: "/thing", headers });
    expect([answer.status, answer.body]).toEqual([status, ""]);
    expect([answer.headers["content-length"], answer.headers["transfer-encoding"]]).toEqual([
      length,
      undefined,
    ]);
  },
);
