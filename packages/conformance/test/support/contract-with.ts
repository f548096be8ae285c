import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Contract, type JsonObject, type JsonValue, loadContract } from "@workflow-api/contract";

/** Reads an OpenAPI document as a contract. */
export async function contractOf(document: JsonObject): Promise<Contract> {
  const folder = await mkdtemp(join(tmpdir(), "conformance-"));
  const file = join(folder, "openapi.json");
  await writeFile(file, JSON.stringify(document, undefined, 2));
  try {
    return await loadContract(file);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** A contract of one operation, `putThing`, whose request body, query parameter `q` and response are of a schema. */
export function documentWith(schema: JsonValue, example?: JsonValue): JsonObject {
  const examples = example === undefined ? {} : { examples: { done: { value: example } } };
  const content = { "application/json": { schema: { $ref: "#/components/schemas/Thing" }, ...examples } };
  return {
    openapi: "3.1.1",
    info: { title: "One thing", version: "1.0.0" },
    paths: {
      "/things/{id}": {
        put: {
          operationId: "putThing",
          security: [{ key: [] }],
          parameters: [
            {
              name: "id",
              in: "path",
              required: true,
              schema: { type: "integer" },
              examples: { done: { value: 1 } },
            },
          ],
          requestBody: { required: true, content },
          responses: { "200": { description: "It is put.", content } },
        },
      },
    },
    components: {
      schemas: { Thing: schema },
      securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } },
    },
  };
}
