import { type JsonValue, requestFor } from "@workflow-api/contract";
import { describe, expect, test } from "vitest";
import { call, contract, JSON_TYPE } from "./edges.ts";
import { answering, rejectionOf } from "./service.ts";

describe("a parameter of more than one shape travels in that of its value", () => {
  test.each<Record<string, JsonValue>>([
    { words: "a b" },
    { words: ["a", "b"] },
    { where: { a: "x&y" } },
    { where: "a=b" },
  ])("%j", async (args) => {
    const service = await answering(204, "", {});
    await call(service, "searchOpenly", args);
    const operation = contract.operations.find(({ operationId }) => operationId === "searchOpenly");
    if (operation === undefined) throw new Error("There is no searchOpenly.");
    const values = new Map(Object.entries(args).map(([name, value]) => [`query ${name}`, value]));
    expect(service.received.map(({ target }) => target)).toEqual([requestFor(operation, values).target]);
  });

  test("in a header too", async () => {
    const service = await answering(204, "", {});
    await call(service, "searchOpenly", { "X-Sizes": 1 });
    await call(service, "searchOpenly", { "X-Sizes": [1, 2] });
    expect(service.received.map(({ headers }) => headers["x-sizes"])).toEqual(["1", "1,2"]);
  });
});

test.each(["nothing", "__proto__", ["owner"]])(
  "a parameter that asks for one part of the body takes no other value than its names: %j",
  async (expand) => {
    const service = await answering(200, {}, JSON_TYPE);
    expect(await rejectionOf(call(service, "readThing", { expand }))).toMatchObject({
      kind: "argument",
      argument: "expand",
    });
    expect(service.received).toEqual([]);
  },
);
