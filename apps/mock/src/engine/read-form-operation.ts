import type { PrismOperation } from "./prism.ts";

/** Stands for the media type of a form that was read before Prism sees it. */
export const readFormType = "application/json";

const misjudged = new WeakMap<object, boolean>();

/** What holds the same value to more than one schema, and references, as they stand in JSON. */
const beyondFlat = /"(?:\$ref|if|not|allOf|anyOf|oneOf|dependentSchemas)":/;

/**
 * Whether Prism 5.16 misjudges a form by its schema. It turns text into numbers where it comes to their types, and it may
 * come to their bounds before that; and by a schema that leads back to itself, it judges nothing.
 */
export function isMisjudged({ request }: PrismOperation, mediaType: string): boolean {
  const schema = request?.body?.contents?.find((each) => each.mediaType === mediaType)?.schema;
  if (schema === undefined) return false;
  const known = misjudged.get(schema) ?? beyondFlat.test(JSON.stringify(schema));
  misjudged.set(schema, known);
  return known;
}

const variants = new WeakMap<PrismOperation, Map<string, PrismOperation>>();

/** An operation that takes what a form was read as, in place of the form. */
export function readFormOperation(operation: PrismOperation, mediaType: string): PrismOperation {
  const known = variants.get(operation) ?? new Map<string, PrismOperation>();
  variants.set(operation, known);
  // Prism compiles what it is given once: the same form must give the same operation.
  const variant = known.get(mediaType) ?? takingRead(operation, mediaType);
  known.set(mediaType, variant);
  return variant;
}

function takingRead(operation: PrismOperation, mediaType: string): PrismOperation {
  const body = operation.request?.body;
  const content = body?.contents?.find((each) => each.mediaType === mediaType);
  if (body === undefined || content === undefined) return operation;
  const { encodings: _, schema, ...others } = content;
  // Prism remembers how it judges by a schema: text of a form is turned into numbers, and this is not. So it is a copy.
  const read = { ...others, mediaType: readFormType, ...(schema !== undefined && { schema: { ...schema } }) };
  return { ...operation, request: { ...operation.request, body: { ...body, contents: [read] } } };
}
