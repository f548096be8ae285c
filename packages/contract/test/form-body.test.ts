import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { encodeForm, type FormMedia, isSameForm } from "../src/form-body.ts";
import {
  type JsonObject,
  type JsonValue,
  loadContract,
  readContract,
  readForm,
  scenarioRequest,
  selectScenario,
} from "../src/index.ts";
import { writeContract } from "./write-contract.ts";

const multipart: FormMedia = { mediaType: "multipart/form-data" };
const urlencoded: FormMedia = { mediaType: "application/x-www-form-urlencoded" };

/** What a server of Node reads: each field with its value; of a file, its media type. */
async function read(media: FormMedia, body: JsonObject): Promise<[string, string][]> {
  const { contentType, text } = encodeForm(media, body);
  const form = await new Response(text, { headers: { "Content-Type": contentType } }).formData();
  return [...form].map(([name, value]) => [name, typeof value === "string" ? value : value.type]);
}

const name = fc.string({ minLength: 1 });
const scalar = fc.oneof(fc.string(), fc.integer(), fc.boolean());

test.each([multipart, urlencoded])(
  "A form of $mediaType is read as what was sent, whatever it is",
  async (media) => {
    await fc.assert(
      fc.asyncProperty(fc.dictionary(name, scalar, { noNullPrototype: true }), async (body) => {
        const { text } = encodeForm(media, body);
        expect(isSameForm(media, text, body)).toBe(true);
        expect(isSameForm(media, text, { ...body, "another field": 1 })).toBe(false);
        if (Object.keys(body).length === 0) return;
        expect(await read(media, body)).toEqual(
          Object.entries(body).map(([key, value]) => [key, String(value)]),
        );
      }),
      { seed: 4 },
    );
  },
);

test("A list has a part for each item, an object is JSON, and what is null is left out", async () => {
  const body = { tags: ["a", "b"], place: { x: 1 }, none: null };
  expect(await read(multipart, body)).toEqual([
    ["tags", "a"],
    ["tags", "b"],
    ["place", '{"x":1}'],
  ]);
  expect(encodeForm(multipart, body).text).toContain(
    'name="place"\r\nContent-Type: application/json\r\n\r\n{"x":1}',
  );
});

describe("A part is a file with a name, as servers know files by one,", () => {
  const named = (text: string): string[] => text.match(/filename="\w+"\r\nContent-Type: .*/g) ?? [];
  const sent = (schema: JsonObject, value: JsonValue): string => {
    const properties = { sent: schema };
    const content = { "multipart/form-data": { schema: { type: "object", properties } } };
    const responses = { "204": { description: "In." } };
    const { operations } = readContract({
      openapi: "3.1.1",
      info: { title: "Parts", version: "1.0.0" },
      paths: { "/parts": { post: { operationId: "send", requestBody: { content }, responses } } },
    });
    const [media] = operations[0]?.requestBody?.content ?? [];
    if (media === undefined) throw new Error("There is a body.");
    const { text } = encodeForm(media, { sent: value });
    expect(isSameForm(media, text, { sent: value })).toBe(true);
    return text;
  };

  test.each([
    ["says its media type", { type: "string", contentMediaType: "image/png" }, "image/png"],
    ["says that it is binary, as OpenAPI 3.0 does", { format: "binary" }, "application/octet-stream"],
    ["says how it is encoded", { type: "string", contentEncoding: "base64" }, "application/octet-stream"],
  ])("if its schema %s", (_, schema, type) => {
    expect(named(sent(schema, "a"))).toEqual([`filename="sent"\r\nContent-Type: ${type}`]);
    expect(named(sent({ type: "array", items: schema }, ["a", "b"]))).toHaveLength(2);
  });

  test.each([
    ["nothing of it", { type: "string" }],
    ["plain text", { type: "string", contentMediaType: "text/plain; charset=utf-8" }],
    ["JSON", { type: "string", contentMediaType: "application/json" }],
  ])("but not if its schema says %s", (_, schema) => {
    expect(sent(schema, "a")).not.toContain("filename");
  });
});

test("The boundary stands in no part", async () => {
  const [, boundary = ""] = /boundary=(.+)/.exec(encodeForm(multipart, { a: 1 }).contentType) ?? [];
  const text = `--${boundary}\r\n--${boundary}--`;
  expect(await read(multipart, { a: text, b: 2 })).toEqual([
    ["a", text],
    ["b", "2"],
  ]);
});

test("The Encoding Object says how the fields travel", async () => {
  const requestBody = {
    content: {
      "multipart/form-data": {
        schema: { type: "object" },
        encoding: {
          picture: { contentType: "image/png, image/jpeg" },
          tags: { style: "form", explode: false },
          place: { style: "deepObject" },
        },
        examples: { sent: { value: { picture: "...", tags: ["a", "b"], place: { x: 1 } } } },
      },
    },
  };
  const responses = {
    "200": { description: "In.", content: { "text/plain": { examples: { sent: { value: "ok" } } } } },
  };
  const file = writeContract({
    "openapi.yaml": {
      openapi: "3.1.1",
      info: { title: "Parts", version: "1.0.0" },
      paths: { "/parts": { post: { operationId: "send", requestBody, responses } } },
    },
  });
  const [operation] = (await loadContract(file)).operations;
  const [scenario] = operation?.scenarios ?? [];
  if (operation === undefined || scenario === undefined) throw new Error("There is one scenario.");
  const { target, headers, body = "" } = scenarioRequest(operation, scenario);
  expect(body).toContain('name="picture"; filename="picture"\r\nContent-Type: image/png\r\n\r\n...');
  expect(body).toContain('name="tags"\r\n\r\na,b\r\n');
  expect(body).toContain('name="place[x]"\r\n\r\n1\r\n');
  expect(headers["Content-Type"]).toMatch(/^multipart\/form-data; boundary=/);
  expect(selectScenario(operation, { target, headers: {}, body })?.matched).toBe(true);
});

test("A multipart body is told by its fields, whatever their order and the boundary", () => {
  const came = [
    '--x\r\ncontent-disposition: form-data; name="b"\r\n\r\n2\r\n',
    '--x\r\nContent-Disposition: form-data; name="a"\r\nContent-Type: text/plain\r\n\r\n1\r\n--x--\r\n',
  ].join("");
  expect(isSameForm(multipart, came, { a: 1, b: 2 })).toBe(true);
  expect(isSameForm(multipart, came, { a: 1, b: 3 })).toBe(false);
  expect(isSameForm(multipart, "no parts", { a: 1 })).toBe(false);
  expect(isSameForm(multipart, `--${"(".repeat(1_000_000)}`, { a: 1 })).toBe(false);
});

test("A form is read back as what was sent, by its schema", async () => {
  const form = {
    schema: { $ref: "#/components/schemas/Note" },
    encoding: { words: { style: "spaceDelimited", explode: false } },
  };
  const file = writeContract({
    "openapi.yaml": {
      openapi: "3.1.1",
      info: { title: "Forms", version: "1.0.0" },
      paths: {
        "/notes": {
          post: {
            operationId: "addNote",
            requestBody: {
              content: { "multipart/form-data": form, "application/x-www-form-urlencoded": form },
            },
            responses: { "204": { description: "Added." } },
          },
        },
      },
      components: {
        schemas: {
          Count: { type: "integer" },
          Note: {
            type: "object",
            properties: {
              name: { type: "string" },
              count: { $ref: "#/components/schemas/Count" },
              done: { type: "boolean" },
              tags: { type: "array", items: { type: "string" } },
              counts: { type: "array", items: { $ref: "#/components/schemas/Count" } },
              words: { type: "array", items: { type: "string" } },
              place: { type: "object", properties: { x: { type: "integer" } } },
            },
          },
        },
      },
    },
  });
  const contract = await loadContract(file);
  const note = fc.record(
    {
      name: fc.string(),
      count: fc.integer(),
      done: fc.boolean(),
      tags: fc.array(fc.string(), { minLength: 1 }),
      counts: fc.array(fc.integer(), { minLength: 1 }),
      words: fc.array(fc.stringMatching(/^[a-z]+$/), { minLength: 1 }),
      place: fc.record({ x: fc.integer() }, { noNullPrototype: true }),
    },
    { requiredKeys: [], noNullPrototype: true },
  );
  for (const media of contract.operations[0]?.requestBody?.content ?? []) {
    fc.assert(
      fc.property(note, (body) => {
        expect(readForm(media, encodeForm(media, body).text)).toEqual(body);
      }),
      { seed: 4 },
    );
    expect(readForm(media, encodeForm(media, { count: "many", extra: "x" }).text)).toEqual({
      count: "many",
      extra: "x",
    });
  }
});
