import type { JsonObject } from "@workflow-api/contract";
import { expect, test } from "vitest";
import type { Report } from "../src/index.ts";
import type { Fault } from "./support/contract-server.ts";
import { failuresIn, verifyDocument } from "./support/verify-document.ts";

const content: JsonObject = {
  "application/json": {
    schema: { type: "object", required: ["title"], properties: { title: { type: "string" } } },
    example: { title: "It is gone." },
  },
};

/** A contract of an operation that documents these statuses. */
function answering(...statuses: readonly string[]): JsonObject {
  const parameters = [{ name: "n", in: "query", required: true, schema: { type: "integer", minimum: 1 } }];
  const responses = Object.fromEntries(statuses.map((status) => [status, { description: "It.", content }]));
  return {
    openapi: "3.1.1",
    info: { title: "Gone", version: "1.0.0" },
    paths: {
      "/things": {
        get: { operationId: "readThings", parameters, ...(statuses.length > 0 ? { responses } : {}) },
      },
    },
  };
}

/** Answers a right request with a status, and refuses as the contract has it. */
function always(status: number, body = '{"title":"x"}'): Fault {
  return {
    spoils: (answer, _, operation) =>
      operation === undefined
        ? answer
        : {
            status: answer.status === 400 ? 400 : status,
            headers: { "content-type": "application/json" },
            body,
          },
  };
}

async function verify(document: JsonObject, fault: Fault): Promise<Report> {
  return await verifyDocument(document, fault, "--explore", "5");
}

test.each([
  [["410"], 410],
  [["404"], 404],
  [["4XX"], 404],
  [["400", "404"], 404],
  [["401"], 401],
  [["503"], 503],
  [["default"], 200],
  [["2XX"], 203],
  [[], 200],
])("A server of an operation with %j alone agrees when it answers %i", async (statuses, status) => {
  const { conclusion, results } = await verify(answering(...statuses), always(status));
  expect(results.filter(({ outcome }) => outcome === "failed")).toEqual([]);
  expect(conclusion).toBe("agrees");
});

test.each([
  [["410"], 200],
  [["404"], 410],
  [["4XX"], 200],
  [["503"], 500],
  [["2XX"], 500],
])("A server of an operation with %j alone does not agree when it answers %i", async (statuses, status) => {
  const failed = failuresIn(await verify(answering(...statuses), always(status)));
  expect(failed.some(({ title }) => title.includes("without a scenario"))).toBe(true);
});

test("An answer of an operation without a success is held to its schema", async () => {
  const failed = failuresIn(await verify(answering("410"), always(410, "{}")));
  expect(failed.map(({ findings }) => findings[0]?.name)).toContain("response_schema_conformance");
});

test("A server of an operation that is another protocol's agrees when it switches to that, at odd requests too.", async () => {
  const responses = { "101": { description: "It is a WebSocket." } };
  const switching: Fault = {
    spoils: (answer, _, operation) =>
      operation === undefined ? answer : { status: 101, headers: {}, body: "" },
  };
  const document: JsonObject = {
    openapi: "3.1.1",
    info: { title: "Socket", version: "1.0.0" },
    paths: { "/socket": { get: { operationId: "openSocket", responses } } },
  };
  const { conclusion, results } = await verify(document, switching);
  expect(results.filter(({ outcome }) => outcome === "failed")).toEqual([]);
  expect(results.filter(({ title }) => title.includes(" no 5XX ")).length).toBeGreaterThan(1);
  expect(conclusion).toBe("agrees");
});
