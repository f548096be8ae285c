import { appendPointer, isObject, valueAt } from "../json.ts";
import type { Contract, Parameter } from "../model.ts";
import { createBoundedMatcher } from "../patterns/bounded-matcher.ts";
import { limitationOf } from "../patterns/matcher.ts";
import { type AddProblem, ofRule } from "../profile/consistency.ts";
import { branchLocations, type SchemaLocation, subschemas } from "../schema/schemas.ts";
import type { SchemaViolation } from "../schema/shape.ts";

/** Reports the examples that are not valid, and the defaults of schemas. */
export function checkExamples(contract: Contract, addProblem: AddProblem): void {
  for (const { examples } of holdersIn(contract))
    for (const { name, pointer, violations } of examples)
      reportInvalid(`example "${name}"`, violations, `${pointer}/value`, addProblem);
  for (const location of schemasIn(contract)) checkSamples(contract, location, addProblem);
}

/** Reports the patterns that may take too long, so that some strings are not matched by them. */
export function checkPatterns(contract: Contract, addProblem: AddProblem): void {
  for (const { pointer, schema } of schemasIn(contract)) {
    const { pattern, patternProperties = {} } = isObject(schema) ? schema : {};
    const ofNames = Object.keys(patternProperties ?? {}).map((name) => ({
      text: name,
      at: appendPointer(pointer, "patternProperties", name),
    }));
    const ofValue =
      typeof pattern === "string" ? [{ text: pattern, at: `${pointer}/pattern` }] : [];
    for (const { at, text } of [...ofValue, ...ofNames]) {
      const limitation = limitationOf(createBoundedMatcher(text));
      if (limitation !== undefined)
        ofRule("patterns-matched", addProblem)(at, `this pattern ${limitation}`);
    }
  }
}

type ExampleHolder = Pick<Parameter, "examples" | "shape">;

/** The parts of operations that have a schema and examples. */
function holdersIn({ operations }: Contract): ExampleHolder[] {
  return operations.flatMap(({ parameters, requestBody, responses }) => [
    ...parameters,
    ...(requestBody?.content ?? []),
    ...responses.flatMap(({ content, headers }) => [...content, ...headers]),
  ]);
}

/** All schemas of a contract, each once. */
function schemasIn(contract: Contract): readonly SchemaLocation[] {
  const names = Object.keys(valueAt(contract.document, "/components/schemas") ?? {});
  const pointers = [
    ...names.map((name) => appendPointer("/components/schemas", name)),
    ...holdersIn(contract).map(({ shape }) => shape.pointer),
  ];
  const found = new Map<string, SchemaLocation>();
  for (const pointer of pointers)
    for (const location of contract.shape(pointer).locations) collect(location, found);
  return [...found.values()];
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
    ...["items", "additionalProperties", "propertyNames", "not"].flatMap((keyword) =>
      subschemas(location, keyword),
    ),
    ...(["allOf", "anyOf", "oneOf"] as const).flatMap((keyword) =>
      branchLocations(location, keyword),
    ),
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
