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

/** What the comment says that stands before a text. */
function commentBefore(text: string, member: string): string {
  const before = text.slice(0, text.indexOf(member));
  const comment = before.slice(before.lastIndexOf("/**") + 3, before.lastIndexOf("*/"));
  return comment.replaceAll(/^ *\* ?/gm, "").trim();
}
