import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { codeBlocks } from "@workflow-api/workspace/readme";
import { expect, test } from "vitest";
import type { Problem } from "../src/index.ts";
import type { JsonObject } from "../src/json.ts";
import { lintFile } from "../src/lint/lint.ts";

// What Redocly reports by the style of the contract of the service, of other contracts.

const style = fileURLToPath(import.meta.resolve("@workflow-api/openapi/redocly.yaml"));

/** The rules that report a contract with one operation and these schemas. */
function rulesFor(operation: JsonObject, schemas: JsonObject, hasStyle = true): string[] {
  const problems = lintedBy(hasStyle ? readFileSync(style, "utf8") : undefined, operation, schemas);
  return [...new Set(problems.flatMap(({ kind }) => kind ?? []))];
}

/** What is reported of such a contract beside the text of a `redocly.yaml`. */
function lintedBy(
  styleText: string | undefined,
  operation: JsonObject,
  schemas: JsonObject = {},
): readonly Problem[] {
  const folder = mkdtempSync(join(tmpdir(), "contract-lint-"));
  const file = join(folder, "openapi.json");
  if (styleText !== undefined) writeFileSync(join(folder, "redocly.yaml"), styleText);
  const info = { title: "Things", version: "1", license: { name: "MIT", identifier: "MIT" } };
  const paths = { "/things": { post: operation } };
  const servers = [{ url: "https://api.example.com" }];
  const document = { openapi: "3.1.1", info, servers, paths, components: { schemas } };
  writeFileSync(file, JSON.stringify(document));
  return lintFile(file);
}

const wrong: JsonObject = {
  operationId: "add_thing",
  responses: {
    "201": {
      description: "Added.",
      headers: { "X-Count": { required: true, schema: { type: "integer" } } },
      content: {
        "application/json": {
          schema: { $ref: "#/components/schemas/some_thing" },
          examples: { "Some Thing": { value: { phoneCode: "1", at: "2024-01-31" } } },
        },
      },
    },
  },
};
const wrongSchemas = {
  some_thing: {
    type: "object",
    properties: { phoneCode: { type: "string" }, at: { type: "string", format: "date" } },
  },
};
const rulesOfStyle = [
  "rule/snake-case-properties",
  "rule/snake-case-examples",
  "rule/camel-case-operations",
  "rule/pascal-case-schemas",
  "rule/media-type",
  "rule/dates-unformatted",
  "rule/described-headers",
  "rule/shown-headers",
  "rule/tagged-operations",
  "response-contains-header",
];

test("each rule of the style reports what breaks it, in other contracts none does", () => {
  expect(rulesFor(wrong, wrongSchemas)).toEqual(expect.arrayContaining(rulesOfStyle));
  const withoutStyle = rulesFor(wrong, wrongSchemas, false);
  expect(withoutStyle.filter((rule) => rulesOfStyle.includes(rule))).toEqual([]);
  expect(withoutStyle).toContain("operation-4xx-response");
});

test("a rule of the style reports what is absent only if it must be there", () => {
  const header = { schema: { type: "integer" } };
  const responses = { "200": { headers: { "X-Count": header } }, "201": {} };
  const found = rulesFor({ responses }, { Empty: {} });
  expect(found.filter((rule) => /^rule\/|^response-contains/.test(rule)).sort()).toEqual([
    "response-contains-header",
    "rule/described-headers",
    "rule/described-responses",
    "rule/tagged-operations",
  ]);
});

test("nullable, which the profile reads as its equivalent, is no problem", () => {
  const nullable = { Thing: { type: "string", nullable: true, description: "A thing." } };
  const operation = { responses: { "200": { description: "Done." } } };
  expect(rulesFor(operation, nullable)).not.toContain("struct");
});

test("what is a habit of the contract of the service is a warning for another one", () => {
  const operation = {
    operationId: "addThing",
    responses: { "200": { description: "Done." }, "404": { description: "Not found." } },
    requestBody: {
      required: true,
      content: { "application/json": { schema: { type: "string", pattern: "^(?=(a+)+$)" } } },
    },
  };
  const warnings = (styleText?: string): Record<string, boolean> =>
    Object.fromEntries(
      lintedBy(styleText, operation).map(({ isWarning = false, kind = "" }) => [kind, isWarning]),
    );
  const rules = ["scenarios-complete", "statuses-reached", "patterns-matched"];
  // The style of a contract of one's own.
  const [minimal = ""] = codeBlocks("README.md", "yaml").map((code) => `${code}\n`);
  for (const style of [undefined, minimal])
    expect(warnings(style)).toMatchObject(Object.fromEntries(rules.map((rule) => [rule, true])));
  expect(warnings(`${minimal}x-scenarios: error\n`)).toMatchObject({
    "scenarios-complete": false,
    "statuses-reached": false,
    "patterns-matched": true,
  });
});

test("what leaves the profile is an error, and the rest is linted too", () => {
  const schema = { type: "object", unevaluatedProperties: false };
  const response = { description: "Done.", content: { "application/json": { schema } } };
  const found = lintedBy("extends: [minimal]\n", { responses: { "200": response } });
  expect(found).toMatchObject([{ message: expect.stringContaining("unevaluatedProperties") }]);
  expect(found[0]?.isWarning ?? false).toBe(false);
});
