import fc from "fast-check";
import { expect, test } from "vitest";
import { type JsonObject, type JsonSchema, readContract } from "../src/index.ts";
import { problemsIn, problemsOf } from "./problems-of.ts";
import { writeContract } from "./write-contract.ts";

function withSchemas(schemas: Readonly<Record<string, JsonSchema>>): JsonObject {
  return {
    openapi: "3.1.1",
    info: { title: "Loops", version: "1.0.0" },
    paths: {},
    components: { schemas },
  };
}

/** An object with a member of this very name is taken for a promise. */
const then = "then";

/** Each way in which a schema can hold a value to another one without looking into it. */
const ways: readonly ((inner: JsonObject) => JsonObject)[] = [
  (inner) => inner,
  (inner) => ({ allOf: [true, inner] }),
  (inner) => ({ anyOf: [inner, { type: "string" }] }),
  (inner) => ({ oneOf: [inner] }),
  (inner) => ({ not: inner }),
  (inner) => ({ if: inner, [then]: false }),
  (inner) => ({ if: true, [then]: inner }),
  (inner) => ({ if: false, else: inner }),
  (inner) => ({ dependentSchemas: { [then]: inner } }),
];

/** Each way in which a schema can lead to another one through a part of the value. */
const consuming: readonly ((inner: JsonObject) => JsonObject)[] = [
  (inner) => ({ properties: { allOf: inner } }),
  (inner) => ({ patternProperties: { "^x": inner } }),
  (inner) => ({ additionalProperties: inner }),
  (inner) => ({ unevaluatedProperties: inner }),
  (inner) => ({ propertyNames: inner }),
  (inner) => ({ items: inner }),
  (inner) => ({ prefixItems: [inner] }),
  (inner) => ({ unevaluatedItems: inner }),
  (inner) => ({ contains: inner }),
  (inner) => ({ $defs: { not: inner } }),
];

const refer = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

test.each(ways.map((way) => way(refer("A"))))(
  "A schema that leads to itself by %j is refused",
  async (schema) => {
    const [problem, ...others] = await problemsOf(() => readContract(withSchemas({ A: schema })));
    expect(problem?.message).toMatch(
      /closes a loop .*never ends: #\/components\/schemas\/A.* → #\/components\/schemas\/A\. Lead the loop/,
    );
    expect(problem?.location.pointer).toMatch(/^\/components\/schemas\/A.*\/\$ref$/);
    expect(others).toEqual([]);
  },
);

test.each(consuming.map((way) => way(refer("A"))))(
  "A schema that leads to itself by %j is taken",
  async (schema) => {
    expect(await problemsOf(() => readContract(withSchemas({ A: schema })))).toEqual([]);
  },
);

test("What an example or a constant holds is no reference", async () => {
  const schema = { const: refer("A"), examples: [refer("A")], not: { enum: [refer("A")] } };
  expect(await problemsOf(() => readContract(withSchemas({ A: schema })))).toEqual([]);
});

test("A loop over several files is told with its file, its line and its way", async () => {
  const file = writeContract({
    "openapi.yaml": withSchemas({ A: { anyOf: [{ type: "string" }, { $ref: "parts.yaml#/B" }] } }),
    "parts.yaml": "B:\n  allOf:\n    - $ref: openapi.yaml#/components/schemas/A\n",
  });
  const [problem, ...others] = await problemsIn(file);
  expect(others).toEqual([]);
  expect(problem?.location).toMatchObject({ line: 3, pointer: "/B/allOf/0/$ref" });
  expect(problem?.location.file.endsWith("parts.yaml")).toBe(true);
  expect(problem?.message).toContain(
    "#/components/schemas/A/anyOf/1 → #/components/schemas/B/allOf/0 → #/components/schemas/A.",
  );
});

test("Whatever refers to whatever, a contract is refused if and only if there is a loop", async () => {
  const names = ["A", "B", "C", "D", "E", "F"];
  const edge = fc.record({
    from: fc.constantFrom(...names),
    to: fc.constantFrom(...names),
    way: fc.nat(ways.length - 1),
    through: fc.option(fc.nat(consuming.length - 1), { nil: undefined, freq: 1 }),
  });
  const edges = fc.array(edge, { maxLength: 9 });
  let [refused, taken] = [0, 0];
  await fc.assert(
    fc.asyncProperty(edges, async (graph) => {
      const schemas = names.map((name): [string, JsonSchema] => {
        const parts = graph
          .filter(({ from }) => from === name)
          .map(({ to, way, through }) => {
            const inner = through === undefined ? refer(to) : (consuming[through]?.(refer(to)) ?? {});
            return ways[way]?.(inner) ?? {};
          });
        return [name, parts.length === 0 ? { type: "string" } : { allOf: parts }];
      });
      const inPlace = graph.filter(({ through }) => through === undefined);
      const problems = await problemsOf(() => readContract(withSchemas(Object.fromEntries(schemas))));
      expect(problems.length > 0).toBe(hasLoop(names, inPlace));
      if (problems.length > 0) refused++;
      else taken++;
    }),
    { numRuns: 200, seed: 4 },
  );
  expect(Math.min(refused, taken)).toBeGreaterThan(40);
});

/** Kahn's way: what is left when nothing leads to what is taken away is on a loop, or behind one. */
function hasLoop(names: readonly string[], edges: readonly { from: string; to: string }[]): boolean {
  const free = names.filter((name) => !edges.some(({ to }) => to === name));
  if (free.length === 0) return names.length > 0;
  return hasLoop(
    names.filter((name) => !free.includes(name)),
    edges.filter(({ from }) => !free.includes(from)),
  );
}
