import type { PrismOperation } from "./prism.ts";

/** Stands for the media type of a form that was read before Prism sees it. */
export const readFormType = "application/json";

const references = new WeakMap<object, boolean>();

/**
 * Whether the schema of a form refers to others. It does if it leads back to itself; then Prism 5.16 judges nothing by it,
 * because for a form it leaves out what is referred to.
 */
export function hasReferences({ request }: PrismOperation, mediaType: string): boolean {
  const schema = request?.body?.contents?.find((each) => each.mediaType === mediaType)?.schema;
  if (schema === undefined) return false;
  const known = references.get(schema) ?? JSON.stringify(schema).includes('"$ref":');
  references.set(schema, known);
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
