import { gzipSync } from "node:zlib";
import { deriveCases } from "@workflow-api/conformance";
import { loadContract, readSource } from "@workflow-api/contract";
import { requestTarget } from "@workflow-api/contract/http";
import { setupServer } from "msw/node";
import { expect, test } from "vitest";
import { createMock } from "../src/index.ts";
import { createMswMock } from "../src/msw/node.ts";
import { cage, contractFile, keys, thingsFile } from "./support/requests.ts";

const baseUrl = "https://service.example/api";

test("in Node, MSW responds to each scenario as the mock does", async () => {
  const contract = loadContract();
  const mock = await createMswMock({ baseUrl });
  const server = setupServer(...mock.handlers);
  server.listen({ onUnhandledFrame: "error" });
  const own = createMock(contract);
  for (const { group, request } of deriveCases(contract)) {
    if (group !== "scenario" && group !== "security") continue;
    const { body, headers, method } = request;
    const response = await fetch(baseUrl + requestTarget(request), {
      method,
      headers,
      ...(body !== "" && { body }),
    });
    const expected = await own.respond(request);
    expect([response.status, await response.text()]).toEqual([expected.status, expected.body]);
    expect(Object.fromEntries(response.headers)).toEqual(expected.headers);
  }
  server.close();
});

test("sequences, dropped connections and the journal work, for its URLs alone", async () => {
  const { document } = readSource(contractFile);
  const mock = await createMswMock({ baseUrl, document });
  const server = setupServer(...mock.handlers);
  server.listen({ onUnhandledFrame: "error" });
  mock.controls.setSequence("getCage", ["unauthorized"]);
  expect((await fetch(baseUrl + cage, { headers: keys })).status).toBe(401);
  mock.controls.setBehaviour({ fail: "100%:drop" });
  await expect(fetch(baseUrl + cage)).rejects.toThrow();
  await expect(fetch(`https://service.example/apis${cage}`)).rejects.toThrow();
  expect(mock.requests()).toMatchObject([{ explanation: { reason: "queued" } }, { dropped: true }]);
  server.close();
});

test("an operation that is not supported gets a 501, and the others work", async () => {
  const document = structuredClone(loadContract(contractFile).document) as { paths: object };
  const tuple = { type: "array", prefixItems: [{ type: "string" }] };
  const content = { "application/json": { schema: tuple } };
  const post = { requestBody: { content }, responses: { "204": { description: "Done." } } };
  Object.assign(document.paths, { "/tuples": { post } });
  const { mock } = await createMswMock({ baseUrl, document: JSON.parse(JSON.stringify(document)) });
  const { path, query } = { path: cage, query: "" };
  const request = { method: "GET", path, query, headers: keys, body: "" };
  expect((await mock.respond(request)).status).toBe(200);
  const omitted = await mock.respond({ ...request, method: "POST", path: "/tuples" });
  expect(omitted.status).toBe(501);
});

test.each([
  ["gzip", gzipSync('{"name":1}'), 422],
  ["gzip", gzipSync('{"name":"a"}'), 204],
  ["gzip", Buffer.from("{}"), 400],
  ["compress", Buffer.from("{}"), 415],
])(
  "a request body in %s is read, decompressed and validated (%#)",
  async (encoding, body, status) => {
    const mock = await createMswMock({ baseUrl, document: loadContract(thingsFile).document });
    const server = setupServer(...mock.handlers);
    server.listen({ onUnhandledFrame: "error" });
    const headers = { "content-type": "application/json", "content-encoding": encoding };
    const response = await fetch(`${baseUrl}/bodies`, { method: "POST", headers, body });
    expect(response.status).toBe(status);
    expect(mock.requests()).toMatchObject([{ status }]);
    server.close();
  },
);

test("a wrong URL or document is refused", async () => {
  await expect(createMswMock({ baseUrl: "service" })).rejects.toThrow("baseUrl takes a URL");
  await expect(createMswMock({ baseUrl, document: {} })).rejects.toThrow("openapi");
  await expect(createMswMock({ baseUrl, document: "openapi: 3.1.1" })).rejects.toThrow(
    "not its text",
  );
});
