import type { JsonObject } from "@workflow-api/contract";
import { describe, expect, test } from "vitest";
import { type Break, compareContracts } from "../src/compat/index.ts";
import { contractOf } from "./support/contract-with.ts";

/** An operation with these statuses, each with a body of an object whose title is of a type. */
function answering(statuses: readonly string[], type = "string"): JsonObject {
  const schema = { type: "object", required: ["title"], properties: { title: { type } } };
  const content = { "application/json": { schema } };
  const responses = Object.fromEntries(statuses.map((status) => [status, { description: "It.", content }]));
  return {
    openapi: "3.1.1",
    info: { title: "Things", version: "1.0.0" },
    paths: { "/things": { get: { operationId: "readThings", responses } } },
  };
}

async function compare(old: JsonObject, changed: JsonObject): Promise<Break[]> {
  return compareContracts(await contractOf(old), await contractOf(changed));
}

/** What breaks callers, and what breaks servers. */
async function broken(old: JsonObject, changed: JsonObject): Promise<Record<Break["for"], string[]>> {
  const found = await compare(old, changed);
  const reasonsFor = (whom: Break["for"]): string[] =>
    found.filter((each) => each.for === whom).map(({ reason }) => reason);
  return { callers: reasonsFor("callers"), servers: reasonsFor("servers") };
}

const alone: readonly string[][] = [
  ["410"],
  ["4XX"],
  ["503"],
  ["302"],
  ["3XX"],
  ["101"],
  ["1XX"],
  ["default"],
  ["302", "default"],
  ["400", "404"],
];

describe("Of an operation without a success", () => {
  test.each(alone.map((statuses) => [statuses]))(
    "that has %j what is the same breaks nobody.",
    async (statuses) => {
      expect(await broken(answering(statuses), answering(statuses))).toEqual({ callers: [], servers: [] });
    },
  );

  test.each(alone.map((statuses) => [statuses]))(
    "that has %j an answer of another type breaks both.",
    async (statuses) => {
      const { callers, servers } = await broken(answering(statuses), answering(statuses, "integer"));
      expect(callers).toContain("The body at /title must be string (type).");
      expect(servers).toContain("The body at /title must be integer (type).");
    },
  );

  test("one more error, one less, and a range for it break nobody.", async () => {
    const none = { callers: [], servers: [] };
    expect(await broken(answering(["410"]), answering(["404", "410"]))).toEqual(none);
    expect(await broken(answering(["404", "410"]), answering(["410"]))).toEqual(none);
    expect(await broken(answering(["404"]), answering(["4XX"]))).toEqual(none);
    expect(await broken(answering(["4XX"]), answering(["503"]))).toEqual(none);
  });

  test("a success breaks callers, who do not know it.", async () => {
    const { callers, servers } = await broken(answering(["410"]), answering(["200", "410"]));
    expect(callers).toEqual(["200 is not documented; the contract has 410."]);
    expect(servers).toEqual([]);
  });
});

describe("Callers break where nothing but errors is left", () => {
  test.each([
    [["200", "404"], ["404"], "404"],
    [["200"], ["410"], "410"],
    [["2XX"], ["404", "5XX"], "404, 5XX"],
    [["302"], ["410"], "410"],
    [["default"], ["410"], "410"],
    [["101"], ["426"], "426"],
  ])("of %j in %j.", async (statuses, left, told) => {
    const found = await compare(answering(statuses), answering(left));
    const [shown, ...others] = found.filter((each) => each.for === "callers");
    expect(shown?.reason).toBe(`Nothing but ${told} is answered any more.`);
    expect(shown?.request).toMatchObject({ method: "GET", target: "/things" });
    expect(others).toEqual([]);
  });

  test.each([
    [["200", "404"], ["200"]],
    [["200"], ["default"]],
    [["200", "202"], ["202"]],
  ])("and not of %j in %j.", async (statuses, left) => {
    const { callers } = await broken(answering(statuses), answering(left));
    expect(callers).toEqual([]);
  });
});
