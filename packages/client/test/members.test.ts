import { createResolver } from "@workflow-api/contract";
import { expect, test } from "vitest";
import { isNeverNull } from "../generate/members.ts";

const cat = { properties: { kind: { const: "cat" } } };
const stray = { properties: { kind: { type: ["string", "null"] } } };

test.each([
  [cat, true],
  [stray, false],
  [{}, false],
  [{ oneOf: [cat, { $ref: "#/dog" }] }, true],
  [{ oneOf: [cat, { anyOf: [cat, { allOf: [cat, stray] }] }] }, true],
  [{ allOf: [{ anyOf: [cat] }], properties: stray.properties }, true],
  [{ oneOf: [cat, stray] }, false],
  [{ oneOf: [cat, {}] }, false],
  [{ oneOf: [cat, true] }, false],
  [{ oneOf: [cat, false] }, true],
  [{ oneOf: [] }, false],
  [{ anyOf: [cat, stray], oneOf: [cat, true] }, false],
])("a member is never null where no alternative lets it be: %j, %s", (schema, expected) => {
  const dog = { properties: { kind: { enum: ["dog", "puppy"] } } };
  expect(isNeverNull({ resolve: createResolver({ dog }) }, { schema, pointer: "" }, "kind")).toBe(expected);
});
