import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  alwaysRequired,
  facetsOf,
  isMarked,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  listedValues,
  type Place,
  possibleFacetsOf,
  possibleTypes,
  readContract,
  type SchemaModel,
  type SchemaWorld,
} from "../src/index.ts";

const refer = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

interface Subject {
  readonly contract: SchemaWorld;
  readonly model: SchemaModel;
}

/** A schema of a contract, beside others. */
function subject(schema: JsonSchema, others: JsonObject = {}): Subject {
  const contract = readContract({
    openapi: "3.1.1",
    info: { title: "Parts", version: "1.0.0" },
    paths: {},
    components: { schemas: { ...others, Subject: schema } },
  });
  const model = contract.schemas.get("Subject");
  if (model === undefined) throw new Error("The schema is missing.");
  return { contract, model };
}

/** What is told of the values of a schema. */
function told<Told>(
  tell: (world: SchemaWorld, places: readonly Place[]) => Told,
  schema: JsonSchema,
  others?: JsonObject,
): Told {
  const { contract, model } = subject(schema, others);
  return tell(contract, [model]);
}

/** Two ways of a condition. */
function branched<One, Other>(one: One, other: Other): Record<string, One | Other> {
  const keywords = ["then", "else"] as const;
  return { [keywords[0]]: one, [keywords[1]]: other };
}

const members = ["a", "b", "c"];
const words: readonly JsonValue[] = [null, true, false, 0, 1, "a", "b"];

const names = fc.subarray(members, { minLength: 1 });
const listed = fc.uniqueArray(fc.constantFrom(...words), { minLength: 1 });

/** What a facet says itself: little, so that many values are valid. */
const ownWords: fc.Arbitrary<JsonObject> = fc.oneof(
  names.map((required) => ({ required })),
  listed.map((values) => ({ enum: values })),
  fc.constantFrom(...words.slice(1)).map((value) => ({ const: value })),
  fc.subarray(["object", "string", "integer", "boolean", "null"], { minLength: 1 }).map((type) => ({ type })),
  fc.dictionary(fc.constantFrom(...members), names).map((dependentRequired) => ({ dependentRequired })),
  fc.constant({ properties: { a: { type: "string" }, b: true, c: false } }),
);

/** A schema that refers to components of lower numbers alone, so that it ends. */
function schemaOf(level: number, depth: number): fc.Arbitrary<JsonSchema> {
  const others = Array.from({ length: level }, (_, index) => refer(`Part${index}`));
  const leaf = fc.oneof(
    { arbitrary: ownWords, weight: 8 },
    fc.boolean(),
    ...others.map((other) => fc.constantFrom(other, { ...other, description: "It is told." })),
    ...others.map((other) => ownWords.map((beside): JsonObject => ({ ...other, ...beside }))),
  );
  if (depth === 0) return leaf;
  const inner = schemaOf(level, depth - 1);
  const list = fc.array(inner, { minLength: 1, maxLength: 3 });
  const applied = fc.oneof(
    fc.constantFrom("allOf", "anyOf", "oneOf").chain((name) => list.map((parts) => ({ [name]: parts }))),
    // Ajv 8.20 breaks at some conditions that refer to other conditions.
    fc.tuple(ownWords, inner, inner).map(([one, ...ways]) => ({ if: one, ...branched(...ways) })),
    inner.map((schema) => ({ dependentSchemas: { a: schema } })),
    inner.map((schema) => ({ not: schema, $defs: { not: schema } })),
  );
  const several = fc.array(fc.oneof(ownWords, applied), { minLength: 1, maxLength: 3 });
  return fc.oneof(
    leaf,
    several.map((words): JsonObject => Object.assign({}, ...words)),
  );
}

const schemas = fc.record({
  Part0: schemaOf(0, 1),
  Part1: schemaOf(1, 1),
  subject: schemaOf(2, 2),
});

const values = fc.oneof(
  fc.constantFrom(...words),
  fc.dictionary(fc.constantFrom(...members), fc.constantFrom<JsonValue>("a", null), {
    noNullPrototype: true,
  }),
);

const composing: readonly string[] = ["allOf", "anyOf", "oneOf", "if", "then", "else", "dependentSchemas"];

/** A facet without what it is composed of. */
function alone({ schema }: { readonly schema: JsonObject }): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !composing.includes(keyword)));
}

/** Checks what is told of a schema against a value that is valid. */
function assertTold({ contract, model }: Subject, value: JsonValue): void {
  expect(possibleTypes(contract, [model])).toContain(value === null ? "null" : typeof value);
  expect(listedValues(contract, [model]) ?? [value]).toContainEqual(value);
  const own = typeof value === "object" && value !== null ? Object.keys(value) : members;
  expect(own).toEqual(expect.arrayContaining(alwaysRequired(contract, [model])));
}

test("What is told of a schema holds for each of its values, and so does each facet by itself.", () => {
  fc.assert(
    fc.property(
      schemas,
      fc.array(values, { minLength: 12, maxLength: 12 }),
      ({ subject: schema, ...parts }, some) => {
        const whole = subject(schema, parts);
        const valid = some.filter((value) => whole.model.validate(value).length === 0);
        const facets = facetsOf(whole.contract, [whole.model]).map(alone);
        const { model } = subject({ allOf: facets }, parts);
        for (const value of valid) {
          assertTold(whole, value);
          expect(model.validate(value)).toEqual([]);
        }
      },
    ),
  );
});

describe("The facets of a schema", () => {
  const titled = (title: string, more: JsonObject = {}): JsonObject => ({ title, ...more });
  const titles = (
    tell: (world: SchemaWorld, places: readonly Place[]) => ReturnType<typeof facetsOf>,
    schema: JsonSchema,
  ): unknown[] =>
    told(tell, schema, { Part: titled("Part", { allOf: [titled("Inner")] }) }).map(
      ({ schema: { title } }) => title,
    );

  test.each<[what: string, schema: JsonSchema, certain: string[], possible: string[]]>([
    ["of itself", titled("A"), ["A"], []],
    ["of a truth value", true, [], []],
    [
      "of its parts and of theirs",
      titled("A", { allOf: [titled("B", { allOf: [titled("C")] }), true] }),
      ["A", "B", "C"],
      [],
    ],
    ["of what it refers to", refer("Part"), ["Part", "Inner"], []],
    [
      "of what stands beside a reference",
      { ...refer("Part"), minLength: 1, allOf: [titled("B")] },
      ["B", "Part", "Inner"],
      [],
    ],
    [
      "of what is named, and applied nowhere",
      titled("A", { $defs: { b: titled("B") }, not: titled("C") }),
      ["A"],
      [],
    ],
    [
      "of branches",
      titled("A", { oneOf: [titled("B"), false], anyOf: [titled("C"), refer("Part")] }),
      ["A"],
      ["B", "C", "Part", "Inner"],
    ],
    [
      "of a condition",
      titled("A", { if: titled("B"), ...branched(titled("C"), titled("D")) }),
      ["A"],
      ["B", "C", "D"],
    ],
    ["of what has no condition", titled("A", branched(titled("B"), titled("C"))), ["A"], []],
    ["of what holds beside a member", titled("A", { dependentSchemas: { b: titled("B") } }), ["A"], ["B"]],
    ["of the parts of a branch", { oneOf: [titled("A", { allOf: [titled("B")] })] }, [], ["A", "B"]],
  ])("are those %s", (_what, schema, certain, possible) => {
    const named = (found: unknown[]): unknown[] => found.filter((title) => title !== undefined);
    expect(named(titles(facetsOf, schema))).toEqual(certain);
    expect(named(titles(possibleFacetsOf, schema)).sort()).toEqual([...certain, ...possible].sort());
  });

  test("end where a schema leads back to itself by its members", () => {
    const loop = { title: "A", properties: { next: refer("Subject") }, allOf: [{ items: refer("Subject") }] };
    expect(told(possibleFacetsOf, loop)).toHaveLength(2);
  });
});

describe("A mark counts", () => {
  const marked = { readOnly: true };
  test.each<[where: string, schema: JsonSchema]>([
    ["in the schema", marked],
    ["in a part of a part", { allOf: [{ allOf: [marked] }] }],
    ["in what is referred to", { allOf: [refer("Marked")] }],
    ["beside a reference", { ...refer("Plain"), ...marked }],
    [
      "beside one of two references to the same",
      { allOf: [refer("Plain"), { ...refer("Plain"), ...marked }] },
    ],
    ["beside a reference on the way to the same", { allOf: [refer("Plain"), refer("Alias")] }],
  ])("%s", (_where, schema) => {
    const others = { Marked: marked, Plain: { type: "string" }, Alias: { ...refer("Plain"), ...marked } };
    const { contract, model } = subject(schema, others);
    expect(isMarked(contract, [model], "readOnly")).toBe(true);
    expect(isMarked(contract, [model], "writeOnly")).toBe(false);
  });

  test("in no branch", () => {
    const { contract, model } = subject({ oneOf: [marked, { type: "string" }] });
    expect(isMarked(contract, [model], "readOnly")).toBe(false);
  });
});

describe("The members that are always required", () => {
  const needs = (...required: string[]): JsonObject => ({ required });
  test.each<[where: string, schema: JsonSchema, names: string[]]>([
    ["of the schema", needs("a"), ["a"]],
    [
      "of parts of its parts, and beside them",
      { ...needs("a"), allOf: [{ allOf: [needs("b")] }] },
      ["a", "b"],
    ],
    ["beside a reference, and behind it", { ...refer("Part"), ...needs("a") }, ["a", "c"]],
    ["of every branch", { oneOf: [needs("a", "b"), needs("b", "a")] }, ["a", "b"]],
    ["of every branch that is open", { anyOf: [needs("a"), false] }, ["a"]],
    ["of no single branch", { oneOf: [needs("a", "b"), needs("b")], anyOf: [needs("c"), true] }, ["b"]],
    [
      "of the parts of every branch",
      { oneOf: [{ allOf: [needs("a")] }, { anyOf: [needs("a"), needs("a")] }] },
      ["a"],
    ],
    [
      "whichever way a condition goes",
      { if: needs("a"), ...branched(needs("b"), needs("a", "b")) },
      ["a", "b"],
    ],
    ["not of one way of a condition", { if: needs("a"), ...branched(needs("b"), true) }, []],
    [
      "for what is always there",
      { allOf: [{ dependentRequired: { a: ["b"], b: ["c"] } }, needs("a")] },
      ["a", "b", "c"],
    ],
    [
      "not for what may be absent",
      { dependentRequired: { a: ["b"] }, dependentSchemas: { a: needs("c") } },
      [],
    ],
    ["of no definition and no negation", { $defs: { a: needs("a") }, not: needs("b") }, []],
    ["of a truth value", true, []],
  ])("are those %s", (_where, schema, names) => {
    expect(told(alwaysRequired, schema, { Part: needs("c") }).sort()).toEqual(names);
  });
});

describe("The types that are possible", () => {
  const every = ["object", "array", "string", "number", "boolean", "null"];
  test.each<[what: string, schema: JsonSchema, types: string[]]>([
    ["of types", { type: ["integer", "null"] }, ["number", "null"]],
    ["of values", { enum: [["a"], "a", null] }, ["array", "string", "null"]],
    ["of values of a type", { type: "string", enum: ["a", 1] }, ["string"]],
    [
      "of parts that both hold",
      { allOf: [{ type: ["string", "null"] }, { type: ["string", "object"] }] },
      ["string"],
    ],
    ["of branches", { oneOf: [{ type: "object" }, { const: null }, false] }, ["object", "null"]],
    [
      "of branches beside a type",
      { type: ["object", "string"], anyOf: [{ type: "object" }, { type: "array" }] },
      ["object"],
    ],
    [
      "whichever way a condition goes",
      { if: { type: "string" }, else: { type: "array" } },
      ["array", "string"],
    ],
    ["that are, where nothing is said", { minLength: 1, anyOf: [{ type: "string" }, true] }, every],
    ["that are, where no value is valid", { allOf: [{ type: "string" }, { type: "object" }] }, every],
    ["that are, where nothing is allowed", false, every],
  ])("are those %s", (_what, schema, types) => {
    expect(told(possibleTypes, schema)).toEqual(types);
  });
});

describe("The values that are listed", () => {
  test.each<[what: string, schema: JsonSchema, values: JsonValue[] | undefined]>([
    ["of a list", { enum: ["a", 1] }, ["a", 1]],
    ["of a constant", { const: null }, [null]],
    ["of types of few values", { type: ["boolean", "null"] }, [true, false, null]],
    [
      "of branches, each once",
      { oneOf: [{ enum: ["a", "b"] }, { const: "b" }, { type: "null" }] },
      ["a", "b", null],
    ],
    ["that two parts have in common", { allOf: [{ enum: ["a", "b"] }, { enum: ["b", "c"] }] }, ["b"]],
    ["of the one part that lists some", { allOf: [{ minLength: 1 }, { const: "a" }] }, ["a"]],
    ["of the first part where it alone lists some", { allOf: [{ const: "a" }, { minLength: 1 }] }, ["a"]],
    ["none where a branch is open", { anyOf: [{ const: "a" }, { type: "string" }] }, undefined],
    ["none where a type has many", { type: ["boolean", "string"] }, undefined],
    ["none where nothing is said", {}, undefined],
    ["none where nothing is valid", false, undefined],
  ])("are those %s", (_what, schema, values) => {
    expect(told(listedValues, schema)).toEqual(values);
  });
});
