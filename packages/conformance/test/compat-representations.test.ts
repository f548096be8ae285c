import type { JsonObject } from "@workflow-api/contract";
import { expect, test } from "vitest";
import { type Break, compareContracts } from "../src/compat/index.ts";
import { contractOf } from "./support/contract-with.ts";

const text = { schema: { type: "string" } };

/** An operation whose answers have these media types. */
function offering(...mediaTypes: readonly string[]): JsonObject {
  const content = Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, text]));
  return {
    openapi: "3.1.1",
    info: { title: "Notes", version: "1.0.0" },
    paths: {
      "/note": { get: { operationId: "readNote", responses: { "200": { description: "It.", content } } } },
    },
  };
}

async function brokenBy(changed: JsonObject): Promise<Break[]> {
  const old = await contractOf(offering("application/json", "text/csv"));
  return compareContracts(old, await contractOf(changed)).filter((each) => each.for === "callers");
}

test("Who asks for a representation that is gone no longer gets it, though another is left.", async () => {
  const [found, ...others] = await brokenBy(offering("application/json"));
  expect(found?.reason).toBe("There is no text/csv of 200 any more.");
  expect(found?.request.headers).toMatchObject({ Accept: "text/csv" });
  expect(found?.oldPlaces).toContainEqual(expect.stringContaining("/responses/200"));
  expect(others).toEqual([]);
});

test("Representations in another order, more of them, and a range that covers them break no caller.", async () => {
  expect(await brokenBy(offering("text/csv", "application/json"))).toEqual([]);
  expect(await brokenBy(offering("application/json", "text/csv", "text/plain"))).toEqual([]);
  expect(await brokenBy(offering("application/json", "text/*"))).toEqual([]);
});
