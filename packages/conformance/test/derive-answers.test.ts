import { isForm, isObject, type JsonObject, loadContract } from "@workflow-api/contract";
import { expect, test } from "vitest";
import { checkResponse, deriveAnswers, deriveCases } from "../src/index.ts";
import { wireForm } from "../src/score/canonical-form.ts";
import { nodesOf, withNode } from "../src/score/edit.ts";
import { contractOf, documentWith } from "./support/contract-with.ts";

const contract = await loadContract();
const answers = deriveAnswers(contract);

test("Cases and answers of the contract are more than a thousand.", () => {
  expect(deriveCases(contract).length + answers.length).toBeGreaterThanOrEqual(1000);
});

test("An answer is allowed exactly if checking it finds nothing.", () => {
  for (const { title, operation, answer, allowed } of answers)
    expect(checkResponse(operation, answer).length === 0, title).toBe(allowed);
});

test("Every documented response has an answer that is allowed, and every body some that are not.", () => {
  for (const operation of contract.operations) {
    const own = answers.filter((one) => one.operation === operation);
    for (const { status, content } of operation.responses) {
      const of = own.filter(({ title }) => title.startsWith(`${operation.operationId} ${status} answer`));
      expect(of.some(({ allowed }) => allowed)).toBe(true);
      if (content.length > 0 && operation.method !== "HEAD")
        expect(of.some(({ allowed }) => !allowed)).toBe(true);
    }
  }
});

test("Every keyword of the contract that refuses anything is broken by a case or an answer.", () => {
  const broken = new Set([...deriveCases(contract), ...answers].map(({ pointer }) => pointer));
  // A value of another type than an alternative has, or without its members, is none of them: it breaks what offers them.
  const alternatives = new Set([...nodesOf(contract.document)].flatMap(alternativesIn(broken)));
  // What travels as fields is an object in any case.
  const inFields = contract.operations.flatMap(({ parameters, requestBody }) => [
    ...parameters.filter(({ shape }) => shape === "object"),
    ...(requestBody?.content ?? []).filter(({ mediaType }) => isForm(mediaType)),
  ]);
  const fields = new Set(
    inFields.map(({ pointer, schema }) => `${contract.resolve(schema, pointer).pointer}/type`),
  );
  // What need not be sent and comes empty, a server may take for not sent.
  const optional = contract.operations.flatMap(({ parameters }) =>
    parameters
      .filter(({ required }) => !required)
      .map(({ pointer, schema }) => contract.resolve(schema, pointer).pointer),
  );
  // What stands beside a parameter in its segment is in no value of it, such as the sign of a number.
  const divided = contract.operations.flatMap(({ parameters, path }) =>
    parameters
      .filter((each) => each.in === "path" && !path.split("/").includes(`{${each.name}}`))
      .map(({ pointer, schema }) => contract.resolve(schema, pointer).pointer),
  );
  // A text that is empty is no body.
  const texts = contract.operations.flatMap(({ requestBody }) =>
    (requestBody?.content ?? [])
      .filter(({ mediaType }) => mediaType.startsWith("text/"))
      .map(({ pointer, schema }) => contract.resolve(schema, pointer).pointer),
  );
  const idle = [...nodesOf(contract.document)].filter(
    ({ pointer, value }) =>
      /\/schemas?\/(?!.*\/examples\/)/.test(pointer) &&
      refusing.test(pointer) &&
      typeof value !== "boolean" &&
      !(Array.isArray(value) && value.length === 0) &&
      !isObject(value) &&
      !broken.has(pointer) &&
      !alternatives.has(pointer.replace(/\/(type|required)$/, "")) &&
      !(
        value === 1 &&
        [...optional, ...texts].some((schema) => pointer.startsWith(schema) && pointer.endsWith("/minLength"))
      ) &&
      !divided.some((schema) => pointer.startsWith(schema)) &&
      !fields.has(pointer) &&
      // That a header is a text, or that a segment of a path has a character, refuses nothing.
      wireForm(withNode(contract.document, pointer, undefined)) !== wireForm(contract.document),
  );
  expect(idle.map(({ pointer }) => pointer)).toEqual([]);
});

/** The pointers of the schemas that a keyword that was broken offers, be they components. */
function alternativesIn(
  broken: ReadonlySet<string>,
): (node: { pointer: string; value: unknown }) => string[] {
  return ({ pointer, value }) =>
    broken.has(pointer) && Array.isArray(value) && /\/(oneOf|anyOf)$/.test(pointer)
      ? value.map((schema, index) =>
          isObject(schema) && typeof schema["$ref"] === "string"
            ? schema["$ref"].slice(1)
            : `${pointer}/${index}`,
        )
      : [];
}

/** Keywords with a plain value, but for a property of such a name. */
const refusing =
  /(?<!\/properties)\/(type|enum|const|format|pattern|required|(min|max)[A-Za-z]*|exclusive[A-Za-z]+|multipleOf)$/;

test("A keyword of a nested member is broken where it stands.", async () => {
  const schema = {
    type: "object",
    required: ["size"],
    properties: { size: { oneOf: [{ type: "integer", minimum: 3 }, { type: "null" }] } },
  };
  const found = deriveAnswers(await contractOf(documentWith(schema, { size: 4 })));
  expect(found.filter(({ allowed }) => !allowed).map(({ title }) => title)).toContain(
    "putThing 200 answer /size against minimum",
  );
});

test("A field of a form that may not be null is answered as one that spells it.", async () => {
  const formOf = (type: string | string[]): JsonObject => {
    const schema = { type: "object", required: ["count"], properties: { count: { type } } };
    const content = { "application/x-www-form-urlencoded": { schema } };
    const responses = { "200": { description: "It is read.", content } };
    return {
      openapi: "3.1.1",
      info: { title: "One form", version: "1.0.0" },
      paths: { "/form": { get: { operationId: "readForm", responses } } },
    };
  };
  const refused = async (type: string | string[]): Promise<string[]> =>
    deriveAnswers(await contractOf(formOf(type))).flatMap(({ allowed, answer }) =>
      allowed ? [] : [answer.body],
    );
  expect(await refused("integer")).toContain("count=null");
  expect(await refused(["integer", "null"])).not.toContain("count=null");
});
