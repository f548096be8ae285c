import {
  appendPointer,
  isObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  valueAt,
} from "../json.ts";
import { writtenAt } from "./equivalents.ts";
import { type Finding, type Node, notSupported, report } from "./kind.ts";
import { document, type OpenApi } from "./profile.ts";
import { matches, schema } from "./schema.ts";

// Reads a whole document by the profile.

/** What to write instead of a refused field. Default: remove it. */
export const instead: Readonly<Record<string, string>> = {
  ...alike(
    "use oneOf with a branch for each case",
    "if",
    "then",
    "else",
    "dependentRequired",
    "dependentSchemas",
  ),
  ...alike(
    "refer to schemas by #/components/schemas/NAME",
    "$id",
    "$anchor",
    "$dynamicRef",
    "$dynamicAnchor",
  ),
  ...alike("use GET, POST, PUT, PATCH or DELETE", "head", "options", "trace"),
  unevaluatedProperties: "use properties and additionalProperties",
  encoding: "remove it: bodies are JSON",
  $ref: "write the object itself here, in this file",
  externalValue: "write the value itself",
  "x-gaps": "write it at the root",
  "x-includes": "write it on a query parameter",
  "x-identifies": "write it on a path parameter",
  content: "use schema: it is sent as a string",
  contains: "use items",
  prefixItems: "use an object with a property for each item",
};

function alike(advice: string, ...names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, advice]));
}

/** A document that was checked against the profile. */
export interface ReadDocument {
  /** Rewritten. It has its type only if there are no findings. */
  readonly document: OpenApi;
  readonly findings: readonly Finding[];
  /** The original place of a JSON Pointer of the document. */
  writtenAt(pointer: string): string;
}

/**
 * Checks a document against the profile, and rewrites what has an equivalent in it.
 *
 * @param slowness - What is wrong with a regular expression that takes too long. `undefined`:
 * nothing.
 */
export function readDocument(
  given: JsonObject,
  slowness: (pattern: string) => string | undefined,
): ReadDocument {
  const findings: Finding[] = [];
  const written = new Map<string, string>();
  const node: Node = {
    gathered: {
      document: given,
      findings,
      written,
      moved: new Map(),
      operationIds: new Set(operationIdsOf(given)),
      successes: new Set(),
      instead,
      slowness,
    },
    value: given,
    pointer: "",
    label: "the document",
  };
  const other = otherKind(given);
  if (other !== undefined) report(node, ...other);
  const read = other === undefined ? withMoved(document(node), node) : ({} as OpenApi);
  return { document: read, findings, writtenAt: (pointer) => writtenAt(written, pointer) };
}

function operationIdsOf({ paths }: JsonObject): (JsonValue | undefined)[] {
  return Object.values(isObject(paths) ? paths : {})
    .flatMap((item) => Object.values(isObject(item) ? item : {}))
    .map((operation) => (isObject(operation) ? operation["operationId"] : undefined));
}

/** A document with schemas from elsewhere as components. */
function withMoved(read: OpenApi, root: Node): OpenApi {
  const { gathered } = root;
  if (gathered.moved.size === 0) return read;
  const known = new Set(gathered.findings.map(({ pointer }) => pointer));
  const findings: Finding[] = [];
  const schemas: Record<string, JsonSchema> = {};
  // Their own references are found on the way.
  for (const [pointer, name] of gathered.moved) {
    const value = valueAt(gathered.document, pointer) ?? null;
    const label = `schema "${name}"`;
    schemas[name] = schema({
      ...root,
      gathered: { ...gathered, findings },
      value,
      pointer,
      label,
    });
    gathered.written.set(appendPointer("/components/schemas", name), pointer);
  }
  gathered.findings.push(...findings.filter(({ pointer }) => !known.has(pointer)));
  const { components } = read;
  return {
    ...read,
    components: { ...components, schemas: { ...components?.schemas, ...schemas } },
  };
}

/** For a document of another kind or version, report nothing else. */
function otherKind(given: JsonObject): readonly [problem: string, ...below: string[]] | undefined {
  const field = given["openapi"] === undefined ? "swagger" : "openapi";
  const version = given[field];
  if (version === undefined && given["paths"] === undefined)
    return ["has neither openapi nor paths: this is not an OpenAPI contract"];
  if (version === undefined || matches(/^3\.1\.\d+$/)(version)) return undefined;
  const advices: readonly (readonly [RegExp, string])[] = [
    [/^3\.1$/, 'write the whole of it, in quotes: "3.1.1"'],
    [
      /^3\.0/,
      "convert it to 3.1.1: exclusiveMinimum becomes a number; nullable and example may stay",
    ],
    [/^2/, "convert it to 3.1.1"],
  ];
  const [, advice = "write it in 3.1.1"] =
    advices.find(([form]) => form.test(String(version))) ?? [];
  return [`is OpenAPI ${JSON.stringify(version)}, ${notSupported(advice)}`, field];
}
