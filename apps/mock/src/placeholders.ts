import { type JsonValue, type Operation, parameterKey } from "@workflow-api/contract";

/** Values of which a schema accepts one, unless it asks for something of its own. */
const plain: readonly JsonValue[] = [
  "sample",
  1,
  true,
  "3f2b8c1e-7a4d-4e2b-9c6f-1d5e8a7b9c30",
  "2026-01-01",
  "2026-01-01T00:00:00Z",
  "sample@example.com",
  "https://example.com",
  ["sample"],
  [1],
  {},
];

/**
 * A value for each parameter that an operation requires and that the contract shows no value of, by `parameterKey`: one
 * that the schema accepts, if a plain one is.
 */
export function placeholders({ parameters }: Operation): ReadonlyMap<string, JsonValue> {
  const bare = parameters.filter(({ required, sample }) => required && sample === undefined);
  return new Map(
    bare.map((parameter) => {
      const accepted = plain.find((value) => parameter.validate(value).length === 0);
      return [parameterKey(parameter), accepted ?? "sample"];
    }),
  );
}
