import type { Note, Operation, Parameter, ParameterValues, Shape } from "@workflow-api/contract";
import { isEqual, type JsonValue, replaceAt, valueAt } from "@workflow-api/contract/json";

// The id that was asked for is in the response, so that two ids get two bodies.

/** A parameter whose value is also in the body. */
interface Identity {
  readonly parameter: Parameter;
  /** The JSON Pointer of the value in the body. */
  readonly pointer: string;
  /** Says by which rule, if the contract does not state it by `x-identifies`. */
  readonly note?: Note;
}

/** A body with holes, which values of the request fill. */
export interface BodyTemplate {
  /** The text before, between and after the holes: one more than there are holes. */
  readonly texts: readonly string[];
  readonly holes: readonly {
    /** The key of the parameter. */
    readonly key: string;
    /** The type of the value in the body, which it keeps. */
    readonly type: string;
  }[];
}

/** A body as it is. */
export function fixedBody(body: string): BodyTemplate {
  return { texts: [body], holes: [] };
}

/** The template of a 2xx body, with a hole for each identity. */
export function bodyTemplate(value: JsonValue, identities: readonly Identity[]): BodyTemplate {
  const mark = `hole ${Math.random()} `;
  const marked = identities.reduce<JsonValue>(
    (body, { pointer }, index) => replaceAt(body, pointer, mark + index),
    value,
  );
  const parts = JSON.stringify(marked).split(new RegExp(`"${mark}(\\d+)"`));
  const holes = parts
    .filter((_, at) => at % 2 === 1)
    .flatMap((index) => {
      const { parameter, pointer } = identities[Number(index)] ?? {};
      return parameter === undefined || pointer === undefined
        ? []
        : [{ key: parameter.key, type: typeof valueAt(value, pointer) }];
    });
  return { texts: parts.filter((_, at) => at % 2 === 0), holes };
}

/** A body with the values of a request, by the keys of their parameters. */
export function fill({ holes, texts }: BodyTemplate, values: ParameterValues): string {
  let body = texts[0] ?? "";
  for (const [index, { key, type }] of holes.entries()) {
    const value = values.get(key) ?? null;
    const isNumeric = type === "number" && value !== "" && !Number.isNaN(Number(value));
    const kept = type === "string" ? String(value) : isNumeric ? Number(value) : value;
    body += JSON.stringify(kept) + (texts[index + 1] ?? "");
  }
  return body;
}

/**
 * The parameters of a request whose values the 2xx body repeats: by `x-identifies`, or else where a
 * single path parameter ends the path and a member of its name, or `id`, has the same type, at the
 * root or in `data`, and its schema asks for no more than that of the parameter.
 *
 * @param shape - That of the body.
 */
export function identitiesOf(
  operation: Operation,
  values: ParameterValues,
  body: JsonValue,
  shape: Shape,
): Identity[] {
  const stated = operation.parameters.flatMap((parameter) => {
    const { identifies, key } = parameter;
    return identifies !== undefined && values.has(key) ? [{ parameter, pointer: identifies }] : [];
  });
  const there = stated.filter(({ pointer }) => valueAt(body, pointer) !== undefined);
  if (operation.parameters.some(({ identifies }) => identifies !== undefined)) return there;
  const [parameter, another] = operation.parameters.filter((each) => each.in === "path");
  if (parameter === undefined || another !== undefined) return [];
  const { key, name } = parameter;
  if (!operation.path.endsWith(`/{${name}}`)) return [];
  const pointers = [`/${name}`, "/id", `/data/${name}`, "/data/id"];
  const pointer = pointers.find((each) => isAlike(valueAt(body, each), values.get(key)));
  if (pointer === undefined || !asksNoMore(shape.at(pointer), parameter.shape)) return [];
  const message = `is the ${name} of the path: say x-identifies in the contract to state it`;
  return [{ parameter, pointer, note: { part: `response body${pointer}`, message } }];
}

/** Whether each value that a parameter may have is also one of a member of the body. */
function asksNoMore(member: Shape, parameter: Shape): boolean {
  return narrowing.every((name) => {
    const asked = member.keyword(name);
    return asked === undefined || isEqual(asked, parameter.keyword(name) ?? null);
  });
}

const narrowing = [
  "const",
  "enum",
  "format",
  "not",
  "pattern",
  "minLength",
  "maxLength",
  "multipleOf",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
];

/** Whether each string is a value of a shape, so that none needs to be validated. */
export function allowsAnyString(shape: Shape): boolean {
  const isNarrowed = narrowing.some((name) => shape.keyword(name) !== undefined);
  return shape.types.join() === "string" && shape.unions.length === 0 && !isNarrowed;
}

/** Whether two values are strings or numbers alike. */
function isAlike(found: JsonValue | undefined, asked: JsonValue | undefined): boolean {
  return typeof found === typeof asked && (typeof asked === "string" || typeof asked === "number");
}
