import { expect, test } from "vitest";
import { componentAt } from "../src/index.ts";

test.each([
  ["/components/schemas/Thing", { section: "schemas", name: "Thing" }],
  ["/components/parameters/a~1b", { section: "parameters", name: "a/b" }],
  ["/components/schemas/", { section: "schemas", name: "" }],
  ["/components/schemas/Thing/properties/a", undefined],
  ["/components/schemas", undefined],
  ["/paths/schemas/Thing", undefined],
  ["", undefined],
])("The component at %j is %j.", (pointer, component) => {
  expect(componentAt(pointer)).toEqual(component);
});
