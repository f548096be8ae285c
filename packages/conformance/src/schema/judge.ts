import { type Schema, type Validate, validator } from "@exodus/schemasafe";
import {
  type Contract,
  ContractError,
  isObject,
  type JsonObject,
  type JsonValue,
  type SourceLocation,
  valueAt,
} from "@workflow-api/contract";
import { lazily, once } from "../once.ts";
import { namesIn } from "./names-in.ts";

/** Judges values by all of several schemas of a bundled document. */
export interface Judge {
  /** @param pointers The JSON Pointers of the schemas. */
  accepts(pointers: readonly string[], value: unknown): boolean;
  /** The same with `format` as an annotation. */
  acceptsFormless(pointers: readonly string[], value: unknown): boolean;
  /** The same with `contains` as an annotation. */
  acceptsUncontained(pointers: readonly string[], value: unknown): boolean;
  /** The same with `unevaluatedItems` as an annotation. */
  acceptsUnevaluated(pointers: readonly string[], value: unknown): boolean;
  /** Where a schema stands in its file. */
  locate(pointer: string): SourceLocation;
}

const documentUri = "https://contract.invalid/openapi";

/**
 * A judge that is independent of the one inside a contract: another validator (@exodus/schemasafe) of the same
 * dialect, so that a mistake of either shows as a disagreement.
 * @throws {ContractError} From each but `locate`: the validator cannot compile a schema, or fails at a value of it.
 */
export function createJudge({ document, locate }: Pick<Contract, "document" | "locate">): Judge {
  const ranged = lazily(() => asserting(document));
  const compilerOf = (schemas: JsonValue | undefined, formatAssertion: boolean): Compile => {
    const plain = schemasOf(schemas);
    let opaque: Map<string, Schema> | undefined;
    return (pointers) => {
      try {
        return compileBy(plain, pointers, formatAssertion);
      } catch {
        // The validator refuses to compile what it can see to be of no use, such as `minItems` beside the type string.
        opaque ??= schemasOf(withOpaqueTypes(schemas));
        return compileBy(opaque, pointers, formatAssertion);
      }
    };
  };
  const compileBy = (
    schemas: Map<string, Schema>,
    pointers: readonly string[],
    formatAssertion: boolean,
  ): Validate =>
    validator(
      { allOf: pointers.map((pointer) => ({ $ref: `${documentUri}#${encodeURI(pointer)}` })) },
      {
        $schemaDefault: "https://json-schema.org/draft/2020-12/schema",
        allowUnusedKeywords: true,
        extraFormats: true,
        formatAssertion,
        formats: ownFormats,
        mode: "lax",
        requireSchema: false,
        schemas,
      },
    );
  // A media type or parameter without a schema takes any value.
  const standing = (pointers: readonly string[]): string[] =>
    pointers.filter((pointer) => valueAt(document, pointer) !== undefined);
  const named = namesIn(document);
  const judging = (compilerFor: () => Compile): Judge["accepts"] => {
    const compiler = lazily(compilerFor);
    const compiled = new Map<string, (value: unknown) => boolean>();
    const compileOnce = once((key: string): ((value: unknown) => boolean) => {
      const sought: string[] = JSON.parse(key);
      if (sought.length === 0) return () => true;
      const validate = compiler()(sought);
      return (value) => validate(value as Parameters<Validate>[0]);
    });
    return (pointers, value) => {
      const key = pointers.join("\n");
      try {
        const validate = compiled.get(key) ?? compileOnce(JSON.stringify(standing(pointers).map(named)));
        compiled.set(key, validate);
        return validate(value);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        const message = `The second validator, @exodus/schemasafe, cannot judge by this schema: ${reason}. Write it otherwise.`;
        throw new ContractError(
          standing(pointers).map((pointer) => ({ message, location: locate(pointer) })),
        );
      }
    };
  };
  return {
    accepts: judging(() => compilerOf(ranged(), true)),
    acceptsFormless: judging(() => compilerOf(withoutAnnotations(document, annotations), false)),
    acceptsUncontained: judging(() => compilerOf(withoutAnnotations(ranged(), containing), true)),
    acceptsUnevaluated: judging(() => compilerOf(withoutAnnotations(ranged(), unevaluated), true)),
    locate,
  };
}

type Compile = (pointers: readonly string[]) => Validate;

function schemasOf(document: JsonValue | undefined): Map<string, Schema> {
  return new Map([[documentUri, JSON.parse(JSON.stringify(document))]]);
}

/** Formats of texts that the validator lacks: Base64 (RFC 4648, section 4). */
export const ownFormats = {
  byte: (text: string): boolean => text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text),
} as const;

/** What formats of numbers say in other keywords: the validator has formats of texts only. */
export const numericFormats: ReadonlyMap<string, JsonObject> = new Map([
  ["int32", { type: "integer", minimum: -(2 ** 31), maximum: 2 ** 31 - 1 }],
  ["int64", { type: "integer" }],
]);

/** Formats of texts in JSON Schema 2020-12 and OpenAPI that both validators assert. */
export const assertedFormats: ReadonlySet<string> = new Set([
  "byte",
  "date",
  "date-time",
  "duration",
  "email",
  "hostname",
  "ipv4",
  "ipv6",
  "json-pointer",
  "regex",
  "relative-json-pointer",
  "time",
  "uri",
  "uri-reference",
  "uri-template",
  "uuid",
]);

/** Annotations of OpenAPI and JSON Schema that the validator would enforce in a way of its own. */
const annotations: ReadonlySet<string> = new Set([
  "contentEncoding",
  "contentMediaType",
  "contentSchema",
  "discriminator",
]);

/** Keywords that ask a list for an item. */
const containing: ReadonlySet<string> = new Set(["contains", "maxContains", "minContains"]);

const unevaluated: ReadonlySet<string> = new Set(["unevaluatedItems"]);

/** Keywords that map names to schemas: a property may be called like a keyword. */
const maps = new Set(["$defs", "dependentSchemas", "patternProperties", "properties"]);

/** Keywords whose value is data, of which nothing may be left out. */
const data = new Set(["const", "enum"]);

/** Schemas as the validator reads them, when it is to assert formats. */
export function asserting(schemas: JsonValue | undefined): JsonValue | undefined {
  return withoutAnnotations(withRanges(schemas), annotations);
}

function withoutAnnotations(
  value: JsonValue | undefined,
  unsaid: ReadonlySet<string>,
  named = false,
): JsonValue | undefined {
  if (Array.isArray(value)) return value.map((item) => withoutAnnotations(item, unsaid) ?? null);
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(
    ([name, member]) =>
      named || !(unsaid.has(name) || isUnasserted(name, member) || isImpliedBound(name, value)),
  );
  return Object.fromEntries(
    kept.map(([name, member]) => [
      name,
      !named && data.has(name) ? member : withoutAnnotations(member, unsaid, !named && maps.has(name)),
    ]),
  );
}

/** The same schemas, in which the formats of numbers are said in other keywords. */
function withRanges(value: JsonValue | undefined, named = false): JsonValue | undefined {
  if (Array.isArray(value)) return value.map((item) => withRanges(item) ?? null);
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, member]): [string, JsonValue | undefined] => [
    name,
    !named && data.has(name) ? member : withRanges(member, !named && maps.has(name)),
  ]);
  const whole = Object.fromEntries(members);
  const range = named ? undefined : numericFormats.get(String(value["format"]));
  if (range === undefined) return whole;
  const allOf = Array.isArray(whole["allOf"]) ? whole["allOf"] : [];
  return { ...whole, allOf: [...allOf, { anyOf: [{ not: { type: "number" } }, range] }] };
}

/** Keywords by which the validator knows what else can apply to a value. */
const telling = ["type", "const", "enum", "required", "minItems", "maxItems"] as const;

/** Keywords that hold one schema or a list of them. */
const applicators = new Set([
  ...["allOf", "anyOf", "contains", "else", "if", "items", "not", "oneOf", "prefixItems"],
  ...["propertyNames", "then", "unevaluatedItems", "unevaluatedProperties"],
]);

/** The schema that refuses everything, for where the validator does not take `false` for one. */
const nothing: JsonObject = { not: {} };

/** The same schemas, in which those keywords are said by negating their negation. */
function withOpaqueTypes(value: JsonValue | undefined, named = false): JsonValue | undefined {
  if (Array.isArray(value)) return value.map((item) => withOpaqueTypes(item) ?? null);
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, member]): [string, JsonValue | undefined] => {
    if (!named && data.has(name)) return [name, member];
    const isSchema = named || applicators.has(name);
    const opaque = withOpaqueTypes(member, !named && (maps.has(name) || name === "schemas"));
    if (!isSchema) return [name, opaque];
    return [
      name,
      Array.isArray(opaque) ? opaque.map(withoutFalse) : opaque === undefined ? opaque : withoutFalse(opaque),
    ];
  });
  const whole = Object.fromEntries(members);
  const said = named ? [] : telling.filter((name) => whole[name] !== undefined);
  if (said.length === 0) return whole;
  const allOf = Array.isArray(whole["allOf"]) ? whole["allOf"] : [];
  const negated = said.map((name) => ({ not: { not: { [name]: whole[name] } } }));
  const rest = Object.entries(whole).filter(([name]) => !said.some((keyword) => keyword === name));
  return { ...Object.fromEntries(rest), allOf: [...allOf, ...negated] };
}

function withoutFalse(schema: JsonValue): JsonValue {
  return schema === false ? nothing : schema;
}

/** A format that is not asserted is an annotation; the validator refuses those of numbers, such as int64. */
function isUnasserted(name: string, member: JsonValue | undefined): boolean {
  return name === "format" && typeof member === "string" && !assertedFormats.has(member);
}

/** Of two bounds of numbers the wider one, which the validator would take for the only one if it is the inclusive one. */
function isImpliedBound(name: string, schema: JsonObject): boolean {
  const { exclusiveMaximum, exclusiveMinimum, maximum, minimum } = schema;
  const isAbove = (one: JsonValue | undefined, other: JsonValue | undefined): boolean =>
    typeof one === "number" && typeof other === "number" && one > other;
  switch (name) {
    case "exclusiveMaximum":
      return isAbove(exclusiveMaximum, maximum);
    case "exclusiveMinimum":
      return isAbove(minimum, exclusiveMinimum);
    default:
      return false;
  }
}
