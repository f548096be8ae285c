import { expect, test } from "vitest";
import { compareContracts, witnessText } from "../src/compat/index.ts";
import { giving } from "./support/bodies.ts";
import { set } from "./support/change.ts";
import { contractOf } from "./support/contract-with.ts";

const line = {
  type: "object",
  required: ["sku"],
  properties: { sku: { enum: ["A-1"] }, note: { type: "string", minLength: 200 } },
};
const order = {
  type: "object",
  required: ["id", "buyer", "lines"],
  properties: {
    id: { type: "integer" },
    buyer: { type: "object", required: ["name"], properties: { name: { type: "string", minLength: 200 } } },
    lines: { type: "array", items: line, minItems: 3 },
  },
};
const sku =
  "/paths/~1things/put/responses/200/content/application~1json/schema/properties/lines/items/properties/sku/enum";

test("Of a long answer as much is shown as shows what is wrong with it, and none of it is lost.", async () => {
  const old = giving(order);
  const changed = set(sku, ["A-1", "B-2"])(old);
  const [found] = compareContracts(await contractOf(old), await contractOf(changed));
  if (found === undefined) throw new Error("Nothing is found.");
  const [head = "", body = ""] = witnessText(found).split("\n\n{");
  expect(head).toBe("PUT /things\n\n200\ncontent-type: application/json");
  expect(JSON.parse(`{${body}`)).toEqual({
    lines: [expect.objectContaining({ sku: "B-2" }), "…"],
    "…": "…",
  });
  expect(JSON.parse(found.answer?.body ?? "")).toMatchObject({ id: 1, lines: [{}, {}, {}] });
});

test("A short answer is shown as it travels.", async () => {
  const [old, changed] = [giving({ enum: ["a"] }), giving({ enum: ["a", "b"] })];
  const [found] = compareContracts(await contractOf(old), await contractOf(changed));
  expect(found && witnessText(found)).toBe('PUT /things\n\n200\ncontent-type: application/json\n\n"b"');
});
