import { type JsonObject, readContract } from "@workflow-api/contract";
import { expect, test } from "vitest";
import { generateClient } from "../generate/generate-client.ts";

const parameter: JsonObject = {
  name: "id",
  in: "path",
  required: true,
  description: "The id. It ends no comment: */",
  deprecated: true,
  example: "thing-1",
  schema: { type: "string" },
};

test("an editor shows what the contract says of a method, of its arguments and of an option", () => {
  const domain = { name: "X-Domain", in: "header", required: true, description: "Who asks.", example: "d-1" };
  const contract = readContract({
    openapi: "3.1.1",
    info: { title: "Docs", version: "1.0.0" },
    paths: {
      "/things/{id}": {
        put: {
          operationId: "replaceThing",
          summary: "Replace a thing",
          description: "All of it.",
          deprecated: true,
          parameters: [parameter, { ...domain, schema: { type: "string" } }],
          requestBody: { description: "The thing.", content: { "application/json": { schema: {} } } },
          responses: { "204": { description: "Done." } },
        },
      },
    },
  });
  const text = generateClient(contract, "").get("types.ts") ?? "";
  expect(commentBefore(text, "replaceThing(")).toBe("Replace a thing\n\nAll of it.\n\n@deprecated");
  expect(commentBefore(text, "readonly id:")).toBe(
    'The id. It ends no comment: *\\/\n\n@example "thing-1"\n@deprecated',
  );
  expect(commentBefore(text, "readonly body?:")).toBe("The thing.");
  expect(commentBefore(text, "readonly domain:")).toBe('Who asks.\n\n@example "d-1"');
});

test("an editor says of what travels in a cookie that no browser sends it", () => {
  const contract = readContract({
    openapi: "3.1.1",
    info: { title: "Docs", version: "1.0.0" },
    security: [{ session: [], key: [] }],
    paths: {
      "/things": {
        get: {
          operationId: "readThings",
          parameters: ["cookie", "header"].map((place) => ({ name: `in-${place}`, in: place, schema: {} })),
          responses: { "204": { description: "Done." } },
        },
      },
    },
    components: {
      securitySchemes: {
        session: { type: "apiKey", in: "cookie", name: "sid", description: "Who asks." },
        key: { type: "apiKey", in: "header", name: "X-Key", description: "A key." },
      },
    },
  });
  const text = generateClient(contract, "").get("types.ts") ?? "";
  const note = "In a browser it is not sent: a browser sends its own cookies alone.";
  expect(commentBefore(text, "readonly session:")).toBe(`Who asks.\n\n${note}`);
  expect(commentBefore(text, "readonly key:")).toBe("A key.");
  expect(commentBefore(text, 'readonly "in-cookie"')).toBe(note);
  expect(text.split(note)).toHaveLength(3);
});

/** What the comment says that stands before a text. */
function commentBefore(text: string, member: string): string {
  const before = text.slice(0, text.indexOf(member));
  const comment = before.slice(before.lastIndexOf("/**") + 3, before.lastIndexOf("*/"));
  return comment.replaceAll(/^ *\* ?/gm, "").trim();
}
