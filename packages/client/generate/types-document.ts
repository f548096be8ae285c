import {
  appendPointer,
  type Contract,
  createResolver,
  isJson,
  isMarked,
  isObject,
  type JsonObject,
  type JsonValue,
  mapSchemas,
  parsePointer,
  walkDocument,
} from "@workflow-api/contract";
import { followReferences } from "./followed-references.ts";
import { withNamedSchemas } from "./named-schemas.ts";
import { withRequiredParts } from "./required-parts.ts";
import { inPlainWords } from "./schema-words.ts";

/** The document of a contract in the words that openapi-typescript reads; it says the same. */
export function documentForTypes(contract: Contract): JsonObject {
  const copy = withNamedSchemas(
    withOneOperationEach(contract, followReferences(withParameterSchemas(contract))),
  );
  // It would be looked for, from where this document does not stand.
  for (const { kind, value } of walkDocument(copy))
    if (kind === "example") Reflect.deleteProperty(value, "externalValue");
  const resolve = createResolver(copy);
  return mapSchemas(copy, (schema) =>
    withMappings(withMarks(resolve, inPlainWords(withRequiredParts({ resolve }, schema)))),
  );
}

/** A parameter that travels as JSON has its schema where all others have it: it would be taken for a text. */
function withParameterSchemas({ document, operations }: Contract): JsonObject {
  const copy: JsonObject = structuredClone(document);
  for (const { mediaType, parameterPointer, schema } of operations.flatMap(({ parameters }) => parameters)) {
    if (mediaType === undefined || !isJson(mediaType)) continue;
    Object.assign(holderAt(copy, parameterPointer), { schema });
  }
  return copy;
}

function holderAt(document: object, pointer: string): object {
  return parsePointer(pointer).reduce(
    (holder: object, token) => Object(Reflect.get(holder, token)),
    document,
  );
}

/** A mark that stands behind the `$ref` of a member, or in a part of it, stands beside it: there alone it is looked for. */
function withMarks(resolve: Contract["resolve"], schema: JsonObject): JsonObject {
  const { properties } = schema;
  if (!isObject(properties)) return schema;
  const marked = Object.entries(properties).map(([name, member]): [string, JsonValue | undefined] => {
    if (!isObject(member)) return [name, member];
    const marks = (["readOnly", "writeOnly"] as const).filter((mark) =>
      isMarked({ resolve }, [{ schema: member, pointer: "" }], mark),
    );
    return [name, { ...member, ...Object.fromEntries(marks.map((mark) => [mark, true])) }];
  });
  return { ...schema, properties: Object.fromEntries(marked) };
}

/** Of a path item that is merged into a path, the operations stand twice, and would have one name. */
function withOneOperationEach({ operations }: Contract, document: JsonObject): JsonObject {
  const { components } = document;
  const pathItems = isObject(components) ? components["pathItems"] : undefined;
  for (const [name, item] of Object.entries(isObject(pathItems) ? pathItems : {})) {
    for (const [method, operation] of Object.entries(isObject(item) ? item : {})) {
      const pointer = appendPointer("/components/pathItems", name, method);
      const isOwn = operations.some((each) => each.pointer === pointer);
      if (!isOwn && isObject(operation)) Reflect.deleteProperty(operation, "operationId");
    }
  }
  return document;
}

/** A mapping refers to each schema: of a name it would be said that it leads nowhere. */
function withMappings(schema: JsonObject): JsonObject {
  const { discriminator } = schema;
  if (!isObject(discriminator) || !isObject(discriminator["mapping"])) return schema;
  const mapping = Object.entries(discriminator["mapping"]).map(([value, target]) => [
    value,
    typeof target === "string" && !target.startsWith("#")
      ? `#${appendPointer("/components/schemas", target)}`
      : target,
  ]);
  return { ...schema, discriminator: { ...discriminator, mapping: Object.fromEntries(mapping) } };
}
