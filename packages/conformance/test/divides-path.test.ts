import type { JsonObject } from "@workflow-api/contract";
import { expect, test } from "vitest";
import { deriveCases } from "../src/index.ts";
import { contractOf } from "./support/contract-with.ts";

function partOfPath(name: string, schema: JsonObject, example: string | number): JsonObject {
  return { name, in: "path", required: true, schema, examples: { ok: { value: example } } };
}

async function segmentsOf(path: string): Promise<string[]> {
  const contract = await contractOf({
    openapi: "3.1.1",
    info: { title: "Files", version: "1.0.0" },
    paths: {
      [path]: {
        get: {
          operationId: "readFile",
          parameters: [
            partOfPath("bucket", { type: "string" }, "docs"),
            partOfPath("fileNumber", { type: "number", maximum: 5 }, 1),
          ],
          responses: {
            "200": {
              description: "ok",
              content: { "text/plain": { schema: { type: "string" }, examples: { ok: { value: "a" } } } },
            },
          },
        },
      },
    },
  });
  const derived = deriveCases(contract).filter(({ group }) => group === "parameter" || group === "near");
  return derived.map(({ request }) => request.target.split("?", 1)[0] ?? "");
}

test("No value holds what divides the parameters of a segment.", async () => {
  const paths = await segmentsOf("/{bucket}-{fileNumber}.txt");
  expect(paths).toEqual(paths.filter((path) => /^\/[^-]+-[^-]+\.txt$/.test(path)));
  expect(paths).toContain("/docs-6.txt");
  expect(paths.length).toBeGreaterThan(5);
});

test("A parameter that is a whole segment has any value.", async () => {
  const paths = await segmentsOf("/{bucket}/{fileNumber}");
  expect(paths.filter((path) => path.includes("-"))).not.toEqual([]);
  expect(paths.filter((path) => path.includes("."))).not.toEqual([]);
});
