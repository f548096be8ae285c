import { type JsonObject, type JsonValue, readContract } from "@workflow-api/contract";
import { expect, test } from "vitest";
import { createMock } from "../src/index.ts";

const text = { type: "string", format: "uri-reference" };
const mediaType = "application/vnd.api+json";

/** The links of the page that a mock answers to a contract that says this of them. */
async function linksOf(
  links: JsonObject,
  {
    as = mediaType,
    data = "array",
    example,
    prefer,
  }: Readonly<Record<string, JsonValue>> & { as?: string } = {},
): Promise<JsonValue | undefined> {
  const schema = {
    type: "object",
    required: ["data", "links"],
    properties: { data: { type: data }, links: { type: "object", ...links } },
  };
  const content = {
    [as]: { schema, ...(example !== undefined && { examples: { page: { value: example } } }) },
  };
  const contract = readContract({
    openapi: "3.1.1",
    info: { title: "Notes", version: "1.0.0" },
    paths: {
      "/notes": {
        get: { operationId: "listNotes", responses: { "200": { description: "A page.", content } } },
      },
    },
  });
  const mock = await createMock(contract);
  const headers = prefer === undefined ? {} : { prefer: String(prefer) };
  const { body = "", status } = await mock.answer({ method: "GET", target: "/notes", headers });
  expect(status).toBe(200);
  return JSON.parse(body).links;
}

test("A page that is made up has no links to others", async () => {
  const properties = { self: text, first: text, last: text, prev: text, next: text };
  expect(Object.keys(Object(await linksOf({ properties })))).toEqual(["self"]);
});

test("A page that is made up says of links that it must have that they are not available", async () => {
  const next = { anyOf: [{ type: "object", properties: { href: text } }, { type: "null" }] };
  const prev = { ...text, type: ["string", "null"] };
  expect(await linksOf({ required: ["next", "prev"], properties: { next, prev } })).toEqual({
    next: null,
    prev: null,
  });
});

test("A page that is made up keeps links that its contract lets be nothing else", async () => {
  expect(await linksOf({ required: ["next"], properties: { next: text } })).toEqual({
    next: expect.any(String),
  });
});

test("What is no page of JSON:API keeps what its links are", async () => {
  const properties = { next: text };
  const kept = { next: expect.any(String) };
  expect(await linksOf({ properties }, { as: "application/json" })).toEqual(kept);
  expect(await linksOf({ properties }, { data: "object" })).toEqual(kept);
});

test("A page of an example has the links of the example, unless random ones are asked for", async () => {
  const links = { next: "/notes?after=2" };
  const said = { required: ["next"], properties: { next: { ...text, type: ["string", "null"] } } };
  const example = { data: [], links };
  expect(await linksOf(said, { example })).toEqual(links);
  for (const seed of [1, 2, 3, 4])
    expect(await linksOf(said, { example, prefer: `dynamic=true, seed=${seed}` })).toMatchObject({
      next: null,
    });
});
