import type { JsonObject } from "@workflow-api/contract";
import { expect, test } from "vitest";
import type { Fault } from "./support/contract-server.ts";
import { failuresIn, namesIn, verifyDocument } from "./support/verify-document.ts";

const refused = { refused: { value: { title: "No" } } };

/** A contract that says of one tenant that credentials are not valid in it, and not what comes for an unknown id. */
const things: JsonObject = {
  openapi: "3.1.1",
  info: { title: "Things", version: "1.0.0" },
  paths: {
    "/things/{id}": {
      get: {
        operationId: "readThing",
        parameters: [
          {
            name: "id",
            in: "path",
            required: true,
            schema: { type: "string" },
            examples: { read: { value: "a" }, refused: { value: "a" } },
          },
          {
            name: "X-Tenant",
            in: "header",
            required: true,
            schema: { type: "string", pattern: "^t[0-9]+$" },
            examples: { read: { value: "t1" }, refused: { value: "t401" } },
          },
          {
            name: "size",
            in: "query",
            required: true,
            schema: { type: "integer", minimum: 1 },
            examples: { read: { value: 1 }, refused: { value: 1 } },
          },
        ],
        responses: {
          "200": {
            description: "It.",
            content: {
              "application/json": { schema: { type: "object" }, examples: { read: { value: {} } } },
            },
          },
          "401": {
            description: "No.",
            content: { "application/json": { schema: { required: ["title"] }, examples: refused } },
          },
        },
      },
    },
  },
};

const ownValues = ["--value", "id=own", "--value", "X-Tenant=t7"];

/** Answers a right request otherwise where something is not the server's own. */
function unless(isOwn: (target: string, tenant: string) => boolean, status: number): Fault {
  return {
    spoils: (answer, { headers, target }) =>
      answer.status !== 200 || isOwn(target, headers["x-tenant"] ?? "")
        ? answer
        : { status, headers: { "content-type": "application/json" }, body: '{"title":"No"}' },
  };
}

const isOwnThing = (target: string): boolean => target.startsWith("/things/own?");
const isOwnTenant = (_: string, tenant: string): boolean => tenant === "t7";

test("A 404 for an id that was not given is right, and told, though the contract has none", async () => {
  const report = await verifyDocument(things, unless(isOwnThing, 404), ...ownValues);
  expect(failuresIn(report)).toEqual([]);
  expect(report.conclusion).toBe("agrees");
  expect(report.coverage[0]?.unchecked).toEqual([expect.stringMatching(/^404, which the contract does not/)]);
  expect((await verifyDocument(things, {}, ...ownValues)).coverage[0]?.unchecked).toEqual([]);
});

test("Any other status that the contract does not have is found, and a 404 for what was given", async () => {
  const gone = await verifyDocument(things, unless(isOwnThing, 409), ...ownValues);
  expect(failuresIn(gone)).not.toEqual([]);
  const isSmall = (target: string): boolean =>
    !target.startsWith("/things/own?") || target.endsWith("size=1");
  const small = await verifyDocument(things, unless(isSmall, 404), ...ownValues);
  expect(failuresIn(small)).not.toEqual([]);
});

test("A 401 for another tenant is right where a scenario says so of one", async () => {
  expect(failuresIn(await verifyDocument(things, unless(isOwnTenant, 401), ...ownValues))).toEqual([]);
});

test("A 401 for what no scenario refuses is found", async () => {
  const isSmall = (target: string): boolean => target.endsWith("size=1");
  expect(namesIn(await verifyDocument(things, unless(isSmall, 401), ...ownValues))).toEqual([
    "positive_data_acceptance",
  ]);
});
