import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { readContract } from "@workflow-api/contract";
import type { JsonObject } from "@workflow-api/contract/json";
import { expect, test } from "vitest";
import { createMockOf } from "../src/mock.ts";
import { createMock } from "../src/node-mock.ts";
import { post } from "./support/requests.ts";

// The seam: the contract decides the status, the example and the media type, and Prism makes the
// bytes. In a page, which has none, what is generated from a schema differs, and nothing else: see
// cases.test.ts.

const noPrism = { loadPrism: undefined };

/** A contract with one operation, `POST /it`, whose 200 has a body of this schema. */
function documentOf(schema: object, operation: object = {}, response: object = {}): JsonObject {
  const content = { "application/json": { schema } };
  const ok = { description: "Done.", content, ...response };
  const post = { operationId: "makeIt", responses: { "200": ok }, ...operation };
  const info = { title: "One", version: "1" };
  const document = { openapi: "3.1.1", info, paths: { "/it": { post } } };
  return JSON.parse(JSON.stringify(document));
}

test.each([
  [{ type: "string" }, "string", "text"],
  [{ type: "integer" }, 0, 1],
  [{ type: "string", format: "date-time" }, "2019-08-24T14:15:22Z", "2024-01-31T12:00:00Z"],
  [{ type: "string", format: "email" }, "user@example.com", "ada@example.com"],
])("the %j of the server is Prism's %j, and that of a page the sampler's %j", async (...row) => {
  const [schema, ofServer, ofPage] = row;
  const headers = { "X-It": { required: true, schema } };
  const contract = readContract(documentOf(schema, {}, { headers }));
  const server = await createMock(contract).respond(post("/it"));
  expect(server.body).toBe(JSON.stringify(ofServer));
  expect(server.headers["x-it"]).toBe(String(ofServer));
  expect(server.explanation.notes).toEqual([]);
  const page = await createMockOf(contract, noPrism).respond(post("/it"));
  expect(page).toMatchObject({ body: JSON.stringify(ofPage), headers: { "x-it": String(ofPage) } });
});

test.each([
  ["response body", { pattern: "^[0-9]{4}$" }, {}],
  ["response header x-it", {}, { "X-It": { required: true, schema: { type: "boolean" } } }],
])("the %s that Prism makes is judged, and made again with a note", async (part, more, headers) => {
  const schema = { type: "string", ...more };
  const contract = readContract(documentOf(schema, {}, { headers }));
  const { body, explanation } = await createMock(contract).respond(post("/it"));
  expect(
    contract.operations[0]?.responses[0]?.content[0]?.shape.violations(JSON.parse(body)),
  ).toEqual([]);
  expect(explanation.notes).toMatchObject([
    { part, message: expect.stringContaining("Prism's own does not conform (must ") },
  ]);
});

test("if Prism cannot be loaded, the sampler makes everything, and a note says why", async () => {
  const loadFailing = () => Promise.reject(new Error("There is no Prism."));
  const contract = readContract(documentOf({ type: "string" }));
  const response = await createMockOf(contract, { loadPrism: loadFailing }).respond(post("/it"));
  expect(response).toMatchObject({ status: 200, body: '"text"' });
  expect(response.headers["mock-note"]).toContain("(There is no Prism.)");
});

test("Prism sends no callback, and gets nothing of the contract but what it needs", async () => {
  const received: string[] = [];
  const service = createServer(({ method, url }, response) => {
    received.push(`${method} ${url}`);
    response.end();
  }).listen(0, "127.0.0.1");
  await once(service, "listening");
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  const responses = { "204": { description: "Received." } };
  const callbacks = { happened: { [`${url}/callback`]: { post: { responses } } } };
  const contract = readContract(documentOf({ type: "string" }, { callbacks }));
  expect((await createMock(contract).respond(post("/it"))).status).toBe(200);
  await fetch(`${url}/afterwards`);
  expect(received).toEqual(["GET /afterwards"]);
  service.close();
});
