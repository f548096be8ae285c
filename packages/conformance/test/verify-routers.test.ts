import type { JsonObject } from "@workflow-api/contract";
import { expect, test } from "vitest";
import type { Answer } from "../src/case.ts";
import type { Fault } from "./support/contract-server.ts";
import { failuresIn, namesIn, verifyDocument } from "./support/verify-document.ts";

const things: JsonObject = {
  openapi: "3.1.1",
  info: { title: "Things", version: "1.0.0" },
  paths: {
    "/things": { get: { operationId: "readThings", responses: { "204": { description: "None." } } } },
  },
};

/** Answers what its router does not know with a status. */
function unrouted(status: number, is: (answer: Answer, target: string) => boolean): Fault {
  return {
    spoils: (answer, { target }, operation) =>
      operation === undefined && is(answer, target) ? { status, headers: {}, body: "" } : answer,
  };
}

const inUpperCase = (_: Answer, target: string): boolean => target.startsWith("/THINGS");
const byMethod = ({ status }: Answer): boolean => status === 405;

test.each([
  ["takes a path in upper case for the same", unrouted(204, inUpperCase)],
  ["leads from a path in upper case to the right one", unrouted(308, inUpperCase)],
  ["has a method nowhere, and says so", unrouted(501, byMethod)],
])("A server agrees that %s", async (_name, fault) => {
  expect(failuresIn(await verifyDocument(things, fault))).toEqual([]);
});

const lists = (_: Answer, target: string): boolean => target === "/";

test("A server may have more paths than its contract, such as the list of what it has one of.", async () => {
  expect(failuresIn(await verifyDocument(things, unrouted(200, lists)))).toEqual([]);
  expect(namesIn(await verifyDocument(things, unrouted(500, lists)))).toEqual(["not_a_server_error"]);
});

test("A method that the contract does not have is told to be described, if it is to be.", async () => {
  const [found] = failuresIn(await verifyDocument(things, unrouted(200, byMethod)));
  expect(found?.findings[0]?.message).toMatch(/200 came: the contract has no such operation, so describe it/);
});

test.each([
  ["fails at a path in upper case", unrouted(500, inUpperCase), "not_a_server_error"],
  ["fails at a method that it does not have", unrouted(500, byMethod), "not_a_server_error"],
  ["answers a method that it is not to have", unrouted(200, byMethod), "unsupported_method"],
])("A server does not agree that %s", async (_name, fault, name) => {
  expect(namesIn(await verifyDocument(things, fault))).toContain(name);
});
