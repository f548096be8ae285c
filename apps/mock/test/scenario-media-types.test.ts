import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadContract } from "@workflow-api/contract";
import { expect, test } from "vitest";
import { createMock } from "../src/index.ts";
import { temporaryFolder } from "./support/contracts.ts";

/** A file that one scenario gets as a table and another as bytes. */
const contract = {
  openapi: "3.1.1",
  info: { title: "Files", version: "1.0.0" },
  paths: {
    "/files/{name}": {
      get: {
        operationId: "getFile",
        parameters: [
          {
            name: "name",
            in: "path",
            required: true,
            schema: { type: "string" },
            examples: { as_table: { value: "a.csv" }, as_bytes: { value: "a.bin" } },
          },
        ],
        responses: {
          "200": {
            description: "The file.",
            content: {
              "text/csv": { schema: { type: "string" }, examples: { as_table: { value: "a,b" } } },
              "application/octet-stream": {
                schema: { type: "string" },
                examples: { as_bytes: { value: "ab" } },
              },
            },
          },
        },
      },
    },
  },
};
const file = join(temporaryFolder(), "openapi.json");
writeFileSync(file, JSON.stringify(contract));
const mock = await createMock(await loadContract(file));

test.each([
  ["a.csv", "*/*", "text/csv", "a,b"],
  ["a.bin", "*/*", "application/octet-stream", "ab"],
  ["a.bin", "text/csv, application/octet-stream", "application/octet-stream", "ab"],
  ["a.bin", "text/csv, application/*;q=0.1", "application/octet-stream", "ab"],
  ["a.bin", "text/csv", "text/csv", "a,b"],
])(
  "The scenario of %s answers who accepts %s in its own media type, if that is accepted",
  async (name, accept, mediaType, body) => {
    const answer = await mock.answer({ method: "GET", target: `/files/${name}`, headers: { accept } });
    expect([answer.status, answer.headers["Content-type"], answer.body]).toEqual([200, mediaType, body]);
  },
);
