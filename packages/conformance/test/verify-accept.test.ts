import type { JsonObject } from "@workflow-api/contract";
import { expect, test } from "vitest";
import type { Fault } from "./support/contract-server.ts";
import { failuresIn, namesIn, verifyDocument } from "./support/verify-document.ts";

const content: JsonObject = {
  "application/json": {
    schema: { type: "object", required: ["text"] },
    examples: { read: { value: { text: "Hello" } } },
  },
  "text/plain": { schema: { type: "string" }, examples: { read: { value: "Hello" } } },
};

/** An operation whose answer has two representations, and what it says of those that there are not. */
function notes(others: JsonObject = {}): JsonObject {
  return {
    openapi: "3.1.1",
    info: { title: "Notes", version: "1.0.0" },
    paths: {
      "/note": {
        get: { operationId: "readNote", responses: { "200": { description: "It.", content }, ...others } },
      },
    },
  };
}

/** Answers with JSON, whatever is accepted. */
const deaf: Fault = {
  spoils: () => ({ status: 200, headers: { "content-type": "application/json" }, body: '{"text":"Hello"}' }),
};
const only = ["--only", "accept", "--explore", "0"];

test("A representation that never comes is told as not checked, for a server may ignore Accept", async () => {
  const report = await verifyDocument(notes(), deaf, ...only);
  expect(failuresIn(report)).toEqual([]);
  expect(report.coverage[0]?.unchecked).toEqual(["200 text/plain: an Accept of it got application/json"]);
  expect((await verifyDocument(notes(), {}, ...only)).coverage[0]?.unchecked).toEqual([]);
});

test("A server that ignores what it cannot answer is found where the contract has a 406 for that", async () => {
  const refusing = notes({ "406": { description: "There is none." } });
  expect(namesIn(await verifyDocument(refusing, deaf, ...only))).toEqual(["status_code_conformance"]);
  expect(failuresIn(await verifyDocument(refusing, {}, ...only))).toEqual([]);
});
