import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadContract } from "@workflow-api/contract";
import { afterAll, describe, expect, test } from "vitest";
import { type Sample, samplesOf } from "../src/samples/samples.ts";

const folder = await mkdtemp(join(tmpdir(), "sample-answers-"));
afterAll(() => rm(folder, { recursive: true }));

/** The sample in a language of the one scenario of a contract, which has this answer. */
async function sampleOf(language: Sample["language"], status: string, answer: object): Promise<string> {
  const examples = { one: { value: "1" } };
  const parameters = [{ name: "id", in: "path", required: true, schema: { type: "string" }, examples }];
  const responses = { [status]: { description: "The answer.", ...answer } };
  const paths = { "/things/{id}": { get: { operationId: "getThing", parameters, responses } } };
  const file = join(folder, `${crypto.randomUUID()}.yaml`);
  await writeFile(file, JSON.stringify({ openapi: "3.1.1", info: { title: "Things", version: "1" }, paths }));
  const contract = await loadContract(file);
  const samples = contract.operations.flatMap((operation) =>
    operation.scenarios.flatMap((scenario) => samplesOf(contract, operation, scenario)),
  );
  return samples.find((sample) => sample.language === language)?.text ?? "";
}

function body(mediaType: string): object {
  const examples = { one: { value: "an example" } };
  return { content: { [mediaType]: { schema: { type: "string" }, examples } } };
}

describe("A sample of fetch", () => {
  test.each([
    ["application/json", "await response.json()"],
    ["application/vnd.api+json; charset=utf-8", "await response.json()"],
    ["text/csv", "await response.text()"],
    ["image/svg+xml", "await response.text()"],
    ["application/pdf", "new Uint8Array(await response.arrayBuffer())"],
    ["application/octet-stream", "new Uint8Array(await response.arrayBuffer())"],
  ])("reads an answer of %s by %s", async (mediaType, expression) => {
    const sample = await sampleOf("fetch", "200", body(mediaType));
    expect(sample).toContain(`console.log(response.status, ${expression});`);
  });

  test("reads no body where there is none", async () => {
    expect(await sampleOf("fetch", "204", {})).toContain("console.log(response.status);");
  });
});

describe("A sample of the client", () => {
  test("prints the status alone of an error without a body", async () => {
    expect(await sampleOf("client", "304", {})).toContain("console.log(error.status);");
  });

  test("prints the body of an error that has one", async () => {
    const sample = await sampleOf("client", "404", body("application/json"));
    expect(sample).toContain("console.log(error.status, error.body);");
  });
});
