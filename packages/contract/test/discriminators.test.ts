import { expect, test } from "vitest";
import { type JsonObject, readContract } from "../src/index.ts";
import { problemsIn, problemsOf } from "./problems-of.ts";
import { writeContract } from "./write-contract.ts";

const text = { type: "string" };
const refer = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

/** A contract of pets, of which one schema has a discriminator. */
function documentOf(pet: JsonObject, mapping: JsonObject): JsonObject {
  return {
    openapi: "3.1.1",
    info: { title: "Pets", version: "1.0.0" },
    paths: {},
    components: {
      schemas: {
        Pet: { ...pet, discriminator: { propertyName: "kind", mapping } },
        Cat: { type: "object", properties: { kind: text } },
        Dog: { type: "object", properties: { kind: text } },
        Small: { anyOf: [refer("Dog"), true] },
        Bird: true,
      },
    },
  };
}

const oneOf = { oneOf: [refer("Cat"), refer("Dog")] };

const wrong: readonly [what: string, pet: JsonObject, target: string, said: RegExp][] = [
  ["a name that no schema has", oneOf, "Nope", /^There is no schema Nope: name one of/],
  ["a place where nothing is", oneOf, "#/components/schemas/Nope", /(no schema|nothing) at #.*Nope/],
  ["a place that is no schema", oneOf, "#/info/title", /(no schema|nothing) at #\/info\/title/],
  ["none of the alternatives, by name", oneOf, "Bird", /leads to Bird, which is none of/],
  [
    "none of the alternatives, by reference",
    { anyOf: [refer("Cat")] },
    "#/components/schemas/Dog",
    /none of/,
  ],
  ["what none of the alternatives leads to", { oneOf: [refer("Small")] }, "Cat", /none of/],
  ["a schema that is not there, of a parent", { type: "object" }, "Nope", /no schema Nope/],
];

test.each(wrong)("A mapping to %s is refused where it stands", async (_what, pet, target, said) => {
  const document = documentOf(pet, { a: target });
  const [problem, ...others] = await problemsOf(() => readContract(document));
  expect(problem?.message).toMatch(said);
  expect(problem?.location.pointer).toBe("/components/schemas/Pet/discriminator/mapping/a");
  expect(others).toEqual([]);
  const [loaded] = await problemsIn(writeContract({ "openapi.yaml": document }));
  expect(loaded?.message).toMatch(said);
  expect(loaded?.location.line).toBeGreaterThan(1);
});

const right: readonly [what: string, pet: JsonObject, target: string][] = [
  ["one of the alternatives", oneOf, "Cat"],
  ["one of the alternatives, by reference", { anyOf: [refer("Cat")] }, "#/components/schemas/Cat"],
  ["what one of the alternatives leads to", { oneOf: [refer("Small"), refer("Cat")] }, "Dog"],
  ["any schema, of a parent that its children name", { type: "object" }, "Bird"],
];

test.each(right)("A mapping to %s is taken", async (_what, pet, target) => {
  expect(await problemsOf(() => readContract(documentOf(pet, { a: target })))).toEqual([]);
});

test("Every mapping that is wrong is told at once", async () => {
  const document = documentOf(oneOf, { a: "Cat", b: "Bird", c: "Nope" });
  const problems = await problemsOf(() => readContract(document));
  expect(problems.map(({ location }) => location.pointer.split("/").at(-1))).toEqual(["b", "c"]);
});
