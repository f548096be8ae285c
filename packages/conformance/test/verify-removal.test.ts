import type { JsonObject } from "@workflow-api/contract";
import { expect, test } from "vitest";
import type { Fault } from "./support/contract-server.ts";
import { failuresIn, verifyDocument } from "./support/verify-document.ts";

const parameters = [
  { name: "id", in: "path", required: true, schema: { type: "integer" }, examples: { anna: { value: 7 } } },
];
const schema = { type: "object", required: ["name"], properties: { name: { type: "string" } } };
const content: JsonObject = {
  "application/json": { schema, examples: { anna: { value: { name: "Anna" } } } },
};
const missing = { "404": { description: "It is not there." } };

/** What stands first in the contract takes away what the others read and change. */
const boats: JsonObject = {
  openapi: "3.1.1",
  info: { title: "Boats", version: "1.0.0" },
  paths: {
    "/boats/{id}": {
      parameters,
      delete: { operationId: "removeBoat", responses: { "204": { description: "Gone." }, ...missing } },
      patch: {
        operationId: "renameBoat",
        requestBody: { required: true, content },
        responses: { "200": { description: "Renamed.", content }, ...missing },
      },
      get: { operationId: "readBoat", responses: { "200": { description: "It.", content }, ...missing } },
    },
  },
};

/** A server that knows all boats but those that were removed. */
function harbour(): Fault {
  const gone = new Set<string>();
  return {
    spoils: (answer, { method, target }, operation) => {
      if (operation === undefined || answer.status >= 300) return answer;
      const isGone = gone.has(target);
      if (method === "DELETE") gone.add(target);
      return isGone ? { status: 404, headers: {}, body: "" } : answer;
    },
  };
}

test("A server that no longer knows what was removed keeps its contract, whatever it is asked to accept", async () => {
  expect(failuresIn(await verifyDocument(boats, harbour()))).toEqual([]);
  const { spoils } = harbour();
  const empty: Fault = {
    spoils: (answer, request, operation) =>
      request.headers["accept"]?.startsWith("text/html") && operation !== undefined
        ? { status: 404, headers: {}, body: "" }
        : spoils?.(answer, request, operation),
  };
  expect(failuresIn(await verifyDocument(boats, empty, "--only", "accept"))).toEqual([]);
});

test("What removes is sent when all else has been tried", async () => {
  const { results } = await verifyDocument(boats, harbour());
  const right = results.filter(({ expected, outcome }) => expected === "200" && outcome !== "skipped");
  expect(new Set(right.map(({ operationId }) => operationId))).toEqual(new Set(["readBoat", "renameBoat"]));
  expect(new Set(right.map(({ status }) => status))).toEqual(new Set([200]));
  expect(results.filter(({ title }) => title.endsWith("random requests"))).toHaveLength(3);
});
