import type { createInstance } from "@stoplight/prism-http";
import type { Contract, Operation } from "@workflow-api/contract";
import {
  isObject,
  type JsonObject,
  type JsonValue,
  pointerOfReference,
  valueAt,
} from "@workflow-api/contract/json";
import type { ResponseParts } from "./generator.ts";

type Instance = ReturnType<typeof createInstance>;
/** An operation as Prism represents it. */
export type PrismOperation = Parameters<Instance["request"]>[1][number];
type PrismResponse = PrismOperation["responses"][number];
type PrismHeader = NonNullable<PrismResponse["headers"]>[number];
type PrismContent = NonNullable<PrismResponse["contents"]>[number];
type PrismSchema = NonNullable<PrismContent["schema"]>;

/**
 * An operation with one response in one media type, so that Prism has nothing to choose. Of the
 * contract it holds the schemas that this response needs, and nothing else: Prism would send a
 * request for each callback.
 */
export function prismOperation(
  { document }: Contract,
  { method, operationId: id, path }: Operation,
  { headers, media, status }: ResponseParts,
): PrismOperation {
  const bundle = createBundle(document);
  const code = String(status);
  const contents = media === undefined ? [] : [contentOf(media, bundle)];
  const response: PrismResponse = {
    id: code,
    code,
    contents,
    headers: headers.map((header) => headerOf(header, bundle)),
  };
  const operation = { id, path, method: method.toLowerCase(), responses: [response] };
  // Prism resolves the references of schemas within the operation.
  return Object.assign(operation, { [bundleName]: bundle.schemas });
}

function contentOf(
  { examples, mediaType, pointer }: NonNullable<ResponseParts["media"]>,
  bundle: Bundle,
): PrismContent {
  const named = examples.map(({ name, value }) => ({ id: name, key: name, value }));
  return { id: pointer, mediaType, schema: bundle.schemaAt(`${pointer}/schema`), examples: named };
}

function headerOf(
  { example, name, pointer }: ResponseParts["headers"][number],
  bundle: Bundle,
): PrismHeader {
  const examples = example === undefined ? [] : [{ id: name, key: name, value: example }];
  const style = "simple" as PrismHeader["style"];
  return { id: pointer, name, style, schema: bundle.schemaAt(`${pointer}/schema`), examples };
}

/** Schemas as Prism's sampler reads them, and those that they refer to. */
interface Bundle {
  readonly schemas: Readonly<Record<string, PrismSchema>>;
  schemaAt(pointer: string): PrismSchema;
}

const bundleName = "bundled";

/**
 * Translates schemas of a document. Prism's sampler prefers `example` to the first value of an
 * `enum`, but not `examples`, which replaces it in OpenAPI 3.1.
 */
function createBundle(document: Contract["document"]): Bundle {
  const schemas: Record<string, PrismSchema> = {};
  const names = new Map<string, string>();
  const referTo = (pointer: string): string => {
    const known = names.get(pointer);
    if (known !== undefined) return known;
    const name = String(names.size);
    names.set(pointer, name);
    schemas[name] = schemaAt(pointer);
    return name;
  };
  const translate = (schema: JsonValue = {}): JsonValue => {
    if (!isObject(schema)) return schema;
    const { $ref: reference, allOf, examples, type, ...rest } = schema;
    const [example] = Array.isArray(examples) ? examples : [];
    if (example !== undefined) return { type, example };
    if (typeof reference === "string")
      return { $ref: `#/${bundleName}/${referTo(pointerOfReference(reference))}` };
    const [branch, ...others] = Array.isArray(allOf) ? allOf.filter(isTelling) : [];
    const isAlone = branch !== undefined && others.length === 0 && !isTelling(rest);
    return isAlone ? translate(branch) : translateParts(schema, translate);
  };
  const schemaAt = (pointer: string): PrismSchema =>
    translate(valueAt(document, pointer)) as PrismSchema;
  return { schemas, schemaAt };
}

/** A copy of a schema whose subschemas, as far as Prism's sampler reads them, are translated. */
function translateParts(
  schema: JsonObject,
  translate: (subschema: JsonValue | undefined) => JsonValue,
): JsonObject {
  const translateMembers = (members: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(members).map(([name, each]) => [name, translate(each)]));
  const parts = Object.entries(schema).map(([keyword, value]) => {
    if (keyword === "properties" && isObject(value)) return [keyword, translateMembers(value)];
    if (["additionalProperties", "items"].includes(keyword)) return [keyword, translate(value)];
    if (!Array.isArray(value) || !["allOf", "anyOf", "oneOf"].includes(keyword))
      return [keyword, value];
    const branches = keyword === "allOf" ? value.filter(isTelling) : value;
    return [keyword, branches.map(translate)];
  });
  return Object.fromEntries(parts);
}

/** Whether a schema has more than annotations. For others in `allOf`, Prism would make a value. */
function isTelling(schema: JsonValue): boolean {
  return !isObject(schema) || Object.keys(schema).some((name) => !annotations.test(name));
}

const annotations = /^(?:title|description|deprecated|readOnly|writeOnly|externalDocs|xml|x-.*)$/;
