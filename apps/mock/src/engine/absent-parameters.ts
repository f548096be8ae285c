import type { PrismOperation, PrismRequest } from "./prism.ts";

type PrismParameter =
  | NonNullable<NonNullable<PrismOperation["request"]>["query"]>[number]
  | NonNullable<NonNullable<PrismOperation["request"]>["headers"]>[number];

const variants = new WeakMap<PrismOperation, Map<string, PrismOperation>>();

/** So many combinations of absences are kept for an operation. */
const mostVariants = 256;

/**
 * An operation in which the lists and objects that a request does not send are of no type. Prism 5.16 takes them apart
 * all the same: it throws at a header, and finds an empty object in a query. Whether they are required stays.
 * @param whole The names of query parameters, in lower case, that it would take apart where nothing is to be: these are of no
 * type either.
 */
export function forgivingAbsence(
  operation: PrismOperation,
  request: PrismRequest,
  whole: ReadonlySet<string>,
): PrismOperation {
  const { query = [], headers = [] } = operation.request ?? {};
  const absent = new Set<PrismParameter>([
    ...query.filter(
      (parameter) =>
        whole.has(parameter.name.toLowerCase()) ||
        (isStructured(parameter) && isAbsentIn(Object.keys(request.url.query ?? {}), parameter)),
    ),
    ...headers.filter(
      (parameter) => isStructured(parameter) && request.headers?.[parameter.name.toLowerCase()] === undefined,
    ),
  ]);
  if (absent.size === 0) return operation;
  const known = variants.get(operation) ?? new Map<string, PrismOperation>();
  variants.set(operation, known);
  // Prism compiles what it is given once: the same absences must give the same operation.
  const key = [...absent].map(({ id }) => id).join(" ");
  const variant = known.get(key) ?? withoutTypes(operation, absent);
  // Of many parameters there are more combinations than anyone sends.
  if (known.size >= mostVariants) known.clear();
  known.set(key, variant);
  return variant;
}

function withoutTypes(operation: PrismOperation, absent: ReadonlySet<PrismParameter>): PrismOperation {
  const { query = [], headers = [] } = operation.request ?? {};
  return {
    ...operation,
    request: {
      ...operation.request,
      query: query.map((parameter) => (absent.has(parameter) ? { ...parameter, schema: {} } : parameter)),
      headers: headers.map((parameter) => (absent.has(parameter) ? { ...parameter, schema: {} } : parameter)),
    },
  };
}

/** Whether Prism takes a parameter apart. Of the delimited styles it does so with care, and of nothing but lists. */
function isStructured({ schema, style }: PrismParameter): boolean {
  return (schema?.type === "array" || schema?.type === "object") && !/Delimited$/.test(style);
}

function isAbsentIn(sent: readonly string[], { name, style, explode, schema }: PrismParameter): boolean {
  const names = sent.map((each) => each.toLowerCase());
  const own = name.toLowerCase();
  if (style === "deepObject") return !names.some((each) => each.startsWith(`${own}[`));
  if (schema?.type === "object" && explode === true) {
    return !Object.keys(schema.properties ?? {}).some((property) => names.includes(property.toLowerCase()));
  }
  return !names.includes(own);
}
