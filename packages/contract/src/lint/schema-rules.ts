import { appendPointer, isObject, valueAt } from "../json.ts";
import type { Contract } from "../model.ts";
import { type AddProblem, ofRule } from "../profile/consistency.ts";
import { partsOf, type SchemaLocation, subschemas } from "../schemas.ts";
import type { SchemaViolation } from "../shape.ts";

/** Reports the examples that are not valid, and the defaults of schemas. */
export function checkExamples(contract: Contract, addProblem: AddProblem): void {
  const names = Object.keys(valueAt(contract.document, "/components/schemas") ?? {});
  const holders = contract.operations.flatMap(({ parameters, requestBody, responses }) => [
    ...parameters,
    ...(requestBody?.content ?? []),
    ...responses.flatMap(({ content, headers }) => [...content, ...headers]),
  ]);
  for (const { examples } of holders)
    for (const { name, pointer, violations } of examples)
      reportInvalid(`example "${name}"`, violations, `${pointer}/value`, addProblem);
  const pointers = [
    ...names.map((name) => appendPointer("/components/schemas", name)),
    ...holders.map(({ shape }) => shape.pointer),
  ];
  const locations = new Map<string, SchemaLocation>();
  for (const pointer of pointers)
    for (const location of contract.shape(pointer).locations) collect(location, locations);
  for (const location of locations.values()) checkSamples(contract, location, addProblem);
}

/** A schema and its subschemas, without those it refers to. */
function collect(location: SchemaLocation, found: Map<string, SchemaLocation>): void {
  const { pointer, schema } = location;
  if (found.has(pointer) || !isObject(schema)) return;
  found.set(pointer, location);
  const members = ["properties", "patternProperties"].flatMap((keyword) =>
    Object.keys(schema[keyword] ?? {}).flatMap((name) => subschemas(location, keyword, name)),
  );
  const parts = [
    ...members,
    ...["items", "additionalProperties"].flatMap((keyword) => subschemas(location, keyword)),
    ...(["allOf", "anyOf", "oneOf"] as const).flatMap((keyword) => partsOf(location, keyword)),
  ];
  for (const part of parts) collect(part, found);
}

/** A sample may be one of a request or of a response. */
function checkSamples(
  contract: Contract,
  { pointer, schema }: SchemaLocation,
  addProblem: AddProblem,
): void {
  if (!isObject(schema)) return;
  const { default: value, examples = [] } = schema;
  const samples = Object.entries(examples ?? []).map(([index, sample]) => ({
    sample,
    at: `examples/${index}`,
  }));
  if (value !== undefined) samples.push({ sample: value, at: "default" });
  for (const { at, sample } of samples) {
    const isValid = (["request", "response"] as const).some(
      (direction) => contract.shape(pointer, direction).violations(sample).length === 0,
    );
    const violations = isValid ? [] : contract.shape(pointer).violations(sample);
    reportInvalid(at, violations, `${pointer}/${at}`, addProblem);
  }
}

/** Reports a value that breaks its schema, once. */
function reportInvalid(
  what: string,
  [violation, ...further]: readonly SchemaViolation[],
  pointer: string,
  addProblem: AddProblem,
): void {
  if (violation === undefined) return;
  const more = further.length > 0 ? `, and ${further.length} more` : "";
  ofRule("examples-valid", addProblem)(
    `${pointer}${violation.pointer}`,
    `${what} is not valid: ${violation.pointer || "it"} ${violation.message}${more}`,
  );
}
