import type { JsonObject, JsonValue } from "@workflow-api/contract";
import { describe, expect, test } from "vitest";
import { type Comparison, compareContracts, describeChanges } from "../src/compat/index.ts";
import { type Bodies, giving, taking } from "./support/bodies.ts";
import { contractOf } from "./support/contract-with.ts";

const text = { type: "string" };
const count = { type: "integer" };
const list = { type: "array", items: text };

function form(properties: JsonObject, required: readonly string[] = [], more: JsonObject = {}): JsonObject {
  return { type: "object", properties, required: [...required], ...more };
}

type Schemas = readonly [what: string, narrow: JsonValue, wide: JsonValue];

/** Two schemas of forms, of which the second takes all that the first does, and more. */
const forms: readonly Schemas[] = [
  ["a field may be missing", form({ a: text, b: count }, ["a", "b"]), form({ a: text, b: count }, ["a"])],
  ["a field may be a text", form({ a: count }, ["a"]), form({ a: text }, ["a"])],
  [
    "a field has another value",
    form({ a: { enum: ["x"] } }, ["a"]),
    form({ a: { enum: ["x", "y"] } }, ["a"]),
  ],
  [
    "a field may be lower",
    form({ a: { ...count, minimum: 5 } }, ["a"]),
    form({ a: { ...count, minimum: 1 } }, ["a"]),
  ],
  ["a list of fields may be shorter", form({ a: { ...list, minItems: 2 } }, ["a"]), form({ a: list }, ["a"])],
  [
    "an object in a field needs less",
    form({ a: form({ x: text }, ["x"]) }, ["a"]),
    form({ a: form({ x: text }) }, ["a"]),
  ],
  [
    "there may be other fields",
    form({ a: text }, ["a"], { additionalProperties: false }),
    form({ a: text }, ["a"]),
  ],
];

const texts: readonly Schemas[] = [
  ["it may be shorter", { type: "string", minLength: 3 }, { type: "string", minLength: 1 }],
  ["it is one of more values", { enum: ["a"] }, { enum: ["a", "b"] }],
  ["it need be no number", count, text],
  ["it has another letter", { type: "string", pattern: "^[ab]$" }, { type: "string", pattern: "^[abc]$" }],
];

const mediaTypes: readonly [mediaType: string, schemas: readonly Schemas[]][] = [
  ["application/x-www-form-urlencoded", forms],
  ["multipart/form-data", forms],
  ["text/plain", texts],
];

/** Whom a change breaks. */
async function broken(old: JsonObject, changed: JsonObject): Promise<string[]> {
  const found = compareContracts(await contractOf(old), await contractOf(changed));
  return [...new Set(found.map((each) => each.for))];
}

describe.each(mediaTypes)("In a body of %s", (mediaType, schemas) => {
  test.each(schemas)("what one side need not keep breaks the other: %s.", async (_what, narrow, wide) => {
    const [less, more] = [narrow, wide].map((schema) => ({
      taken: taking(schema, { mediaType }),
      given: giving(schema, { mediaType }),
    }));
    if (less === undefined || more === undefined) throw new Error("There are two.");
    expect(await broken(less.taken, more.taken)).toEqual(["servers"]);
    expect(await broken(more.taken, less.taken)).toEqual(["callers"]);
    expect(await broken(less.given, more.given)).toEqual(["callers"]);
    expect(await broken(more.given, less.given)).toEqual(["servers"]);
    expect(await broken(more.given, more.given)).toEqual([]);
  });
});

const multipart = (encoding: JsonObject): JsonObject =>
  taking(form({ a: list }, ["a"]), { mediaType: "multipart/form-data", encoding });

const encodings: readonly [what: string, old: JsonObject, changed: JsonObject, reason: RegExp | undefined][] =
  [
    [
      "has its items in one field",
      {},
      { a: { style: "form", explode: false } },
      /field a .* read as another value/,
    ],
    [
      "is of fewer media types",
      { a: { contentType: "image/png, image/jpeg" } },
      { a: { contentType: "image/png" } },
      /has to be image\/png, and not image\/jpeg/,
    ],
    ["has to be of a media type", {}, { a: { contentType: "image/png" } }, /has to be image\/png\./],
    [
      "may be of any media type of a kind",
      { a: { contentType: "image/png" } },
      { a: { contentType: "image/*" } },
      undefined,
    ],
  ];

test.each(encodings)(
  "A part of a request that %s is told from before.",
  async (_what, old, changed, reason) => {
    const found = compareContracts(await contractOf(multipart(old)), await contractOf(multipart(changed)));
    const callers = found.filter((each) => each.for === "callers");
    if (reason === undefined) expect(callers).toEqual([]);
    else expect(callers.map((each) => each.reason)).toEqual([expect.stringMatching(reason)]);
  },
);

const answered = (encoding: JsonObject): JsonObject =>
  giving(form({ a: list }, ["a"]), { mediaType: "multipart/form-data", encoding });

test.each(encodings)(
  "A part of an answer that %s is told from before.",
  async (_what, old, changed, reason) => {
    const found = compareContracts(await contractOf(answered(old)), await contractOf(answered(changed)));
    // A server that keeps to the old contract answers what the new one does not allow.
    const servers = found.filter((each) => each.for === "servers");
    if (reason === undefined) expect(servers).toEqual([]);
    else expect(servers.map((each) => each.reason)).toEqual([expect.stringMatching(reason)]);
    const back = compareContracts(await contractOf(answered(changed)), await contractOf(answered(old)));
    const callers = back.filter((each) => each.for === "callers");
    expect(callers.map((each) => each.reason)).toEqual(servers.map((each) => each.reason));
  },
);

test("An answer in a form whose list is written otherwise misleads callers, and one with a field more does not.", async () => {
  const bodies = (encoding: JsonObject): Bodies => ({
    mediaType: "application/x-www-form-urlencoded",
    encoding,
  });
  const old = giving(form({ a: list }, ["a"]), bodies({}));
  const changed = giving(form({ a: list }, ["a"]), bodies({ a: { style: "pipeDelimited" } }));
  const [found] = compareContracts(await contractOf(old), await contractOf(changed));
  expect(found).toMatchObject({ for: "callers", reason: expect.stringMatching(/field a .* another value/) });
  expect(found?.answer?.body).toMatch(/^a=[^&]*%7C[^&]*$/);
  const more = giving(form({ a: list, b: list }, ["a"]), bodies({ b: { style: "pipeDelimited" } }));
  expect(await broken(old, more)).toEqual([]);
});

test("The witness of a part has the media type that it may no longer have.", async () => {
  const [jpeg, png] = ["image/jpeg, image/png", "image/png"].map((contentType) =>
    multipart({ a: { contentType } }),
  );
  const [found] = compareContracts(await contractOf(jpeg ?? {}), await contractOf(png ?? {}));
  expect(found?.request.body).toContain('name="a"; filename="a"\r\nContent-Type: image/jpeg\r\n');
});

test("A field that is gone means nothing any more, and one that is added meant nothing before.", async () => {
  const bodies: Bodies = { mediaType: "application/x-www-form-urlencoded" };
  const [less, more] = [form({ a: text }, ["a"]), form({ a: text, b: count }, ["a"])];
  expect(await broken(taking(more, bodies), taking(less, bodies))).toEqual(["callers"]);
  expect(await broken(taking(less, bodies), taking(more, bodies))).toEqual(["servers"]);
  expect(await broken(giving(more, bodies), giving(less, bodies))).toEqual([]);
});

test("Of XML nothing is proved, so the rating stands and the report says so.", async () => {
  const bodies: Bodies = { mediaType: "application/xml" };
  const [old, changed] = [form({ a: text }, ["a"]), form({ a: text })].map((schema) =>
    giving(schema, bodies),
  );
  const comparison = await describeChanges(await contractOf(old ?? {}), await contractOf(changed ?? {}));
  expect(comparison.changes).toMatchObject([
    { breaks: ["callers", "build"], rating: "major", witnesses: [], unproved: "XML is not read" },
  ]);
  expect(comparison).toMatchObject({
    release: "major",
    unproved: [{ operationId: "putThing", mediaType: "application/xml", reason: "XML is not read" }],
  });
});

test.each([taking, giving])(
  "Of parts that travel otherwise in a body that is not read nothing is proved, and the report says so.",
  async (having) => {
    const parts = (contentType: string): JsonObject => {
      const encoding = { a: { contentType } };
      return having(form({ a: text }, ["a"]), { mediaType: "multipart/mixed", encoding });
    };
    const compared = async (changed: JsonObject): Promise<Comparison> =>
      describeChanges(await contractOf(parts("text/plain")), await contractOf(changed));
    const reason = "of the multipart bodies only forms are read";
    const { changes, unproved } = await compared(parts("text/csv"));
    expect(unproved).toMatchObject([{ operationId: "putThing", mediaType: "multipart/mixed", reason }]);
    expect(changes).toMatchObject([{ unproved: reason, witnesses: [] }]);
    expect((await compared(parts("text/plain"))).unproved).toEqual([]);
  },
);

test("What XML and JSON have in common is vetoed by the JSON.", async () => {
  const schema = (properties: JsonObject): JsonObject => ({
    ...giving({ $ref: "#/components/schemas/Thing" }),
    components: { schemas: { Thing: form(properties) } },
  });
  const withXml = (document: JsonObject): JsonObject => {
    const text = JSON.stringify(document);
    const content = /"application\/json":(\{"schema":\{[^}]*\}\})/;
    const doubled: JsonObject = JSON.parse(
      text.replace(content, '"application/json":$1,"application/xml":$1'),
    );
    return doubled;
  };
  const [old, changed] = [schema({ a: text, b: text }), schema({ a: text })].map(withXml);
  const { changes } = await describeChanges(await contractOf(old ?? {}), await contractOf(changed ?? {}));
  expect(changes.flatMap(({ breaks }) => breaks)).not.toContain("callers");
});
