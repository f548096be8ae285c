import type { JsonObject, JsonValue } from "@workflow-api/contract";
import { expect, test } from "vitest";
import { bodyWire } from "../src/body-wire.ts";
import { type Case, deriveCases } from "../src/index.ts";
import { contractOf } from "./support/contract-with.ts";

const form: JsonObject = {
  type: "object",
  required: ["name"],
  properties: {
    name: { type: "string", minLength: 2 },
    age: { type: "integer", minimum: 18 },
    roles: { type: "array", items: { enum: ["a", "b"] }, maxItems: 3 },
  },
  additionalProperties: false,
};

/** A contract of one operation with a form, and a range of statuses that no scenario reaches. */
function documentOf(mediaType: string): JsonObject {
  const example = { value: { name: "Ada", age: 36, roles: ["a", "b"] } };
  const failed = { failed: { value: { why: "It failed." } } };
  return {
    openapi: "3.1.1",
    info: { title: "One form", version: "1.0.0" },
    paths: {
      "/login": {
        post: {
          operationId: "logIn",
          security: [],
          requestBody: {
            required: true,
            content: {
              [mediaType]: {
                schema: form,
                examples: { ada: example, bob: { value: { name: "Bob" } } },
              },
            },
          },
          responses: {
            "200": {
              description: "Welcome.",
              headers: {
                "X-Seat": {
                  schema: { type: "integer" },
                  examples: { ada: { value: 4 }, bob: { value: 7 } },
                },
              },
              content: { "application/json": { examples: { ada: { value: 1 }, bob: { value: 2 } } } },
            },
            "500": { description: "It failed.", content: { "application/json": { examples: failed } } },
            "5XX": { description: "It failed.", content: { "application/json": { examples: failed } } },
          },
        },
      },
    },
  };
}

async function casesOf(mediaType: string): Promise<Case[]> {
  return deriveCases(await contractOf(documentOf(mediaType)));
}

const mediaTypes = ["application/x-www-form-urlencoded", "multipart/form-data"];

test.each(mediaTypes)(
  "Fields and lists of %s are broken keyword by keyword, and varied.",
  async (mediaType) => {
    const cases = await casesOf(mediaType);
    const titles = cases.filter(({ group }) => group === "body").map(({ title }) => title);
    expect(titles).toEqual(
      expect.arrayContaining([
        "logIn 4XX body/name against minLength",
        "logIn 4XX body/age against type",
        "logIn 4XX body/age against minimum",
        "logIn 4XX body/roles/0 against enum",
        "logIn 4XX body/roles against maxItems",
        "logIn 4XX body against additionalProperties",
        "logIn 2XX body/roles one item",
        "logIn 2XX body/age 18",
      ]),
    );
  },
);

test.each<[value: JsonValue, isAccepted: boolean, isRefused: boolean]>([
  [{ name: "Ada", roles: "a" }, true, false],
  [{ name: "Ada", roles: "c" }, false, true],
  [{ name: "Ada", roles: ["a"] }, true, false],
  [{ name: "Ada", roles: [] }, true, false],
  [{ name: "Ada", age: "36" }, true, false],
  [{ name: "Ada", age: "old" }, false, true],
  [{ name: 36 }, true, false],
  [{ name: "Ada", extra: "x" }, false, true],
  [{}, false, false],
  ["text", false, false],
])("On the wire of a form %j is accepted: %j, refused: %j.", async (value, isAccepted, isRefused) => {
  for (const mediaType of mediaTypes) {
    const contract = await contractOf(documentOf(mediaType));
    const [media] = contract.operations[0]?.requestBody?.content ?? [];
    if (media === undefined) throw new Error("The form is missing.");
    const wire = bodyWire(media);
    expect([wire.isAccepted(value), wire.isRefused(value)]).toEqual([isAccepted, isRefused]);
  }
});

test.each([0, 20])(
  "A list that no schema calls one may be a single text, so one that is right as either is not refused, beside %i fields.",
  async (count) => {
    const document = documentOf("multipart/form-data");
    const text = JSON.stringify(document)
      .replace('"type":"array",', "")
      .replace('"additionalProperties":false', '"additionalProperties":{"type":"string"}');
    const contract = await contractOf(JSON.parse(text));
    const [media] = contract.operations[0]?.requestBody?.content ?? [];
    if (media === undefined) throw new Error("The form is missing.");
    const others = Object.fromEntries(Array.from({ length: count }, (_, index) => [`field${index}`, "1"]));
    const { isRefused } = bodyWire(media);
    expect(isRefused({ ...others, name: "Ada", roles: "c" })).toBe(false);
    expect(isRefused({ name: "Ada", roles: "c", ...others })).toBe(false);
    expect(isRefused({ ...others, name: "A", roles: "c" })).toBe(true);
  },
);

test("The header of a scenario is the example of its name.", async () => {
  const cases = await casesOf("multipart/form-data");
  const seats = cases
    .filter(({ group, title }) => group === "scenario" && /200/.test(title))
    .map(({ expected }) => expected.mock?.headers);
  expect(seats).toEqual([{ "x-seat": "4" }, { "x-seat": "7" }]);
});

test("Of a range that no scenario reaches a status is preferred that no other response has.", async () => {
  const cases = await casesOf("multipart/form-data");
  const preferred = cases.filter(({ title }) => title.endsWith("as preferred"));
  expect(preferred.map(({ request }) => request.headers["Prefer"])).toEqual(["code=500", "code=501"]);
  expect(preferred[1]).toMatchObject({
    title: "logIn 5XX as preferred",
    expected: { mock: { status: 501, body: { why: "It failed." } } },
  });
});
