import type { Operation, Parameter } from "@workflow-api/contract";
import type { PrismOperation } from "./prism.ts";

type PrismRequestParts = NonNullable<PrismOperation["request"]>;
type PrismQuery = NonNullable<PrismRequestParts["query"]>[number];

/** An operation whose lists and objects Prism reads, and those that it would not: it is not asked about them. */
export interface ReadableOperation {
  readonly prism: PrismOperation;
  readonly unread: readonly Parameter[];
}

/**
 * Lets Prism 5.16 read lists and objects in parameters. It knows them by the one `type` of their schema, and misses those that
 * may also be null or are put together of others. In a query it sees members of objects that are declared there alone, looks
 * for them in lower case, and throws at objects that are delimited by spaces or pipes.
 */
export function withReadableParameters(
  prism: PrismOperation,
  operation: Operation | undefined,
): ReadableOperation {
  const composed = (operation?.parameters ?? []).filter(
    ({ mediaType, shape }) => shape !== "primitive" && mediaType === undefined,
  );
  const { headers, path, query } = prism.request ?? {};
  if (composed.length === 0) return { prism, unread: [] };
  const find = (place: Parameter["in"], name: string): Parameter | undefined =>
    composed.find((each) => each.in === place && each.name.toLowerCase() === name.toLowerCase());
  const typed = <Declared extends PrismQuery | NonNullable<PrismRequestParts["path"]>[number]>(
    place: Parameter["in"],
    declared: Declared,
  ): Declared => {
    const type = find(place, declared.name)?.shape;
    return type === undefined || type === "primitive"
      ? declared
      : { ...declared, schema: { ...declared.schema, type } };
  };
  const misread = new Set(
    (query ?? []).filter((each) => find("query", each.name)?.shape === "object" && isMisread(each)),
  );
  const unread = [...misread].flatMap(({ name }) => find("query", name) ?? []);
  return {
    unread,
    prism: {
      ...prism,
      request: {
        ...prism.request,
        ...(headers && { headers: headers.map((each) => typed("header", each)) }),
        ...(path && { path: path.map((each) => typed("path", each)) }),
        ...(query && {
          query: query.map((each) => (misread.has(each) ? unasked(each) : typed("query", each))),
        }),
      },
    },
  };
}

function isMisread({ explode, schema, style }: PrismQuery): boolean {
  if (schema?.type !== "object" || /Delimited$/.test(style)) return true;
  const { additionalProperties, patternProperties, properties = {} } = schema;
  const names = Object.keys(properties);
  const describesOthers = typeof additionalProperties === "object" || patternProperties !== undefined;
  const isSpread = style === "deepObject" || explode === true;
  return (
    names.some((name) => name !== name.toLowerCase()) || (isSpread && (describesOthers || names.length === 0))
  );
}

/** Without anything that Prism could miss or find wrong. */
function unasked(parameter: PrismQuery): PrismQuery {
  return { ...parameter, schema: {}, style: formStyle, explode: false, required: false };
}

const formStyle = "form" as PrismQuery["style"];
